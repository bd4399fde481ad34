import { PAYMENT_STATE_TEXTS } from '#machines/payment/rules/state-texts.ts';
import { m } from 'messages';
import type { PublicConfig } from '#machines/admin/site-calls.ts';
import type { ReplyOf } from '#machines/contract/calls.ts';
import type { PaymentState } from '#machines/payment/calls.ts';
import { ADMIN_LIST_SIZE } from '#machines/contract/limits.ts';
import { type Database, inTransaction } from '#server/db/client.ts';
import { ApiError } from '#server/http/route.ts';
import { newId } from '#server/id.ts';
import type { Log } from '#server/log.ts';
import {
  type Intent,
  type Provider,
  ProviderUnavailable,
  type ProviderReport,
} from './provider.ts';
import {
  storeIntent,
  claimUnsettled,
  deleteUnpaid,
  findPayment,
  findUnsettled,
  hasPaid,
  insertOpen,
  isUnsettled,
  recordPartialRefund,
  recordStatus,
  type Payment,
  type ProviderName,
  readIncome,
  readPaid,
  readPayments,
  type Status,
  unclaim,
} from './store.ts';

export type PaymentOutcome = Status | 'begun' | 'mismatch' | 'away';

export interface PaymentServices {
  readonly db: Database;
  readonly now: () => number;
  readonly log: Log;
  /** Returns the current payment provider; null: payments are off. */
  readonly provider: () => { readonly name: ProviderName; readonly calls: Provider } | null;
  /** The entry fee (decisions §6). */
  readonly fee: PublicConfig['entryFee'];
  /** Whether the game session was ever released in a show that this person can play in (null: signed out). */
  readonly mayPayFor: (gameSessionId: string, userId: string | null) => Promise<boolean>;
  /** Called with every change of a payment. */
  readonly measure: (outcome: PaymentOutcome) => void;
}

export interface Payments {
  /** @throws ApiError 404, 409, 422, 503 */
  begin(userId: string | null, body: Wanted): Promise<ReplyOf<'createPaymentIntent'>>;
  /** @throws ApiError 404, 409, 503 */
  confirm(userId: string | null, intentId: string): Promise<ReplyOf<'confirmPayment'>>;
  /** Applies an event from the provider. @throws ProviderUnavailable if the payment must be queried and that fails */
  applyReport(report: ProviderReport): Promise<'noted' | 'known' | 'unknown' | 'mismatch'>;
  mine(userId: string): Promise<ReplyOf<'myPayments'>>;
  ofSession(gameSessionId: string): Promise<ReplyOf<'adminPayments'>>;
  /**
   * Polls unsettled payments, least recently checked first. A payment is due if it was not checked for `unaskedMs` and
   * for a quarter of its age.
   * @throws ProviderUnavailable if the provider is unavailable
   */
  reconcile(unaskedMs: number): Promise<void>;
}
interface Wanted {
  readonly amount: number;
  readonly currency: string;
  readonly gameSessionId?: string | undefined;
}

const HOUR_MS = 60 * 60_000;
/**
 * How long an idempotency key is used, ms. The provider remembers keys for 24 hours; the margin allows for clock
 * differences.
 */
const KEY_LIFE_MS = 23 * HOUR_MS;
/** Unpaid attempts expire after this time. */
const OPEN_LIFE_MS = 24 * HOUR_MS;
const AT_ONCE = 50;
/** Maximum number of payments checked per round; the others wait for the next round. */
const MOST_A_ROUND = 200;
const TRIES = 5;

const unavailable = (): ApiError => new ApiError(503, m.paymentUnavailable());
const alreadyPaid = (): ApiError => new ApiError(409, m.paymentAlready(), { code: 'already_paid' });
const mismatched = (): ApiError => new ApiError(409, m.paymentMismatch(), { code: 'mismatch' });

