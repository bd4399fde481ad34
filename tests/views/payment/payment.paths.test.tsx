import { m } from 'messages';
import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { type AnyEventObject, createActor } from 'xstate';
import { beforeAll, describe, expect } from 'vitest';
import {
  type RequestedIntent,
  type PaymentContext,
  paymentMachine,
  type PaymentReply,
  type PaymentTerms,
} from '#machines/payment/payment.ts';
import { type CardForm, createCardForm } from '#src/effects/card.ts';
import { PaymentScreen } from '#src/screens/payment/payment.tsx';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import { pathsOf } from '#tests/support/graph.ts';
import { paymentModel } from '#tests/support/models/payment.ts';
import { alertText, manualPort } from '#tests/support/screens.tsx';
import { itWalks } from '#tests/support/tours.ts';

const terms: PaymentTerms = {
  entryFee: { amount: 75, currency: 'usd', label: '$0.75' },
  payments: 'test',
  stripePublishableKey: 'pk_test_standin',
};
const model = paymentModel(terms);
const paths = pathsOf(model);

/** The real card form of test mode, loaded as the page loads it. */
let card: CardForm;
beforeAll(async () => {
  card = createCardForm(window, 'http://show.example');
  await card.load(terms, new AbortController().signal);
});

interface Seen {
  readonly words: string;
  /** Null: it names none. */
  readonly fee?: string | null;
  readonly isTest?: boolean;
  readonly buttons?: readonly string[];
  readonly isBusy?: boolean;
  readonly fields?: boolean;
  readonly wrong?: string;
}
/** Everything that the screen shows, except the list of test cards. */
const seen = (): Required<Seen> => ({
  words: screen.getAllByRole('status')[0]?.textContent ?? '',
  fee: screen.queryByText(/^Entry Fee:/)?.textContent ?? null,
  isTest: screen.queryByText('Test mode: no money moves.') !== null,
  buttons: screen
    .queryAllByRole('button')
    .map(({ textContent }) => textContent)
    .filter((text) => !/^\d{4} \d{4}/.test(text)),
  isBusy: document.querySelector('form[aria-busy]') !== null,
  fields: screen.queryByRole('group', { name: 'Card' })?.querySelectorAll('input').length === 3,
  wrong: alertText(),
});
const CARD = { buttons: ['Pay $0.75', 'Cancel payment'], fields: true } as const;
const PAYING = { buttons: ['Paying…', 'Cancel payment'], fields: true, isBusy: true } as const;

