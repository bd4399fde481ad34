import {
  type ActorRefFrom,
  assign,
  emit,
  type EventObject,
  sendTo,
  setup,
  type SnapshotFrom,
} from 'xstate';
import { authMachine } from './account/auth.ts';
import { connectionMachine, type DeviceEvent } from './connection/connection.ts';
import { dayMachine, type DaysChanged } from './results/day.ts';
import type { Days, User } from './contract/entities.ts';
import { rightsChangedText } from './contract/messages.ts';
import type { EmittedEventOf } from './kit/emitted.ts';
import { notProvidedSource } from './kit/not-provided.ts';
import { eventPayload, eventError, faultIn } from './kit/outcome.ts';
import type {
  AnswerAccepted,
  DayTurned,
  FeedBehind,
  ConnectionStatusEvent,
  DataUnconfirmed,
  RealtimeEvent,
} from './connection/realtime.ts';
import type { AuthChanged, ClockCorrected, Session, SessionEnded } from './connection/session.ts';
import { typesOf } from './kit/types.ts';
import { questionsMachine } from './answering/questions.ts';
import { UTC_DAYS } from './results/rules/day.ts';

/*
 * The root chart (APP-1…7): starting -> signedOut <-> signedIn. All actors of a login session run in signedIn and end
 * with it. Only this chart passes events between its children; it also emits server events for the charts of screens.
 */

export type AppEvent =
  | AuthChanged
  | SessionEnded
  | ClockCorrected
  | DeviceEvent
  | ConnectionStatusEvent
  | DataUnconfirmed
  | RealtimeEvent
  | FeedBehind
  | AnswerAccepted
  | DayTurned;
/** Events of server, connection and clock that charts of screens may listen to. */
export type Published = RealtimeEvent | ConnectionStatusEvent | ClockCorrected | AnswerAccepted;
/** The events that are forwarded to the `questions` chart. */
type QuestionsPublished = Exclude<Published, AnswerAccepted> | DataUnconfirmed;
/** All events that this chart emits. */
type Emitted = Published | DayTurned | DataUnconfirmed;

export interface AppInput {
  /** The server's clock, epoch ms. */
  readonly now: () => number;
  /** From 0 up to, not including, 1. */
  readonly random: () => number;
  /** The time zones and shows that decide the day, as the server wrote them into the page; absent: UTC days. */
  readonly days?: Days;
}
export interface AppContext extends AppInput {
  readonly days: Days;
  readonly session: Session | null;
}

const itsUser = ({ session }: AppContext): User => {
  if (session === null) throw new Error('signed in without a session');
  return session.user;
};

/** Whether a person has the same role, and still produces shows or still produces none. */
const hasSameRights = (one: User, other: User): boolean =>
  one.role_id === other.role_id && one.produces === other.produces;

/** Returns the days that the server sent, otherwise the present ones. */
const daysIn = ({
  context,
  event: { payload },
}: {
  readonly context: AppContext;
  readonly event: { readonly payload: { readonly days?: Days | undefined } };
}): DaysChanged => ({ type: 'days.changed', days: payload.days ?? context.days });