/** Keeps our records of payments in step with the provider, which decides what is paid. */
export function createPayments(services: PaymentServices): Payments {
  const { db, now, log, fee, measure } = services;

  const reach = (): NonNullable<ReturnType<PaymentServices['provider']>> => {
    const provider = services.provider();
    if (provider === null) throw unavailable();
    return provider;
  };

  /** Turns an unavailable provider into an error reply for the user. */
  const orUnavailable = (error: unknown): never => {
    if (!(error instanceof ProviderUnavailable)) throw error;
    measure('away');
    throw unavailable();
  };

  /** Stores the provider's report; returns the new status, or null if it was superseded. */
  const settle = async (
    payment: Payment,
    report: ProviderReport,
    seen: Payment | null,
  ): Promise<{ status: Status | 'mismatch'; isNew: boolean } | null> => {
    const wrong = differenceOf(payment, report);
    if (wrong !== null) {
      log.error({ payment: payment.id, intent: report.intentId, wrong }, 'not what was asked for');
      measure('mismatch');
      return { status: 'mismatch', isNew: false };
    }
    const isRefunded = report.refunded > 0 && report.refunded >= payment.amount;
    const status = isRefunded ? 'refunded' : report.state;
    const hasMoved = await recordStatus(
      db.write,
      payment,
      status,
      now(),
      isUnsettled(status) ? seen : null,
    );
    const isPartlyRefunded =
      status === 'paid' &&
      report.refunded > 0 &&
      (await recordPartialRefund(db.write, payment, report.refunded, now()));
    const isNew = hasMoved || isPartlyRefunded;
    if (isNew) {
      measure(status);
      log.info({ payment: payment.id, status }, 'a payment has moved on');
      return { status, isNew };
    }
    const found = await findPayment(db.read, payment.provider, 'id', payment.id);
    const isOvertaken = isUnsettled(status) && found?.revision !== payment.revision;
    return isOvertaken && isUnsettled(found?.status ?? 'paid')
      ? null
      : { status: found?.status ?? status, isNew };
  };

  /** Asks the provider about a payment that has an intent, and stores the reply. */
  const ask = async (
    payment: Payment,
    request: (calls: Provider, intentId: string) => Promise<Intent | null> = (calls, intentId) =>
      calls.retrieve(intentId),
  ): Promise<{ status: Status | 'mismatch'; isNew: boolean; clientSecret: string }> => {
    let seen = payment;
    for (let tries = 0; tries < TRIES; tries += 1) {
      const intent = await request(reach().calls, seen.intent_id ?? '');
      if (intent === null) {
        // The intent was created with the keys of another account at the provider.
        log.warn({ payment: payment.id }, 'the provider does not know a payment');
        const isNew = await recordStatus(db.write, payment, 'cancelled', now(), null);
        return { status: 'cancelled', isNew, clientSecret: '' };
      }
      const settled = await settle(seen, intent, seen);
      if (settled !== null) return { ...settled, clientSecret: intent.clientSecret };
      seen = (await findPayment(db.read, payment.provider, 'id', payment.id)) ?? payment;
    }
    throw new ProviderUnavailable(true);
  };

  /**
   * Returns the unsettled payment, existing or new; null: it was settled just now. @throws ApiError 409 if already paid
   */
  const openPayment = (userId: string | null, gameSessionId: string | null) =>
    inTransaction(db, async (tx): Promise<Payment | null> => {
      const { name: provider } = reach();
      const at = now();
      const made = { id: newId(at), provider, game_session_id: gameSessionId, created_at: at };
      const { amount, currency } = fee;
      const isNew = await insertOpen(tx, { ...made, user_id: userId, amount, currency });
      // Checked after the insert, because now no other payment can begin, and one that was just paid is visible.
      const of = { ...made, user_id: userId ?? '' };
      if (userId !== null && gameSessionId !== null && (await hasPaid(tx, of))) throw alreadyPaid();
      if (isNew) return (await findPayment(tx, provider, 'id', made.id)) ?? null;
      return (await findUnsettled(tx, of)) ?? null;
    });

  const isOurPrice = ({ amount, currency }: Payment): boolean =>
    amount === fee.amount && currency === fee.currency;

  /** Creates the intent of a payment and returns its client secret; null: a new payment must be started. */
  const firstIntent = async (payment: Payment): Promise<string | null> => {
    if (!isOurPrice(payment) || now() - payment.created_at > KEY_LIFE_MS) {
      await deleteUnpaid(db.write, payment.id);
      return null;
    }
    try {
      const intent = await reach().calls.create(payment);
      if (!(await storeIntent(db.write, payment.id, intent.intentId))) return null;
      measure('begun');
      return intent.clientSecret;
    } catch (error) {
      // The provider repeats a refusal for the same idempotency key, so a retry needs a new payment with another key.
      if (error instanceof ProviderUnavailable && !error.isUndecided)
        await deleteUnpaid(db.write, payment.id);
      throw error;
    }
  };

  /**
   * Returns the client secret of the payment's intent if it can still be paid; null: a new payment must be started.
   * @throws ApiError 409 if the payment is paid or does not match the intent
   */
  const sameIntent = async (payment: Payment): Promise<string | null> => {
    let { status, clientSecret } = await ask(payment);
    if (status === 'mismatch' || (isUnsettled(status) && !isOurPrice(payment))) {
      ({ status, clientSecret } = await ask(payment, (calls, intentId) => calls.cancel(intentId)));
    }
    if (status === 'mismatch') throw mismatched();
    if (status === 'paid' && payment.game_session_id !== null) throw alreadyPaid();
    return isUnsettled(status) ? clientSecret : null;
  };

  const askAfter = async (payment: Payment, ageMs: number): Promise<void> => {
    const isOld = ageMs > OPEN_LIFE_MS;
    if (payment.intent_id !== null) {
      await ask(payment, (calls, intentId) =>
        isOld ? calls.cancel(intentId) : calls.retrieve(intentId),
      );
    } else if (isOld) {
      await deleteUnpaid(db.write, payment.id);
    }
  };

  return {
    begin: async (userId, { amount, currency, gameSessionId = null }) => {
      reach();
      if (fee.amount === 0) throw unavailable();
      if (amount !== fee.amount || currency.toLowerCase() !== fee.currency) {
        throw new ApiError(422, m.paymentWrongAmount({ label: fee.label }));
      }
      if (gameSessionId !== null && !(await services.mayPayFor(gameSessionId, userId))) {
        throw new ApiError(404, m.paymentUnknown());
      }
      for (let tries = 0; tries < TRIES; tries += 1) {
        const payment = await openPayment(userId, gameSessionId);
        if (payment === null) continue;
        const got = payment.intent_id === null ? firstIntent(payment) : sameIntent(payment);
        const clientSecret = await got.catch(orUnavailable);
        if (clientSecret !== null) return { clientSecret };
      }
      throw unavailable();
    },

    confirm: async (userId, intentId) => {
      const { name } = reach();
      const payment = await findPayment(db.read, name, 'intent_id', intentId);
      const isForeign = userId !== null && (payment?.user_id ?? userId) !== userId;
      if (payment === undefined || isForeign) throw new ApiError(404, m.notFound());
      if (payment.status === 'paid' || payment.status === 'refunded')
        return replyFor(payment.status);
      const { status } = await ask(payment).catch(orUnavailable);
      if (status === 'mismatch') throw mismatched();
      return replyFor(status);
    },

    applyReport: async (report) => {
      const { name } = reach();
      const { intentId, paymentId } = report;
      const byIntent = await findPayment(db.read, name, 'intent_id', intentId);
      const payment =
        byIntent ??
        (paymentId === null ? undefined : await findPayment(db.read, name, 'id', paymentId));
      if (payment === undefined) return 'unknown';
      // The event arrived before we stored the reply to the request that created the intent.
      const known = { ...payment, intent_id: payment.intent_id ?? intentId };
      if (payment.intent_id === null && differenceOf(known, report) === null) {
        await storeIntent(db.write, payment.id, intentId);
      }
      const isOver = report.state === 'paid' || report.state === 'cancelled';
      // The person may have retried since this event was sent, so its status may be outdated.
      const settled = isOver ? await settle(known, report, null) : await ask(known);
      if (settled?.status === 'mismatch') return 'mismatch';
      return settled?.isNew === true ? 'noted' : 'known';
    },

    mine: async (userId) => {
      const provider = services.provider();
      return provider === null ? [] : readPaid(db.read, provider.name, userId);
    },

    ofSession: async (gameSessionId) => {
      const provider = services.provider();
      if (provider === null) return { payments: [], paid: 0, total: 0 };
      const { name } = provider;
      const rows = await readPayments(db.read, name, gameSessionId, ADMIN_LIST_SIZE);
      return {
        ...(await readIncome(db.read, name, gameSessionId)),
        payments: rows.map(({ intent_id, ...row }) => ({
          ...row,
          provider_url: intent_id === null ? null : dashboardOf(name, intent_id),
        })),
      };
    },

    reconcile: async (unaskedMs) => {
      const provider = services.provider();
      if (provider === null) return;
      const { name } = provider;
      const at = now();
      const due = { before: at - unaskedMs, now: at, lifeMs: OPEN_LIFE_MS, limit: AT_ONCE };
      for (let asked = 0; asked < MOST_A_ROUND; asked += AT_ONCE) {
        const payments = await inTransaction(db, (tx) => claimUnsettled(tx, name, due));
        for (const [index, payment] of payments.entries()) {
          try {
            await askAfter(payment, at - payment.created_at);
          } catch (error) {
            // The request for this payment failed, but requests for the others may succeed.
            if (error instanceof ProviderUnavailable && !error.isUndecided) continue;
            const rest = payments.slice(index + 1);
            await inTransaction(db, (tx) => unclaim(tx, rest));
            throw error;
          }
        }
        if (payments.length < AT_ONCE) return;
      }
    },
  };
}

