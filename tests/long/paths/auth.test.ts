import type { Page } from 'playwright';
import type { AnyEventObject, SnapshotFrom } from 'xstate';
import { beforeAll, describe } from 'vitest';
import type { AuthContext, authMachine } from '#machines/account/auth.ts';
import type { User } from '#machines/contract/entities.ts';
import { MESSAGES } from '#machines/contract/messages.ts';
import { ROLE } from '#machines/contract/roles.ts';
import type { Session, SignedIn } from '#machines/connection/session.ts';
import { findChromium } from '#tests/support/chromium.ts';
import type { Path } from '#tests/support/graph.ts';
import { authModel } from '#tests/support/models/auth.ts';
import { asker, sessionOf, signIn } from '#tests/support/states/scenario.ts';
import { PASSWORD } from '#tests/e2e/people.ts';
import { openProducer } from './producer.ts';
import { becomes, hold, openFixture, stopClock } from './fixture.ts';
import { walkInBrowser } from './walk.ts';

const chromium = findChromium();
const END = 1_000_000;
const ann: User = { id: 'u1', name: 'Ann', email: 'ann@home.example', role_id: ROLE.home };
const session: Session = { user: ann, expiresAt: END };
const renamed: Session = { user: { ...ann, name: 'Anna' }, expiresAt: END + 30_000 };
const UNVERIFIED = 'ulla@home.example';
const unverified: SignedIn = {
  session: null,
  email: UNVERIFIED,
  message: MESSAGES.login.verifyFirst,
  sent: true,
};
const model = authModel(
  { session, renamed, unverified, wrong: MESSAGES.login.wrong },
  {
    // A browser tells a tab of what another one has changed, and only of that; before the page is drawn there is no time.
    may: (snapshot, event) =>
      (event.type !== 'session.changed' ||
        (!snapshot.matches('restoring') &&
          event['session']?.user.name !== snapshot.context.session?.user.name)) &&
      (event.type !== 'session.ended' || event['reason'] === 'changed'),
  },
);
const LONGER_THAN_A_SESSION_MS = 20 * 86_400_000;
const RENEWED = 'over in a moment: a story of tests/e2e goes there';
const EXPIRY = 'xstate.after.untilExpiry.auth.signedIn.settled';

interface Taken {
  readonly event: AnyEventObject;
}
interface Reached {
  readonly context: AuthContext;
}
const OUT = ['Home', 'How It Works', 'Register', 'Login'];
const IN = ['Home', 'How It Works', 'My Answers', 'Leaderboard'];

/** What the page tells of the session, and whether it says this. */
const seen = async (page: Page, message: string | null) => {
  const text = await page.getByRole('main').textContent();
  return {
    ways: await page.getByRole('navigation', { name: 'Main' }).getByRole('link').allTextContents(),
    welcome: await page.getByRole('link', { name: /^Welcome/u }).allTextContents(),
    mayLeave: await page.getByRole('button', { name: 'Logout' }).count(),
    isSaid: message === null || (text ?? '').includes(message),
    panel: await page.getByRole('region', { name: 'Email verification' }).count(),
  };
};
const nobody = { ways: OUT, welcome: [], mayLeave: 0, isSaid: true, panel: 0 };
const somebody = ({ session: held }: AuthContext) => ({
  ...nobody,
  ways: IN,
  welcome: [`Welcome, ${held?.user.name}`],
  mayLeave: 1,
});

