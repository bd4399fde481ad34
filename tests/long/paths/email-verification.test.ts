import type { Page } from 'playwright';
import type { AnyEventObject } from 'xstate';
import { beforeAll, describe } from 'vitest';
import { MESSAGES } from '#machines/contract/messages.ts';
import type {
  EmailVerificationContext,
  VerificationLink,
} from '#machines/account/email-verification.ts';
import { findChromium } from '#tests/support/chromium.ts';
import { emailVerificationModel } from '#tests/support/models/email-verification.ts';
import { asker } from '#tests/support/states/scenario.ts';
import { mailedLink, PASSWORD } from '#tests/e2e/people.ts';
import { becomes, type Gate, hold, openFixture, stopClock } from './fixture.ts';
import { walkInBrowser } from './walk.ts';

const chromium = findChromium();
const EMAIL = 'ann@home.example';

interface Taken {
  readonly event: AnyEventObject;
}
interface Reached {
  readonly context: EmailVerificationContext;
}

/** All that the screen tells. */
const seen = async (page: Page) => {
  const main = page.getByRole('main');
  return {
    heading: await main.getByRole('heading', { level: 1 }).textContent(),
    words: await main.getByRole('status').first().textContent(),
    field: await main.getByRole('textbox', { name: 'Email' }).count(),
    wrong: await main.locator('[aria-invalid=true]').count(),
    buttons: await main.getByRole('button').allTextContents(),
    links: await main.getByRole('link').allTextContents(),
  };
};
const { verification } = MESSAGES;
const FAILED = {
  heading: 'Verification Failed',
  field: 1,
  links: ['Register Again', 'Back to Login'],
};
const failed = (message: string | null, button: string) => ({
  ...FAILED,
  ...(message === verification.emailMissing
    ? { words: verification.failed, wrong: 1 }
    : { words: message, wrong: 0 }),
  buttons: [button],
});
const calm = { field: 0, wrong: 0, buttons: [] };

const model = (input: VerificationLink) =>
  emailVerificationModel(input, { email: EMAIL, refused: MESSAGES.networkServer });
const NO_LINK = 'there is no link';

describe.skipIf(chromium === null)('the page of the mailed link, in a real browser', () => {
  const fixture = openFixture(chromium);
  let link: string;
  beforeAll(async () => {
    const { url } = fixture.server;
    await asker(url)('register', { body: { name: 'Ann', email: EMAIL, password: PASSWORD } });
    link = await mailedLink(url, EMAIL);
  });

  async function start(address: string) {
    const { page } = fixture;
    const gates: { verify: Gate; resend: Gate } = {
      verify: await hold(page, '**/api/auth/verify-email?*'),
      resend: await hold(page, '**/api/auth/resend-verification'),
    };
    const see = (facts: object) => becomes<object>(() => seen(page), facts);
    const events = {
      'verification.resend': async ({ event }: Taken) => {
        await page.getByRole('textbox', { name: 'Email' }).fill(event['email']);
        await page.getByRole('button', { name: 'Resend Verification Email' }).click();
      },
      'xstate.done.actor.verify': async ({ event }: Taken) => {
        const route = await gates.verify.next();
        const url = new URL(route.request().url());
        if (!event['output'].ok) url.searchParams.set('hash', 'another');
        await route.continue({ url: url.href });
      },
      'xstate.done.actor.resend': async ({ event }: Taken) => {
        const route = await gates.resend.next();
        await (event['output'].ok ? route.continue() : route.abort());
      },
      'xstate.after.redirectDelay.emailVerification.verified': () => page.clock.runFor(3_000),
    };
    const states = {
      verifying: () =>
        see({
          ...calm,
          heading: 'Verifying Your Email',
          words: 'One moment, please.',
          links: [],
        }),
      verified: () =>
        see({
          ...calm,
          heading: 'Verification Successful!',
          words: 'You can log in now. The login opens in a moment.',
          links: ['Go to Login Now'],
        }),
      left: () => page.waitForURL('**/login'),
      failed: ({ context: { message } }: Reached) =>
        see(failed(message, 'Resend Verification Email')),
      resending: ({ context: { message } }: Reached) => see(failed(message, 'Sending…')),
      mailed: () =>
        see({
          ...calm,
          heading: 'Check Your Email',
          words: verification.sent,
          links: ['Back to Login'],
        }),
    };
    const open = async () => {
      await page.goto(address);
      await page.getByRole('heading', { level: 1, name: /Verif/ }).waitFor();
      await stopClock(page);
    };
    return { events, states, open };
  }

  describe('every way through it with a whole link', () => {
    walkInBrowser(model({ email: EMAIL, hash: 'mailed' }), {
      start: () => start(link),
      missed: {
        'emailVerification.opening on (always) [1] -> emailVerification.failed': 'there is a link',
      },
    });
  });
  describe('every way through it with no link', () => {
    walkInBrowser(model({ email: null, hash: null }), {
      start: () => start('/verify-email'),
      missed: {
        'emailVerification.opening on (always) [0] -> emailVerification.verifying': NO_LINK,
        'emailVerification.verifying on xstate.done.actor.verify [0] -> emailVerification.verified':
          NO_LINK,
        'emailVerification.verifying on xstate.done.actor.verify [1] -> emailVerification.failed':
          NO_LINK,
        'emailVerification.verified on xstate.after.redirectDelay.emailVerification.verified [0] -> emailVerification.left':
          NO_LINK,
      },
    });
  });
});
