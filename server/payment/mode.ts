import type { PublicConfig } from '#machines/admin/site-calls.ts';
import type { Config } from '#server/config.ts';
import type { ProviderName } from './store.ts';

type Settings = Pick<Config, 'stripe' | 'entryFeeCents'>;

/** Who takes the payments; null: nobody, because the local stand-in is never a shop. */
export function providerOf(
  { stripe }: Pick<Settings, 'stripe'>,
  isDevelopment: boolean,
): ProviderName | null {
  if (stripe !== null) return stripe.secretKey.includes('_live_') ? 'live' : 'test';
  return isDevelopment ? 'stand-in' : null;
}

/** What clients are told (decisions §8). */
export function paymentsOf(settings: Settings, isDevelopment: boolean): PublicConfig['payments'] {
  const provider = providerOf(settings, isDevelopment);
  if (settings.entryFeeCents === 0 || provider === null) return 'off';
  return provider === 'stand-in' ? 'test' : 'stripe';
}
