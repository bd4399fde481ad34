import { randomBytes } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import { z } from 'zod';
import { type Database, inTransaction } from '#server/db/client.ts';
import type { Schema } from '#server/db/schema.ts';
import { type Card, type CardError, NOT_AUTHENTICATED, chargeCard } from './cards.ts';

const cardErrorSchema = z.object({
  type: z.literal('card_error'),
  code: z.string(),
  decline_code: z.string().optional(),
  message: z.string(),
});
const chargeSchema = z.object({
  id: z.string(),
  refunded: z.boolean(),
  amount_refunded: z.int().default(0),
});
const intentSchema = z.object({
  id: z.string(),
  client_secret: z.string(),
  amount: z.int(),
  amount_received: z.int(),
  currency: z.string(),
  created: z.int(),
  metadata: z.record(z.string(), z.string()),
  status: z.enum([
    'requires_payment_method',
    'requires_action',
    'processing',
    'succeeded',
    'canceled',
  ]),
  last_payment_error: cardErrorSchema.nullable(),
  charge: chargeSchema.nullable(),
});
export type StandInIntent = z.infer<typeof intentSchema>;

/** A refusal in the provider's form: HTTP status and error object. */
export class StandInRefusal extends Error {
  override readonly name = 'StandInRefusal';
  readonly status: number;
  readonly error: Readonly<Record<string, unknown>>;
  constructor(status: number, error: Readonly<Record<string, unknown>> & { message: string }) {
    super(error.message);
    this.status = status;
    this.error = error;
  }
}
export const invalid = (status: number, message: string, code?: string): StandInRefusal =>
  new StandInRefusal(status, {
    type: 'invalid_request_error',
    ...(code === undefined ? {} : { code }),
    message,
  });

export type EventType =
  | 'payment_intent.succeeded'
  | 'payment_intent.processing'
  | 'payment_intent.payment_failed'
  | 'payment_intent.canceled'
  | 'charge.refunded';

export interface StandInOptions {
  readonly db: Pick<Database, 'read' | 'write'>;
  readonly now: () => number;
  /** Called with each event once it is stored. */
  readonly happened: (type: EventType, intent: StandInIntent) => void;
}

const DAY_MS = 24 * 60 * 60_000;
/** Intents are deleted after this time, to keep the table small. */
const KEPT_MS = 30 * DAY_MS;
const LEAST_CENTS = 50;

const newSecret = (bytes: number): string => randomBytes(bytes).toString('hex');

async function read(tx: Kysely<Schema>, id: string): Promise<StandInIntent> {
  const row = await tx
    .selectFrom('stand_in_intent')
    .select('intent')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw invalid(404, `No such payment_intent: '${id}'`, 'resource_missing');
  return intentSchema.parse(JSON.parse(row.intent));
}

const unexpected = (intent: StandInIntent): StandInRefusal =>
  new StandInRefusal(400, {
    type: 'invalid_request_error',
    code: 'payment_intent_unexpected_state',
    message: `You cannot do this with this PaymentIntent because it has a status of ${intent.status}.`,
    payment_intent: publicView(intent),
  });

const succeeded = ({ amount }: StandInIntent) => ({
  to: {
    status: 'succeeded' as const,
    amount_received: amount,
    last_payment_error: null,
    charge: { id: `ch_${newSecret(12)}`, refunded: false, amount_refunded: 0 },
  },
  event: 'payment_intent.succeeded' as const,
});
const failed = (error: CardError) => ({
  to: { status: 'requires_payment_method' as const, last_payment_error: error },
  event: 'payment_intent.payment_failed' as const,
});

/**
 * Keeps the payment intents of the stand-in in a table, so that they survive a restart and all processes share them.
 */
