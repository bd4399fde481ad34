import { setTimeout as delay } from 'node:timers/promises';
import type { Log } from '#server/log.ts';
import { eventOf, type StandInOptions } from './intents.ts';

export interface WebhookSenderOptions {
  /** The target URL; read at each event. */
  readonly url: () => string;
  /** `whsec_…` */
  readonly secret: string;
  readonly now: () => number;
  readonly log: Log;
}

export interface WebhookSender {
  readonly send: StandInOptions['happened'];
  /** Aborts running requests. */
  stop(): void;
}

const TRIES = 3;
const TIMEOUT_MS = 10_000;
const AGAIN_AFTER_MS = 1_000;

/** Sends signed webhooks as the provider does. The server finds lost events by polling. */
export function createWebhookSender(options: WebhookSenderOptions): WebhookSender {
  const { url, secret, now, log } = options;
  const ending = new AbortController();
  const post = async (payload: string): Promise<void> => {
    const { default: Library } = await import('stripe');
    for (let tries = 1; ; tries += 1) {
      const timestamp = Math.floor(now() / 1_000);
      const headers = {
        'content-type': 'application/json',
        'stripe-signature': Library.webhooks.generateTestHeaderString({
          payload,
          secret,
          timestamp,
        }),
      };
      const signal = AbortSignal.any([ending.signal, AbortSignal.timeout(TIMEOUT_MS)]);
      const { ok, status } = await fetch(url(), { method: 'POST', headers, body: payload, signal });
      if (ok) return;
      if (tries === TRIES) throw new Error(`the webhook was refused with ${status}`);
      await delay(AGAIN_AFTER_MS, undefined, { signal: ending.signal });
    }
  };
  return {
    send: (type, intent) => {
      post(eventOf(type, intent, now())).catch((error: unknown) => {
        if (!ending.signal.aborted) log.warn({ err: error, type }, 'a webhook was not delivered');
      });
    },
    stop: () => ending.abort(),
  };
}
