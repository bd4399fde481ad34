/**
 * The floors to which figures are compared, in a separate process: a plain `ws` server that sends one frame to every
 * socket, and a plain Fastify route that verifies the token and parses the body.
 */
import type { Duplex } from 'node:stream';
import { createSigner, createVerifier } from 'fast-jwt';
import fastify from 'fastify';
import { z } from 'zod';
import { WebSocketServer } from 'ws';

const commandSchema = z.discriminatedUnion('do', [
  z.object({ do: z.literal('broadcast'), text: z.string() }),
  z.object({ do: z.literal('sign'), count: z.number() }),
]);
const SECRET = 'a floor has nothing to hide, and this is long enough';
const verify = createVerifier({ key: SECRET, algorithms: ['HS256'] });
const sign = createSigner({ key: SECRET, algorithm: 'HS256' });
const app = fastify();
const raw: Duplex[] = [];
const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false });

app.post(
  '/api/game-sessions/answers',
  {
    schema: {
      body: {
        type: 'object',
        required: ['gameSessionId', 'answerText'],
        properties: { gameSessionId: { type: 'string' }, answerText: { type: 'string' } },
      },
    },
  },
  async (request, reply) => {
    verify((request.headers.authorization ?? '').slice('Bearer '.length));
    return reply.code(201).send({ awardedPoints: 1 });
  },
);
/** A page of a flood: what the flood itself costs, because it shares the machine's cores. */
app.get('/', async () => 'nothing');
await app.listen({ port: 0, host: '127.0.0.1' });
app.server.on('upgrade', (request, socket, head) => {
  sockets.handleUpgrade(request, socket, head, () => raw.push(socket));
});

const say = (report: object): void => void process.send?.(report);

/** An unmasked text frame (RFC 6455 §5.2), which is built once for all sockets. */
function frame(text: string): Buffer {
  const payload = Buffer.from(text);
  const header = Buffer.alloc(payload.length < 126 ? 2 : 4);
  header[0] = 0x81;
  if (payload.length < 126) header[1] = payload.length;
  else {
    header[1] = 126;
    header.writeUInt16BE(payload.length, 2);
  }
  return Buffer.concat([header, payload]);
}

function broadcast(text: string): void {
  const before = process.cpuUsage();
  const framed = frame(text);
  for (const socket of raw) socket.write(framed);
  setTimeout(() => {
    const { user, system } = process.cpuUsage(before);
    say({ cpuMs: (user + system) / 1_000 });
  }, 3_000);
}

process.on('message', (message) => {
  const command = commandSchema.parse(message);
  if (command.do === 'broadcast') broadcast(command.text);
  else {
    say({
      tokens: Array.from({ length: command.count }, (_, index) =>
        sign({ id: `u${index}`, name: 'Floor', email: `u${index}@floor.example`, role_id: 2 }),
      ),
    });
  }
});
const address = app.server.address();
say({ port: typeof address === 'object' && address !== null ? address.port : 0 });