export function createIntents({ db, now, happened }: StandInOptions) {
  /** Changes an intent and reports the event. `move` returns the changed fields and the event, null for no event. */
  const change = async (
    id: string,
    move: (intent: StandInIntent) => { to: Partial<StandInIntent>; event: EventType | null },
  ): Promise<StandInIntent> => {
    const { moved, event } = await inTransaction(db, async (tx: Transaction<Schema>) => {
      const before = await read(tx, id);
      const { to, event: emitted } = move(before);
      const after = { ...before, ...to };
      await tx
        .updateTable('stand_in_intent')
        .set({ intent: JSON.stringify(after) })
        .where('id', '=', id)
        .execute();
      return { moved: after, event: emitted };
    });
    if (event !== null) happened(event, moved);
    return moved;
  };

  return {
    find: (id: string): Promise<StandInIntent> => read(db.read, id),

    /** Creates an intent. A request with the same key gets the same reply for 24 hours. */
    create: async (
      wanted: Pick<StandInIntent, 'amount' | 'currency' | 'metadata'>,
      request: string,
      key: string | null,
    ): Promise<StandInIntent> => {
      if (wanted.amount < LEAST_CENTS)
        throw invalid(400, 'Amount must be at least $0.50 usd', 'amount_too_small');
      const at = now();
      const id = `pi_${newSecret(12)}`;
      const made: StandInIntent = {
        ...wanted,
        id,
        client_secret: `${id}_secret_${newSecret(12)}`,
        amount_received: 0,
        created: Math.floor(at / 1_000),
        status: 'requires_payment_method',
        last_payment_error: null,
        charge: null,
      };
      return inTransaction(db, async (tx) => {
        await tx
          .deleteFrom('stand_in_intent')
          .where('created_at', '<', at - KEPT_MS)
          .execute();
        await tx
          .updateTable('stand_in_intent')
          .set({ idempotency_key: null })
          .where('idempotency_key', '=', key)
          .where('created_at', '<', at - DAY_MS)
          .execute();
        await tx
          .insertInto('stand_in_intent')
          .values({
            id,
            idempotency_key: key,
            request,
            intent: JSON.stringify(made),
            created_at: at,
          })
          .onConflict((conflict) => conflict.doNothing())
          .execute();
        const first = await tx
          .selectFrom('stand_in_intent')
          .select(['request', 'intent'])
          .where(key === null ? 'id' : 'idempotency_key', '=', key ?? id)
          .executeTakeFirstOrThrow();
        if (first.request !== request) {
          throw new StandInRefusal(400, {
            type: 'idempotency_error',
            message:
              'Keys for idempotent requests can only be used with the same parameters they were first used with.',
          });
        }
        // Return the first reply, even if the intent has changed since then.
        const {
          id: firstId,
          client_secret,
          created,
        } = intentSchema.parse(JSON.parse(first.intent));
        return { ...made, id: firstId, client_secret, created };
      });
    },

    /** Pays with a card. `isLost`: the money is taken but no event is sent. @throws StandInRefusal 402 */
    confirm: async (
      id: string,
      card: Card,
    ): Promise<{ readonly intent: StandInIntent; readonly isLost: boolean }> => {
      const outcome = chargeCard(card, now());
      const intent = await change(id, (before) => {
        if (before.status !== 'requires_payment_method' && before.status !== 'requires_action')
          throw unexpected(before);
        if (outcome === 'accepted' || outcome === 'lost') return succeeded(before);
        return outcome === 'authenticate'
          ? { to: { status: 'requires_action', last_payment_error: null }, event: null }
          : failed(outcome);
      });
      if (typeof outcome === 'object')
        throw new StandInRefusal(402, { ...outcome, payment_intent: publicView(intent) });
      return { intent, isLost: outcome === 'lost' };
    },

    authenticate: (id: string, isApproved: boolean): Promise<StandInIntent> =>
      change(id, (before) => {
        if (before.status !== 'requires_action') throw unexpected(before);
        return isApproved ? succeeded(before) : failed(NOT_AUTHENTICATED);
      }),

    cancel: (id: string): Promise<StandInIntent> =>
      change(id, (before) => {
        if (before.status !== 'requires_payment_method' && before.status !== 'requires_action')
          throw unexpected(before);
        return { to: { status: 'canceled' }, event: 'payment_intent.canceled' };
      }),

    /** Refunds `amount`; null refunds all that is left. */
    refund: (id: string, amount: number | null): Promise<StandInIntent> =>
      change(id, (before) => {
        const { charge, amount_received: received } = before;
        if (charge === null) throw unexpected(before);
        const left = received - charge.amount_refunded;
        if (charge.refunded || (amount ?? left) > left)
          throw invalid(400, 'The refund is greater than what is left of the charge.');
        const refunded = charge.amount_refunded + (amount ?? left);
        return {
          to: {
            charge: { ...charge, refunded: refunded === received, amount_refunded: refunded },
          },
          event: 'charge.refunded',
        };
      }),
  };
}

/** The fields of an intent that the publishable key may read. */
export const publicView = (intent: StandInIntent) => ({
  id: intent.id,
  object: 'payment_intent',
  status: intent.status,
  client_secret: intent.client_secret,
  amount: intent.amount,
  currency: intent.currency,
  created: intent.created,
  livemode: false,
  payment_method_types: ['card'],
  next_action:
    intent.status === 'requires_action'
      ? { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'stand_in_authenticate' } }
      : null,
  last_payment_error: intent.last_payment_error,
});

/** The fields of an intent that the secret key may read. */
export const fullView = (intent: StandInIntent, isExpanded: boolean) => ({
  ...publicView(intent),
  amount_received: intent.amount_received,
  metadata: intent.metadata,
  latest_charge: isExpanded && intent.charge !== null ? chargeView(intent) : intent.charge?.id,
});

const chargeView = ({ id, charge, amount_received, currency, metadata }: StandInIntent) => ({
  ...charge,
  object: 'charge',
  payment_intent: id,
  amount: amount_received,
  amount_captured: amount_received,
  currency,
  metadata,
});

/** Returns the body of a webhook. */
export const eventOf = (type: EventType, intent: StandInIntent, nowMs: number): string =>
  JSON.stringify({
    id: `evt_${newSecret(12)}`,
    object: 'event',
    type,
    created: Math.floor(nowMs / 1_000),
    livemode: false,
    data: { object: type === 'charge.refunded' ? chargeView(intent) : fullView(intent, false) },
  });
