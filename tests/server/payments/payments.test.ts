import { m } from 'messages';
import { describe, expect, it } from 'vitest';
import { PAYMENT_STATE_TEXTS } from '#machines/payment/rules/state-texts.ts';
import { ApiError } from '#server/http/route.ts';
import { ProviderUnavailable } from '#server/payment/provider.ts';
import { describeStores, openSqliteStore } from '#tests/support/databases.ts';
import { CARDS, failing, hangingUp, intentOf, saying } from '#tests/support/payment-provider.ts';
import { type Fixture, openFixtureOn, T0, WANTED } from './fixture.ts';

const HOUR_MS = 3_600_000;
const ALREADY = { status: 409, message: m.paymentAlready() };
const AWAY = { status: 503, message: m.paymentUnavailable() };

/** The refusal of a call. */
const refusalOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'not refused',
    (error: unknown) =>
      error instanceof ApiError ? { status: error.status, message: error.message } : error,
  );

/** Payments unknown to the provider, the oldest first. */
const forgotten = (db: Fixture['db'], count: number) =>
  db.write
    .insertInto('payment')
    .values(
      Array.from({ length: count }, (_, index) => ({
        id: `p${index}`,
        provider: 'test' as const,
        user_id: null,
        game_session_id: null,
        amount: 50,
        currency: 'usd',
        status: 'open' as const,
        intent_id: `pi_${index}`,
        created_at: T0 - HOUR_MS,
        checked_at: T0 - HOUR_MS + index,
        paid_at: null,
        refunded_at: null,
      })),
    )
    .execute();
const leftOpen = async (ledger: Fixture['ledger']) =>
  (await ledger()).filter(({ status }) => status === 'open').map(({ id }) => id);

