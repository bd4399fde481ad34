import type { Page } from 'playwright';
import type { AnyEventObject, SnapshotFrom } from 'xstate';
import { beforeAll, describe, expect } from 'vitest';
import { MESSAGES } from '#machines/contract/messages.ts';
import type { PaymentContext, paymentMachine } from '#machines/payment/payment.ts';
import { findChromium } from '#tests/support/chromium.ts';
import type { Path } from '#tests/support/graph.ts';
import { paymentModel } from '#tests/support/models/payment.ts';
import type { Seat } from '#tests/support/states/scenario.ts';
import { openProducer } from './producer.ts';
import { becomes, hold, openFixture, stopClock } from './fixture.ts';
import { walkInBrowser } from './walk.ts';

const chromium = findChromium();
const DECLINED = '4000000000000002';

const model = paymentModel({
  entryFee: { amount: 50, currency: 'usd', label: '$0.50' },
  payments: 'test',
});
/** Not: card forms after one whose code was blocked: a browser does not fetch that twice in one document. */
const isSeen = ({ steps }: Path<SnapshotFrom<typeof paymentMachine>>): boolean => {
  const events = steps.map(({ event }) => event);
  const blocked = events.findIndex(
    (event) =>
      (event.type === 'xstate.done.actor.loadForm' && event['output'].ok === false) ||
      event.type.startsWith('xstate.after.untilGivenUp.payment.preparing.arranging'),
  );
  const after = blocked < 0 ? [] : events.slice(blocked + 1);
  return !after.some(({ type }) => type === 'xstate.done.actor.loadForm');
};

interface Taken {
  readonly event: AnyEventObject;
}
interface Reached {
  readonly context: PaymentContext;
}
interface Seen {
  readonly words: string;
  readonly buttons?: readonly string[];
  readonly fields?: number;
  readonly wrong?: string;
}
/** What the screen tells, but for the list of test cards. */
const seen = async (page: Page): Promise<Required<Seen>> => {
  const main = page.getByRole('main');
  const buttons = await main.getByRole('button').allTextContents();
  return {
    words: (await main.getByRole('status').first().textContent()) ?? '',
    buttons: buttons.filter((text) => !/^\d{4} \d{4}/u.test(text)),
    fields: await main.getByRole('group', { name: 'Card' }).locator('input').count(),
    wrong: (await main.getByRole('alert').allTextContents()).join(''),
  };
};
const CARD = { buttons: ['Pay $0.50', 'Cancel payment'], fields: 3 };
const PAYING = { buttons: ['Paying…', 'Cancel payment'], fields: 3 };
const AGAIN = { ...PAYING, buttons: [...PAYING.buttons, 'Ask Again Now'] };

