import { afterEach } from 'vitest';
import type { Database } from '#server/db/client.ts';
import { createLog } from '#server/log.ts';
import { createPayments, type Payments } from '#server/payment/payments.ts';
import { createProvider, type Provider } from '#server/payment/provider.ts';
import {
  type PaymentProvider,
  SECRET_KEY,
  signatureOf,
  startPaymentProvider,
  type ProviderEvent,
  WEBHOOK_SECRET,
} from '#tests/support/payment-provider.ts';

export const T0 = Date.parse('2026-06-01T12:00:00.000Z');
export const FEE = { amount: 50, currency: 'usd', label: '$0.50' };
export const WANTED = { amount: 50, currency: 'usd', gameSessionId: 'g1' };

export interface Fixture {
  readonly db: Database;
  readonly bank: PaymentProvider;
  readonly provider: Provider;
  readonly clock: { now: number };
  /** The counted events, in order. */
  readonly outcomes: string[];
  /**
   * Another process over the same store; `cents`: its price; `calls`: its connection to the
   * provider.
   */
  readonly process: (cents?: number, calls?: Provider) => Payments;
  /** Delivers the provider's events to the product. */
  readonly hear: (payments: Payments, told: ProviderEvent) => Promise<string>;
  readonly ledger: () => Promise<Row[]>;
}
interface Row {
  readonly id: string;
  readonly user_id: string | null;
  readonly status: string;
  readonly amount: number;
  readonly intent_id: string | null;
}

/** The ledger over a store, and the provider behind real HTTP. Users u1 and u2 exist. */
export function openFixtureOn(open: () => Promise<Database>) {
  const endings: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const end of endings.splice(0)) await end();
  });
  return async ({ timeoutMs = 10_000 } = {}): Promise<Fixture> => {
    const db = await open();
    await db.write
      .insertInto('user')
      .values(
        ['u1', 'u2'].map((id) => ({
          id,
          name: `Name of ${id}`,
          email: `${id}@show.example`,
          password_hash: 'none',
          role_id: 2 as const,
          created_at: 1,
        })),
      )
      .execute();
    const clock = { now: T0 };
    const now = (): number => clock.now;
    const bank = await startPaymentProvider(db, now);
    endings.push(bank.close);
    const log = createLog('silent');
    const provider = createProvider({
      secretKey: SECRET_KEY,
      apiBase: () => bank.url,
      now,
      log,
      timeoutMs,
    });
    const outcomes: string[] = [];
    return {
      db,
      bank,
      provider,
      clock,
      outcomes,
      process: (cents = FEE.amount, calls = provider) =>
        createPayments({
          db,
          now,
          log,
          provider: () => ({ name: 'test', calls }),
          fee: { ...FEE, amount: cents, label: `$${(cents / 100).toFixed(2)}` },
          mayPayFor: (id) => Promise.resolve(id.startsWith('g')),
          measure: (outcome) => void outcomes.push(outcome),
        }),
      hear: async (payments, { body }) => {
        const signature = signatureOf(body, { atMs: clock.now });
        const event = await provider.readEvent(Buffer.from(body), signature, WEBHOOK_SECRET);
        if (event === null) throw new Error('The signature is not believed.');
        return event.report === null ? 'unknown' : payments.applyReport(event.report);
      },
      ledger: () =>
        db.read
          .selectFrom('payment')
          .select(['id', 'user_id', 'status', 'amount', 'intent_id'])
          .orderBy('id')
          .execute(),
    };
  };
}
