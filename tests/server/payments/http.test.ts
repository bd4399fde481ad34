import { m } from 'messages';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { LIMITS } from '#machines/contract/limits.ts';
import { openSqliteStore } from '#tests/support/databases.ts';
import {
  CARDS,
  cardForm,
  failing,
  hangingUp,
  intentOf,
  type PaymentProvider,
  PUBLISHABLE_KEY,
  SECRET_KEY,
  signatureOf,
  startPaymentProvider,
  type ProviderEvent,
  WEBHOOK_SECRET,
} from '#tests/support/payment-provider.ts';
import { startProcess, removeDataDir, until } from '#tests/support/process.ts';
import { startTestServer, type TestServer, type TestServerOptions } from '#tests/support/server.ts';
import { createShow } from '#tests/support/staged-show.ts';
import { openQuestion } from '#tests/support/questions.ts';

const FEE = { amount: 50, currency: 'usd' };
const refusal = (message: string) => ({ error: { type: 'invalid_request_error', message } });
const UNAVAILABLE = { error: m.paymentUnavailable() };
const PRODUCTION = { NODE_ENV: 'production' };

const endings: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (let end = endings.pop(); end !== undefined; end = endings.pop()) await end();
});

async function start(
  env: Record<string, string> = {},
  more: Pick<TestServerOptions, 'dataDir' | 'log'> = {},
): Promise<TestServer> {
  const server = await startTestServer({ env, ...more });
  endings.push(() => server.close());
  return server;
}

/** A separate store, so that the bank outlives its clients. */
async function openBank(): Promise<PaymentProvider> {
  const bank = await startPaymentProvider(await openSqliteStore());
  endings.push(bank.close);
  return bank;
}

/** A question that home viewers see. */
async function ask(server: TestServer): Promise<string> {
  const { token } = await server.signInAs('admin');
  return (await openQuestion(server.ok, token)).gameSessionId;
}

const hook = (
  { raw }: Pick<TestServer, 'raw'>,
  body: string,
  headers: Record<string, string> = { 'stripe-signature': signatureOf(body) },
) =>
  raw('/api/webhooks/stripe', {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...headers },
  });

/** The bank's newest event of this kind. */
const newest = ({ told }: PaymentProvider, type: ProviderEvent['type']): string =>
  told.findLast((event) => event.type === type)?.body ?? '';

