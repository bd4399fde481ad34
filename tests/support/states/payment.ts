import { m } from 'messages';
import type { Page } from 'playwright';
import { answerWith, cut, hold, holdMoments, refuse } from './line.ts';
import { button, heading, see, seeDialog, type Screen, type State } from './state.ts';
import type { Scenario } from './scenario.ts';

const INTENT = '**/api/game-sessions/create-payment-intent';
const CONFIRM = '**/v1/payment_intents/*/confirm';
const MINE = '**/api/game-sessions/my-payments';
const VERIFY = '**/api/game-sessions/confirm-payment';

const ofTheBeach = ({ questions: { beach } }: Scenario): string =>
  `/payment?${new URLSearchParams({ question: beach.id, gameSessionId: beach.gameSessionId }).toString()}`;

const pay = async (page: Page, card: RegExp): Promise<void> => {
  await button(page, card).click();
  await button(page, 'Pay $0.50').click();
};
/** The provider's reply for a card that it has accepted. */
const TAKEN = { id: 'pi_1', status: 'succeeded', amount: 50, currency: 'usd' };

const state = (name: string, rest: Pick<State, 'reach'> & Partial<State>): State => ({
  name,
  who: 'viewer',
  at: ofTheBeach,
  ...rest,
});
/** The state after the provider has accepted a card and our server sends this reply. */
const verified = (name: string, given: (page: Page) => Promise<unknown>, words: string | RegExp) =>
  state(name, {
    given: async ({ page }) => {
      await answerWith(page, CONFIRM, TAKEN);
      await given(page);
    },
    reach: async ({ page }) => {
      await pay(page, /^4242/);
      await see(page, words);
    },
  });

export const payment: Screen = {
  name: 'payment',
  states: [
    state('missing information', {
      at: '/payment',
      reach: ({ page }) => see(page, m.paymentMissing()),
    }),
    state('switched off', {
      given: ({ page }) =>
        page.route('**/api/config', async (route) => {
          const response = await route.fetch();
          const published: unknown = await response.json();
          await route.fulfill({ json: Object.assign({}, published, { payments: 'off' }) });
        }),
      reach: ({ page }) => see(page, m.paymentUnavailable()),
    }),
    state('preparing', {
      given: ({ page }) => hold(page, INTENT),
      reach: ({ page }) => see(page, 'Test mode: no money moves.'),
    }),
    state('unavailable', {
      given: ({ page }) => refuse(page, INTENT, 503, m.paymentUnavailable()),
      reach: ({ page }) => see(page, m.paymentUnavailable()),
    }),
    state('no card form', {
      given: ({ page }) => cut(page, '**/assets/stripe-*.js'),
      reach: ({ page }) => see(page, m.paymentNoForm()),
    }),
    state('awaiting the card', {
      full: true,
      reach: ({ page }) => button(page, 'Pay $0.50').waitFor(),
    }),
    state('a card that is not typed in whole', {
      reach: async ({ page }) => {
        await button(page, 'Pay $0.50').click();
        await see(page, 'Your card number is incomplete.');
      },
    }),
    state('a card that is declined', {
      reach: async ({ page }) => {
        await pay(page, /^4000 0000 0000 0002/);
        await see(page, 'Your card was declined.');
      },
    }),
    state('3-D Secure', {
      reach: async ({ page }) => {
        await pay(page, /^4000 0025/);
        await seeDialog(page, '3-D Secure');
      },
    }),
    state('confirming', {
      given: ({ page }) => hold(page, CONFIRM),
      reach: async ({ page }) => {
        await pay(page, /^4242/);
        await see(page, 'Paying…');
      },
    }),
    verified('verifying', (page) => hold(page, VERIFY), 'Checking your payment…'),
    verified(
      'processing',
      (page) => answerWith(page, VERIFY, { message: '', status: 'processing' }),
      m.paymentYourPaymentBeingProcessed(),
    ),
    verified('the server away', (page) => cut(page, VERIFY), /^We can't reach the server/),
    verified(
      'cancelled by the provider',
      (page) =>
        answerWith(page, VERIFY, {
          message: m.paymentStateCancelled(),
          status: 'cancelled',
        }),
      m.paymentStateCancelled(),
    ),
    state('already paid', {
      given: ({ page }) =>
        page.route(INTENT, (route) =>
          route.fulfill({
            status: 409,
            json: { error: m.paymentAlready(), code: 'already_paid' },
          }),
        ),
      reach: ({ page }) => see(page, m.paymentAlready()),
    }),
    state('success', {
      at: '/success',
      given: async ({ page, scenario: { questions } }) => {
        const paid = { game_session_id: questions.beach.gameSessionId, paid_at: new Date(0) };
        await answerWith(page, MINE, [paid]);
        await holdMoments(page);
      },
      reach: ({ page }) => heading(page, 'Payment Successful!').waitFor(),
    }),
    state('success without a payment', {
      at: '/success',
      given: ({ page }) => holdMoments(page),
      reach: ({ page }) => see(page, "We couldn't find your payment."),
    }),
    state('cancelled', {
      at: '/cancel',
      reach: ({ page }) => heading(page, 'Payment Cancelled').waitFor(),
    }),
  ],
};
