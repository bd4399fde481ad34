import { m } from 'messages';
import { newcomer, submit } from './accounts.ts';
import { cut, hold, holdMoments, refuse, slow } from './line.ts';
import { heading, press, see, type Screen } from './state.ts';
import { PASSWORD, type Scenario } from './scenario.ts';

const VERIFY = '**/api/auth/verify-email*';
const RESEND = '**/api/auth/resend-verification';
const verificationLink = async (scenario: Scenario): Promise<string> =>
  scenario.mailedPath(await newcomer(scenario));
const BAD_LINK = '/verify-email?email=vera@show.example&hash=of-another-day';

export const verifyEmail: Screen = {
  name: 'verify-email',
  changesScenario: true,
  states: [
    {
      name: 'verifying',
      who: 'nobody',
      at: BAD_LINK,
      given: ({ page }) => hold(page, VERIFY),
      reach: ({ page }) => heading(page, 'Verifying Your Email').waitFor(),
    },
    {
      name: 'verified',
      who: 'nobody',
      at: verificationLink,
      given: ({ page }) => holdMoments(page),
      reach: ({ page }) => heading(page, m.verificationSuccess()).waitFor(),
    },
    {
      name: 'failed',
      full: true,
      who: 'nobody',
      at: BAD_LINK,
      given: ({ page }) => slow(page, VERIFY),
      reach: ({ page }) => heading(page, 'Verification Failed').waitFor(),
    },
    {
      name: 'address missing',
      who: 'nobody',
      at: '/verify-email',
      reach: async ({ page }) => {
        await press(page, 'Resend Verification Email');
        await see(page, m.verificationEmailMissing());
      },
    },
    {
      name: 'resending',
      who: 'nobody',
      at: BAD_LINK,
      given: ({ page }) => hold(page, RESEND),
      reach: async ({ page }) => {
        await press(page, 'Resend Verification Email');
        await see(page, 'Sending…');
      },
    },
    {
      name: 'check your email',
      who: 'nobody',
      at: BAD_LINK,
      given: ({ page }) =>
        page.route(RESEND, (route) => route.fulfill({ json: { message: m.verificationSent() } })),
      reach: async ({ page }) => {
        await press(page, 'Resend Verification Email');
        await heading(page, m.registerDone()).waitFor();
      },
    },
    {
      name: 'offline',
      who: 'nobody',
      at: BAD_LINK,
      given: ({ page }) => cut(page, VERIFY),
      reach: ({ page }) => see(page, /^Network error/),
    },
  ],
};

const RESET = '**/api/auth/reset-password';
const resetLink = async (scenario: Scenario): Promise<string> => {
  const email = await newcomer(scenario);
  const link = new URL(await scenario.mailedPath(email), scenario.url);
  await scenario.ask('verifyEmail', { query: Object.fromEntries(link.searchParams) });
  await scenario.ask('forgotPassword', { body: { email } });
  return scenario.mailedPath(email, /reset-password/);
};
const NEW = { 'New password': 'Quiz-Night-2027', 'Confirm new password': 'Quiz-Night-2027' };

export const resetPassword: Screen = {
  name: 'reset-password',
  changesScenario: true,
  states: [
    {
      name: 'empty',
      who: 'nobody',
      at: '/reset-password/of-another-day',
      reach: ({ page }) => heading(page, 'Reset Password').waitFor(),
    },
    {
      name: 'nothing typed',
      who: 'nobody',
      at: '/reset-password/of-another-day',
      reach: submit('Reset Password', {}, m.resetFillIn()),
    },
    {
      name: 'passwords differ',
      who: 'nobody',
      at: '/reset-password/of-another-day',
      reach: submit(
        'Reset Password',
        { ...NEW, 'Confirm new password': 'Quiz-Night-2028' },
        m.resetMismatch(),
      ),
    },
    {
      name: 'saving',
      who: 'nobody',
      at: '/reset-password/of-another-day',
      given: ({ page }) => hold(page, RESET),
      reach: submit('Reset Password', NEW, 'Saving…'),
    },
    {
      name: 'a link that has run out',
      who: 'nobody',
      at: '/reset-password/of-another-day',
      reach: submit('Reset Password', NEW, m.resetInvalidLink()),
    },
    {
      name: 'offline',
      who: 'nobody',
      at: '/reset-password/of-another-day',
      given: ({ page }) => cut(page, RESET),
      reach: submit('Reset Password', NEW, /^Network error/),
    },
    {
      name: 'done',
      who: 'nobody',
      at: resetLink,
      given: ({ page }) => holdMoments(page),
      reach: submit('Reset Password', NEW, m.resetDone()),
    },
    {
      name: 'invalid link',
      who: 'nobody',
      at: '/reset-password',
      reach: ({ page }) => heading(page, m.resetInvalidLink()).waitFor(),
    },
  ],
};