describe('without keys', () => {
  const errors: string[] = [];
  let server: TestServer;
  beforeAll(async () => {
    const log = pino({ level: 'error' }, { write: (line) => void errors.push(line) });
    server = await startTestServer({ log });
  });
  afterAll(() => server.close());
  const tell = async (path: string, type: string, body: string) => {
    const headers = { 'content-type': type };
    const reply = await server.raw(`/v1/payment_intents/${path}`, {
      method: 'POST',
      headers,
      body,
    });
    return [reply.status, reply.body];
  };

  it('simulates the provider: test mode [R7.payment-test-mode]', async () => {
    const gameSessionId = await ask(server);
    const { token } = await server.signInAs('home');
    const { payments, stripePublishableKey } = await server.ok('config');
    expect([payments, stripePublishableKey]).toEqual(['test', 'pk_test_standin']);
    const form = cardForm(server.url, 'pk_test_standin');
    const body = { ...FEE, gameSessionId };
    const { clientSecret } = await server.ok('createPaymentIntent', { token, body });
    expect(await form.confirm(clientSecret, CARDS.declined)).toMatchObject({
      error: { decline_code: 'generic_decline', message: 'Your card was declined.' },
    });
    await form.confirm(clientSecret, CARDS.authenticate);
    expect(await form.authenticate(clientSecret, 'approved')).toMatchObject({
      status: 'succeeded',
    });
    // The webhook reports it, so no poll is needed.
    await until('it is noted', async () => (await server.ok('myPayments', { token })).length > 0);
    expect(await server.ok('myPayments', { token })).toMatchObject([
      { game_session_id: gameSessionId },
    ]);
    const again = await server.call('createPaymentIntent', { token, body });
    expect([again.status, again.body]).toEqual([
      409,
      { error: m.paymentAlready(), code: 'already_paid' },
    ]);
  });

  it('finds a charge whose reply was lost', async () => {
    const { clientSecret } = await server.ok('createPaymentIntent', { body: FEE });
    const form = cardForm(server.url, 'pk_test_standin');
    await expect(form.confirm(clientSecret, CARDS.lost)).rejects.toThrow('fetch failed');
    const body = { paymentIntentId: intentOf(clientSecret) };
    expect((await server.ok('confirmPayment', { body })).status).toBe('paid');
  });

  it("refuses other clients' payments at its stand-in", async () => {
    const { clientSecret } = await server.ok('createPaymentIntent', { body: FEE });
    const id = intentOf(clientSecret);
    const form = { body: new URLSearchParams({ amount: '50', currency: 'usd' }), method: 'POST' };
    const authorization = 'Bearer pk_test_standin';
    for (const path of ['', `/${id}/cancel`]) {
      const { status } = await server.raw(`/v1/payment_intents${path}`, {
        ...form,
        headers: { authorization },
      });
      expect(status).toBe(401);
    }
    const other = await server.ok('createPaymentIntent', { body: FEE });
    const stolen = `${id}_secret_${other.clientSecret.split('_secret_')[1]}`;
    expect(
      await cardForm(server.url, 'pk_test_standin').confirm(stolen, CARDS.accepted),
    ).toMatchObject({ error: { code: 'resource_missing' } });
  });

  it('refuses invalid forms at its stand-in, and logs no error', async () => {
    const form = 'application/x-www-form-urlencoded';
    expect(await tell('x/confirm', 'application/json', '{}')).toEqual([
      415,
      refusal(m.serverMalformed()),
    ]);
    expect(await tell('x/confirm', form, `key=${'k'.repeat(LIMITS.bodyBytes)}`)).toEqual([
      413,
      refusal(m.serverTooLarge()),
    ]);
    expect(await tell('x/confirm', form, 'key=%00')).toEqual([
      422,
      refusal(m.textTextHasCharactersWe()),
    ]);
    expect(await tell('%00/confirm', form, 'key=k')).toEqual([404, refusal(m.notFound())]);
    expect(errors).toEqual([]);
  });
});

describe('switched off', () => {
  it('in production, there are no payments [R7.payment-off R7.payment-test-mode]', async () => {
    const server = await start(PRODUCTION);
    const { payments, stripePublishableKey } = await server.ok('config');
    expect([payments, stripePublishableKey]).toEqual(['off', undefined]);
    const create = await server.call('createPaymentIntent', { body: FEE });
    const confirm = await server.call('confirmPayment', { body: { paymentIntentId: 'pi_1' } });
    for (const { status, body } of [create, confirm]) {
      expect([status, body]).toEqual([503, UNAVAILABLE]);
    }
    const { token } = await server.signInAs('admin');
    expect(await server.ok('myPayments', { token })).toEqual([]);
    expect(
      await server.ok('adminPayments', { token, params: { gameSessionId: 'g1' } }),
    ).toMatchObject({ payments: [], paid: 0, total: 0 });
    const paths = ['', '/pi_1', '/pi_1/confirm', '/pi_1/cancel', '/pi_1/stand_in_authenticate'];
    for (const path of [...paths.map((each) => `/v1/payment_intents${each}`), '/v1/refunds']) {
      const { status } = await server.raw(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{}',
      });
      expect([path, status]).toEqual([path, 404]);
    }
    expect((await hook(server, '{}')).status).toBe(503);
  });

  it('there are no requests if the entry fee is 0 [R7.payment-off]', async () => {
    const server = await start({ ENTRY_FEE_CENTS: '0' });
    const { payments, entryFee } = await server.ok('config');
    expect([payments, entryFee]).toEqual(['off', { amount: 0, currency: 'usd', label: '$0.00' }]);
    for (const amount of [0, 50]) {
      const { status, body } = await server.call('createPaymentIntent', {
        body: { ...FEE, amount },
      });
      expect([status, body]).toEqual([503, UNAVAILABLE]);
    }
  });
});

