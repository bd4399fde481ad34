import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { expect, it, onTestFinished, vi } from 'vitest';
import { boundConnections, type ConnectionBounds } from '#server/http/connections.ts';

/** A server with these limits, and time that the test advances. */
async function bounded(bounds: Partial<ConnectionBounds>) {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const warnings: string[] = [];
  const server: Server = createServer((_request, response) => response.end('here'));
  boundConnections(server, {
    log: { warn: (_details: object, message?: string) => void warnings.push(message ?? '') },
    ...bounds,
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const open = async (): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    onTestFinished(() => void socket.destroy());
    await Promise.all([once(socket, 'connect'), once(server, 'connection')]);
    return socket;
  };
  return { warnings, port, open };
}

const ask = async (socket: Socket): Promise<string> => {
  socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
  const [chunk] = await once(socket, 'data');
  return String(chunk).slice(0, 15);
};

it('closes more connections than open files allow, and logs it once', async () => {
  const { open, port, warnings } = await bounded({ most: 2 });
  const first = await open();
  await open();
  for (let beyond = 0; beyond < 3; beyond += 1) {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    await once(socket, 'close');
  }
  expect(warnings).toEqual(['there are more connections than open files allow']);
  expect(await ask(first)).toBe('HTTP/1.1 200 OK');
});

it('closes the oldest of many connections of one address without requests, and none with a request', async () => {
  const { open, warnings } = await bounded({ mostSilent: 2, most: null });
  const busy = await open();
  expect(await ask(busy)).toBe('HTTP/1.1 200 OK');
  const silent = [await open(), await open()];
  const closed = silent.map((socket) => once(socket, 'close'));
  vi.advanceTimersByTime(2_000);
  const young = [await open(), await open()];
  // They may belong to several users who connect at the same time.
  expect(warnings).toEqual([]);
  vi.advanceTimersByTime(1_000);
  await Promise.all(closed);
  expect(warnings).toEqual(['one address keeps many connections open without a request']);
  vi.advanceTimersByTime(10_000);
  for (const socket of [busy, ...young]) expect(await ask(socket)).toBe('HTTP/1.1 200 OK');
});