describeStores('the ledger of payments', (open) => {
  const openFixture = openFixtureOn(open);

  it('creates one intent for concurrent requests in two processes [R7.payment-once]', async () => {
    const { process, ledger } = await openFixture();
    const processes = [process(), process(), process(), process()];
    const begun = await Promise.all(processes.map((each) => each.begin('u1', WANTED)));
    expect(new Set(begun.map(({ clientSecret }) => clientSecret)).size).toBe(1);
    const again = await process().begin('u1', { ...WANTED, currency: 'USD' });
    expect(again).toEqual(begun[0]);
    const [row, ...others] = await ledger();
    expect([row?.status, row?.intent_id, others]).toEqual([
      'open',
      intentOf(again.clientSecret),
      [],
    ]);
  });

  it('keeps users, game sessions and other clients apart', async () => {
    const { process, ledger } = await openFixture();
    const payments = process();
    const secrets = [];
    for (const [user, gameSessionId] of [
      ['u1', 'g1'],
      ['u2', 'g1'],
      ['u1', 'g2'],
      ['u1', undefined],
      [null, 'g1'],
      [null, 'g1'],
    ] as const) {
      secrets.push((await payments.begin(user, { ...WANTED, gameSessionId })).clientSecret);
    }
    expect(new Set(secrets).size).toBe(6);
    expect(await ledger()).toHaveLength(6);
  });

  it('shows admins the payments of a game session, and keeps them without a name', async () => {
    const { process, bank, db, clock } = await openFixture();
    const payments = process();
    const first = await payments.begin('u1', WANTED);
    clock.now += 1_000;
    await payments.begin('u2', WANTED);
    await bank.form.confirm(first.clientSecret, CARDS.accepted);
    await payments.confirm('u1', intentOf(first.clientSecret));
    const seen = await payments.ofSession('g1');
    expect(seen).toMatchObject({
      payments: [
        { user_id: 'u2', username: 'Name of u2', status: 'open', paid_at: null },
        {
          user_id: 'u1',
          username: 'Name of u1',
          amount: 50,
          currency: 'usd',
          status: 'paid',
          created_at: '2026-06-01T12:00:00.000Z',
          paid_at: '2026-06-01T12:00:01.000Z',
          refunded_at: null,
          provider_url: `https://dashboard.stripe.com/test/payments/${intentOf(first.clientSecret)}`,
        },
      ],
      paid: 1,
      total: 50,
    });
    await db.write.deleteFrom('user').execute();
    const { payments: nameless, paid } = await payments.ofSession('g1');
    expect(nameless.map(({ user_id, username }) => [user_id, username])).toEqual([
      [null, null],
      [null, null],
    ]);
    expect(paid).toBe(1);
    expect(await payments.ofSession('g2')).toEqual({ payments: [], paid: 0, total: 0 });
  });

  describe('polling', () => {
    it('finds payments that were not reported', async () => {
      const { process, bank, ledger, clock } = await openFixture();
      const payments = process();
      const { clientSecret } = await payments.begin('u1', WANTED);
      await bank.form.confirm(clientSecret, CARDS.accepted);
      clock.now += 60_000;
      await payments.reconcile(120_000);
      expect(await ledger()).toMatchObject([{ status: 'open' }]);
      await payments.reconcile(30_000);
      expect(await ledger()).toMatchObject([{ status: 'paid' }]);
    });

    it('polls many payments, each once', async () => {
      const { process, bank, clock } = await openFixture();
      const payments = process();
      for (let count = 0; count < 55; count += 1) await payments.begin(null, WANTED);
      clock.now += 60_000;
      bank.asked.length = 0;
      await payments.reconcile(0);
      expect(bank.asked).toHaveLength(55);
      expect(new Set(bank.asked).size).toBe(55);
    });

    it('polls unpaid ones less and less often, and ends them after a day', async () => {
      const { process, bank, ledger, clock } = await openFixture();
      const payments = process();
      await payments.begin('u1', WANTED);
      bank.asked.length = 0;
      const askedAfter: number[] = [];
      for (let minutes = 5; minutes <= 24 * 60 + 5; minutes += 5) {
        clock.now = T0 + minutes * 60_000;
        const before = bank.asked.length;
        await payments.reconcile(240_000);
        if (bank.asked.length > before) askedAfter.push(minutes);
      }
      expect(askedAfter.slice(0, 6)).toEqual([5, 10, 15, 20, 25, 35]);
      expect(askedAfter.length).toBeLessThan(30);
      // At the latest after a day, however often it was polled before.
      expect(askedAfter.at(-1)).toBe(24 * 60 + 5);
      expect(await ledger()).toMatchObject([{ status: 'cancelled' }]);
    });

    it('polls 200 in one round, those first that were polled longest ago', async () => {
      const { process, db, ledger } = await openFixture();
      const payments = process();
      await forgotten(db, 203);
      await payments.reconcile(0);
      expect(await leftOpen(ledger)).toEqual(['p200', 'p201', 'p202']);
      await payments.reconcile(0);
      expect(await leftOpen(ledger)).toEqual([]);
    });

    it('polls the others in the next round if the provider was down', async () => {
      const { process, db, ledger, provider } = await openFixture();
      await forgotten(db, 3);
      const away = { ...provider, retrieve: () => Promise.reject(new ProviderUnavailable(true)) };
      await expect(process(50, away).reconcile(0)).rejects.toBeInstanceOf(ProviderUnavailable);
      await process().reconcile(0);
      // The payment whose poll failed waits for the next poll.
      expect(await leftOpen(ledger)).toEqual(['p0']);
    });

    it('ends unpaid ones after a day', async () => {
      const { process, bank, ledger, clock } = await openFixture();
      const payments = process();
      const { clientSecret } = await payments.begin('u1', WANTED);
      const paid = await payments.begin('u2', WANTED);
      await bank.form.confirm(paid.clientSecret, CARDS.accepted);
      bank.faults.push(...Array.from({ length: 4 }, () => hangingUp));
      await refusalOf(payments.begin(null, WANTED));
      bank.faults.length = 0;
      clock.now += 24 * HOUR_MS + 1;
      await payments.reconcile(0);
      expect((await ledger()).map(({ status }) => status)).toEqual(['cancelled', 'paid']);
      const ended = await bank.stripe.paymentIntents.retrieve(intentOf(clientSecret));
      expect(ended.status).toBe('canceled');
    });

    it('continues with the others when one poll fails', async () => {
      const { process, bank, ledger, clock } = await openFixture();
      const payments = process();
      for (const user of ['u1', 'u2', null]) {
        const { clientSecret } = await payments.begin(user, WANTED);
        await bank.form.confirm(clientSecret, CARDS.accepted);
      }
      clock.now += 60_000;
      bank.faults.push(failing(500));
      await payments.reconcile(0);
      expect((await ledger()).map(({ status }) => status).toSorted()).toEqual([
        'open',
        'paid',
        'paid',
      ]);
    });

    it('ends payments unknown to the provider', async () => {
      const { process, ledger, clock, db } = await openFixture();
      const payments = process();
      await payments.begin('u1', WANTED);
      await db.write.deleteFrom('stand_in_intent').execute();
      clock.now += 60_000;
      await payments.reconcile(0);
      expect(await ledger()).toMatchObject([{ status: 'cancelled' }]);
    });
  });

  it('continues a payment after a crash, with the same key', async () => {
    const { process, bank, ledger } = await openFixture();
    // The intent is created and its reply lost: as if the process had crashed there.
    bank.faults.push('after', 'after', 'after', 'after');
    expect(await refusalOf(process().begin('u1', WANTED))).toEqual(AWAY);
    const [before] = await ledger();
    expect(before).toMatchObject({ status: 'open', intent_id: null });
    bank.faults.length = 0;
    const { clientSecret } = await process().begin('u1', WANTED);
    const made = await bank.stripe.paymentIntents.retrieve(intentOf(clientSecret));
    expect(made.metadata['payment_id']).toBe(before?.id);
  });

  it('allows a new payment after a cancelled one', async () => {
    const { process, bank, ledger } = await openFixture();
    const first = await process().begin('u1', WANTED);
    await bank.stripe.paymentIntents.cancel(intentOf(first.clientSecret));
    const second = await process().begin('u1', WANTED);
    expect(second.clientSecret).not.toBe(first.clientSecret);
    expect((await ledger()).map(({ status }) => status)).toEqual(['cancelled', 'open']);
  });

  describe('when the price has changed', () => {
    it('ends the old intent at the provider, and makes a new one', async () => {
      const { process, bank, ledger } = await openFixture();
      const old = await process().begin('u1', WANTED);
      const now = await process(100).begin('u1', { ...WANTED, amount: 100 });
      expect(await ledger()).toMatchObject([
        { status: 'cancelled', amount: 50, intent_id: intentOf(old.clientSecret) },
        { status: 'open', amount: 100, intent_id: intentOf(now.clientSecret) },
      ]);
      const ended = await bank.stripe.paymentIntents.retrieve(intentOf(old.clientSecret));
      expect(ended.status).toBe('canceled');
    });

    it('drops a payment without an intent', async () => {
      const { process, bank, ledger } = await openFixture();
      bank.faults.push(hangingUp, hangingUp, hangingUp, hangingUp);
      await refusalOf(process().begin('u1', WANTED));
      bank.faults.length = 0;
      await process(100).begin('u1', { ...WANTED, amount: 100 });
      expect(await ledger()).toMatchObject([{ amount: 100 }]);
    });

    it('records it if the old one was paid at the very moment it is cancelled', async () => {
      const { process, bank, ledger } = await openFixture();
      const { clientSecret } = await process().begin('u1', WANTED);
      bank.faults.push(
        () => {},
        () => bank.form.confirm(clientSecret, CARDS.accepted),
      );
      const refusal = await refusalOf(process(100).begin('u1', { ...WANTED, amount: 100 }));
      expect(refusal).toEqual(ALREADY);
      expect(await ledger()).toMatchObject([{ status: 'paid', amount: 50 }]);
    });
  });

  it('polls again if a reply was superseded in the meantime', async () => {
    const { process, provider, bank, ledger } = await openFixture();
    const { clientSecret } = await process().begin('u1', WANTED);
    const id = intentOf(clientSecret);
    await bank.form.confirm(clientSecret, CARDS.declined);
    await process().confirm('u1', id);
    let isFirst = true;
    const slow = process(50, {
      ...provider,
      retrieve: async (intentId) => {
        const seen = await provider.retrieve(intentId);
        if (!isFirst) return seen;
        isFirst = false;
        await bank.form.confirm(clientSecret, CARDS.authenticate);
        await process().confirm('u1', id);
        return seen;
      },
    });
    expect((await slow.confirm('u1', id)).status).toBe('open');
    expect(await ledger()).toMatchObject([{ status: 'open' }]);
  });

  it('accepts an event for a payment whose intent was not stored yet', async () => {
    const { process, bank, ledger, hear, db } = await openFixture();
    const payments = process();
    const { clientSecret } = await payments.begin('u1', WANTED);
    await db.write.updateTable('payment').set({ intent_id: null }).execute();
    await bank.form.confirm(clientSecret, CARDS.accepted);
    const [event] = bank.told;
    if (event === undefined) throw new Error('nothing was told');
    expect(await hear(payments, event)).toBe('noted');
    expect(await hear(payments, event)).toBe('known');
    expect(await ledger()).toMatchObject([{ status: 'paid', intent_id: intentOf(clientSecret) }]);
  });

  it('records a refund, after which the user may pay again', async () => {
    const { process, bank, hear, ledger } = await openFixture();
    const payments = process();
    const { clientSecret } = await payments.begin('u1', WANTED);
    await bank.form.confirm(clientSecret, CARDS.accepted);
    await payments.confirm('u1', intentOf(clientSecret));
    expect(await payments.mine('u1')).toMatchObject([{ game_session_id: 'g1' }]);
    await bank.stripe.refunds.create({ payment_intent: intentOf(clientSecret) });
    for (const event of bank.told.toReversed()) await hear(payments, event);
    expect(await payments.mine('u1')).toEqual([]);
    expect(await payments.confirm('u1', intentOf(clientSecret))).toEqual({
      status: 'cancelled',
      message: m.paymentRefunded(),
    });
    await payments.begin('u1', WANTED);
    expect((await ledger()).map(({ status }) => status)).toEqual(['refunded', 'open']);
  });

  it('records the refunded amount, whichever report comes first', async () => {
    const { process, bank, hear } = await openFixture();
    const payments = process();
    const { clientSecret } = await payments.begin('u1', WANTED);
    await bank.form.confirm(clientSecret, CARDS.accepted);
    const refund = (amount?: number) =>
      bank.stripe.refunds.create({
        payment_intent: intentOf(clientSecret),
        ...(amount !== undefined && { amount }),
      });
    const kept = async () => {
      const {
        payments: [payment],
        paid,
        total,
      } = await payments.ofSession('g1');
      return [payment?.status, payment?.amount_refunded, paid, total];
    };
    await refund(10);
    await refund(5);
    for (const event of bank.told.toReversed()) await hear(payments, event);
    expect(await kept()).toEqual(['paid', 15, 1, 35]);
    expect(await payments.mine('u1')).toMatchObject([{ game_session_id: 'g1' }]);
    await expect(refund(36)).rejects.toThrow('greater than what is left');
    await refund();
    for (const event of bank.told.toReversed()) await hear(payments, event);
    expect(await kept()).toEqual(['refunded', 50, 0, 0]);
  });
});

