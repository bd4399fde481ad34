import { m } from 'messages';
import { type ActorRefFrom, assign, emit, setup, type SnapshotFrom } from 'xstate';
import type { BodyOf, ReplyOf } from '#machines/contract/calls.ts';
import type { Joining } from '#machines/contract/rundown.ts';
import type { Outcome } from '#machines/contract/outcome.ts';
import type { EmittedEventOf } from '#machines/kit/emitted.ts';
import { notProvided } from '#machines/kit/not-provided.ts';
import { eventError, eventOutput, faultIn, isSuccess } from '#machines/kit/outcome.ts';
import { typesOf } from '#machines/kit/types.ts';
import { isJoinCode, isPersonalCode, normalCode } from './rules/join-code.ts';

/*
 * How a person joins a show (JOIN-1…7): enteringCode -> finding -> naming -> joining -> joined, which leads to the
 * questions; or refused, or full. A join code in the address is looked up at once: a person who has joined the show, and
 * has no team to choose, goes on to the questions. If the teams of the show have changed in the meantime, the show is
 * looked up again. A personal code that a guest enters, or the key of a seat in the address,
 * signs the guest in again: returning -> joined. The port stores the session, and the chart `auth` uses it.
 */

export type ShowToJoin = ReplyOf<'showToJoin'>['show'];

export type JoinEvent =
  | { readonly type: 'join.code'; readonly code: string }
  /** `team`: the id of the chosen team, if there are teams to choose from. */
  | { readonly type: 'join.name'; readonly name: string; readonly team?: string }
  | { readonly type: 'join.return'; readonly personalCode: string }
  /** Clears the message beside the field. */
  | { readonly type: 'join.edited' }
  /** Goes back to enter another code after a refusal. */
  | { readonly type: 'join.again' };

export interface JoinInput {
  /** The join code in the address, or ''. */
  readonly code: string;
  /** The key of a seat in the address, or ''; later the entered personal code. */
  readonly personalCode: string;
  /** Whether the person plays with an account and therefore needs no nickname. */
  readonly hasAccount: boolean;
  readonly newId: () => string;
}
export interface JoinContext extends JoinInput {
  readonly show: ShowToJoin | null;
  readonly message: string | null;
  /** Idempotency key: sending the same request twice creates only one guest. */
  readonly requestId: string;
  readonly name: string;
  /** The id of the chosen team, or ''. */
  readonly team: string;
}

/** Result of looking up a code. */
type Found = Outcome<ShowToJoin>;
const isFor = (outcome: Outcome<unknown>, ...codes: readonly string[]): boolean =>
  !outcome.ok && codes.some((code) => code === outcome.code);

/** Joining modes that allow guests. */
const FOR_GUESTS: ReadonlySet<Joining> = new Set(['anybody', 'code']);

/** Error codes of refusals that another nickname would not change. */
const FINAL = ['ended', 'account-needed', 'invited-only', 'removed'];

