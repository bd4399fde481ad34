import type { Stripe } from 'stripe';
import { z } from 'zod';
import type { PaymentState } from '#machines/contract/entities.ts';
import type { PaymentTable } from '#server/db/schema.ts';
import type { Log } from '#server/log.ts';

/** The provider cannot be asked, or has refused to answer. */
export class ProviderAway extends Error {
  override readonly name = 'ProviderAway';
  /** Whether what was asked for may yet be done: the same request may be sent again. */
  readonly isUndecided: boolean;
  constructor(isUndecided: boolean) {
    super('the payment provider gave no answer');
    this.isUndecided = isUndecided;
  }
}

/** What the provider says of a payment. */
export interface ProviderReport {
  readonly intentId: string;
  readonly state: PaymentState;
  readonly amount: number;
  /** What has been taken, refunded or not. */
  readonly received: number;
  readonly refunded: number;
  readonly currency: string;
  /** As sent when it was made; null: none, so it is none of ours. */
  readonly paymentId: string | null;
  readonly gameSessionId: string | null;
}
/** With what the card form needs. */
export interface Intent extends ProviderReport {
  readonly clientSecret: string;
}

/** A signed event; `report` null: it tells nothing of a payment that could be ours. */
export interface ProviderEvent {
  readonly type: string;
  readonly report: ProviderReport | null;
}

/** The few calls of the payment provider that are used. All throw `ProviderAway`. */
export interface Provider {
  /** The same payment gets the same intent, for a day. */
  create(payment: NewPayment): Promise<Intent>;
  /** Null: the provider knows no such intent. */
  retrieve(intentId: string): Promise<Intent | null>;
  /** The intent as it is afterwards, which may be paid if the person was quicker. */
  cancel(intentId: string): Promise<Intent | null>;
  /** Null: forged or stale. */
  readEvent(body: Buffer, signature: string, secret: string): Promise<ProviderEvent | null>;
}
type NewPayment = Pick<PaymentTable, 'id' | 'amount' | 'currency' | 'game_session_id'>;

