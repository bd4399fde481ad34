import { m } from 'messages';
import { EventEmitter, once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Config } from '#server/config.ts';
import { createHttp, type HttpOptions } from '#server/http/server.ts';
import { ApiError } from '#server/http/route.ts';
import { createLog } from '#server/log.ts';
import { until } from '#tests/support/process.ts';

it('every wait has a limit', async () => {
  const http = createHttp({
    config: { appUrl: 'http://localhost:3000', trustProxy: false },
    log: createLog('silent'),
    now: () => 0,
    measure: () => {},
  });
  await http.ready();
  const { headersTimeout, requestTimeout, keepAliveTimeout, timeout } = http.server;
  expect({ headersTimeout, requestTimeout, keepAliveTimeout, timeout }).toEqual({
    headersTimeout: 10_000,
    requestTimeout: 15_000,
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
])('trusts proxies as configured: %j', async (trustProxy, address) => {
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

/** A server whose clock is set by the test; `/at` returns when a request was received. */
function atClock(more: Partial<HttpOptions> = {}) {
  const clock = { now: 1_000, asked: 0 };
  const http = createHttp({
    config: { appUrl: 'http://localhost:3000', trustProxy: false },
    log: createLog('silent'),
    now: () => {
      clock.asked += 1;
      return clock.now;
    },
    measure: () => {},
    ...more,
  });
  onTestFinished(() => http.close());
  const open = async (): Promise<{ socket: Socket; heard: () => string }> => {
    const { hostname, port } = new URL(await http.listen({ port: 0, host: '127.0.0.1' }));
    const socket = connect(Number(port), hostname);
    let heard = '';
    socket.on('data', (chunk: Buffer) => {
      heard += chunk.toString();
    });
    await once(socket, 'connect');
    onTestFinished(() => void socket.destroy());
    return { socket, heard: () => heard };
  };
  return { http, clock, open };
}
const head = (path: string, length: number): string =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;

const chunkedHead = (path: string): string =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`;
/** A body in chunks of 80 kB, more than a stream buffers while it is not read. */
const inChunks = (body: string): string =>
  `${(body.match(/.{1,80000}/g) ?? []).map((part) => `${part.length.toString(16)}\r\n${part}\r\n`).join('')}0\r\n\r\n`;

describe('a request is received', () => {
  it('when its whole body has arrived, not its headers', async () => {
    const { http, clock, open } = atClock();
    http.post('/at', ({ receivedAt }) => ({ receivedAt }));
    const { socket, heard } = await open();
    socket.write(`${head('/at', 7)}{"a"`);
    await until('the headers are there', () => clock.asked === 1);
    clock.now = 51_000;
    socket.write(':1}');
    await until('it is answered', () => heard().includes('}'));
    expect(heard()).toContain('{"receivedAt":51000}');
  });

  it('when its body has arrived, however long authentication takes', async () => {
    const { http, clock, open } = atClock();
    const door = new EventEmitter();
    const opened = once(door, 'open');
    http.post('/at', { onRequest: async () => void (await opened) }, ({ receivedAt }) => ({
      receivedAt,
    }));
    const { socket, heard } = await open();
    socket.write(`${head('/at', 7)}{"a"`);
    await until('the headers are there', () => clock.asked === 1);
    clock.now = 1_200;
    socket.write(':1}');
    await until('the body is there', () => clock.asked === 2);
    clock.now = 9_000;
    door.emit('open');
    await until('it is answered', () => heard().includes('receivedAt'));
    expect(heard()).toContain('{"receivedAt":1200}');
  });

  it('when its headers have arrived, without a body', async () => {
    const { http, clock, open } = atClock();
    http.get('/at', ({ receivedAt }) => ({ receivedAt }));
    const { socket, heard } = await open();
    socket.write('GET /at HTTP/1.1\r\nHost: x\r\n\r\n');
    await until('it is answered', () => heard().includes('receivedAt'));
    expect(heard()).toContain(`{"receivedAt":${clock.now}}`);
  });
});

const letIn = () => Promise.resolve();
const refuse = (status = 401) => Promise.reject(new ApiError(status, 'No.'));

describe('a body', () => {
  it.each<[string, () => Promise<void>, string[]]>([
    ['that is waited for', letIn, []],
    ['of a request that was refused', () => refuse(), ['401']],
  ])('that does not arrive, %s, ends the connection', async (_, onRequest, before) => {
    const { http, open } = atClock({ timing: { headersMs: 100, requestMs: 150, checkMs: 20 } });
    http.post('/at', { onRequest }, () => ({}));
    const { socket, heard } = await open();
    socket.write(`${head('/at', 7)}{"a"`);
    await once(socket, 'close');
    const statuses = heard().match(/(?<=HTTP\/1\.1 )\d+/g);
    expect(statuses).toEqual([...before, '408']);
    expect(heard().endsWith(JSON.stringify({ error: m.serverTooSlow() }))).toBe(true);
  });

  it('of a refused request leaves the connection to the next one', async () => {
    const { http, open } = atClock();
    http.post('/closed', { onRequest: () => refuse() }, () => ({}));
    http.get('/open', () => ({ is: 'open' }));
    const { socket, heard } = await open();
    socket.write(head('/closed', 90_000));
    await until('it is refused', () => heard().includes(' 401 '));
    socket.write(`${'x'.repeat(90_000)}GET /open HTTP/1.1\r\nHost: x\r\n\r\n`);
    await until('the next is answered', () => heard().includes('{"is":"open"}'));
    expect(heard()).toContain(' 200 OK');
  });

  it.each(
    [401, 403, 404, 429].flatMap((status) => [
      [
        status,
        'with its length',
        (body: string) => `${head('/closed', body.length)}${body}`,
      ] as const,
      [
        status,
        'in chunks',
        (body: string) => `${chunkedHead('/closed')}${inChunks(body)}`,
      ] as const,
    ]),
  )('of a request that is refused by %s, %s, delays no other one', async (status, _, of) => {
    const { http, open } = atClock();
    // Wait a turn, like a route that loads the account.
    http.post('/closed', { onRequest: () => nextTurn().then(() => refuse(status)) }, () => ({}));
    http.get('/open', () => ({ is: 'open' }));
    const { socket, heard } = await open();
    for (const [index, bytes] of [1_000, 66_000, 99_000, 400_000].entries()) {
      socket.write(of('x'.repeat(bytes)));
      socket.write('GET /open HTTP/1.1\r\nHost: x\r\n\r\n');
      await until('the next is answered', () => heard().split('{"is":"open"}').length > index + 1);
    }
    expect(heard().match(/(?<=HTTP\/1\.1 )\d+/g)).toEqual(
      Array.from({ length: 4 }, () => [String(status), '200']).flat(),
    );
  });

  it.each([
    ['with its length', (body: string) => `${head('/open', body.length)}${body}`],
    ['in chunks', (body: string) => `${chunkedHead('/open')}${inChunks(body)}`],
  ])('that is too long, %s, ends the connection with its reply', async (_, of) => {
    const { http, open } = atClock();
    http.post('/open', () => ({}));
    const { socket, heard } = await open();
    const closed = once(socket, 'close');
    socket.write(of('x'.repeat(150_000)));
    await closed;
    expect(heard()).toContain(' 413 ');
    expect(heard().endsWith(JSON.stringify({ error: m.serverTooLarge() }))).toBe(true);
  });
});
