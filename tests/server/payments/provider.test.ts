import { expect, it } from 'vitest';
import { createLog } from '#server/log.ts';
import { createProvider } from '#server/payment/provider.ts';
import { describeStores } from '#tests/support/databases.ts';
import { SECRET_KEY } from '#tests/support/payment-provider.ts';
import { openFixtureOn } from './fixture.ts';

describeStores('the payment provider', (open) => {
  const openFixture = openFixtureOn(open);

  it('is opened again by the next call after a failure', async () => {
    const { bank, clock } = await openFixture();
    const addresses = ['no address', bank.url];
    const provider = createProvider({
      secretKey: SECRET_KEY,
      apiBase: () => addresses.shift() ?? '',
      now: () => clock.now,
      log: createLog('silent'),
    });
    await expect(provider.retrieve('pi_unknown')).rejects.toThrow('Invalid URL');
    expect(await provider.retrieve('pi_unknown')).toBeNull();
  });
});
