import { bootAgent } from 'chart-inspector/agent/boot';
import { SECRETS } from 'chart-inspector/recorder/mask';
import { assign, createActor, fromPromise } from 'xstate';
import { appMachine } from './charts/app.ts';
import { type Answer, authMachine, type Credentials, type Session } from './charts/auth.ts';

/**
 * An example app that can be inspected if its URL has `?inspect=CODE`. It has no server, so no calls or connections can
 * be disturbed.
 */
const agent = await bootAgent({
  tab: window,
  codeKey: 'inspect',
  isInspector: (path) => path.startsWith('/inspect'),
  mayInspect: async () => true,
  transport: null,
  secrets: SECRETS,
  callAt: () => null,
  line: {
    open: () => ({ command: () => {}, close: () => {} }),
    isMessage: () => false,
    isAttempt: () => false,
    lost: () => null,
  },
  timers: {
    setTimeout: (then, ms) => window.setTimeout(then, ms),
    clearTimeout: (timer) => window.clearTimeout(timer),
  },
  assign,
  log: (where, error) => reportError(new Error(where, { cause: error })),
});

const auth = authMachine.provide({
  actors: {
    restore: fromPromise<Answer<Session | null>>(async () => ({ ok: true, value: null })),
    signIn: fromPromise<Answer<Session>, Credentials>(async ({ input: { name, password } }) =>
      password === 'tea'
        ? { ok: true, value: { userId: 'u1', name } }
        : { ok: false, message: 'Wrong name or password.' },
    ),
  },
});
const app = createActor(appMachine.provide({ actors: { auth } }), {
  input: { now: agent?.effects.wall ?? Date.now },
  ...(agent === null ? {} : { clock: agent.effects.timers, inspect: agent.effects.inspect }),
});
const status = document.getElementById('status');
app.subscribe(({ value, context }) => {
  if (status !== null) status.textContent = `${value} ${context.session?.name ?? ''}`;
});
app.start();

document.getElementById('sign-in')?.addEventListener('click', () => {
  app.getSnapshot().children.auth?.send({ type: 'login.submit', name: 'Ann', password: 'tea' });
});
document.getElementById('order')?.addEventListener('click', () => {
  app.getSnapshot().children.order?.send({ type: 'order.place', tea: 'black', minutes: 3 });
});