const journey = () => {
  cleanup();
  const ports = {
    loadTerms: manualPort<undefined, PaymentTerms>(),
    openIntent: manualPort<{ gameSessionId: string; terms: PaymentTerms | null }, string>(),
    loadForm: manualPort<{ terms: PaymentTerms | null }, null>(),
    recall: manualPort<RequestedIntent, boolean>(),
    confirm: manualPort<RequestedIntent, null>(),
    verify: manualPort<RequestedIntent, PaymentReply>(),
  };
  const clock = createFakeClock(0);
  const actor = createActor(
    paymentMachine.provide({
      actors: {
        loadTerms: ports.loadTerms.logic,
        openIntent: ports.openIntent.logic,
        loadForm: ports.loadForm.logic,
        recall: ports.recall.logic,
        confirm: ports.confirm.logic,
        verify: ports.verify.logic,
      },
    }),
    { clock, input: { gameSessionId: 'g1' } },
  );
  const went: string[] = [];
  actor.on('navigate', ({ to }) => went.push(to));
  actor.start();
  const { container } = render(
    <PaymentScreen question="Which river?" actor={actor} card={card} />,
    {
      wrapper: MemoryRouter,
    },
  );
  const user = userEvent.setup({ delay: null });
  const press = (name: string | RegExp) => user.click(screen.getByRole('button', { name }));
  const pass = (ms: number) => act(async () => clock.advance(ms));
  const input = () => container.querySelector('input');
  let kept: Element | null = null;

  const expectSeen = (
    { context }: Reached,
    { words, isTest = context.terms?.payments === 'test', ...rest }: Seen,
    places: readonly string[] = [],
  ) => {
    const fee = context.terms === null ? null : 'Entry Fee: $0.75';
    // Before the price is known there is nothing that it would push down.
    const isBlank = context.terms === null && words === 'One moment, please.';
    const calm = { fee, buttons: [], isBusy: false, fields: false, wrong: '' };
    expect([seen(), went]).toEqual([{ ...calm, words, isTest, ...rest }, places]);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Payment');
    const entry = screen.queryByRole('heading', { level: 2 })?.textContent ?? null;
    expect(entry).toBe(isBlank ? null : 'Which river?');
    expect(screen.getByRole('link', { name: 'Back to Questions' }).getAttribute('href')).toBe('/');
    // The card input stays the same element for as long as there is one.
    if (kept !== null && rest.fields === true) expect(input()).toBe(kept);
    kept = input();
  };

  const events = {
    ...Object.fromEntries(
      Object.entries(ports).flatMap(([id, port]) => [
        [`xstate.error.actor.${id}`, port.fail] as const,
      ]),
    ),
    'xstate.done.actor.loadTerms': ({ event }: Taken) => ports.loadTerms.answer(event['output']),
    'xstate.done.actor.openIntent': ({ event }: Taken) => ports.openIntent.answer(event['output']),
    'xstate.done.actor.loadForm': ({ event }: Taken) => ports.loadForm.answer(event['output']),
    'xstate.done.actor.recall': ({ event }: Taken) => ports.recall.answer(event['output']),
    'xstate.done.actor.confirm': ({ event }: Taken) => ports.confirm.answer(event['output']),
    'xstate.done.actor.verify': ({ event }: Taken) => ports.verify.answer(event['output']),
    'xstate.after.untilGivenUp.payment.preparing.arranging.form.loading': () => pass(10_000),
    'xstate.after.untilGivenUp.payment.preparing.recalling': () => pass(10_000),
    'xstate.after.untilAgain.payment.verifying.processing': () => pass(120_000),
    'xstate.after.untilAgain.payment.verifying.waiting': () => pass(120_000),
    'xstate.after.untilUnconfirmed.payment.confirming': () => pass(300_000),
    'connection.restored': () => act(async () => actor.send({ type: 'connection.restored' })),
    'payment.retry': () => press(/^(?:Try Again|Ask Again Now)$/),
    'payment.submit': async () => {
      const before = ports.confirm.asked.length;
      await user.dblClick(screen.getByRole('button', { name: 'Pay $0.75' }));
      expect(ports.confirm.asked).toHaveLength(before + 1);
    },
    'payment.cancel': () => press('Cancel payment'),
  };
  const states = {
    preparing: (reached: Reached) => expectSeen(reached, { words: 'One moment, please.' }),
    off: (reached: Reached) =>
      expectSeen(reached, { words: m.paymentUnavailable(), isTest: false }),
    unavailable: (reached: Reached) =>
      expectSeen(reached, { words: reached.context.message ?? '', buttons: ['Try Again'] }),
    awaitingCard: (reached: Reached) => expectSeen(reached, { ...CARD, words: m.paymentPurpose() }),
    declined: (reached: Reached) => {
      expectSeen(reached, {
        ...CARD,
        words: "You can try again. You won't be charged twice.",
        wrong: reached.context.message ?? '',
      });
      expect(document.activeElement).not.toBe(document.body);
    },
    confirming: (reached: Reached) => {
      expectSeen(reached, { ...PAYING, words: 'Paying with your card…' });
    },
    'verifying.asking': (reached: Reached) =>
      expectSeen(reached, { ...PAYING, words: 'Checking your payment…' }),
    'verifying.processing': (reached: Reached) =>
      expectSeen(reached, {
        ...PAYING,
        words: "Your payment is being processed. We'll keep checking until it's done.",
        buttons: [...PAYING.buttons, 'Ask Again Now'],
      }),
    'verifying.waiting': (reached: Reached) =>
      expectSeen(reached, {
        ...PAYING,
        words:
          "We can't reach the server right now. Your payment may have gone through. We'll keep checking, and you won't be charged twice.",
        buttons: [...PAYING.buttons, 'Ask Again Now'],
      }),
    paid: (reached: Reached) => expectSeen(reached, { words: m.paymentStatePaid() }, ['/success']),
    cancelled: (reached: Reached) =>
      expectSeen(reached, { words: 'Payment cancelled.' }, ['/cancel']),
    alreadyPaid: (reached: Reached) => expectSeen(reached, { words: m.paymentAlready() }),
  };
  return { events, states };
};

describe('every path through the payment screen, by its controls [R2.payment-question R2.payment-label R2.payment-pay R2.payment-back R2.payment-test-mode R4.payment-once]', () => {
  itWalks(model, paths, journey);
});

interface Taken {
  readonly event: AnyEventObject;
}
interface Reached {
  readonly context: PaymentContext;
}
