import type { PublicConfig } from '#machines/admin/site-calls.ts';
import type { Config } from '#server/config.ts';
import type { ProviderName } from './store.ts';

type Settings = Pick<Config, 'stripe' | 'entryFeeCents'>;

/** The payment provider; null if there is none, since the stand-in never runs in production. */
export function providerOf(
  { stripe }: Pick<Settings, 'stripe'>,
  isDevelopment: boolean,
): ProviderName | null {
  if (stripe !== null) return stripe.secretKey.includes('_live_') ? 'live' : 'test';
  return isDevelopment ? 'stand-in' : null;
}

/** The payment mode that clients see (decisions §8). */
export function paymentsOf(settings: Settings, isDevelopment: boolean): PublicConfig['payments'] {
  const provider = providerOf(settings, isDevelopment);
  if (settings.entryFeeCents === 0 || provider === null) return 'off';
  return provider === 'stand-in' ? 'test' : 'stripe';
}
