import * as z from 'zod/mini';
import { authenticate } from './authentication.ts';
import { CardInput } from './card-input.ts';

const intentSchema = z.object({
  id: z.string(),
  status: z.string(),
  amount: z.int(),
  currency: z.string(),
  last_payment_error: z.nullish(z.object({ message: z.optional(z.string()) })),
});
type Intent = z.infer<typeof intentSchema>;
const errorSchema = z.object({
  type: z.string(),
  code: z.optional(z.string()),
  decline_code: z.optional(z.string()),
  message: z.optional(z.string()),
  payment_intent: z.optional(intentSchema),
});
type ProviderError = z.infer<typeof errorSchema>;
const replySchema = z.union([z.object({ error: errorSchema }), intentSchema]);

/** The provider's result: an intent or an error. */
type Result =
  | { readonly paymentIntent: Intent; readonly error?: undefined }
  | { readonly error: ProviderError; readonly paymentIntent?: undefined };

const TIMEOUT_MS = 15_000;
/**
 * Stands in for the provider's script, `Stripe(key)`, as far as the program uses it: a card input, and confirming a payment at
 * the provider's API, here at `origin`.
 */
export function createStandIn(key: string, origin: string) {
  const pathOf = (secret: string): string =>
    `${origin}/v1/payment_intents/${encodeURIComponent(secret.replace(/_secret_.*$/, ''))}`;
  const post = (secret: string, act: string, fields: Readonly<Record<string, string>>) =>
    ask(`${pathOf(secret)}/${act}`, {
      method: 'POST',
      body: new URLSearchParams({ key, client_secret: secret, ...fields }),
    });

  return {
    elements: () => {
      let input: CardInput | null = null;
      return {
        create: () => {
          input = new CardInput();
          return input;
        },
        getElement: () => input,
        update: () => {},
      };
    },
    retrievePaymentIntent: (secret: string): Promise<Result> =>
      ask(
        `${pathOf(secret)}?${new URLSearchParams({ key, client_secret: secret }).toString()}`,
        {},
      ),
    confirmCardPayment: async (
      secret: string,
      { payment_method: { card } }: { readonly payment_method: { readonly card: CardInput } },
    ): Promise<Result> => {
      const { error, fields } = card.read();
      if (error !== undefined) return { error: { type: 'validation_error', ...error } };
      const confirmed = await post(secret, 'confirm', fields);
      if (confirmed.paymentIntent?.status !== 'requires_action') return confirmed;
      const outcome = await authenticate(confirmed.paymentIntent);
      const done = await post(secret, 'stand_in_authenticate', { outcome });
      return done.paymentIntent?.status === 'requires_payment_method'
        ? { error: notAuthenticated(done.paymentIntent) }
        : done;
    },
    createToken: unsupported,
    createPaymentMethod: unsupported,
  };
}

const notAuthenticated = (intent: Intent): ProviderError => ({
  type: 'invalid_request_error',
  code: 'payment_intent_authentication_failure',
  message: intent.last_payment_error?.message,
  payment_intent: intent,
});

/** Stands in for methods whose presence wrappers of the provider's script check; the test mode has none of them. */
const unsupported = (): Promise<never> => Promise.reject(new Error('not part of the test mode'));

async function ask(address: string, init: RequestInit): Promise<Result> {
  try {
    const response = await fetch(address, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
    const reply = replySchema.parse(await response.json());
    return 'error' in reply ? { error: reply.error } : { paymentIntent: reply };
  } catch {
    return { error: { type: 'api_connection_error', message: 'No reply from the provider.' } };
  }
}
