import { m } from 'messages';
import {
  type ActorRefFrom,
  assertEvent,
  assign,
  emit,
  sendParent,
  sendTo,
  setup,
  type SnapshotFrom,
} from 'xstate';
import { isGuest } from '#machines/contract/audience.ts';
import { LOGIN_REDIRECT_MS } from '#machines/contract/limits.ts';
import type { Outcome } from '#machines/contract/outcome.ts';
import { resendForm } from './resend.ts';
import { untilInstant } from '#machines/kit/delays.ts';
import type { EmittedEventOf } from '#machines/kit/emitted.ts';
import { notProvided, notProvidedSource } from '#machines/kit/not-provided.ts';
import {
  isSuccess,
  eventPayload,
  eventError,
  eventOutput,
  faultIn,
} from '#machines/kit/outcome.ts';
import type { AuthChanged, ClockCorrected, Credentials } from '#machines/connection/session.ts';
import type { Session, SessionEnded, SignedIn } from '#machines/connection/session.ts';
import { typesOf } from '#machines/kit/types.ts';

/*
 * The login session on this device (AUTH-1…9): restoring -> signedOut (waiting | needsVerification) <-> signingIn ->
 * signedIn (arriving -> settled; renewing with another role) until the person signs out or the token expires.
 */

/** The stored session has changed: by another tab, or by saving the profile. */
interface SessionChanged {
  readonly type: 'session.changed';
  readonly session: Session | null;
}
export type AuthEvent =
  | ({ readonly type: 'login.submit' } & Credentials)
  | { readonly type: 'login.edited' }
  | { readonly type: 'auth.signOut' }
  | SessionEnded
  | SessionChanged
  | ClockCorrected;

export interface AuthInput {
  /** The server's clock, epoch ms. */
  readonly now: () => number;
}
export interface AuthContext extends AuthInput {
  /** Null while signed out; during a sign-in, a session that another tab has stored. */
  readonly session: Session | null;
  /** Why the person is not signed in: a refusal, or how the session ended. */
  readonly message: string | null;
  /** The account whose address must be verified first, and whether a verification mail was sent just now. */
  readonly unverified: { readonly email: string; readonly sent: boolean } | null;
}

const itsSession = ({ event: { session } }: { event: SessionChanged }) => ({ session });
const SIGNED_IN_ELSEWHERE = {
  guard: { type: 'isSomebody', params: itsSession },
  target: 'signedIn',
  actions: { type: 'setSession', params: itsSession },
} as const;
/** Params in `onDone` of restoring or renewing: the session; null if there is none. */
const givenSession = ({
  event: { output },
}: {
  event: { readonly output: Outcome<Session | null> };
}) => ({ session: output.ok ? output.value : null });
const isGuestIn = (session: Session | null): boolean => session !== null && isGuest(session.user);
/** A guest has no login; most lose their session because a producer has removed them from the show. */
const endedMessage = (session: Session | null): string =>
  isGuestIn(session) ? m.connectionNoLongerInShow() : m.connectionSignedOutElsewhere();
const storedSession = ({ context: { session } }: { context: AuthContext }) => ({ session });
/** After a failed sign-in here, use the session that another tab has stored. */
const SIGNED_IN_MEANWHILE = {
  guard: { type: 'isSomebody', params: storedSession },
  target: 'signedIn',
  actions: { type: 'setSession', params: storedSession },
} as const;

