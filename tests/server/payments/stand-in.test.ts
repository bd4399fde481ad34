import { describe, expect, it } from 'vitest';
import { openSqliteStore } from '#tests/support/databases.ts';
import { CARDS, intentOf } from '#tests/support/payment-provider.ts';
import { openFixtureOn } from './fixture.ts';

const FEE = { amount: 50, currency: 'usd' };
const HOUR_MS = 3_600_000;
const FAR = { expMonth: '12', expYear: '2090', cvc: '123' };

describe('the stand-in of the provider', () => {
  const openFixture = openFixtureOn(openSqliteStore);

  it('replays a reply by its key for a day, and refuses another request with that key', async () => {
    const { bank, clock } = await openFixture();
    const create = (amount: number) =>
      bank.stripe.paymentIntents.create({ ...FEE, amount }, { idempotencyKey: 'k' });
    const [first, second] = await Promise.all([create(50), create(50)]);
    await bank.form.confirm(first.client_secret ?? '', CARDS.accepted);
    const third = await create(50);
    expect([second.id, third.id, third.status]).toEqual([
      first.id,
      first.id,
      'requires_payment_method',
    ]);
    await expect(create(60)).rejects.toMatchObject({ type: 'StripeIdempotencyError' });
    clock.now += 24 * HOUR_MS + 1;
    expect((await create(60)).id).not.toBe(first.id);
  });

  it('refuses what the provider refuses', async () => {
    const { bank } = await openFixture();
    const { paymentIntents } = bank.stripe;
    await expect(paymentIntents.create({ ...FEE, amount: 49 })).rejects.toMatchObject({
      code: 'amount_too_small',
    });
    await expect(paymentIntents.retrieve('pi_unknown')).rejects.toMatchObject({
      code: 'resource_missing',
      statusCode: 404,
    });
    const { id, client_secret } = await paymentIntents.create(FEE);
    await bank.form.confirm(client_secret ?? '', CARDS.accepted);
    await expect(paymentIntents.cancel(id)).rejects.toMatchObject({
      code: 'payment_intent_unexpected_state',
    });
    expect(await bank.form.confirm(client_secret ?? '', CARDS.accepted)).toMatchObject({
      error: { code: 'payment_intent_unexpected_state' },
    });
    expect(bank.told.map(({ type }) => type)).toEqual(['payment_intent.succeeded']);
  });

  it.each([
    ['4242 4242 4242 4242', FAR, null],
    ['4242424242424242', { ...FAR, expMonth: '06', expYear: '26' }, null],
    ['4242424242424242', { ...FAR, expMonth: '5', expYear: '26' }, 'invalid_expiry_year'],
    ['4242424242424242', { ...FAR, expMonth: '13' }, 'invalid_expiry_month'],
    ['4242424242424242', { ...FAR, cvc: '12' }, 'incorrect_cvc'],
    ['4111111111111111', FAR, 'card_declined'],
    ['', FAR, 'card_declined'],
  ])('accepts the card %j with %j: %j', async (number, { expMonth, expYear, cvc }, code) => {
    const { bank } = await openFixture();
    const { client_secret } = await bank.stripe.paymentIntents.create(FEE);
    const answer = await bank.form.confirm(client_secret ?? '', number, {
      'payment_method_data[card][exp_month]': expMonth,
      'payment_method_data[card][exp_year]': expYear,
      'payment_method_data[card][cvc]': cvc,
    });
    expect(answer).toMatchObject(code === null ? { status: 'succeeded' } : { error: { code } });
  });

  it('shows a page its own intent, with public fields only', async () => {
    const { bank } = await openFixture();
    const { client_secret } = await bank.stripe.paymentIntents.create({
      ...FEE,
      metadata: { payment_id: 'p' },
    });
    const secret = client_secret ?? '';
    const get = async (query: Record<string, string>) => {
      const search = new URLSearchParams(query).toString();
      const response = await fetch(`${bank.url}/v1/payment_intents/${intentOf(secret)}?${search}`);
      return { status: response.status, body: await response.text() };
    };
    const { key } = { key: bank.env.STRIPE_PUBLISHABLE_KEY };
    const shown = await get({ key, client_secret: secret });
    expect(shown.status).toBe(200);
    expect(shown.body).not.toContain('payment_id');
    expect((await get({ key, client_secret: `${secret}x` })).status).toBe(404);
    expect((await get({ key: 'pk_test_x', client_secret: secret })).status).toBe(401);
    expect((await get({ key })).status).toBe(401);
  });

  it('drops old entries', async () => {
    const { bank, clock, db } = await openFixture();
    await bank.stripe.paymentIntents.create(FEE);
    clock.now += 31 * 24 * HOUR_MS;
    await bank.stripe.paymentIntents.create(FEE);
    expect(await db.read.selectFrom('stand_in_intent').select('id').execute()).toHaveLength(1);
  });
});
