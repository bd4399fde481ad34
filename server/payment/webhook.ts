import { m } from 'messages';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { addressKey, type Limits } from '#server/http/limits.ts';
import { ApiError } from '#server/http/route.ts';
import type { Payments } from './payments.ts';
import { type Provider, ProviderUnavailable } from './provider.ts';

export const WEBHOOK_PATH = '/api/webhooks/stripe';

export interface WebhookOptions {
  readonly payments: Pick<Payments, 'applyReport'>;
  /** Verifies and parses an event; null if no webhook is configured, and then every event is rejected. */
  readonly readEvent:
    | ((body: Buffer, signature: string) => ReturnType<Provider['readEvent']>)
    | null;
  readonly limits: Pick<Limits, 'consumeHere'>;
  readonly measure: (outcome: string) => void;
}

/**
 * Registers the webhook for the provider's events. It takes the body as bytes, because the signature covers the exact
 * bytes.
 */
export async function registerWebhook(
  app: FastifyInstance,
  options: WebhookOptions,
): Promise<void> {
  const { payments, readEvent, limits, measure } = options;
  const admit = async ({ ip }: FastifyRequest): Promise<void> =>
    Promise.resolve(limits.consumeHere('address', addressKey(ip)));
  await app.register((scope, _options, registered) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_, body, done) => {
      done(null, body);
    });
    scope.post(WEBHOOK_PATH, { onRequest: admit }, async (request) => {
      if (readEvent === null) throw new ApiError(503, m.paymentUnavailable());
      const { body, headers } = request;
      const signature = headers['stripe-signature'];
      const event =
        Buffer.isBuffer(body) && typeof signature === 'string'
          ? await readEvent(body, signature)
          : null;
      if (event === null) {
        measure('forged');
        throw new ApiError(400, m.serverMalformed());
      }
      if (event.report === null) {
        measure('unknown');
        return { received: true };
      }
      try {
        measure(await payments.applyReport(event.report));
      } catch (error) {
        measure('failed');
        // An error status makes the provider send the event again.
        throw error instanceof ProviderUnavailable
          ? new ApiError(503, m.serverUnavailable())
          : error;
      }
      return { received: true };
    });
    registered();
  });
}
