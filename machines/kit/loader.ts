import { type ActorRefFrom, assign, emit, setup, type SnapshotFrom } from 'xstate';
import { MESSAGES } from '#machines/contract/messages.ts';
import type { Outcome } from '#machines/contract/outcome.ts';
import type { FactOf } from './facts.ts';
import { notProvided } from './not-provided.ts';
import { isSuccess, itsError, itsOutput } from './outcome.ts';
import { typesOf } from './types.ts';

export interface LoaderConfig {
  /** The chart's id; its port is `<id>.load`. */
  readonly id: string;
  /** How long a refresh may wait, ms: many changes make one request, and not all clients at once. */
  readonly refreshWithinMs: number;
}
export interface LoaderInput<TAsked> {
  readonly asked: TAsked;
  /** From 0 up to, not including, 1. */
  readonly random: () => number;
}
export interface LoaderContext<TAsked, TValue> extends LoaderInput<TAsked> {
  readonly value: TValue | null;
  readonly message: string | null;
  /** It has changed since it was asked for last. */
  readonly isOutdated: boolean;
}
export type LoaderEvent<TAsked> =
  /** It has changed: load it anew, at leisure. */
  | { readonly type: 'loader.refresh' }
  /** Now, by somebody's wish. */
  | { readonly type: 'loader.retry' }
  /** Something else is to be shown; what was is forgotten. */
  | { readonly type: 'loader.ask'; readonly asked: TAsked };

/**
 * Something that is loaded and kept fresh (LOAD-1…5): loading -> ready -> settling -> loading, or
 * failed, with what was loaded before still there.
 */
export const loader = <TAsked, TValue>({ id, refreshWithinMs }: LoaderConfig) =>
  setup({
    types: typesOf<{
      input: LoaderInput<TAsked>;
      context: LoaderContext<TAsked, TValue>;
      events: LoaderEvent<TAsked>;
      emitted: FactOf<'fault'>;
      tags: 'busy';
    }>(),
    actors: { load: notProvided<{ readonly asked: TAsked }, TValue>(`${id}.load`) },
    actions: {
      ask: assign((_, { asked }: { asked: TAsked }) => ({ asked, value: null, message: null })),
      keep: assign((_, outcome: Outcome<TValue>) =>
        outcome.ok ? { value: outcome.value, message: null } : { message: outcome.message },
      ),
      complain: assign({ message: MESSAGES.network }),
      begin: assign({ isOutdated: false }),
      noteChange: assign({ isOutdated: true }),
      report: emit((_, { error }: { error: unknown }) => ({ type: 'fault', where: id, error })),
    },
    guards: { isOutdated: ({ context }) => context.isOutdated },
    delays: { untilRefresh: ({ context }) => context.random() * refreshWithinMs },
  }).createMachine({
    id,
    context: ({ input }) => ({ ...input, value: null, message: null, isOutdated: false }),
    initial: 'loading',
    on: {
      'loader.refresh': { actions: 'noteChange' },
      'loader.retry': '.loading',
      'loader.ask': { target: '.loading', actions: { type: 'ask', params: ({ event }) => event } },
    },
    states: {
      loading: {
        tags: 'busy',
        entry: 'begin',
        invoke: {
          id: 'load',
          src: 'load',
          input: ({ context: { asked } }) => ({ asked }),
          onDone: [
            { guard: isSuccess, target: 'ready', actions: { type: 'keep', params: itsOutput } },
            { target: 'failed', actions: { type: 'keep', params: itsOutput } },
          ],
          onError: {
            target: 'failed',
            actions: ['complain', { type: 'report', params: itsError }],
          },
        },
        on: { 'loader.retry': {} },
      },
      ready: { always: { guard: 'isOutdated', target: 'settling' } },
      settling: { after: { untilRefresh: 'loading' } },
      failed: { always: { guard: 'isOutdated', target: 'settling' } },
    },
  });

export type LoaderMachine<TAsked, TValue> = ReturnType<typeof loader<TAsked, TValue>>;
export type LoaderActor<TAsked, TValue> = ActorRefFrom<LoaderMachine<TAsked, TValue>>;
type Snapshot<TValue> = Pick<SnapshotFrom<LoaderMachine<unknown, TValue>>, 'context' | 'hasTag'>;

/** What was loaded last; null: nothing yet. */
export const selectValue = <TValue>(snapshot: Snapshot<TValue>): TValue | null =>
  snapshot.context.value;
/** Why the last attempt failed; 'Try Again' sends `loader.retry`. */
export const selectMessage = (snapshot: Snapshot<unknown>): string | null =>
  snapshot.context.message;
export const selectBusy = (snapshot: Snapshot<unknown>): boolean => snapshot.hasTag('busy');