describe('with keys', () => {
  it('says so, and allows the card input at /payment only', async () => {
    const server = await start({ ...(await openBank()).env, ...PRODUCTION });
    const { payments, stripePublishableKey } = await server.ok('config');
    expect([payments, stripePublishableKey]).toEqual(['stripe', PUBLISHABLE_KEY]);
    const policyOf = async (path: string) =>
      (await server.raw(path)).headers.get('content-security-policy');
    for (const path of ['/payment', '/payment/', '/Payment']) {
      expect(await policyOf(path)).toContain("script-src 'self' https://js.stripe.com");
    }
    for (const path of ['/', '/payments', '/payment/x', '/success']) {
      expect(await policyOf(path)).not.toContain('stripe');
    }
    const { status } = await server.raw('/v1/payment_intents', {
      method: 'POST',
      body: new URLSearchParams(FEE.currency),
    });
    expect(status).not.toBe(200);
  });

  it('still processes payment events after the fee was switched off', async () => {
    const bank = await openBank();
    const dataDir = await mkdtemp(join(tmpdir(), 'show-test-'));
    endings.push(() => rm(dataDir, { recursive: true, force: true }));
    const before = await startTestServer({ env: bank.env, dataDir });
    const { clientSecret } = await before.ok('createPaymentIntent', { body: FEE });
    await before.close();
    const server = await start({ ...bank.env, ENTRY_FEE_CENTS: '0' }, { dataDir });
    expect((await server.call('createPaymentIntent', { body: FEE })).status).toBe(503);
    await bank.form.confirm(clientSecret, CARDS.accepted);
    expect((await hook(server, newest(bank, 'payment_intent.succeeded'))).status).toBe(200);
    const body = { paymentIntentId: intentOf(clientSecret) };
    expect((await server.ok('confirmPayment', { body })).status).toBe('paid');
  });

  it('asks at the start for payments made while it was down', async () => {
    const bank = await openBank();
    const dataDir = await mkdtemp(join(tmpdir(), 'show-test-'));
    endings.push(() => rm(dataDir, { recursive: true, force: true }));
    const before = await startTestServer({ env: bank.env, dataDir });
    const { clientSecret } = await before.ok('createPaymentIntent', { body: FEE });
    await before.close();
    await bank.form.confirm(clientSecret, CARDS.accepted);
    const server = await start(bank.env, { dataDir });
    const statuses = async () => {
      const rows = await server.db.read.selectFrom('payment').select('status').execute();
      return rows.map(({ status }) => status);
    };
    await until('it is noted', async () => !(await statuses()).includes('open'));
    expect(await statuses()).toEqual(['paid']);
  });

  it('refuses a webhook without its secret', async () => {
    const { STRIPE_WEBHOOK_SECRET: _, ...env } = (await openBank()).env;
    const server = await start(env);
    for (const secret of [WEBHOOK_SECRET, '']) {
      const { status } = await hook(server, '{}', {
        'stripe-signature': signatureOf('{}', { secret }),
      });
      expect(status).toBe(503);
    }
  });

  it('limits unauthenticated clients before users', async () => {
    const server = await start((await openBank()).env);
    const { token } = await server.signInAs('home');
    const statuses: number[] = [];
    for (let count = 0; count < 11; count += 1) {
      statuses.push((await server.call('createPaymentIntent', { body: FEE })).status);
    }
    expect([statuses.slice(0, 10), statuses[10]]).toEqual([Array(10).fill(200), 429]);
    for (let count = 0; count < 12; count += 1) {
      await server.ok('createPaymentIntent', { token, body: FEE });
    }
  });

  it('limits unauthenticated clients of all addresses together', async () => {
    const server = await start({ ...(await openBank()).env, TRUST_PROXY: 'loopback' });
    const body = { paymentIntentId: 'pi_1' };
    const from = async (place: number) => {
      const headers = { 'x-forwarded-for': `10.0.${Math.floor(place / 250)}.${place % 250}` };
      return (await server.call('confirmPayment', { body, headers })).status;
    };
    const places = Array.from({ length: 301 }, (_, place) => place);
    const statuses: number[] = [];
    for (const place of places) statuses.push(await from(place));
    expect([new Set(statuses.slice(0, 300)), statuses[300]]).toEqual([new Set([404]), 429]);
    const { token } = await server.signInAs('home');
    expect((await server.call('confirmPayment', { token, body })).status).toBe(404);
  });

  it('prints and logs no key, no secret of a payment and no text of the provider', async () => {
    const bank = await openBank();
    const server = await startProcess({ env: { ...bank.env, LOG_LEVEL: 'trace' } });
    endings.push(() => removeDataDir(server.dataDir), server.stop);
    const call = async (name: string, body: object) => {
      const response = await fetch(`${server.url}/api/game-sessions/${name}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      return { status: response.status, text: await response.text() };
    };
    const made = await call('create-payment-intent', FEE);
    const clientSecret = /"clientSecret":"(\w+)"/.exec(made.text)?.[1] ?? '';
    expect(clientSecret).toContain('_secret_');
    await bank.form.confirm(clientSecret, CARDS.declined);
    bank.faults.push(failing(500), failing(401), hangingUp, hangingUp, hangingUp, hangingUp);
    const answers = [];
    for (let count = 0; count < 3; count += 1) {
      answers.push(await call('confirm-payment', { paymentIntentId: intentOf(clientSecret) }));
    }
    answers.push(await call('confirm-payment', { paymentIntentId: intentOf(clientSecret) }));
    expect(answers.map(({ status }) => status)).toEqual([503, 503, 503, 200]);
    const raw: TestServer['raw'] = async (path, init) => {
      const { status, headers } = await fetch(`${server.url}${path}`, init);
      return { status, headers, body: null };
    };
    const body = newest(bank, 'payment_intent.payment_failed');
    expect((await hook({ raw }, body)).status).toBe(200);
    expect((await hook({ raw }, body, { 'stripe-signature': 't=1,v1=00' })).status).toBe(400);
    await until('it is logged', () => server.output().includes('gave no answer'));
    const told = server.output() + answers.map(({ text }) => text).join('');
    for (const secret of [SECRET_KEY, WEBHOOK_SECRET, 'sk_test_secret', '_secret_', 'declined.']) {
      expect(told).not.toContain(secret);
    }
    expect(told).not.toContain('TEST MODE');
  });
});

const open = async () => {
  const bank = await openBank();
  return { bank, server: await start(bank.env) };
};

describe('card payment over HTTP', () => {
  it('records signed events once, and refuses all others [R7.payment-webhook R7.payment-calls]', async () => {
    const { bank, server } = await open();
    const gameSessionId = await ask(server);
    const { token } = await server.signInAs('home');
    const other = await server.signInAs('home');
    const { clientSecret } = await server.ok('createPaymentIntent', {
      token,
      body: { ...FEE, gameSessionId },
    });
    await bank.form.confirm(clientSecret, CARDS.poor);
    await bank.form.confirm(clientSecret, CARDS.accepted);
    const body = newest(bank, 'payment_intent.succeeded');
    const spoiled: [string, string, Record<string, string>][] = [
      ['forged', body, { 'stripe-signature': signatureOf(body, { secret: 'whsec_other' }) }],
      ['stale', body, { 'stripe-signature': signatureOf(body, { atMs: Date.now() - 301_000 }) }],
      [
        'changed',
        body.replace('"amount":50', '"amount":51'),
        { 'stripe-signature': signatureOf(body) },
      ],
      ['unsigned', body, {}],
      ['nonsense', 'no JSON', { 'stripe-signature': signatureOf('no JSON') }],
    ];
    for (const [what, sent, headers] of spoiled) {
      const { status, body: reply } = await hook(server, sent, headers);
      expect([what, status, reply]).toEqual([what, 400, { error: m.serverMalformed() }]);
    }
    expect(await server.ok('myPayments', { token })).toEqual([]);
    const unknown = JSON.stringify({ ...JSON.parse(body), type: 'customer.created' });
    for (const each of [body, body, newest(bank, 'payment_intent.payment_failed'), unknown]) {
      expect((await hook(server, each)).status).toBe(200);
    }
    expect(await server.ok('myPayments', { token })).toMatchObject([
      { game_session_id: gameSessionId },
    ]);
    expect(await server.ok('myPayments', { token: other.token })).toEqual([]);
    const foreign = await server.call('confirmPayment', {
      token: other.token,
      body: { paymentIntentId: intentOf(clientSecret) },
    });
    expect(foreign.status).toBe(404);
    const metrics = String((await server.raw('/metrics')).body);
    expect(metrics.match(/^payment\S+_total\{.*$/gm)?.toSorted()).toEqual([
      'payment_webhooks_total{outcome="forged"} 5',
      'payment_webhooks_total{outcome="known"} 2',
      'payment_webhooks_total{outcome="noted"} 1',
      'payment_webhooks_total{outcome="unknown"} 1',
      'payments_total{outcome="begun"} 1',
      'payments_total{outcome="paid"} 1',
    ]);
  });

  it('asks the provider to resend an event that it cannot process', async () => {
    const { bank, server } = await open();
    const { clientSecret } = await server.ok('createPaymentIntent', { body: FEE });
    await bank.form.confirm(clientSecret, CARDS.declined);
    bank.faults.push(failing(503));
    const body = newest(bank, 'payment_intent.payment_failed');
    expect((await hook(server, body)).status).toBe(503);
    expect((await hook(server, body)).status).toBe(200);
    const rows = await server.db.read.selectFrom('payment').select('status').execute();
    expect(rows).toEqual([{ status: 'declined' }]);
  });

  it('records a payment of a deleted user without a user', async () => {
    const { bank, server } = await open();
    const admin = await server.signInAs('admin');
    const { token, id } = await server.signInAs('home');
    await server.ok('deleteUser', { token: admin.token, params: { id } });
    const { clientSecret } = await server.ok('createPaymentIntent', { token, body: FEE });
    await bank.form.confirm(clientSecret, CARDS.accepted);
    const body = { paymentIntentId: intentOf(clientSecret) };
    expect(await server.ok('confirmPayment', { token, body })).toEqual({
      status: 'paid',
      message: m.paymentStatePaid(),
    });
  });

  it('ignores payments that it did not begin', async () => {
    const { bank, server } = await open();
    const foreign = await bank.stripe.paymentIntents.create({ amount: 50, currency: 'usd' });
    for (const [paymentIntentId, expected] of [
      [foreign.id, 404],
      ['pi_unknown', 404],
      ['../../v1/charges', 422],
    ] as const) {
      const { status } = await server.call('confirmPayment', { body: { paymentIntentId } });
      expect(status).toBe(expected);
    }
  });
});

it('home viewers are asked for the fee where the producer of a show switched it on, and in the house show [R2.payment-way]', async () => {
  const server = await startTestServer();
  onTestFinished(() => server.close());
  const admin = await server.signInAs('admin');
  const home = await server.signInAs('home', 'Vera');
  const studio = await server.signInAs('contestant', 'Connie');
  const show = await createShow(server, admin.token, 'Friday', ['Trees', 'Rivers']);
  await show.act({ type: 'goLive' });
  await show.release(0);
  await show.act({ type: 'close', itemId: show.item(0).id });
  await show.settle(0, 'lock');
  await show.settle(0, 'publish');
  await show.act({ type: 'entryFee', on: true });
  expect(show.rundown().entryFee).toBe(true);
  await show.release(1);
  await openQuestion(server.ok, admin.token, 'Seas');
  const asking = async (name: 'activeQuestions' | 'contestantQuestions', token: string) => {
    const reply = await server.ok(name, { token });
    const questions = Array.isArray(reply) ? reply : reply.questions;
    return questions.filter(({ entryFee }) => entryFee).map((each) => each.question_text);
  };
  // What was released before the switch asks too: it is still the question of this show.
  expect(new Set(await asking('activeQuestions', home.token))).toEqual(
    new Set(['Rivers', 'Seas', 'Trees']),
  );
  expect(await asking('contestantQuestions', studio.token)).toEqual([]);
  await show.act({ type: 'entryFee', on: false });
  expect(show.rundown().entryFee).toBeUndefined();
});