/**
 * Returns which field of the provider's report differs from our payment; null if none does, or the difference does not
 * matter.
 */
function differenceOf(payment: Payment, report: ProviderReport): string | null {
  if (report.state === 'cancelled' && report.intentId === payment.intent_id) return null;
  if (report.paymentId !== payment.id) return 'payment';
  if (payment.intent_id !== null && report.intentId !== payment.intent_id) return 'intent';
  if (report.gameSessionId !== payment.game_session_id) return 'game session';
  if (report.currency !== payment.currency) return 'currency';
  if (report.amount !== payment.amount) return 'amount';
  if (report.state === 'paid' && report.received !== payment.amount) return 'received';
  return null;
}

/** Returns our own text for a status; the provider's messages are never sent to the caller. */
function replyFor(status: Status): ReplyOf<'confirmPayment'> {
  if (status === 'refunded') return { status: 'cancelled', message: m.paymentRefunded() };
  const state: PaymentState = status;
  return { status: state, message: PAYMENT_STATE_TEXTS[state]() };
}

function dashboardOf(name: ProviderName, intentId: string): string | null {
  if (name === 'stand-in') return null;
  const part = name === 'test' ? 'test/' : '';
  return `https://dashboard.stripe.com/${part}payments/${encodeURIComponent(intentId)}`;
}
