import { randomBytes } from 'node:crypto';
import { providerOf } from './mode.ts';
import { createProvider } from './provider.ts';
import type { Services } from '#server/services.ts';
import { STAND_IN_PUBLISHABLE_KEY } from './stand-in/plugin.ts';

export type PaymentAccount = ReturnType<typeof paymentAccount>;

/** Returns the payment provider and its keys: the configured provider, or the stand-in. */
export function paymentAccount(
  {
    config,
    developmentMode,
    now,
    log,
  }: Pick<Services, 'config' | 'developmentMode' | 'now' | 'log'>,
  ownUrl: () => string,
) {
  const name = providerOf(config, developmentMode.isOn());
  const { apiBase, ...keys } = config.stripe ?? standInKeys();
  const provider =
    name === null
      ? null
      : {
          name,
          calls: createProvider({
            secretKey: keys.secretKey,
            apiBase: () => apiBase ?? ownUrl(),
            now,
            log,
          }),
        };
  return { ...keys, name, provider };
}

/** Generates the keys of the stand-in, per process, so that no other client can use it. */
function standInKeys() {
  const secret = randomBytes(24).toString('hex');
  return {
    secretKey: `sk_test_${secret}`,
    publishableKey: STAND_IN_PUBLISHABLE_KEY,
    webhookSecret: `whsec_${secret}`,
    apiBase: null,
  };
}
