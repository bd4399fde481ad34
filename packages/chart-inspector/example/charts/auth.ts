/* The customer at the counter (AUTH-1…3): asks the storage first, then for a name and a password. */
import { assign, fromPromise, sendParent, setup } from 'xstate';
import { typesOf } from '../types-of.ts';

export interface Session {
  readonly userId: string;
  readonly name: string;
}
export type Answer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly message: string };
export interface Credentials {
  readonly name: string;
  readonly password: string;
}
export type AuthEvent =
  | ({ readonly type: 'login.submit' } & Credentials)
  | { readonly type: 'login.edited' }
  | { readonly type: 'auth.signOut' };
export interface AuthContext {
  readonly session: Session | null;
  readonly message: string | null;
}

export const authMachine = setup({
  types: typesOf<{
    context: AuthContext;
    events: AuthEvent;
    tags: 'busy';
  }>(),
  actors: {
    /** The session that the browser kept. */
    restore: fromPromise<Answer<Session | null>>(() => Promise.reject(new Error('not provided'))),
    signIn: fromPromise<Answer<Session>, Credentials>(() =>
      Promise.reject(new Error('not provided')),
    ),
  },
  actions: {
    fail: assign({ message: 'Something went wrong.' }),
    forget: assign({ session: null, message: null }),
    tell: sendParent(({ context }: { context: AuthContext }) => ({
      type: 'auth.changed',
      session: context.session,
    })),
  },
}).createMachine({
  id: 'auth',
  context: { session: null, message: null },
  initial: 'restoring',
  states: {
    restoring: {
      tags: 'busy',
      invoke: {
        id: 'restore',
        src: 'restore',
        onDone: [
          {
            guard: function hasSession({ event }) {
              return event.output.ok && event.output.value !== null;
            },
            target: 'signedIn',
            actions: assign({
              session: ({ event }) => (event.output.ok ? event.output.value : null),
            }),
          },
          { target: 'signedOut' },
        ],
        onError: 'signedOut',
      },
    },
    signedOut: {
      entry: ['forget', 'tell'],
      initial: 'waiting',
      states: { waiting: {}, refused: {} },
      on: { 'login.edited': '.waiting', 'login.submit': 'signingIn' },
    },
    signingIn: {
      tags: 'busy',
      invoke: {
        id: 'signIn',
        src: 'signIn',
        input: ({ event }) => (event.type === 'login.submit' ? event : { name: '', password: '' }),
        onDone: [
          {
            guard: function isRight({ event }) {
              return event.output.ok;
            },
            target: 'signedIn',
            actions: assign({
              session: ({ event }) => (event.output.ok ? event.output.value : null),
            }),
          },
          {
            target: 'signedOut.refused',
            actions: assign({
              message: ({ event }) => (event.output.ok ? null : event.output.message),
            }),
          },
        ],
        onError: { target: 'signedOut', actions: 'fail' },
      },
    },
    signedIn: { entry: 'tell', on: { 'auth.signOut': 'signedOut' } },
  },
});
