import { m } from 'messages';
import { language } from 'messages/language';
import type { Stripe } from 'stripe';
import { z } from 'zod';
import type { PaymentState } from '#machines/payment/calls.ts';
import type { PaymentTable } from '#server/db/schema.ts';
import type { Log } from '#server/log.ts';

/** The provider is unavailable, or refused to answer. */
export class ProviderUnavailable extends Error {
  override readonly name = 'ProviderUnavailable';
  /** Whether the outcome is unknown, so that the same request may be repeated. */
  readonly isUndecided: boolean;
  constructor(isUndecided: boolean) {
    super('the payment provider gave no answer');
    this.isUndecided = isUndecided;
  }
}

/** A payment as the provider reports it. */
export interface ProviderReport {
  readonly intentId: string;
  readonly state: PaymentState;
  readonly amount: number;
  /** The amount received, including money refunded later. */
  readonly received: number;
  readonly refunded: number;
  readonly currency: string;
  /** Our payment id as sent on creation; null: the payment is not ours. */
  readonly paymentId: string | null;
  readonly gameSessionId: string | null;
}
/** A report with the client secret, which the card form needs. */
export interface Intent extends ProviderReport {
  readonly clientSecret: string;
}

/** A signed event of the provider; `report` is null if it cannot concern one of our payments. */
export interface ProviderEvent {
  readonly type: string;
  readonly report: ProviderReport | null;
}

/** The calls of the payment provider that we use. All throw `ProviderUnavailable`. */
export interface Provider {
  /** Creates an intent. Within a day, the same payment gets the same intent again. */
  create(payment: NewPayment): Promise<Intent>;
  /** Null if the provider does not know the intent. */
  retrieve(intentId: string): Promise<Intent | null>;
  /** Cancels an intent and returns it; its state may be paid if the person was quicker. */
  cancel(intentId: string): Promise<Intent | null>;
  /** Null if the signature is forged or stale. */
  readEvent(body: Buffer, signature: string, secret: string): Promise<ProviderEvent | null>;
}
type NewPayment = Pick<PaymentTable, 'id' | 'amount' | 'currency' | 'game_session_id'>;

export interface ProviderOptions {
  readonly secretKey: string;
  /** Origin of the API; read at first use. */
  readonly apiBase: () => string;
  readonly now: () => number;
  readonly log: Log;
  /** Time limit of a call including its retries, ms. */
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

/** Returns the intent that an event contains; null if we cannot have created it. */
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

/** Returns the refund that an event contains; null for a charge without an intent, which is not ours. */
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

/** The handled events (docs/operating.md lists them). */
const EVENTS: Readonly<Record<string, (data: unknown) => ProviderReport | null>> = {
  'payment_intent.succeeded': intentIn,
  'payment_intent.processing': intentIn,
  'payment_intent.payment_failed': intentIn,
  'payment_intent.canceled': intentIn,
  'charge.refunded': refundIn,
};

/** Options that include the charge in the reply, because only the charge shows refunds. */
const EXPANDED = { expand: ['latest_charge'] };

export function createProvider(options: ProviderOptions): Provider {
  const { secretKey, apiBase, now, log, timeoutMs = TIMEOUT_MS } = options;
  let opened: Promise<{ client: Stripe; errors: typeof Stripe.errors }> | null = null;
  // The library is loaded at first use, so that the server starts without waiting for it. After a failure the next call
  // tries again.
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
      log.error({ what }, 'the payment provider sent an unreadable reply');
    } catch (error) {
      if (error instanceof ProviderUnavailable) {
        log.warn({ what }, 'the payment provider was too slow');
        throw error;
      }
      if (!(error instanceof errors.StripeError)) throw error;
      const { type, code, statusCode, requestId } = error;
      const otherwise = type === 'StripeInvalidRequestError' ? refused(code) : 'away';
      if (otherwise !== 'away') return otherwise;
      // The error's text is not logged, because it may contain part of a key.
      log.warn({ what, type, code, statusCode, requestId }, 'the payment provider gave no answer');
      const isUndecided =
        error instanceof errors.StripeConnectionError ||
        error instanceof errors.StripeRateLimitError ||
        statusCode === 409;
      throw new ProviderUnavailable(isUndecided);
    }
    throw new ProviderUnavailable(false);
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
            description: m.paymentDescription(),
            metadata: {
              payment_id: id,
              ...(game_session_id === null ? {} : { game_session_id }),
            },
          },
          // Stripe refuses a key that comes again with another description, and payers see it in their language.
          { idempotencyKey: `payment-${id}-${language()}` },
        ),
      );
      if (made === null) throw new ProviderUnavailable(false);
      return made;
    },
    cancel: (intentId) =>
      ask(
        'cancel',
        (intents) => intents.cancel(intentId, EXPANDED),
        // A settled or processing intent can no longer be cancelled: return its present state.
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
    // Any error here means that the provider did not sign this body.
    return null;
  }
}

async function within<T>(timeoutMs: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ProviderUnavailable(true)), timeoutMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