export const authMachine = setup({
  types: typesOf<{
    input: AuthInput;
    context: AuthContext;
    events: AuthEvent;
    emitted: EmittedEventOf<'navigate' | 'fault'>;
    tags: 'busy';
    children: { storage: 'storage'; resend: 'resend' };
  }>(),
  actors: {
    /** The stored session, if its token decodes and has not expired by the server's clock. */
    restore: notProvided<undefined, Session | null>('auth.restore'),
    /**
     * After a change of role: fetches a new token and stores its session; null if the server cannot be reached now. A
     * refusal ends the session.
     */
    renew: notProvided<undefined, Session | null>('auth.renew'),
    /** Signs in and stores the session. */
    signIn: notProvided<Credentials, SignedIn>('auth.signIn'),
    /** Sends `session.changed`; on `session.clear` deletes the session here and in every tab. */
    storage: notProvidedSource<{ type: 'session.clear' }, undefined>('auth.storage'),
    resend: resendForm,
  },
  actions: {
    notifyParent: sendParent(({ context }): AuthChanged => ({
      type: 'auth.changed',
      session: context.session,
    })),
    storeSession: assign((_, outcome: Outcome<SignedIn>) => {
      if (!outcome.ok) return { message: outcome.message };
      const { value } = outcome;
      return value.session === null
        ? { message: value.message, unverified: value }
        : { message: null, session: value.session };
    }),
    /** A new session clears the messages that were shown while signed out. */
    setSession: assign((_, { session }: { session: Session | null }) => ({
      session,
      message: null,
      unverified: null,
    })),
    clearSession: assign({ session: null }),
    setMessage: assign({ message: (_, params: { text: string | null }) => params.text }),
    setEndedMessage: assign({ message: ({ context: { session } }) => endedMessage(session) }),
    setReason: assign({
      message: ({ context: { session } }, { reason }: Pick<SessionEnded, 'reason'>) =>
        reason === 'deleted' && !isGuestIn(session) ? m.accountDeleted() : endedMessage(session),
    }),
    showRefusal: assign({
      message: (_, outcome: Outcome<unknown>) => (outcome.ok ? null : outcome.message),
    }),
    clearStorage: sendTo('storage', { type: 'session.clear' }),
    goHome: emit({ type: 'navigate', to: '/' }),
    goToLogin: emit({ type: 'navigate', to: '/login' }),
    report: emit(faultIn('auth')),
  },
  guards: {
    isRestored: (_, outcome: Outcome<Session | null>) => outcome.ok && outcome.value !== null,
    isOtherRole: (_, { reason }: Pick<SessionEnded, 'reason'>) => reason === 'role',
    isFilledIn: (_, { email, password }: Credentials) => email.trim() !== '' && password !== '',
    isVerified: (_, outcome: Outcome<SignedIn>) => outcome.ok && outcome.value.session !== null,
    isSomebody: (_, { session }: { session: Session | null }) => session !== null,
    isExpired: ({ context }) => context.now() >= (context.session?.expiresAt ?? 0),
  },
  delays: {
    loginRedirectDelay: LOGIN_REDIRECT_MS,
    untilExpiry: ({ context }) => untilInstant(context.session?.expiresAt ?? 0, context.now()),
  },
}).createMachine({
  id: 'auth',
  context: ({ input }) => ({ ...input, session: null, message: null, unverified: null }),
  invoke: {
    id: 'storage',
    src: 'storage',
    onError: { actions: { type: 'report', params: eventError } },
  },
  initial: 'restoring',
  states: {
    restoring: {
      tags: 'busy',
      on: { 'session.changed': SIGNED_IN_ELSEWHERE },
      invoke: {
        id: 'restore',
        src: 'restore',
        onDone: [
          {
            guard: { type: 'isRestored', params: eventOutput },
            target: 'signedIn',
            actions: { type: 'setSession', params: givenSession },
          },
          'signedOut',
        ],
        onError: { target: 'signedOut', actions: { type: 'report', params: eventError } },
      },
    },
    signedOut: {
      entry: ['clearSession', 'notifyParent'],
      initial: 'waiting',
      on: {
        'login.submit': [
          {
            guard: { type: 'isFilledIn', params: eventPayload },
            target: 'signingIn',
          },
          { actions: { type: 'setMessage', params: { text: m.loginRequired() } } },
        ],
        'login.edited': { actions: { type: 'setMessage', params: { text: null } } },
        'session.changed': SIGNED_IN_ELSEWHERE,
      },
      states: {
        waiting: {},
        needsVerification: {
          invoke: {
            id: 'resend',
            src: 'resend',
            onError: { actions: { type: 'report', params: eventError } },
          },
        },
      },
    },
    signingIn: {
      tags: 'busy',
      on: { 'session.changed': { actions: { type: 'setSession', params: itsSession } } },
      invoke: {
        id: 'signIn',
        src: 'signIn',
        input: ({ event }) => {
          assertEvent(event, 'login.submit');
          return { email: event.email, password: event.password };
        },
        onDone: [
          {
            guard: { type: 'isVerified', params: eventOutput },
            target: 'signedIn.arriving',
            actions: { type: 'storeSession', params: eventOutput },
          },
          SIGNED_IN_MEANWHILE,
          {
            guard: isSuccess,
            target: 'signedOut.needsVerification',
            actions: { type: 'storeSession', params: eventOutput },
          },
          { target: 'signedOut', actions: { type: 'storeSession', params: eventOutput } },
        ],
        onError: [
          SIGNED_IN_MEANWHILE,
          {
            target: 'signedOut',
            actions: [
              { type: 'setMessage', params: { text: m.networkServer() } },
              { type: 'report', params: eventError },
            ],
          },
        ],
      },
    },
    signedIn: {
      entry: 'notifyParent',
      initial: 'settled',
      on: {
        'auth.signOut': { target: 'signedOut', actions: ['clearStorage', 'goToLogin'] },
        'session.ended': [
          { guard: { type: 'isOtherRole', params: eventPayload }, target: '.renewing' },
          {
            target: 'signedOut',
            actions: ['clearStorage', { type: 'setReason', params: eventPayload }, 'goToLogin'],
          },
        ],
        'session.changed': [
          {
            guard: { type: 'isSomebody', params: itsSession },
            target: 'signedIn',
            reenter: true,
            actions: { type: 'setSession', params: itsSession },
          },
          { target: 'signedOut', actions: ['setEndedMessage', 'goToLogin'] },
        ],
      },
      states: {
        arriving: { after: { loginRedirectDelay: { target: 'settled', actions: 'goHome' } } },
        settled: {
          on: { 'clock.corrected': { target: 'settled', reenter: true } },
          after: {
            untilExpiry: [
              {
                guard: 'isExpired',
                target: '#auth.signedOut',
                actions: ['clearStorage', 'setEndedMessage', 'goToLogin'],
              },
              { target: 'settled', reenter: true },
            ],
          },
        },
        renewing: {
          invoke: {
            id: 'renew',
            src: 'renew',
            onDone: [
              {
                guard: { type: 'isRestored', params: eventOutput },
                target: '#auth.signedIn',
                reenter: true,
                actions: { type: 'setSession', params: givenSession },
              },
              { guard: isSuccess, target: 'settled' },
              {
                target: '#auth.signedOut',
                actions: [
                  'clearStorage',
                  { type: 'showRefusal', params: eventOutput },
                  'goToLogin',
                ],
              },
            ],
            onError: { target: 'settled', actions: { type: 'report', params: eventError } },
          },
        },
      },
    },
  },
});

export type AuthActor = ActorRefFrom<typeof authMachine>;
type Snapshot = SnapshotFrom<typeof authMachine>;

export const selectMessage = ({ context }: Snapshot): string | null => context.message;
export const selectBusy = (snapshot: Snapshot): boolean => snapshot.hasTag('busy');
/** Whether the login has succeeded and the page is about to change to the home page. */
export const selectIsRedirecting = (snapshot: Snapshot): boolean =>
  snapshot.matches({ signedIn: 'arriving' });
/** The account that needs verification and the actor of its resend form, or null. */
export const selectVerification = ({ context, children: { resend } }: Snapshot) =>
  context.unverified !== null && resend ? { ...context.unverified, resend } : null;