describe.skipIf(chromium === null)('every way through a payment, in a real browser', () => {
  const fixture = openFixture(chromium);
  const producer = openProducer(fixture);
  let payer: Seat;
  beforeAll(async () => {
    payer = await producer.seat('Vera');
  });

  /** Pays for a game session as another device of the same person would. */
  async function payElsewhere(gameSessionId: string): Promise<void> {
    const { url } = fixture.server;
    const { ask } = producer;
    const { token } = payer;
    const body = { amount: 50, currency: 'usd', gameSessionId };
    const { clientSecret } = await ask('createPaymentIntent', { token, body });
    const paymentIntentId = clientSecret.replace(/_secret_.*$/u, '');
    const card = new URLSearchParams({
      key: 'pk_test_standin',
      client_secret: clientSecret,
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': '4242424242424242',
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': '40',
      'payment_method_data[card][cvc]': '123',
    });
    const confirmed = await fetch(`${url}/v1/payment_intents/${paymentIntentId}/confirm`, {
      method: 'POST',
      body: card,
    });
    expect(await confirmed.json()).toMatchObject({ status: 'succeeded' });
    await ask('confirmPayment', { token, body: { paymentIntentId } });
  }

  async function start() {
    const { page, context } = fixture;
    const gates = {
      loadTerms: await hold(page, '**/api/config'),
      openIntent: await hold(page, '**/api/game-sessions/create-payment-intent'),
      loadForm: await hold(page, /\/assets\/stripe-[\w-]+\.js$/u),
      recall: await hold(page, /\/v1\/payment_intents\/[^/]+\?/u),
      confirm: await hold(page, '**/v1/payment_intents/*/confirm'),
      verify: await hold(page, '**/api/game-sessions/confirm-payment'),
    };
    const question = await producer.question();
    await question.release();
    const { gameSessionId } = question;
    let isPaid = false;
    const see = ({ words, buttons = [], fields = 0, wrong = '' }: Seen) =>
      becomes(() => seen(page), { words, buttons, fields, wrong });
    const press = (name: string | RegExp) =>
      page.getByRole('main').getByRole('button', { name }).click();

    const events = {
      'xstate.done.actor.loadTerms': async ({ event }: Taken) => {
        const route = await gates.loadTerms.next();
        if (!event['output'].ok) return route.abort();
        if (event['output'].value.payments === 'test') return route.continue();
        const response = await route.fetch();
        return route.fulfill({ response, json: { ...(await response.json()), payments: 'off' } });
      },
      'xstate.done.actor.openIntent': async ({ event }: Taken) => {
        const route = await gates.openIntent.next();
        const { ok, code } = event['output'];
        if (code === 'already_paid') await payElsewhere(gameSessionId);
        return ok || code === 'already_paid' ? route.continue() : route.abort();
      },
      'xstate.done.actor.loadForm': async ({ event }: Taken) => {
        const route = await gates.loadForm.next();
        return event['output'].ok ? route.continue() : route.abort();
      },
      'xstate.done.actor.recall': async ({ event }: Taken) => {
        const route = await gates.recall.next();
        const { ok, value } = event['output'];
        if (!ok) return route.abort();
        if (value === true) return route.continue();
        isPaid = true;
        await payElsewhere(gameSessionId);
        return route.continue();
      },
      'xstate.done.actor.confirm': async ({ event }: Taken) => {
        const route = await gates.confirm.next();
        const { ok, code } = event['output'];
        if (code === 'network') return route.abort();
        isPaid ||= ok;
        const card = new URLSearchParams(route.request().postData() ?? '');
        if (!ok)
          for (const [name, value] of card) if (value.startsWith('4242')) card.set(name, DECLINED);
        return route.continue({ postData: card.toString() });
      },
      'xstate.done.actor.verify': async ({ event }: Taken) => {
        const route = await gates.verify.next();
        const { ok, value, code, message } = event['output'];
        if (code === 'network') return route.abort();
        if (!ok) return route.fulfill({ status: 404, json: { error: message } });
        return value.status === 'paid' && isPaid
          ? route.continue()
          : route.fulfill({ json: value });
      },
      'xstate.after.untilGivenUp.payment.preparing.arranging.form.loading': () =>
        page.clock.runFor(10_000),
      // The page looks the same before: it has come so far when it asks.
      'xstate.after.untilGivenUp.payment.preparing.recalling': async () => {
        await gates.recall.next();
        await page.clock.runFor(10_000);
      },
      'xstate.after.untilUnconfirmed.payment.confirming': async () => {
        await gates.confirm.next();
        await page.clock.runFor(300_000);
      },
      'xstate.after.untilAgain.payment.verifying.processing': () => page.clock.runFor(30_000),
      'xstate.after.untilAgain.payment.verifying.waiting': () => page.clock.runFor(30_000),
      'line.back': async () => {
        await context.setOffline(true);
        await page.getByText('You are offline.').first().waitFor();
        await context.setOffline(false);
      },
      'payment.retry': () => press(/^(?:Try Again|Ask Again Now)$/u),
      'payment.submit': async () => {
        await press(/^4242 /u);
        await press('Pay $0.50');
      },
      'payment.cancel': () => press('Cancel payment'),
    };
    const states = {
      preparing: () => see({ words: 'One moment, please.' }),
      off: () => see({ words: MESSAGES.payment.unavailable }),
      unavailable: ({ context: { message } }: Reached) =>
        see({ words: message ?? '', buttons: ['Try Again'] }),
      awaitingCard: () => see({ ...CARD, words: MESSAGES.payment.purpose }),
      declined: ({ context: { message } }: Reached) =>
        see({
          ...CARD,
          words: 'You can try again: nothing is charged twice.',
          wrong: message ?? '',
        }),
      confirming: () => see({ ...PAYING, words: 'Your card is sent to the payment provider.' }),
      'verifying.asking': () => see({ ...PAYING, words: 'We are checking your payment.' }),
      'verifying.processing': () =>
        see({ ...AGAIN, words: 'The payment is being processed. We ask again until it is done.' }),
      'verifying.waiting': () =>
        see({
          ...AGAIN,
          words:
            'We cannot reach the server right now. Your payment may have been made: we ask again until we know, and nothing is charged twice.',
        }),
      paid: () => page.waitForURL('**/success'),
      cancelled: () => page.waitForURL('**/cancel'),
      alreadyPaid: () => see({ words: MESSAGES.payment.already }),
    };
    const open = async () => {
      await fixture.seat(payer);
      const line = page.waitForEvent('websocket');
      await page.goto(`/payment?question=${question.id}&gameSessionId=${gameSessionId}`);
      await page.getByRole('heading', { level: 1, name: 'Payment' }).waitFor();
      await line;
      await stopClock(page);
    };
    return { events, states, open };
  }

  walkInBrowser(model, { isSeen, start, missed: {} });
});