export interface ProviderOptions {
  readonly secretKey: string;
  /** Origin of the API; asked when it is first needed. */
  readonly apiBase: () => string;
  readonly now: () => number;
  readonly log: Log;
  /** How long an answer may take, tries and all. */
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 10_000;
const RETRIES = 2;
const TOLERANCE_S = 300;

const metadataSchema = z
  .object({ payment_id: z.string().optional(), game_session_id: z.string().optional() })
  .nullish();

const intentSchema = z.object({
  id: z.string(),
  client_secret: z.string().nullish(),
  status: z.string(),
  amount: z.number(),
  amount_received: z.number().default(0),
  currency: z.string(),
  metadata: metadataSchema,
  last_payment_error: z.object({}).nullish(),
  latest_charge: z.union([z.string(), z.object({ amount_refunded: z.number() })]).nullish(),
});

const chargeSchema = z.object({
  payment_intent: z.string(),
  amount: z.number(),
  amount_captured: z.number(),
  currency: z.string(),
  amount_refunded: z.number(),
  metadata: metadataSchema,
});

const STATES: Readonly<Record<string, PaymentState>> = {
  succeeded: 'paid',
  processing: 'processing',
  canceled: 'cancelled',
};

/** Null: no intent that we could have made. */
function intentIn(data: unknown): Intent | null {
  const parsed = intentSchema.safeParse(data);
  if (!parsed.success) return null;
  const { id, status, last_payment_error, latest_charge, ...intent } = parsed.data;
  const isDeclined = status === 'requires_payment_method' && (last_payment_error ?? null) !== null;
  return {
    intentId: id,
    clientSecret: intent.client_secret ?? '',
    state: STATES[status] ?? (isDeclined ? 'declined' : 'open'),
    refunded: typeof latest_charge === 'object' ? (latest_charge?.amount_refunded ?? 0) : 0,
    amount: intent.amount,
    received: intent.amount_received,
    currency: intent.currency,
    ...ours(intent.metadata),
  };
}

/** Null: a charge without an intent, so not one of ours. */
function refundIn(data: unknown): ProviderReport | null {
  const { data: charge } = chargeSchema.safeParse(data);
  if (charge === undefined) return null;
  return {
    intentId: charge.payment_intent,
    state: 'paid',
    refunded: charge.amount_refunded,
    amount: charge.amount,
    received: charge.amount_captured,
    currency: charge.currency,
    ...ours(charge.metadata),
  };
}

const ours = (metadata: z.infer<typeof metadataSchema>) => ({
  paymentId: metadata?.payment_id ?? null,
  gameSessionId: metadata?.game_session_id ?? null,
});

/** The events that are looked at (docs/operating.md names them). */
const EVENTS: Readonly<Record<string, (data: unknown) => ProviderReport | null>> = {
  'payment_intent.succeeded': intentIn,
  'payment_intent.processing': intentIn,
  'payment_intent.payment_failed': intentIn,
  'payment_intent.canceled': intentIn,
  'charge.refunded': refundIn,
};

/** With the charge, which alone says whether it was refunded. */
const EXPANDED = { expand: ['latest_charge'] };

export function createProvider(options: ProviderOptions): Provider {
  const { secretKey, apiBase, now, log, timeoutMs = TIMEOUT_MS } = options;
  let opened: Promise<{ client: Stripe; errors: typeof Stripe.errors }> | null = null;
  // Loaded when it is needed: a start need not wait for it. After a failure the next call tries again.
  const open = () =>
    (opened ??= connect().catch((error: unknown) => {
      opened = null;
      throw error;
    }));
  const connect = async () => {
    const { default: Library } = await import('stripe');
    const { hostname, port, protocol } = new URL(apiBase());
    const scheme = protocol === 'http:' ? 'http' : 'https';
    const client = new Library(secretKey, {
      host: hostname,
      port: port === '' ? (scheme === 'http' ? 80 : 443) : port,
      protocol: scheme,
      timeout: timeoutMs,
      maxNetworkRetries: RETRIES,
      telemetry: false,
    });
    return { client, errors: Library.errors };
  };

  const ask = async (
    what: string,
    request: (intents: Stripe['paymentIntents']) => Promise<unknown>,
    refused: (code: string | undefined) => Promise<Intent | null> | 'away' = () => 'away',
  ): Promise<Intent | null> => {
    const { client, errors } = await open();
    try {
      const intent = intentIn(await within(timeoutMs, request(client.paymentIntents)));
      if (intent !== null && intent.clientSecret !== '') return intent;
      log.error({ what }, 'the payment provider answered nonsense');
    } catch (error) {
      if (error instanceof ProviderAway) {
        log.warn({ what }, 'the payment provider was too slow');
        throw error;
      }
      if (!(error instanceof errors.StripeError)) throw error;
      const { type, code, statusCode, requestId } = error;
      const otherwise = type === 'StripeInvalidRequestError' ? refused(code) : 'away';
      if (otherwise !== 'away') return otherwise;
      // Its text may hold a part of a key.
      log.warn({ what, type, code, statusCode, requestId }, 'the payment provider gave no answer');
      const isUndecided =
        error instanceof errors.StripeConnectionError ||
        error instanceof errors.StripeRateLimitError ||
        statusCode === 409;
      throw new ProviderAway(isUndecided);
    }
    throw new ProviderAway(false);
  };

  const retrieve: Provider['retrieve'] = (intentId) =>
    ask(
      'retrieve',
      (intents) => intents.retrieve(intentId, EXPANDED),
      (code) => (code === 'resource_missing' ? Promise.resolve(null) : 'away'),
    );

  return {
    retrieve,
    create: async ({ id, amount, currency, game_session_id }) => {
      const made = await ask('create', (intents) =>
        intents.create(
          {
            amount,
            currency,
            allowed_payment_method_types: ['card'],
            description: 'Entry fee',
            metadata: {
              payment_id: id,
              ...(game_session_id === null ? {} : { game_session_id }),
            },
          },
          { idempotencyKey: `payment-${id}` },
        ),
      );
      if (made === null) throw new ProviderAway(false);
      return made;
    },
    cancel: (intentId) =>
      ask(
        'cancel',
        (intents) => intents.cancel(intentId, EXPANDED),
        // It cannot be cancelled any more, because it is over or being processed: return its state.
        () => retrieve(intentId),
      ),
    readEvent: async (body, signature, secret) => {
      const { client } = await open();
      const event = verified(() =>
        client.webhooks.constructEvent(body, signature, secret, TOLERANCE_S, undefined, now()),
      );
      if (event === null) return null;
      return { type: event.type, report: EVENTS[event.type]?.(event.data.object) ?? null };
    },
  };
}

function verified(construct: () => Stripe.Event): Stripe.Event | null {
  try {
    return construct();
  } catch {
    // Whatever is wrong with the body, it was not signed by the provider.
    return null;
  }
}

async function within<T>(timeoutMs: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ProviderAway(true)), timeoutMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
