import { m } from 'messages';
import { createActor, fromPromise } from 'xstate';
import { describe, expect, it } from 'vitest';
import { type Outcome, refusal, success } from '#machines/contract/outcome.ts';
import {
  CARD_REFUSED,
  paymentMachine,
  type PaymentReply,
  type PaymentTerms,
  selectHasCard,
  selectMessage,
  selectStep,
  selectTerms,
} from '#machines/payment/payment.ts';
import { createFakeClock, settled } from '#tests/support/fake-clock.ts';
import { elapsed, emittedBy, failure, fold, outcome } from '#tests/support/graph.ts';

const input = { gameSessionId: 'g1' };
const terms: PaymentTerms = {
  entryFee: { amount: 50, currency: 'usd', label: '$0.50' },
  payments: 'test',
  stripePublishableKey: 'pk_test_standin',
};
const retry = { type: 'payment.retry' } as const;
const submit = { type: 'payment.submit' } as const;
const cancel = { type: 'payment.cancel' } as const;
const back = { type: 'connection.restored' } as const;

const away = refusal(m.network(), { code: 'network' });
const refused = refusal('Your card was declined.', { code: CARD_REFUSED });
const wordless = refusal('', { code: CARD_REFUSED });
const unclear = refusal('An unexpected error.', { code: 'unclear' });
const paidBefore = refusal(m.paymentAlready(), { code: 'already_paid' });
const reply = (status: PaymentReply['status']) =>
  success<PaymentReply>({ message: `It is ${status}.`, status });

const priced = outcome('loadTerms', success(terms));
const opened = outcome('openIntent', success('pi_1'));
const loaded = outcome('loadForm', success(null));
const ready = [priced, opened, loaded, outcome('recall', success(true))];
const confirmed = outcome('confirm', success(null));
const verified = (status: PaymentReply['status']) => outcome('verify', reply(status));
const paused = (state: 'processing' | 'waiting') =>
  elapsed('untilAgain', `payment.verifying.${state}`);

type Events = Parameters<typeof fold>[2];
const after = (...events: Events) => fold(paymentMachine, input, events);
const seen = (...events: Events) => {
  const snapshot = after(...events);
  return [selectStep(snapshot), selectMessage(snapshot)];
};
const went = (...events: Events) => emittedBy(paymentMachine, input, events);

const port = <TInput, T>(answer: (asked: TInput) => Outcome<T>) =>
  fromPromise<Outcome<T>, TInput>(async ({ input: asked }) => answer(asked));

describe('requests to the server and the provider', () => {
  it('PAY-1 open, pay and check one intent, of this game session and price [R7.payment-one-price]', async () => {
    const asked: unknown[] = [];
    const paid: PaymentReply = { message: 'Paid.', status: 'paid' };
    const noting = <TInput, T>(name: string, value: T) =>
      port<TInput, T>((of) => {
        asked.push([name, of]);
        return success(value);
      });
    const actor = createActor(
      paymentMachine.provide({
        actors: {
          loadTerms: noting('terms', terms),
          openIntent: noting('open', 'pi_1'),
          loadForm: noting('form', null),
          recall: noting('recall', true),
          confirm: noting('confirm', null),
          verify: noting('verify', paid),
        },
      }),
      { input },
    ).start();
    await settled();
    await settled();
    actor.send(submit);
    await settled();
    await settled();
    expect(asked).toEqual([
      ['terms', undefined],
      ['open', { gameSessionId: 'g1', terms }],
      ['form', { terms }],
      ['recall', { intentId: 'pi_1' }],
      ['confirm', { intentId: 'pi_1' }],
      ['verify', { intentId: 'pi_1' }],
    ]);
    expect(selectStep(actor.getSnapshot())).toBe('paid');
  });
});

