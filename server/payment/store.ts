import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { AdminPayment } from '#machines/payment/calls.ts';
import type { PaymentTable, Schema } from '#server/db/schema.ts';

type Db = Kysely<Schema>;
export type Payment = Selectable<PaymentTable>;
export type Status = Payment['status'];
export type ProviderName = Payment['provider'];

/** Unsettled; at most one per user and game session. */
const UNSETTLED: readonly Status[] = ['open', 'processing', 'declined'];

/**
 * The statuses that each status may replace, so that reports in any order lead to the same end. Only a refund replaces
 * 'paid'.
 */
const FOLLOWS: Readonly<Record<Status, readonly Status[]>> = {
  open: UNSETTLED,
  processing: UNSETTLED,
  declined: UNSETTLED,
  cancelled: UNSETTLED,
  paid: [...UNSETTLED, 'cancelled'],
  refunded: [...UNSETTLED, 'cancelled', 'paid'],
};
export const isUnsettled = (status: Status): boolean => UNSETTLED.includes(status);

/** Inserts an open payment; returns false if the same user and game session already have an unsettled one. */
export async function insertOpen(
  db: Db,
  payment: Pick<
    Payment,
    'id' | 'provider' | 'user_id' | 'game_session_id' | 'amount' | 'currency' | 'created_at'
  >,
): Promise<boolean> {
  const inserted = await db
    .insertInto('payment')
    .values({ ...payment, status: 'open', checked_at: payment.created_at })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

type Of = Pick<Payment, 'provider' | 'game_session_id'> & { readonly user_id: string };

export const findUnsettled = (tx: Transaction<Schema>, of: Of): Promise<Payment | undefined> =>
  tx
    .selectFrom('payment')
    .selectAll()
    .where('provider', '=', of.provider)
    .where('user_id', '=', of.user_id)
    .where('game_session_id', of.game_session_id === null ? 'is' : '=', of.game_session_id)
    .where('status', 'in', UNSETTLED)
    .executeTakeFirst();

export async function hasPaid(db: Db, of: Of): Promise<boolean> {
  const found = await db
    .selectFrom('payment')
    .select('id')
    .where('provider', '=', of.provider)
    .where('user_id', '=', of.user_id)
    .where('game_session_id', '=', of.game_session_id)
    .where('status', '=', 'paid')
    .executeTakeFirst();
  return found !== undefined;
}

/** Finds a payment by the provider's id or by our own id. */
export const findPayment = (
  db: Db,
  provider: ProviderName,
  column: 'intent_id' | 'id',
  id: string,
): Promise<Payment | undefined> =>
  db
    .selectFrom('payment')
    .selectAll()
    .where('provider', '=', provider)
    .where(column, '=', id)
    .executeTakeFirst();

/**
 * Stores the intent of an unsettled payment. Returns false if the payment is settled or gone, or has another intent.
 */
export async function storeIntent(db: Db, id: string, intentId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('payment')
    .set({ intent_id: intentId })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('intent_id', 'is', null), eb('intent_id', '=', intentId)]))
    .where('status', 'in', UNSETTLED)
    .executeTakeFirst();
  return numUpdatedRows > 0;
}

/** Deletes a payment that never had an intent and so cannot have been paid. */
export const deleteUnpaid = (db: Db, id: string): Promise<unknown> =>
  db.deleteFrom('payment').where('id', '=', id).where('intent_id', 'is', null).execute();

/**
 * Stores a new status; returns false if the payment has it already, or if its present status may not be replaced by it.
 * `seen`: the payment as it was before the provider was queried; if it has changed since, nothing is stored.
 */
export async function recordStatus(
  db: Db,
  { id }: Pick<Payment, 'id'>,
  status: Status,
  at: number,
  seen: Pick<Payment, 'revision'> | null,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('payment')
    .set((eb) => ({
      status,
      revision: eb('revision', '+', 1),
      ...(status === 'paid' || status === 'refunded'
        ? { paid_at: eb.fn.coalesce('paid_at', eb.val(at)) }
        : {}),
      ...(status === 'refunded' ? { refunded_at: at, amount_refunded: eb.ref('amount') } : {}),
    }))
    .where('id', '=', id)
    .where('status', 'in', FOLLOWS[status])
    .where('status', '<>', status)
    .$if(seen !== null, (query) => query.where('revision', '=', seen?.revision ?? 0))
    .executeTakeFirst();
  return numUpdatedRows > 0;
}

