import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { stopAccepting } from '#server/http/stop-accepting.ts';

it('replies to the clients that have connected before, and to no later ones', async () => {
  const server = createServer((_, reply) => reply.end('served')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  // The system connects them at once; the server accepts them when this function waits.
  const replies = Array.from({ length: 20 }, async () => {
    const socket = connect(port, '127.0.0.1');
    socket.end('GET / HTTP/1.1\r\nhost: show.example\r\nconnection: close\r\n\r\n');
    return text(socket);
  });
  await stopAccepting(server);
  const late = connect(port, '127.0.0.1');
  await expect(once(late, 'connect')).rejects.toThrow('ECONNREFUSED');
  for (const reply of await Promise.all(replies)) expect(reply).toMatch(/served$/u);
});
