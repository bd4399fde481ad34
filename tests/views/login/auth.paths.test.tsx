import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { AnyEventObject } from 'xstate';
import { describe, expect } from 'vitest';
import type { AuthContext } from '#machines/account/auth.ts';
import type { User } from '#machines/contract/entities.ts';
import type { Session, SignedIn } from '#machines/connection/session.ts';
import LoginView from '#src/screens/login/login.tsx';
import ShellView from '#src/screens/shell/shell.tsx';
import { pathsOf, toursOf } from '#tests/support/graph.ts';
import { authModel } from '#tests/support/models/auth.ts';
import { createRoot } from '#tests/support/root.tsx';
import { complaint, fill, linksIn } from '#tests/support/screens.tsx';
import { itWalks } from '#tests/support/tours.ts';

const ann: User = { id: 'u1', name: 'Ann', email: 'ann@example.org', role_id: 2 };
const END = 1_000_000;
/** Well before any of the sessions ends. */
const START = END - 40_000;
const session: Session = { user: ann, expiresAt: END };
const renamed: Session = { user: { ...ann, name: 'Anna' }, expiresAt: END + 30_000 };
const unverified: SignedIn = {
  session: null,
  email: ann.email,
  message: 'Please verify your email address before logging in.',
  sent: true,
};
const model = authModel({ session, renamed, unverified, wrong: 'Wrong email or password.' });
/** Internal failures show nothing: they are logged. */
const BROKEN = new Set(['xstate.error.actor.storage', 'xstate.error.actor.resend']);
const paths = toursOf(
  model,
  pathsOf(model).filter(({ steps }) => !steps.some(({ event }) => BROKEN.has(event.type))),
);

const OUT = ['Home', 'How It Works', 'Register', 'Login'];
const IN = ['Home', 'How It Works', 'My Answers', 'Leaderboard'];

/** Everything that the header and the login screen show of the session. */
const seen = () => ({
  ways: linksIn('Main'),
  welcome: screen.queryByRole('link', { name: /^Welcome/ })?.textContent ?? null,
  mayLeave: screen.queryByRole('button', { name: 'Logout' }) !== null,
  busy: screen.getByRole('form', { name: 'Login' }).getAttribute('aria-busy') === 'true',
  panel: screen.queryByRole('region', { name: 'Email verification' }) !== null,
  wrong: complaint().message,
});
const nobody = { ways: OUT, welcome: null, mayLeave: false, busy: false, panel: false };
const somebody = { ways: IN, mayLeave: true, busy: false, panel: false, wrong: null };
const welcome = ({ session: held }: AuthContext) => `Welcome, ${held?.user.name}`;

const expectSeen = (facts: object) => expect(seen()).toEqual(facts);

async function start() {
  let now = START;
  const { ports, page, say, send, pass } = createRoot({ now: () => now });
  render(
    page(
      <ShellView>
        <LoginView />
      </ShellView>,
      '/login',
    ),
  );
  const user = userEvent.setup({ delay: null });

  const events = {
    'login.submit': async ({ event }: Taken) => {
      await fill(user, { Email: event['email'], Password: event['password'] });
      await user.click(screen.getByRole('button', { name: 'Login' }));
    },
    'login.edited': () => user.type(screen.getByLabelText('Email'), 'a'),
    'auth.signOut': () => user.click(screen.getByRole('button', { name: 'Logout' })),
    'session.ended': ({ event: { reason } }: Taken) => send({ type: 'session.ended', reason }),
    'clock.corrected': () => send({ type: 'clock.corrected' }),
    'session.changed': ({ event }: Taken) => say(event),
    'xstate.done.actor.restore': ({ event }: Taken) => ports.restore.answer(event['output']),
    'xstate.error.actor.restore': ports.restore.fail,
    'xstate.done.actor.renew': ({ event }: Taken) => ports.renew.answer(event['output']),
    'xstate.error.actor.renew': ports.renew.fail,
    'xstate.done.actor.signIn': ({ event }: Taken) => ports.signIn.answer(event['output']),
    'xstate.error.actor.signIn': ports.signIn.fail,
    'xstate.after.loginRedirectDelay.auth.signedIn.arriving': () => pass(100),
    'xstate.after.untilExpiry.auth.signedIn.settled': async () => {
      now = END;
      await pass(renamed.expiresAt - START);
      now = START;
    },
  };
  const states = {
    restoring: () => expectSeen({ ...nobody, ways: [], busy: true, wrong: null }),
    'signedOut.waiting': ({ context }: Reached) =>
      expectSeen({ ...nobody, wrong: context.message }),
    'signedOut.needsVerification': ({ context }: Reached) =>
      expectSeen({ ...nobody, panel: true, wrong: context.message }),
    signingIn: () => expectSeen({ ...nobody, busy: true, wrong: null }),
    'signedIn.arriving': ({ context }: Reached) =>
      expectSeen({ ...somebody, welcome: welcome(context), busy: true }),
    'signedIn.settled': ({ context }: Reached) =>
      expectSeen({ ...somebody, welcome: welcome(context) }),
    'signedIn.renewing': ({ context }: Reached) =>
      expectSeen({ ...somebody, welcome: welcome(context) }),
  };
  return { events, states };
}

interface Taken {
  readonly event: AnyEventObject;
}
interface Reached {
  readonly context: AuthContext;
}

describe('every path through the session, by the controls of header and login', () => {
  itWalks(model, paths, start, {
    transitions: [
      'auth on xstate.error.actor.storage',
      'auth.signedOut.needsVerification on xstate.error.actor.resend',
    ].map((transition) => `${transition} [0] -> (stays)`),
  });
});