describe('a payment', () => {
  it('PAY-1 charges the published price, and says if payments are unavailable [R2.payment-unavailable R7.payment-one-price]', () => {
    expect(selectTerms(after())).toBeNull();
    expect(selectTerms(after(priced))).toEqual(terms);
    const off = [
      outcome('loadTerms', success({ ...terms, payments: 'off' as const })),
      retry,
      back,
    ];
    expect(seen(...off)).toEqual(['off', null]);
    expect(selectTerms(after(...off))?.payments).toBe('off');
    expect(after(...off).status).toBe('done');
  });

  it('PAY-2 creates the intent and loads the script in parallel [R4.payment-preparing-awaiting]', () => {
    for (const order of [
      [opened, loaded],
      [loaded, opened],
    ]) {
      expect(seen(priced, ...order)).toEqual(['preparing', null]);
      expect(selectHasCard(after(priced, ...order))).toBe(false);
      expect(seen(priced, ...order, outcome('recall', success(true)))).toEqual([
        'awaitingCard',
        null,
      ]);
    }
  });

  it('PAY-2 shows what failed to load, and can be retried [R4.payment-preparing-unavailable R4.payment-unavailable-preparing]', () => {
    const gone = [
      [outcome('loadTerms', away)],
      [priced, outcome('openIntent', away)],
      [priced, opened, outcome('loadForm', away)],
      [priced, opened, loaded, outcome('recall', away)],
    ];
    for (const events of gone) {
      expect(seen(...events)).toEqual(['unavailable', m.network()]);
      for (const again of [retry, back])
        expect(seen(...events, again)).toEqual(['preparing', null]);
      expect(seen(...events, submit, cancel)[0]).toBe('unavailable');
      expect(seen(...events, retry, ...ready)).toEqual(['awaitingCard', null]);
    }
  });

  it('PAY-2 gives up on a script that hangs or breaks [R4.payment-preparing-unavailable]', () => {
    const noForm = ['unavailable', m.paymentNoForm()];
    const said = ['unavailable', m.paymentUnavailable()];
    const late = elapsed('untilGivenUp', 'payment.preparing.arranging.form.loading');
    expect(seen(priced, opened, late)).toEqual(noForm);
    expect(seen(priced, late)).toEqual(noForm);
    expect(
      seen(priced, opened, loaded, elapsed('untilGivenUp', 'payment.preparing.recalling')),
    ).toEqual(said);
    for (const [events, words] of [
      [[failure('loadTerms')], said],
      [[priced, failure('openIntent')], said],
      [[priced, failure('loadForm')], noForm],
      [[priced, opened, loaded, failure('recall')], said],
    ] as const) {
      expect(seen(...events)).toEqual(words);
      expect(went(...events)).toMatchObject([{ type: 'fault', where: 'payment' }]);
    }
  });

  it("PAY-3 continues after a reload from the provider's state [R4.payment-reload]", () => {
    const sentBefore = [priced, opened, loaded, outcome('recall', success(false))];
    expect(seen(...sentBefore)).toEqual(['verifying', null]);
    expect(seen(...sentBefore, verified('paid'))).toEqual(['paid', null]);
    expect(seen(...sentBefore, verified('processing'))).toEqual(['processing', null]);
  });

  it('PAY-4 sends the card once on a double click [R4.payment-once]', () => {
    const sending = after(...ready, submit);
    expect(selectStep(sending)).toBe('confirming');
    expect([submit, cancel, retry].map((event) => sending.can(event))).toEqual([
      false,
      false,
      false,
    ]);
    expect(after(...ready, submit, confirmed).can(submit)).toBe(false);
  });

  it('PAY-4 keeps the card input in place from start to end', () => {
    const stages = [
      [],
      [submit],
      [submit, confirmed],
      [submit, confirmed, verified('processing')],
      [submit, confirmed, failure('verify')],
      [submit, outcome('confirm', refused)],
    ];
    for (const events of stages) expect(selectHasCard(after(...ready, ...events))).toBe(true);
    expect(selectHasCard(after(...ready, submit, confirmed, verified('paid')))).toBe(false);
  });

  it("PAY-4 asks our server if the provider's reply has no outcome", () => {
    const late = elapsed('untilUnconfirmed', 'payment.confirming');
    expect(seen(...ready, submit, late)).toEqual(['verifying', null]);
    expect(seen(...ready, submit, late, verified('paid'))).toEqual(['paid', null]);
    expect(seen(...ready, submit, late, verified('open'))[0]).toBe('declined');
  });

  it('PAY-5 shows why a card was refused, and accepts another for the same intent [R4.payment-confirming-declined R8.payment-failed]', () => {
    const declined = [...ready, submit, outcome('confirm', refused)];
    expect(seen(...declined)).toEqual(['declined', 'Your card was declined.']);
    expect(seen(...declined, submit)).toEqual(['confirming', null]);
    expect(after(...declined, submit).context.intentId).toBe('pi_1');
    expect(seen(...declined, submit, confirmed, verified('paid'))).toEqual(['paid', null]);
    expect(seen(...ready, submit, outcome('confirm', wordless))).toEqual([
      'declined',
      'Payment failed. Please try again.',
    ]);
  });

  it('PAY-6 leads to /success when paid and to /cancel when cancelled [R4.payment-verifying-paid R4.payment-cancelled]', () => {
    const paid = [...ready, submit, confirmed, verified('paid')];
    expect(seen(...paid)).toEqual(['paid', null]);
    expect(went(...paid)).toEqual([{ type: 'navigate', to: '/success' }]);
    expect(after(...paid).status).toBe('done');
    for (const events of [ready, [...ready, submit, outcome('confirm', refused)]]) {
      expect(seen(...events, cancel)[0]).toBe('cancelled');
      expect(after(...events, cancel).status).toBe('done');
      expect(went(...events, cancel)).toEqual([{ type: 'navigate', to: '/cancel' }]);
    }
  });

  it('PAY-7 is complete only when our server confirms it [R4.payment-confirming-verifying]', () => {
    expect(seen(...ready, submit, confirmed)).toEqual(['verifying', null]);
    expect(went(...ready, submit, confirmed)).toEqual([]);
    for (const status of ['declined', 'open'] as const)
      expect(seen(...ready, submit, confirmed, verified(status))).toEqual([
        'declined',
        m.paymentFailed(),
      ]);
  });

  it("PAY-8 asks the server if the provider's reply is lost or unclear [R4.payment-lost-reply]", () => {
    for (const event of [outcome('confirm', unclear), failure('confirm')]) {
      expect(seen(...ready, submit, event)).toEqual(['verifying', null]);
      expect(seen(...ready, submit, event, verified('paid'))).toEqual(['paid', null]);
      expect(seen(...ready, submit, event, verified('open'))[0]).toBe('declined');
    }
  });

  it('PAY-8 asks again if the server cannot be reached either [R4.payment-lost-line]', () => {
    for (const event of [outcome('verify', away), failure('verify')]) {
      const waits = [...ready, submit, confirmed, event];
      expect(seen(...waits)).toEqual(['waiting', null]);
      expect(after(...waits).can(submit)).toBe(false);
      for (const again of [back, retry, paused('waiting')])
        expect(seen(...waits, again)).toEqual(['verifying', null]);
      expect(seen(...waits, back, verified('paid'))[0]).toBe('paid');
    }
    expect(seen(...ready, submit, confirmed, outcome('verify', refusal('Not found.')))).toEqual([
      'unavailable',
      'Not found.',
    ]);
  });

  it('PAY-9 shows that the provider is still processing, and polls [R4.payment-processing]', () => {
    const working = [...ready, submit, confirmed, verified('processing')];
    expect(seen(...working)).toEqual(['processing', null]);
    for (const again of [back, retry, paused('processing')])
      expect(seen(...working, again, verified('paid'))[0]).toBe('paid');
  });

  it('PAY-8 PAY-9 polls with pauses that grow to half a minute, and restarts them with another card', async () => {
    const clock = createFakeClock(0);
    const askedAt: number[] = [];
    const actor = createActor(
      paymentMachine.provide({
        actors: {
          loadTerms: port(() => success(terms)),
          openIntent: port(() => success('pi_1')),
          loadForm: port(() => success(null)),
          recall: port(() => success(true)),
          confirm: port(() => success(null)),
          verify: port(() => {
            askedAt.push(clock.now() / 1_000);
            return reply(askedAt.length === 9 ? 'declined' : 'processing');
          }),
        },
      }),
      { clock, input },
    ).start();
    await settled();
    await settled();
    actor.send(submit);
    const pass = async (steps: number) => {
      for (let step = 0; step < steps; step += 1) {
        await settled();
        clock.advance(2_000);
      }
    };
    await pass(83);
    expect(askedAt).toEqual([0, 2, 6, 14, 30, 60, 90, 120, 150]);
    actor.send(submit);
    await pass(2);
    expect(askedAt.slice(9)).toEqual([166, 168]);
    actor.stop();
    expect(clock.pending()).toBe(0);
  });

  it('PAY-10 replaces an intent that was cancelled at the provider [R4.payment-intent-cancelled]', () => {
    const ended = [...ready, submit, confirmed, verified('cancelled')];
    expect(seen(...ended)).toEqual(['unavailable', 'It is cancelled.']);
    const anew = [...ended, retry, priced, outcome('openIntent', success('pi_2')), loaded];
    expect(after(...anew).context.intentId).toBe('pi_2');
  });

  it('PAY-11 informs a user who has already paid, and charges nothing [R4.payment-already]', () => {
    const events = [priced, outcome('openIntent', paidBefore)];
    expect(seen(...events)).toEqual(['alreadyPaid', m.paymentAlready()]);
    expect(after(...events).status).toBe('done');
    expect(went(...events)).toEqual([]);
  });
});