describe.skipIf(chromium === null)('every way through the session, in a real browser', () => {
  const fixture = openFixture(chromium);
  const producer = openProducer(fixture);
  beforeAll(async () => {
    const body = { name: 'Ulla', email: UNVERIFIED, password: PASSWORD };
    await asker(fixture.server.url)('register', { body });
  });

  async function start(path: Path<SnapshotFrom<typeof authMachine>>) {
    const { page, context } = fixture;
    const { ask } = producer;
    const seat = await producer.seat('Ann');
    const { email } = seat.user;
    let password = PASSWORD;
    const login = await hold(page, '**/api/auth/login');

    /** What a tab keeps of the person signed in under this name. */
    const entriesOf = async (name: string) => {
      const there = await signIn(ask, email, password);
      return sessionOf({ ...there, user: { ...there.user, name } });
    };
    /** Says in another tab who is signed in on this device. */
    const sayElsewhere = async (name: string | null): Promise<void> => {
      const tab = await context.newPage();
      await tab.goto('/healthz');
      const kept = name === null ? [] : await entriesOf(name);
      await tab.evaluate((entries) => {
        if (entries.length === 0) localStorage.clear();
        for (const { name: key, value } of entries.toReversed()) localStorage.setItem(key, value);
      }, kept);
      await tab.close();
    };
    /** Screens are drawn in the turns of the clock; `hasTime`: none of the chart's own waits would end. */
    const see = (facts: object, message: string | null = null, hasTime = true) =>
      becomes<object>(async () => {
        if (hasTime) await page.clock.runFor(50);
        return seen(page, message);
      }, facts);

    const events = {
      'login.submit': async ({ event }: Taken) => {
        await page.getByRole('textbox', { name: 'Email' }).first().fill(email);
        await page
          .getByLabel('Password', { exact: true })
          .fill(event['password'] === '' ? '' : password);
        await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
      },
      'login.edited': () =>
        page.getByRole('textbox', { name: 'Email' }).first().pressSequentially('a'),
      'auth.signOut': () => page.getByRole('button', { name: 'Logout' }).click(),
      'session.ended': async () => {
        // By a new password from another device. The line may be still to open, which is once the page has been painted.
        await page.clock.resume();
        password = 'second-thoughts-2026';
        await ask('updateProfile', { token: seat.token, body: { name: 'Ann', email, password } });
      },
      'session.changed': ({ event }: Taken) => sayElsewhere(event['session']?.user.name ?? null),
      'xstate.done.actor.restore': () => {},
      'xstate.done.actor.signIn': async ({ event }: Taken) => {
        const route = await login.next();
        const { ok, value } = event['output'];
        if (ok && value.session !== null) return route.continue();
        const postData = ok
          ? { email: UNVERIFIED, password: PASSWORD }
          : { email, password: 'not-the-right-one' };
        return route.continue({ postData: JSON.stringify(postData) });
      },
      'xstate.after.loginRedirectDelay.auth.signedIn.arriving': async () => {
        await page.clock.runFor(100);
        await page.waitForURL(({ pathname }) => pathname === '/');
      },
      [EXPIRY]: () => page.clock.fastForward(LONGER_THAN_A_SESSION_MS),
    };
    const states = {
      // Over before the page is drawn.
      restoring: () => {},
      'signedOut.waiting': ({ context: { message } }: Reached) => see(nobody, message),
      'signedOut.needsVerification': ({ context: { message } }: Reached) =>
        see({ ...nobody, panel: 1 }, message),
      signingIn: () => see(nobody),
      'signedIn.arriving': (reached: Reached) => see(somebody(reached.context), null, false),
      'signedIn.settled': (reached: Reached) => see(somebody(reached.context)),
    };
    const open = async () => {
      // Whoever was signed in on this device before.
      const restored = path.steps.find(({ event }) => event.type === 'xstate.done.actor.restore');
      if (restored?.event['output'].value !== null) await fixture.seat(seat);
      await page.goto('/login');
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link').first().waitFor();
      await stopClock(page);
    };
    return { events, states, open };
  }

  walkInBrowser(model, {
    isSeen: ({ steps }) =>
      !steps.some(
        ({ event, state }) =>
          event.type === 'clock.corrected' || (event.type === EXPIRY && state.matches('signedIn')),
      ),
    start,
    missed: {
      'auth.restoring on session.changed [0] -> auth.signedIn':
        'over before another tab can sign in',
      'auth.signedIn on session.ended [0] -> auth.signedIn.renewing': RENEWED,
      'auth.signedIn.settled on clock.corrected [0] -> auth.signedIn.settled':
        'sets the same timer anew, which nobody can see',
      'auth.signedIn.settled on xstate.after.untilExpiry.auth.signedIn.settled [1] -> auth.signedIn.settled':
        'a timer does not ring before its time',
      'auth.signedIn.renewing on xstate.done.actor.renew [0] -> auth.signedIn': RENEWED,
      'auth.signedIn.renewing on xstate.done.actor.renew [1] -> auth.signedIn.settled': RENEWED,
      'auth.signedIn.renewing on xstate.done.actor.renew [2] -> auth.signedOut': RENEWED,
    },
  });
});