export const joinMachine = setup({
  types: typesOf<{
    input: JoinInput;
    context: JoinContext;
    events: JoinEvent;
    emitted: EmittedEventOf<'navigate' | 'fault'>;
    tags: 'busy';
  }>(),
  actors: {
    find: notProvided<{ readonly code: string }, ShowToJoin>('join.find'),
    /** Stores the session of a guest. */
    join: notProvided<BodyOf<'joinShow'>, null>('join.join'),
    /** Stores the session that belongs to the personal code. */
    comeBack: notProvided<BodyOf<'returnAsGuest'>, null>('join.comeBack'),
  },
  actions: {
    report: emit(faultIn('join')),
    setCode: assign((_, { code }: { code: string }) => ({
      code: normalCode(code),
      message: null,
    })),
    setPersonalCode: assign((_, { personalCode }: { personalCode: string }) => ({
      personalCode,
      message: null,
    })),
    setName: assign((_, { name, team = '' }: { name: string; team?: string }) => ({
      name: name.trim(),
      team,
      message: null,
    })),
    setMessage: assign((_, { message }: { message: string | null }) => ({ message })),
    storeShow: assign((_, outcome: Found) => (outcome.ok ? { show: outcome.value } : {})),
    explain: assign((_, outcome: Found) =>
      outcome.ok
        ? {
            show: outcome.value,
            message:
              outcome.value.joining === 'invited' ? m.joinInvitedOnly() : m.joinAccountsOnly(),
          }
        : {},
    ),
    refuse: assign((_, outcome: Outcome<unknown>) =>
      outcome.ok ? {} : { message: outcome.message },
    ),
    /** Uses a new request id for the next attempt, after a refusal. */
    renewRequest: assign(({ context: { newId } }) => ({ requestId: newId() })),
    forget: assign({ code: '', personalCode: '', show: null, message: null }),
    goHome: emit({ type: 'navigate', to: '/' }),
  },
  guards: {
    hasCode: ({ context }) => isJoinCode(context.code),
    isCode: (_, { code }: { code: string }) => isJoinCode(code),
    hasPersonalCode: ({ context }) => isPersonalCode(context.personalCode),
    isPersonalCode: (_, { personalCode }: { personalCode: string }) => isPersonalCode(personalCode),
    isNameless: ({ context: { hasAccount } }, { name }: { name: string }) =>
      !hasAccount && name.trim() === '',
    isTeamless: ({ context: { show } }, { team }: { team?: string }) =>
      show?.teams?.every(({ id }) => id !== team) ?? false,
    isJoined: (_, outcome: Found) =>
      outcome.ok && outcome.value.isJoined === true && outcome.value.teams === undefined,
    isClosedToGuests: ({ context: { hasAccount } }, outcome: Found) =>
      outcome.ok && !hasAccount && !FOR_GUESTS.has(outcome.value.joining),
    isFinal: (_, outcome: Outcome<unknown>) => isFor(outcome, ...FINAL),
    isOfTeam: (_, outcome: Outcome<unknown>) => isFor(outcome, 'team'),
    isFull: (_, outcome: Outcome<unknown>) => isFor(outcome, 'full'),
    isLost: (_, outcome: Outcome<unknown>) => isFor(outcome, 'network'),
  },
}).createMachine({
  id: 'join',
  context: ({ input }) => ({
    ...input,
    code: normalCode(input.code),
    show: null,
    message: null,
    requestId: input.newId(),
    name: '',
    team: '',
  }),
  initial: 'enteringCode',
  on: { 'join.edited': { actions: { type: 'setMessage', params: { message: null } } } },
  states: {
    enteringCode: {
      always: [
        { guard: 'hasPersonalCode', target: 'returning' },
        { guard: 'hasCode', target: 'finding' },
      ],
      on: {
        'join.code': [
          {
            guard: { type: 'isCode', params: ({ event }) => event },
            target: 'finding',
            actions: { type: 'setCode', params: ({ event }) => event },
          },
          { actions: { type: 'setMessage', params: { message: m.joinSixLetters() } } },
        ],
        'join.return': [
          {
            guard: { type: 'isPersonalCode', params: ({ event }) => event },
            target: 'returning',
            actions: { type: 'setPersonalCode', params: ({ event }) => event },
          },
          { actions: { type: 'setMessage', params: { message: m.joinPersonalLetters() } } },
        ],
      },
    },
    finding: {
      tags: 'busy',
      invoke: {
        id: 'find',
        src: 'find',
        input: ({ context: { code } }) => ({ code }),
        onDone: [
          {
            guard: { type: 'isJoined', params: eventOutput },
            target: 'joined',
            actions: { type: 'storeShow', params: eventOutput },
          },
          {
            guard: { type: 'isClosedToGuests', params: eventOutput },
            target: 'refused',
            actions: { type: 'explain', params: eventOutput },
          },
          {
            guard: isSuccess,
            target: 'naming',
            actions: { type: 'storeShow', params: eventOutput },
          },
          {
            guard: { type: 'isFinal', params: eventOutput },
            target: 'refused',
            actions: { type: 'refuse', params: eventOutput },
          },
          {
            target: 'enteringCode',
            actions: ['forget', { type: 'refuse', params: eventOutput }],
          },
        ],
        onError: {
          target: 'enteringCode',
          actions: [
            'forget',
            { type: 'setMessage', params: { message: m.network() } },
            { type: 'report', params: eventError },
          ],
        },
      },
    },
    naming: {
      on: {
        'join.name': [
          {
            guard: { type: 'isNameless', params: ({ event }) => event },
            actions: { type: 'setMessage', params: { message: m.joinNoName() } },
          },
          {
            guard: { type: 'isTeamless', params: ({ event }) => event },
            actions: { type: 'setMessage', params: { message: m.joinNoTeam() } },
          },
          { target: 'joining', actions: { type: 'setName', params: ({ event }) => event } },
        ],
        'join.again': { target: 'enteringCode', actions: 'forget' },
      },
    },
    joining: {
      tags: 'busy',
      invoke: {
        id: 'join',
        src: 'join',
        input: ({ context: { code, name, team, requestId, hasAccount } }) => ({
          code,
          requestId,
          ...(!hasAccount && { name }),
          ...(team !== '' && { team }),
        }),
        onDone: [
          { guard: isSuccess, target: 'joined' },
          {
            guard: { type: 'isLost', params: eventOutput },
            target: 'naming',
            actions: { type: 'refuse', params: eventOutput },
          },
          {
            guard: { type: 'isFinal', params: eventOutput },
            target: 'refused',
            actions: { type: 'refuse', params: eventOutput },
          },
          {
            guard: { type: 'isOfTeam', params: eventOutput },
            target: 'finding',
            actions: ['renewRequest', { type: 'refuse', params: eventOutput }],
          },
          {
            guard: { type: 'isFull', params: eventOutput },
            target: 'full',
            actions: ['renewRequest', { type: 'refuse', params: eventOutput }],
          },
          {
            target: 'naming',
            actions: ['renewRequest', { type: 'refuse', params: eventOutput }],
          },
        ],
        onError: {
          target: 'naming',
          actions: [
            { type: 'setMessage', params: { message: m.joinFailed() } },
            { type: 'report', params: eventError },
          ],
        },
      },
    },
    returning: {
      tags: 'busy',
      invoke: {
        id: 'comeBack',
        src: 'comeBack',
        input: ({ context }) => ({ personalCode: normalCode(context.personalCode) }),
        onDone: [
          { guard: isSuccess, target: 'joined' },
          {
            target: 'enteringCode',
            actions: ['forget', { type: 'refuse', params: eventOutput }],
          },
        ],
        onError: {
          target: 'enteringCode',
          actions: [
            'forget',
            { type: 'setMessage', params: { message: m.network() } },
            { type: 'report', params: eventError },
          ],
        },
      },
    },
    joined: { entry: 'goHome' },
    /** Refused for a reason that another nickname would not change. */
    refused: { on: { 'join.again': { target: 'enteringCode', actions: 'forget' } } },
    full: {
      on: {
        'join.name': {
          target: 'joining',
          actions: { type: 'setMessage', params: { message: null } },
        },
        'join.again': { target: 'enteringCode', actions: 'forget' },
      },
    },
  },
});

export type JoinActor = ActorRefFrom<typeof joinMachine>;
type Snapshot = SnapshotFrom<typeof joinMachine>;

export const selectShow = ({ context }: Snapshot): ShowToJoin | null => context.show;
export const selectMessage = ({ context }: Snapshot): string | null => context.message;
export const selectIsBusy = (snapshot: Snapshot): boolean => snapshot.hasTag('busy');
/** The part of the page to show. */
export function selectStep(snapshot: Snapshot): 'code' | 'name' | 'refused' | 'full' {
  if (snapshot.matches('refused')) return 'refused';
  if (snapshot.matches('full')) return 'full';
  // The form stays while its show is looked up again.
  const isFound = snapshot.context.show !== null && snapshot.matches('finding');
  return isFound ||
    snapshot.matches('naming') ||
    snapshot.matches('joining') ||
    snapshot.matches('joined')
    ? 'name'
    : 'code';
}
