import type { Handlers } from '#server/http/route.ts';
import type { Payments } from './payments.ts';

export const paymentsHandlers = (payments: Payments) =>
  ({
    createPaymentIntent: ({ caller, body }) => payments.begin(caller?.id ?? null, body),
    confirmPayment: ({ caller, body }) =>
      payments.confirm(caller?.id ?? null, body.paymentIntentId),
    myPayments: ({ caller }) => payments.mine(caller.id),
    adminPayments: ({ params }) => payments.ofSession(params.gameSessionId),
  }) satisfies Handlers;