/** Stores how much of a paid payment is refunded. Returns false for a late report with a smaller amount. */
export async function recordPartialRefund(
  db: Db,
  { id }: Pick<Payment, 'id'>,
  refunded: number,
  at: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('payment')
    .set((eb) => ({ amount_refunded: refunded, refunded_at: at, revision: eb('revision', '+', 1) }))
    .where('id', '=', id)
    .where('status', '=', 'paid')
    .where('amount_refunded', '<', refunded)
    .executeTakeFirst();
  return numUpdatedRows > 0;
}

/** A payment is checked again after a quarter of its age. */
const AGAIN_IN_ITS_AGE = 4;

/**
 * Leases up to `limit` unsettled payments that are due for a check, so that no other process takes them: not checked
 * since `before` nor for a quarter of their age at the last check, or older than `lifeMs` for the first time.
 */
export async function claimUnsettled(
  tx: Transaction<Schema>,
  provider: ProviderName,
  { before, now, lifeMs, limit }: { before: number; now: number; lifeMs: number; limit: number },
): Promise<Payment[]> {
  const found = await tx
    .selectFrom('payment')
    .selectAll()
    .where('provider', '=', provider)
    .where('status', 'in', UNSETTLED)
    .where('checked_at', '<', before)
    .where(
      sql<boolean>`((${now} - checked_at) * ${AGAIN_IN_ITS_AGE} >= checked_at - created_at
        or (created_at < ${now - lifeMs} and checked_at - created_at <= ${lifeMs}))`,
    )
    .orderBy('checked_at')
    .limit(limit)
    .forUpdate()
    .execute();
  const ids = found.map(({ id }) => id);
  if (ids.length > 0)
    await tx.updateTable('payment').set({ checked_at: now }).where('id', 'in', ids).execute();
  return found;
}

/** Gives back the leases of payments that were not checked. */
export async function unclaim(
  tx: Transaction<Schema>,
  payments: readonly Payment[],
): Promise<void> {
  for (const { id, checked_at } of payments)
    await tx.updateTable('payment').set({ checked_at }).where('id', '=', id).execute();
}

/** A user's payments, newest first. */
export async function readPaid(db: Db, provider: ProviderName, userId: string) {
  const rows = await db
    .selectFrom('payment')
    .select(['game_session_id', 'paid_at'])
    .where('provider', '=', provider)
    .where('user_id', '=', userId)
    .where('status', '=', 'paid')
    .orderBy('paid_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.flatMap(({ game_session_id, paid_at }) =>
    game_session_id === null || paid_at === null
      ? []
      : [{ game_session_id, paid_at: momentOf(paid_at) }],
  );
}

/** Number and sum of a game session's payments that are paid and not refunded. */
export async function readIncome(
  db: Db,
  provider: ProviderName,
  gameSessionId: string,
): Promise<{ paid: number; total: number }> {
  const { paid, total } = await db
    .selectFrom('payment')
    .where('provider', '=', provider)
    .where('game_session_id', '=', gameSessionId)
    .where('status', '=', 'paid')
    .select((eb) => [
      eb.fn.countAll<number>().as('paid'),
      sql<number | null>`sum(amount - amount_refunded)`.as('total'),
    ])
    .executeTakeFirstOrThrow();
  return { paid, total: total ?? 0 };
}

/** The newest payments of a game session for admins, newest first, without the link. */
export async function readPayments(
  db: Db,
  provider: ProviderName,
  gameSessionId: string,
  limit: number,
) {
  const rows = await db
    .selectFrom('payment')
    .leftJoin('user', 'user.id', 'payment.user_id')
    .select(['payment.id', 'payment.user_id', 'user.name as username'])
    .select(['payment.amount', 'payment.currency', 'payment.status', 'payment.intent_id'])
    .select(['payment.created_at', 'payment.paid_at', 'payment.refunded_at'])
    .select('payment.amount_refunded')
    .where('payment.provider', '=', provider)
    .where('payment.game_session_id', '=', gameSessionId)
    .orderBy('payment.created_at', 'desc')
    .orderBy('payment.id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ created_at, paid_at, refunded_at, ...row }) => ({
    ...row,
    created_at: momentOf(created_at),
    paid_at: paid_at === null ? null : momentOf(paid_at),
    refunded_at: refunded_at === null ? null : momentOf(refunded_at),
  })) satisfies (Omit<AdminPayment, 'provider_url'> & { intent_id: string | null })[];
}

const momentOf = (at: number): string => new Date(at).toISOString();