export const appMachine = setup({
  types: typesOf<{
    input: AppInput;
    context: AppContext;
    events: AppEvent;
    emitted: Emitted | EmittedEventOf<'hush' | 'banner' | 'fault'>;
    children: {
      auth: 'auth';
      surroundings: 'surroundings';
      connection: 'connection';
      questions: 'questions';
      day: 'day';
    };
  }>(),
  actors: {
    auth: authMachine,
    connection: connectionMachine,
    questions: questionsMachine,
    day: dayMachine,
    /** Events of the browser: network, page, clock, and calls whose token was refused. */
    surroundings: notProvidedSource<EventObject, undefined>('app.surroundings'),
  },
  actions: {
    setSession: assign({ session: (_, { session }: Pick<AuthChanged, 'session'>) => session }),
    toAuth: sendTo('auth', (_, event: SessionEnded | ClockCorrected) => event),
    toConnection: sendTo('connection', (_, event: DeviceEvent | FeedBehind) => event),
    toQuestions: sendTo('questions', (_, event: QuestionsPublished) => event),
    toDay: sendTo('day', (_, event: ClockCorrected | DaysChanged) => event),
    setDays: assign({ days: (_, { days }: DaysChanged) => days }),
    publish: emit((_, event: Emitted) => event),
    hush: emit({ type: 'hush' }),
    sayRole: emit(({ context }, { session }: Pick<AuthChanged, 'session'>) => ({
      type: 'banner',
      text: session === null ? '' : rightsChangedText(itsUser(context), session.user),
      tone: 'plain',
    })),
    report: emit(faultIn('app')),
  },
  guards: {
    isSomebody: (_, { session }: Pick<AuthChanged, 'session'>) => session !== null,
    isSamePerson: ({ context: { session: old } }, { session }: Pick<AuthChanged, 'session'>) =>
      old !== null && session?.user.id === old.user.id && hasSameRights(old.user, session.user),
    isOtherRole: ({ context: { session: old } }, { session }: Pick<AuthChanged, 'session'>) =>
      old !== null && session?.user.id === old.user.id && !hasSameRights(old.user, session.user),
  },
}).createMachine({
  id: 'app',
  context: ({ input }) => ({ days: UTC_DAYS, ...input, session: null }),
  invoke: [
    {
      id: 'auth',
      src: 'auth',
      input: ({ context }) => ({ now: context.now }),
      onError: { target: '.broken', actions: { type: 'report', params: eventError } },
    },
    {
      id: 'surroundings',
      src: 'surroundings',
      onError: { actions: { type: 'report', params: eventError } },
    },
  ],
  on: {
    'auth.changed': [
      {
        guard: { type: 'isSamePerson', params: eventPayload },
        actions: { type: 'setSession', params: eventPayload },
      },
      {
        guard: { type: 'isOtherRole', params: eventPayload },
        target: '.signedIn',
        actions: [
          { type: 'sayRole', params: eventPayload },
          { type: 'setSession', params: eventPayload },
        ],
      },
      {
        guard: { type: 'isSomebody', params: eventPayload },
        target: '.signedIn',
        actions: { type: 'setSession', params: eventPayload },
      },
      { target: '.signedOut', actions: { type: 'setSession', params: eventPayload } },
    ],
    'session.ended': { actions: { type: 'toAuth', params: eventPayload } },
    'clock.corrected': { actions: { type: 'toAuth', params: eventPayload } },
  },
  initial: 'starting',
  states: {
    starting: {},
    signedOut: {},
    signedIn: {
      exit: 'hush',
      invoke: [
        {
          id: 'connection',
          src: 'connection',
          input: ({ context }) => ({ userId: itsUser(context).id, random: context.random }),
          onError: { target: 'broken', actions: { type: 'report', params: eventError } },
        },
        {
          id: 'questions',
          src: 'questions',
          input: ({ context }) => ({
            user: itsUser(context),
            now: context.now,
            random: context.random,
          }),
          onError: { target: 'broken', actions: { type: 'report', params: eventError } },
        },
        {
          id: 'day',
          src: 'day',
          input: ({ context }) => ({ now: context.now, days: context.days }),
          onError: { actions: { type: 'report', params: eventError } },
        },
      ],
      on: {
        'clock.corrected': {
          actions: [
            { type: 'toAuth', params: eventPayload },
            { type: 'toQuestions', params: eventPayload },
            { type: 'toDay', params: eventPayload },
            { type: 'publish', params: eventPayload },
          ],
        },
        'day.turned': { actions: { type: 'publish', params: eventPayload } },
        'realtime.days-changed': {
          actions: [
            { type: 'setDays', params: daysIn },
            { type: 'toDay', params: daysIn },
          ],
        },
        'realtime.snapshot': {
          actions: [
            { type: 'setDays', params: daysIn },
            { type: 'toDay', params: daysIn },
            { type: 'toQuestions', params: eventPayload },
            { type: 'publish', params: eventPayload },
          ],
        },
        'realtime.*': {
          actions: [
            { type: 'toQuestions', params: eventPayload },
            { type: 'publish', params: eventPayload },
          ],
        },
        'network.*': { actions: { type: 'toConnection', params: eventPayload } },
        'page.shown': { actions: { type: 'toConnection', params: eventPayload } },
        'feed.behind': { actions: { type: 'toConnection', params: eventPayload } },
        'answer.accepted': { actions: { type: 'publish', params: eventPayload } },
        'data.unconfirmed': {
          actions: [
            { type: 'toQuestions', params: eventPayload },
            { type: 'publish', params: eventPayload },
          ],
        },
        'connection.*': {
          actions: [
            { type: 'toQuestions', params: eventPayload },
            { type: 'publish', params: eventPayload },
          ],
        },
      },
    },
    /** Only a reload leaves this state. */
    broken: { on: { 'auth.changed': {} } },
  },
});

export type AppActor = ActorRefFrom<typeof appMachine>;
type Snapshot = SnapshotFrom<typeof appMachine>;

/** Whether it is still unknown if a person is signed in. */
export const selectIsStarting = (snapshot: Snapshot): boolean => snapshot.matches('starting');
/** Whether a chart has failed unexpectedly. */
export const selectIsBroken = (snapshot: Snapshot): boolean => snapshot.matches('broken');
/** The signed-in user, or null. */
export const selectUser = ({ context }: Snapshot): User | null => context.session?.user ?? null;
/** The time zones and shows that decide the day, as the server sent them last. */
export const selectDays = ({ context }: Snapshot): Days => context.days;
export const selectAuth = ({ children }: Snapshot) => children.auth;
/** Null while signed out. */
export const selectConnection = ({ children }: Snapshot) => children.connection ?? null;
/** Null while signed out. */
export const selectQuestions = ({ children }: Snapshot) => children.questions ?? null;
