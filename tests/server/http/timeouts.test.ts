import { expect, it } from 'vitest';
import type { Config } from '#server/config.ts';
import { createHttp } from '#server/http/server.ts';
import { createLog } from '#server/log.ts';

it('waits for nobody for ever', async () => {
  const http = createHttp({
    config: { appUrl: 'http://localhost:3000', trustProxy: false },
    log: createLog('silent'),
    now: () => 0,
    measure: () => {},
  });
  await http.ready();
  const { headersTimeout, requestTimeout, keepAliveTimeout, timeout } = http.server;
  expect({ headersTimeout, requestTimeout, keepAliveTimeout, timeout }).toEqual({
    headersTimeout: 15_000,
    requestTimeout: 60_000,
    keepAliveTimeout: 65_000,
    timeout: 120_000,
  });
  await http.close();
});

it.each<[Config['trustProxy'], string]>([
  [false, '127.0.0.1'],
  [1, '10.0.0.2'],
  [2, '10.0.0.1'],
  [['127.0.0.1'], '10.0.0.2'],
  [['127.0.0.1', '10.0.0.2'], '10.0.0.1'],
])('believes proxies as far as configured: %j', async (trustProxy, address) => {
  const http = createHttp({
    config: { appUrl: 'http://localhost:3000', trustProxy },
    log: createLog('silent'),
    now: () => 0,
    measure: () => {},
  });
  http.get('/address', (request) => ({ address: request.ip }));
  const url = await http.listen({ port: 0, host: '127.0.0.1' });
  const answer = await fetch(`${url}/address`, {
    headers: { 'x-forwarded-for': '10.0.0.1, 10.0.0.2' },
  });
  expect(await answer.json()).toEqual({ address });
  await http.close();
});
