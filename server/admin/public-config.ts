import type { PublicConfig } from '#machines/admin/site-calls.ts';
import type { Config } from '#server/config.ts';
import type { Handlers } from '#server/http/route.ts';
import { STAND_IN_PUBLISHABLE_KEY } from '#server/payment/stand-in/plugin.ts';
import { hostsOf, joinOrigin } from './hosts.ts';

export interface ConfigServices {
  readonly config: Pick<Config, 'appUrl' | 'brand' | 'host' | 'port' | 'stripe' | 'terms'>;
  readonly now: () => number;
  readonly entryFee: PublicConfig['entryFee'];
  /** Read at each request. */
  readonly payments: () => PublicConfig['payments'];
  /** Whether a language model is configured. */
  readonly model: boolean;
  readonly days: () => NonNullable<PublicConfig['days']>;
  readonly inspector: () => Promise<PublicConfig['inspector']>;
  /**
   * Returns the title of the live show, else of the last live show, and whether a show of a season is live or has ended.
   */
  readonly shows: () => Promise<{
    readonly current: string | undefined;
    readonly hasSeasons: boolean;
  }>;
}

/** The entry fee: label, requested amount and accepted amount all derive from it (decisions §6). */
export const entryFeeOf = (cents: number): PublicConfig['entryFee'] => ({
  amount: cents,
  currency: 'usd',
  label: `$${(cents / 100).toFixed(2)}`,
});

export const configHandlers = ({
  config,
  now,
  entryFee,
  payments,
  model,
  inspector,
  days,
  shows,
}: ConfigServices) =>
  ({
    config: async () => {
      const mode = payments();
      const access = await inspector();
      const { current, hasSeasons } = await shows();
      return {
        brand: config.brand,
        entryFee,
        payments: mode,
        ...(mode === 'off'
          ? {}
          : { stripePublishableKey: config.stripe?.publishableKey ?? STAND_IN_PUBLISHABLE_KEY }),
        model,
        inspector: access,
        ...(current !== undefined && { show: current }),
        ...(hasSeasons && { hasSeasons: true as const }),
        joinOrigin: joinOrigin(config),
        ...(access === 'everybody' ? { hosts: hostsOf(config.host) } : {}),
        terms: config.terms,
        days: days(),
        serverTime: now(),
      };
    },
  }) satisfies Handlers;