const CANCEL = '**/api/auth/cancel-email-change';
const PRESS = "This Wasn't Me";
const cancellingLink = async (scenario: Scenario): Promise<string> => {
  const email = await newcomer(scenario);
  const link = new URL(await scenario.mailedPath(email), scenario.url);
  await scenario.ask('verifyEmail', { query: Object.fromEntries(link.searchParams) });
  const { token } = await scenario.ask('login', { body: { email, password: PASSWORD } });
  await scenario.ask('updateProfile', { token, body: { name: 'Nele', email: `new.${email}` } });
  return scenario.mailedPath(email, /cancel-email-change/);
};

export const cancelEmailChange: Screen = {
  name: 'cancel-email-change',
  changesScenario: true,
  states: [
    {
      name: 'asked',
      who: 'nobody',
      at: '/cancel-email-change/of-another-day',
      reach: ({ page }) => heading(page, 'Take Your Account Back').waitFor(),
    },
    {
      name: 'cancelling',
      who: 'nobody',
      at: '/cancel-email-change/of-another-day',
      given: ({ page }) => hold(page, CANCEL),
      reach: async ({ page }) => {
        await press(page, PRESS);
        await see(page, 'One moment…');
      },
    },
    {
      name: 'a link that has run out',
      who: 'nobody',
      at: '/cancel-email-change/of-another-day',
      reach: async ({ page }) => {
        await press(page, PRESS);
        await heading(page, m.cancelEmailChangeNotValid()).waitFor();
      },
    },
    {
      name: 'address taken',
      who: 'nobody',
      at: '/cancel-email-change/of-another-day',
      given: ({ page }) => refuse(page, CANCEL, 409, m.cancelEmailChangeTaken()),
      reach: async ({ page }) => {
        await press(page, PRESS);
        await see(page, m.cancelEmailChangeTaken());
      },
    },
    {
      name: 'offline',
      who: 'nobody',
      at: '/cancel-email-change/of-another-day',
      given: ({ page }) => cut(page, CANCEL),
      reach: async ({ page }) => {
        await press(page, PRESS);
        await see(page, /^Network error/);
      },
    },
    {
      name: 'done',
      who: 'nobody',
      at: cancellingLink,
      reach: async ({ page }) => {
        await press(page, PRESS);
        await see(page, m.cancelEmailChangeDone());
      },
    },
  ],
};

const FORGOT = '**/api/auth/forgot-password';
const EMAIL = { Email: 'vera@show.example' };

export const forgotPassword: Screen = {
  name: 'forgot-password',
  states: [
    {
      name: 'empty',
      who: 'nobody',
      at: '/forgot-password',
      reach: ({ page }) => heading(page, 'Forgot Password').waitFor(),
    },
    {
      name: 'not an address',
      who: 'nobody',
      at: '/forgot-password',
      reach: submit('Send Reset Link', { Email: 'vera.sommer' }, m.forgotMalformed()),
    },
    {
      name: 'sending',
      who: 'nobody',
      at: '/forgot-password',
      given: ({ page }) => hold(page, FORGOT),
      reach: submit('Send Reset Link', EMAIL, 'Sending…'),
    },
    {
      name: 'refused',
      who: 'nobody',
      at: '/forgot-password',
      given: ({ page }) => refuse(page, FORGOT, 429, m.serverTooMany()),
      reach: submit('Send Reset Link', EMAIL, m.serverTooMany()),
    },
    {
      name: 'offline',
      who: 'nobody',
      at: '/forgot-password',
      given: ({ page }) => cut(page, FORGOT),
      reach: submit('Send Reset Link', EMAIL, /^Network error/),
    },
    {
      name: 'sent',
      who: 'nobody',
      at: '/forgot-password',
      reach: submit('Send Reset Link', EMAIL, m.forgotSent()),
    },
  ],
};
