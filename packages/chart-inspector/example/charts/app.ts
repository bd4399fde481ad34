/* The tea shop: orders require a sign-in. */
import { assign, emit, setup } from 'xstate';
import { typesOf } from '../types-of.ts';
import { authMachine, type Session } from './auth.ts';
import { orderMachine } from './order.ts';

export type AppEvent =
  | { readonly type: 'auth.changed'; readonly session: Session | null }
  | { readonly type: 'network.lost' };

export const appMachine = setup({
  types: typesOf<{
    context: { readonly now: () => number; readonly session: Session | null };
    events: AppEvent;
    input: { readonly now: () => number };
    emitted: { readonly type: 'navigate'; readonly to: string };
    children: { auth: 'auth'; order: 'order' };
  }>(),
  actors: { auth: authMachine, order: orderMachine },
  actions: {
    follow: assign({
      session: ({ event }) => (event.type === 'auth.changed' ? event.session : null),
    }),
    warn: emit({ type: 'navigate', to: '/offline' }),
    welcome: emit({ type: 'navigate', to: '/order' }),
  },
  guards: { isSignedIn: ({ event }) => event.type === 'auth.changed' && event.session !== null },
}).createMachine({
  id: 'app',
  context: ({ input }) => ({ now: input.now, session: null }),
  invoke: { id: 'auth', src: 'auth' },
  initial: 'starting',
  on: {
    'network.*': { actions: 'warn' },
    'auth.changed': [
      { guard: 'isSignedIn', target: '.signedIn', actions: ['follow', 'welcome'] },
      { target: '.signedOut', actions: 'follow' },
    ],
  },
  states: {
    starting: {},
    signedOut: {},
    signedIn: {
      invoke: { id: 'order', src: 'order', input: ({ context }) => ({ now: context.now }) },
    },
  },
});