// These tests use SQLite only; the tests above run the statements on both stores.
describe('a payment', () => {
  const openFixture = openFixtureOn(openSqliteStore);

  it.each([
    ['another amount', { ...WANTED, amount: 2000 }, 422, 'The entry fee is $0.50.'],
    ['another currency', { ...WANTED, currency: 'eur' }, 422, 'The entry fee is $0.50.'],
    ['an unknown game session', { ...WANTED, gameSessionId: 'x' }, 404, m.paymentUnknown()],
  ])(
    'refuses %s, without asking the provider [R7.payment-price]',
    async (_, wanted, status, message) => {
      const { process, bank, ledger } = await openFixture();
      expect(await refusalOf(process().begin('u1', wanted))).toEqual({ status, message });
      expect([bank.asked, await ledger()]).toEqual([[], []]);
    },
  );

  it('starts again if the provider has dropped the key', async () => {
    const { process, bank, ledger, clock } = await openFixture();
    bank.faults.push('after', 'after', 'after', 'after');
    await refusalOf(process().begin('u1', WANTED));
    const [before] = await ledger();
    bank.faults.length = 0;
    clock.now += 24 * HOUR_MS;
    await process().begin('u1', WANTED);
    const [after, ...others] = await ledger();
    expect([after?.id === before?.id, others]).toEqual([false, []]);
  });

  it.each([
    ['the line is cut', hangingUp, 4, 1],
    ['it fails for good', failing(500), 1, 0],
    ['it does not know the key', failing(401), 1, 0],
    ['it is asked too often', failing(429), 1, 1],
    ['it answers nonsense', saying({ id: 'pi_1' }), 1, 0],
    ['it answers with a page', saying('<html>Welcome to the proxy</html>'), 1, 0],
  ] as const)(
    'reports that the provider is down: %s, and can continue afterwards [R7.payment-away]',
    async (_, fault, times, left) => {
      const { process, bank, ledger } = await openFixture();
      bank.faults.push(...Array.from({ length: times }, () => fault));
      expect(await refusalOf(process().begin('u1', WANTED))).toEqual(AWAY);
      expect(await ledger()).toHaveLength(left);
      bank.faults.length = 0;
      expect(await process().begin('u1', WANTED)).toHaveProperty('clientSecret');
      expect(await ledger()).toHaveLength(1);
    },
  );

  it('has a timeout, and resumes the same intent later [R7.payment-away]', async () => {
    const { process, bank, ledger } = await openFixture({ timeoutMs: 200 });
    const held: (() => void)[] = [];
    bank.faults.push(
      ...Array.from({ length: 4 }, () => () => new Promise<void>((go) => void held.push(go))),
    );
    expect(await refusalOf(process().begin('u1', WANTED))).toEqual(AWAY);
    bank.faults.length = 0;
    for (const go of held) go();
    const { clientSecret } = await process().begin('u1', WANTED);
    expect(await ledger()).toMatchObject([{ intent_id: intentOf(clientSecret) }]);
  });

  it('records a payment made in the meantime instead of requesting it again [R7.payment-once]', async () => {
    const { process, bank, ledger } = await openFixture();
    const { clientSecret } = await process().begin('u1', WANTED);
    await bank.form.confirm(clientSecret, CARDS.accepted);
    expect(await refusalOf(process().begin('u1', WANTED))).toEqual(ALREADY);
    expect(await refusalOf(process().begin('u1', WANTED))).toEqual(ALREADY);
    expect(await ledger()).toMatchObject([{ status: 'paid' }]);
    expect(await process().begin('u2', WANTED)).toHaveProperty('clientSecret');
  });

  it.each([
    ['accepted', 'paid'],
    ['declined', 'declined'],
    ['poor', 'declined'],
    ['authenticate', 'open'],
    ['lost', 'paid'],
  ] as const)('asks the provider after a card is %s', async (card, status) => {
    const { process, bank } = await openFixture();
    const payments = process();
    const { clientSecret } = await payments.begin('u1', WANTED);
    await bank.form.confirm(clientSecret, CARDS[card]).catch(() => 'lost');
    const answer = { status, message: PAYMENT_STATE_TEXTS[status]() };
    for (const asker of ['u1', null]) {
      expect(await payments.confirm(asker, intentOf(clientSecret))).toEqual(answer);
    }
    expect(await refusalOf(payments.confirm('u2', intentOf(clientSecret)))).toEqual({
      status: 404,
      message: m.notFound(),
    });
  });

  it('allows a declined payment to be retried with the same intent', async () => {
    const { process, bank, outcomes } = await openFixture();
    const payments = process();
    const { clientSecret } = await payments.begin('u1', WANTED);
    await bank.form.confirm(clientSecret, CARDS.declined);
    await payments.confirm('u1', intentOf(clientSecret));
    expect(await payments.begin('u1', WANTED)).toEqual({ clientSecret });
    await bank.form.confirm(clientSecret, CARDS.authenticate);
    await payments.confirm('u1', intentOf(clientSecret));
    await bank.form.authenticate(clientSecret, 'refused');
    await payments.confirm('u1', intentOf(clientSecret));
    await bank.form.confirm(clientSecret, CARDS.authenticate);
    await bank.form.authenticate(clientSecret, 'approved');
    expect((await payments.confirm('u1', intentOf(clientSecret))).status).toBe('paid');
    expect(outcomes).toEqual(['begun', 'declined', 'open', 'declined', 'paid']);
  });

  it('recognises a pending payment', async () => {
    const { process, bank } = await openFixture();
    const payments = process();
    const { clientSecret } = await payments.begin('u1', WANTED);
    await bank.tamper(intentOf(clientSecret), { status: 'processing' });
    expect((await payments.confirm('u1', intentOf(clientSecret))).status).toBe('processing');
    expect(await payments.begin('u1', WANTED)).toEqual({ clientSecret });
  });

  it.each([
    ['amount', { amount: 5_000, amount_received: 5_000 }],
    ['currency', { currency: 'eur' }],
    ['sum that was taken', { amount_received: 49 }],
    ['game session', { metadata: { payment_id: 'ID', game_session_id: 'g2' } }],
    ['payment', { metadata: { payment_id: 'another', game_session_id: 'g1' } }],
    ['origin', { metadata: {} }],
  ])('never accepts an intent of another %s [R7.payment-provider]', async (_, change) => {
    const { process, bank, ledger, outcomes, hear } = await openFixture();
    const payments = process();
    const { clientSecret } = await payments.begin('u1', WANTED);
    const intentId = intentOf(clientSecret);
    const [row] = await ledger();
    await bank.form.confirm(clientSecret, CARDS.accepted);
    const changed = JSON.stringify(change).replace('ID', row?.id ?? '');
    await bank.tamper(intentId, JSON.parse(changed));
    const mismatch = { status: 409, message: m.paymentMismatch() };
    expect(await refusalOf(payments.confirm('u1', intentId))).toEqual(mismatch);
    expect(await refusalOf(payments.begin('u1', WANTED))).toEqual(mismatch);
    const [event] = bank.told;
    if (event === undefined) throw new Error('nothing was told');
    const told = JSON.parse(event.body);
    const forged = { ...told, data: { object: { ...told.data.object, ...JSON.parse(changed) } } };
    expect(await hear(payments, { ...event, body: JSON.stringify(forged) })).toBe('mismatch');
    expect(await ledger()).toMatchObject([{ status: 'open' }]);
    expect(outcomes.filter((outcome) => outcome === 'mismatch').length).toBeGreaterThan(2);
    expect(await payments.mine('u1')).toEqual([]);
  });

  it('creates a new intent if the open one does not match the request', async () => {
    const { process, bank, ledger } = await openFixture();
    const { clientSecret } = await process().begin('u1', WANTED);
    await bank.tamper(intentOf(clientSecret), { amount: 1 });
    await process().begin('u1', WANTED);
    expect((await ledger()).map(({ status }) => status)).toEqual(['cancelled', 'open']);
  });

  it('ignores payments that are not ours', async () => {
    const { process, bank, hear } = await openFixture();
    const foreign = await bank.stripe.paymentIntents.create({ amount: 50, currency: 'usd' });
    await bank.form.confirm(foreign.client_secret ?? '', CARDS.accepted);
    await bank.stripe.refunds.create({ payment_intent: foreign.id });
    const [paid, refunded] = bank.told;
    if (paid === undefined || refunded === undefined) throw new Error('nothing was told');
    // A charge without an intent.
    const intentless = refunded.body.replace(`"${foreign.id}"`, 'null');
    expect(intentless).not.toBe(refunded.body);
    for (const event of [paid, refunded, { ...refunded, body: intentless }]) {
      expect(await hear(process(), event)).toBe('unknown');
    }
  });

  it('does not accept an intent that merely names its payment', async () => {
    const { process, bank, hear, ledger, db } = await openFixture();
    const payments = process();
    await payments.begin('u1', WANTED);
    await db.write.updateTable('payment').set({ intent_id: null }).execute();
    const [row] = await ledger();
    const metadata = { payment_id: row?.id ?? '', game_session_id: 'g1' };
    const other = await bank.stripe.paymentIntents.create({
      amount: 60,
      currency: 'usd',
      metadata,
    });
    await bank.form.confirm(other.client_secret ?? '', CARDS.accepted);
    const [event] = bank.told;
    if (event === undefined) throw new Error('nothing was told');
    expect(await hear(payments, event)).toBe('mismatch');
    expect(await ledger()).toMatchObject([{ status: 'open', intent_id: null }]);
  });
});
