import { type ActorRefFrom, assign, setup, type SnapshotFrom, emit } from 'xstate';
import type { Result, ResultState } from '#machines/contract/entities.ts';
import { MESSAGES } from '#machines/contract/messages.ts';
import { PRODUCER_MESSAGES } from '#machines/contract/producer-messages.ts';
import type { Outcome } from '#machines/contract/outcome.ts';
import type { EmittedEventOf } from '#machines/kit/emitted.ts';
import { notProvided } from '#machines/kit/not-provided.ts';
import {
  eventOutput,
  eventPayload,
  refusalText,
  eventError,
  faultIn,
} from '#machines/kit/outcome.ts';
import { typesOf } from '#machines/kit/types.ts';

/*
 * The life of one question's result, as the producer has it in hand (RL-1…5): counting -> locked -> revealed -> published
 * <-> corrected, by the server's word alone. One act at a time; whatever becomes of it, the state is the server's.
 */

/** What a producer does; the show page reveals, a release reopens, a decision at the desk corrects. */
export interface ResultAsked extends Pick<ResultInput, 'showId' | 'itemId'> {
  readonly act: 'lock' | 'unlock' | 'publish';
  readonly reason: string | null;
}
export interface ResultInput {
  readonly showId: string;
  readonly itemId: string;
  readonly result: Result;
}
export type ResultEvent =
  | { readonly type: 'result.updated'; readonly result: Result }
  | { readonly type: 'result.lock' }
  | { readonly type: 'result.publish' }
  /** Asks for the reason first. */
  | { readonly type: 'result.unlock' }
  | { readonly type: 'result.confirm'; readonly reason: string }
  | { readonly type: 'result.cancel' };
export interface ResultContext extends ResultInput {
  readonly act: 'lock' | 'unlock' | 'publish';
  readonly reason: string | null;
  /** Why the last act came to nothing. */
  readonly message: string | null;
}

const newest = (known: Result, received: Result | null): Result =>
  received === null || received.version < known.version ? known : received;
const TOLD = { type: 'store', params: eventPayload<{ readonly result: Result }> } as const;

export const resultMachine = setup({
  types: typesOf<{
    input: ResultInput;
    context: ResultContext;
    events: ResultEvent;
    emitted: EmittedEventOf<'fault'>;
    tags: 'busy';
  }>(),
  actors: {
    /** The result after the act; null: the server does not say. */
    act: notProvided<ResultAsked, Result | null>('result.act'),
  },
  actions: {
    report: emit(faultIn('result')),
    /** What comes late never overrules what is newer. */
    store: assign(({ context }, { result }: { result: Result }) => ({
      result: newest(context.result, result),
    })),
    begin: assign((_, { act }: { act: ResultContext['act'] }) => ({
      act,
      reason: null,
      message: null,
    })),
    setReason: assign((_, { reason }: { reason: string }) => ({ reason: reason.trim() })),
    settle: assign(({ context }, outcome: Outcome<Result | null>) => ({
      result: newest(context.result, outcome.ok ? outcome.value : null),
      message: refusalText(outcome),
    })),
    refuse: assign({ message: PRODUCER_MESSAGES.result.noReason }),
  },
  guards: {
    is: ({ context }, { state }: { state: ResultState }) => context.result.state === state,
    hasReason: (_, { reason }: { reason: string }) => reason.trim() !== '',
    wasUnlocked: ({ context }, { result }: { result: Result }) =>
      result.version >= context.result.version && result.state !== 'locked',
  },
}).createMachine({
  id: 'result',
  context: ({ input }) => ({ ...input, act: 'lock', reason: null, message: null }),
  initial: 'deciding',
  on: { 'result.updated': { target: '.deciding', actions: TOLD } },
  states: {
    deciding: {
      always: [
        { guard: { type: 'is', params: { state: 'locked' } }, target: 'locked' },
        { guard: { type: 'is', params: { state: 'revealed' } }, target: 'revealed' },
        { guard: { type: 'is', params: { state: 'published' } }, target: 'published' },
        { guard: { type: 'is', params: { state: 'corrected' } }, target: 'corrected' },
        { target: 'counting' },
      ],
    },
    counting: {
      on: {
        'result.lock': { target: 'acting', actions: { type: 'begin', params: { act: 'lock' } } },
      },
    },
    locked: {
      on: {
        'result.publish': {
          target: 'acting',
          actions: { type: 'begin', params: { act: 'publish' } },
        },
        'result.unlock': {
          target: 'reasoning',
          actions: { type: 'begin', params: { act: 'unlock' } },
        },
      },
    },
    reasoning: {
      on: {
        'result.cancel': 'deciding',
        'result.confirm': [
          {
            guard: { type: 'hasReason', params: eventPayload },
            target: 'acting',
            actions: { type: 'setReason', params: eventPayload },
          },
          { actions: 'refuse' },
        ],
        // Somebody else was faster.
        'result.updated': [
          {
            guard: { type: 'wasUnlocked', params: eventPayload },
            target: 'deciding',
            actions: TOLD,
          },
          { actions: TOLD },
        ],
      },
    },
    revealed: {
      on: {
        'result.publish': {
          target: 'acting',
          actions: { type: 'begin', params: { act: 'publish' } },
        },
      },
    },
    published: {},
    corrected: {},
    acting: {
      tags: 'busy',
      on: { 'result.updated': { actions: TOLD } },
      invoke: {
        id: 'act',
        src: 'act',
        input: ({ context: { showId, itemId, act, reason } }) => ({ showId, itemId, act, reason }),
        onDone: { target: 'deciding', actions: { type: 'settle', params: eventOutput } },
        onError: {
          target: 'deciding',
          actions: [
            { type: 'settle', params: { ok: false, message: MESSAGES.network } },
            { type: 'report', params: eventError },
          ],
        },
      },
    },
  },
});

export type ResultActor = ActorRefFrom<typeof resultMachine>;
type Snapshot = SnapshotFrom<typeof resultMachine>;

export const selectResult = ({ context }: Snapshot): Result => context.result;
export const selectBusy = (snapshot: Snapshot): boolean => snapshot.hasTag('busy');
/** The reason for unlocking is asked for. */
export const selectIsReasoning = (snapshot: Snapshot): boolean => snapshot.matches('reasoning');
export const selectMessage = ({ context }: Snapshot): string | null => context.message;
