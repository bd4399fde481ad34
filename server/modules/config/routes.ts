import type { PublicConfig } from '#machines/contract/calls.ts';
import type { Config } from '#server/config.ts';
import type { Handlers } from '#server/http/route.ts';

export interface ConfigServices {
  readonly config: Pick<Config, 'brand' | 'entryFeeCents'>;
  readonly now: () => number;
  readonly payments: PublicConfig['payments'];
  /** Whether a language model can be asked. */
  readonly model: boolean;
}

/** The one price: what is shown, what is asked for and what is accepted derive from it (decisions §6). */
const entryFeeOf = (cents: number): PublicConfig['entryFee'] => ({
  amount: cents,
  currency: 'usd',
  label: `$${(cents / 100).toFixed(2)}`,
});

export const configHandlers = ({ config, now, payments, model }: ConfigServices) =>
  ({
    config: () =>
      Promise.resolve({
        brand: config.brand,
        entryFee: entryFeeOf(config.entryFeeCents),
        payments,
        model,
        serverTime: now(),
      }),
  }) satisfies Handlers;
