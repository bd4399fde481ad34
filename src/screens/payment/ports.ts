import { m } from 'messages';
import { type Outcome, refusal, success } from '#machines/contract/outcome.ts';
import {
  type RequestedIntent,
  paymentMachine,
  type PaymentTerms,
} from '#machines/payment/payment.ts';
import type { CardForm } from '#src/effects/card.ts';
import type { Runtime } from '#src/effects/runtime.ts';
import { promiseActor } from '#src/effects/provide/effect.ts';

interface Priced {
  readonly terms: PaymentTerms | null;
}
const TEXTS = { fallback: m.paymentUnavailable() };

export const providePayment = (runtime: Runtime, card: CardForm) => {
  const { call } = runtime;
  return paymentMachine.provide({
    actors: {
      loadTerms: promiseActor<undefined, PaymentTerms>((_, signal) =>
        call('config', {}, TEXTS, signal),
      ),
      openIntent: promiseActor(
        ({ gameSessionId, ...rest }: Priced & { gameSessionId: string }, signal) =>
          priced(rest, async ({ entryFee: { amount, currency } }) => {
            const body = { amount, currency, gameSessionId };
            const answer = await call('createPaymentIntent', { body }, TEXTS, signal);
            return answer.ok ? success(card.open(answer.value.clientSecret)) : answer;
          }),
      ),
      loadForm: promiseActor((input: Priced, signal) =>
        priced(input, (terms) => card.load(terms, signal)),
      ),
      recall: promiseActor<RequestedIntent, boolean>(() => card.isAwaitingCard()),
      confirm: promiseActor<RequestedIntent, null>(() => card.confirm()),
      verify: promiseActor(({ intentId: paymentIntentId }: RequestedIntent, signal) =>
        call('confirmPayment', { body: { paymentIntentId } }, TEXTS, signal),
      ),
    },
  });
};

async function priced<T>(
  { terms }: Priced,
  run: (terms: PaymentTerms) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  return terms === null ? refusal(m.paymentUnavailable()) : run(terms);
}
