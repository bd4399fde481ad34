import { m } from 'messages';
import type { PaymentState } from '#machines/payment/calls.ts';

/** What a payer reads about a payment in each state. */
export const PAYMENT_STATE_TEXTS: Readonly<Record<PaymentState, () => string>> = {
  open: m.paymentStateOpen,
  processing: m.paymentStateProcessing,
  declined: m.paymentStateDeclined,
  paid: m.paymentStatePaid,
  cancelled: m.paymentStateCancelled,
};
