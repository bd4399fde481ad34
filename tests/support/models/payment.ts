import { m } from 'messages';
import type { PublicConfig } from '#machines/admin/site-calls.ts';
import { PAYMENT_STATE_TEXTS } from '#machines/payment/rules/state-texts.ts';
import { refusal, success } from '#machines/contract/outcome.ts';
import { CARD_REFUSED, paymentMachine, type PaymentReply } from '#machines/payment/payment.ts';
import { modelOf } from '../graph.ts';

type Terms = Pick<PublicConfig, 'entryFee' | 'payments' | 'stripePublishableKey'>;

const away = refusal(m.network(), { code: 'network' });
const reply = (status: PaymentReply['status']) =>
  success<PaymentReply>({ message: PAYMENT_STATE_TEXTS[status](), status });

/** A payment with every possible event. */
export const paymentModel = (terms: Terms) =>
  modelOf(paymentMachine, {
    input: { gameSessionId: 'g1' },
    events: {
      'connection.restored': [{ type: 'connection.restored' }],
      'payment.retry': [{ type: 'payment.retry' }],
      'payment.submit': [{ type: 'payment.submit' }],
      'payment.cancel': [{ type: 'payment.cancel' }],
    },
    done: {
      loadTerms: [success(terms), success({ ...terms, payments: 'off' }), away],
      openIntent: [success('pi_1'), refusal(m.paymentAlready(), { code: 'already_paid' }), away],
      loadForm: [success(null), refusal(m.paymentNoForm())],
      recall: [success(true), success(false), refusal('No reply from the provider.')],
      confirm: [success(null), refusal('Your card was declined.', { code: CARD_REFUSED }), away],
      verify: [
        reply('paid'),
        reply('processing'),
        reply('open'),
        reply('cancelled'),
        away,
        refusal('Not found.'),
      ],
    },
    at: ({ context: { terms: known, message } }) => [known?.payments, message],
  });
