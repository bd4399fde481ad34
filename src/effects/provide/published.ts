import type { PublicConfig } from '#machines/contract/calls/site.ts';
import { DEFAULT_ENTRY_FEE } from '#machines/contract/limits.ts';
import { MESSAGES } from '#machines/contract/messages.ts';
import { type Outcome, success } from '#machines/contract/outcome.ts';
import { publishedMachine } from '#machines/published.ts';
import type { Texts } from '../api.ts';
import type { Runtime } from '../runtime.ts';
import { promiseActor } from './effect.ts';

/** What the server publishes; of a backend that publishes nothing, what the page and the specification say. */
export async function loadPublished(
  { call, brand, clock, paymentKey }: Runtime,
  texts: Texts,
  signal?: AbortSignal,
): Promise<Outcome<PublicConfig>> {
  const answer = await call('config', {}, texts, signal);
  if (answer.ok || answer.status !== 404) return answer;
  return success({
    brand,
    entryFee: DEFAULT_ENTRY_FEE,
    ...(paymentKey === ''
      ? { payments: 'off' }
      : { payments: 'stripe', stripePublishableKey: paymentKey }),
    model: true,
    inspector: 'nobody',
    serverTime: clock.now(),
  });
}

export const providePublished = (runtime: Runtime) =>
  publishedMachine.provide({
    actors: {
      load: promiseActor<{ readonly query: null }, PublicConfig>((_, signal) =>
        loadPublished(runtime, { fallback: MESSAGES.unexpected }, signal),
      ),
    },
  });
