import { m } from 'messages';
import * as z from 'zod/mini';
import { idSchema, instantSchema } from '#machines/contract/entities.ts';
import { call, sessionParams } from '#machines/contract/call.ts';

/**
 * The state of a payment at the provider. `declined` and `open` may be tried again; the others are finished or being
 * processed.
 */
export const paymentStateSchema = z.enum(['open', 'processing', 'declined', 'paid', 'cancelled']);
export type PaymentState = z.infer<typeof paymentStateSchema>;

/** A payment as an admin sees it. */
export const adminPaymentSchema = z.object({
  id: idSchema,
  /** Null: the payment was made without an account, or the account is deleted. */
  user_id: z.nullable(idSchema),
  username: z.nullable(z.string()),
  /** In the smallest unit of the currency. */
  amount: z.int(),
  currency: z.string(),
  status: z.enum([...paymentStateSchema.options, 'refunded']),
  created_at: instantSchema,
  paid_at: z.nullable(instantSchema),
  refunded_at: z.nullable(instantSchema),
  /** A partly refunded payment stays paid. */
  amount_refunded: z.int(),
  /** The provider's page on which the payment can be viewed and refunded; null in test mode. */
  provider_url: z.nullable(z.string()),
});
export type AdminPayment = z.infer<typeof adminPaymentSchema>;

/** Calls about entry fees. */
export const paymentsCalls = {
  createPaymentIntent: call({
    method: 'POST',
    path: '/api/game-sessions/create-payment-intent',
    limit: 'payment',
    summary:
      'Start or resume paying the published entry fee: one open payment per person and game session',
    body: z.strictObject({
      amount: z.int(),
      currency: z.string().check(z.maxLength(10)),
      gameSessionId: z.optional(idSchema),
    }),
    reply: z.object({ clientSecret: z.string() }),
  }),
  confirmPayment: call({
    method: 'POST',
    path: '/api/game-sessions/confirm-payment',
    limit: 'payment',
    summary: 'State of a payment, as the provider knows it; can be polled',
    body: z.strictObject({
      paymentIntentId: z.string().check(z.regex(/^\w{1,200}$/, { error: m.paymentNotIdPayment })),
    }),
    reply: z.object({ message: z.string(), status: paymentStateSchema }),
  }),
  myPayments: call({
    method: 'GET',
    path: '/api/game-sessions/my-payments',
    limit: 'account',
    summary: 'The game sessions whose entry fee the caller has paid, newest first',
    reply: z.array(z.object({ game_session_id: idSchema, paid_at: instantSchema })),
  }),
  adminPayments: call({
    method: 'GET',
    path: '/api/game-sessions/admin/payments/{gameSessionId}',
    limit: 'account',
    summary: 'The newest 500 payments of a game session, and the total of all',
    params: sessionParams,
    reply: z.object({
      payments: z.array(adminPaymentSchema),
      /** Number of payments that are paid and not fully refunded. */
      paid: z.int().check(z.nonnegative()),
      /** Their sum less partial refunds, in the smallest unit of the currency. */
      total: z.int().check(z.nonnegative()),
    }),
  }),
} as const;
