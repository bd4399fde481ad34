import { once } from 'node:events';
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import { Stripe } from 'stripe';
import { z } from 'zod';
import type { Database } from '#server/db/client.ts';
import { eventOf, type EventType } from '#server/payment/stand-in/intents.ts';
import { registerStandIn } from '#server/payment/stand-in/plugin.ts';

export const SECRET_KEY = 'sk_test_of_the_tests';
export const PUBLISHABLE_KEY = 'pk_test_of_the_tests';
export const WEBHOOK_SECRET = 'whsec_of_the_tests';

/** The provider's test cards, by their outcome. */
export const CARDS = {
  accepted: '4242424242424242',
  declined: '4000000000000002',
  poor: '4000000000009995',
  authenticate: '4000002500003155',
  lost: '4000000000000119',
} as const;

/** An event of the provider, as it would send it. */
export interface ProviderEvent {
  readonly type: EventType;
  readonly body: string;
}

/**
 * What the provider does with a call instead of replying; `'after'`: it executes the call, then breaks the connection.
 */
export type Fault = ((request: FastifyRequest, reply: FastifyReply) => unknown) | 'after';

const intentSchema = z.object({ id: z.string(), status: z.string() });
/** The provider's reply to the card form. */
const answerSchema = z.union([
  intentSchema,
  z.object({
    error: z.object({
      type: z.string(),
      code: z.string().optional(),
      decline_code: z.string().optional(),
      message: z.string(),
    }),
  }),
]);

/** The part of a client secret that names the intent. */
export const intentOf = (clientSecret: string): string => clientSecret.split('_secret_')[0] ?? '';

/** The page's calls: all with the publishable key. */
export function cardForm(url: string, publishableKey: string) {
  const post = async (path: string, form: Record<string, string>) => {
    const response = await fetch(`${url}/v1/payment_intents/${path}`, {
      method: 'POST',
      body: new URLSearchParams(form),
    });
    return answerSchema.parse(await response.json());
  };
  return {
    /** Rejects if the connection breaks. */
    confirm: (client_secret: string, number: string, more: Record<string, string> = {}) =>
      post(`${intentOf(client_secret)}/confirm`, {
        key: publishableKey,
        client_secret,
        'payment_method_data[type]': 'card',
        'payment_method_data[card][number]': number,
        'payment_method_data[card][exp_month]': '12',
        'payment_method_data[card][exp_year]': '2090',
        'payment_method_data[card][cvc]': '123',
        ...more,
      }),
    authenticate: (client_secret: string, outcome: 'approved' | 'refused') =>
      post(`${intentOf(client_secret)}/stand_in_authenticate`, { client_secret, outcome }),
  };
}

/** `stripe-signature` of a body. */
export const signatureOf = (
  payload: string,
  { secret = WEBHOOK_SECRET, atMs = Date.now() }: { secret?: string; atMs?: number } = {},
): string =>
  Stripe.webhooks.generateTestHeaderString({
    payload,
    secret,
    timestamp: Math.floor(atMs / 1_000),
  });

/** The stand-in on a port of its own, as `STRIPE_API_BASE`; its intents are kept in `db`. */
export async function startPaymentProvider(
  db: Pick<Database, 'read' | 'write'>,
  now: () => number = Date.now,
) {
  const told: ProviderEvent[] = [];
  const asked: string[] = [];
  const faults: Fault[] = [];
  const app = Fastify({ forceCloseConnections: true });
  const broken = new WeakSet<FastifyRequest>();
  app.addHook('onRequest', async (request, reply) => {
    asked.push(`${request.method} ${request.url.split('?')[0]}`);
    const fault = faults.shift();
    if (fault === 'after') broken.add(request);
    else await fault?.(request, reply);
  });
  app.addHook('onSend', async (request) => {
    if (broken.has(request)) request.raw.socket.destroy();
    await Promise.resolve();
  });
  registerStandIn(app, {
    db,
    now,
    secretKey: SECRET_KEY,
    publishableKey: PUBLISHABLE_KEY,
    isOn: () => true,
    happened: (type, intent) => told.push({ type, body: eventOf(type, intent, now()) }),
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const stripe = new Stripe(SECRET_KEY, {
    host: '127.0.0.1',
    port: new URL(url).port,
    protocol: 'http',
    telemetry: false,
  });
  return {
    url,
    /** All events of the provider so far, in order. */
    told,
    /** The received calls, e.g. 'POST /v1/payment_intents'. */
    asked,
    /** Faults of the next calls, one each. */
    faults,
    form: cardForm(url, PUBLISHABLE_KEY),
    /** A client of the provider's API, used like its dashboard. */
    stripe,
    /** The product's configuration for it. */
    env: {
      STRIPE_API_BASE: url,
      STRIPE_SECRET_KEY: SECRET_KEY,
      STRIPE_PUBLISHABLE_KEY: PUBLISHABLE_KEY,
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    },
    /** Changes an intent without an event. */
    tamper: async (id: string, change: Record<string, unknown>): Promise<void> => {
      const row = await db.read
        .selectFrom('stand_in_intent')
        .select('intent')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      const intent: object = z.looseObject({}).parse(JSON.parse(row.intent));
      await db.write
        .updateTable('stand_in_intent')
        .set({ intent: JSON.stringify({ ...intent, ...change }) })
        .where('id', '=', id)
        .execute();
    },
    close: async () => {
      const closed = once(app.server, 'close');
      await app.close();
      await closed;
    },
  };
}
export type PaymentProvider = Awaited<ReturnType<typeof startPaymentProvider>>;

/** Replies like a failing provider, and asks not to be retried. */
export const failing =
  (status: number): Fault =>
  (_, reply) =>
    reply
      .code(status)
      .header('stripe-should-retry', 'false')
      .send({ error: { type: 'api_error', message: 'sk_test_secret is in trouble' } });

export const hangingUp: Fault = (request) => request.raw.socket.destroy();

/** Replies with success and an invalid body. */
export const saying =
  (body: string | object): Fault =>
  (_, reply) =>
    reply.send(body);
