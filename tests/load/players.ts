/**
 * The load driver, a process of its own: thousands of players on raw engine.io frames, so that its own
 * cost stays small. Commands come over IPC; see `Command`.
 */
import { Agent, request } from 'node:http';
import { z } from 'zod';
import { WebSocket } from 'ws';

const commandSchema = z.discriminatedUnion('do', [
  z.object({
    do: z.literal('connect'),
    url: z.string(),
    tokens: z.array(z.string()),
    bare: z.boolean(),
  }),
  z.object({ do: z.literal('await'), marker: z.string() }),
  z.object({
    do: z.literal('post'),
    url: z.string(),
    tokens: z.array(z.string()),
    bodies: z.array(z.string()),
    perSecond: z.number(),
    connections: z.number(),
  }),
]);

const sockets: WebSocket[] = [];
let marker: Buffer | null = null;
let seen = 0;
let lastAt = 0;
let messages = 0;

const say = (report: object): void => void process.send?.(report);

function open(url: string, token: string, bare: boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(bare ? url : `${url}/socket.io/?EIO=4&transport=websocket`, {
      perMessageDeflate: false,
    });
    sockets.push(socket);
    socket.on('error', reject);
    if (bare) socket.on('open', resolve);
    socket.on('message', (data) => {
      if (!Buffer.isBuffer(data)) return;
      messages += 1;
      if (data[0] === 0x30) socket.send(`40${JSON.stringify({ token })}`);
      else if (data[0] === 0x32) socket.send('3');
      else if (!bare && data.includes('"snapshot"')) resolve();
      if (marker !== null && data.includes(marker)) {
        seen += 1;
        lastAt = Date.now();
      }
    });
  });
}

async function connect(url: string, tokens: readonly string[], bare: boolean): Promise<void> {
  const startedAt = performance.now();
  for (let first = 0; first < tokens.length; first += 100) {
    await Promise.all(tokens.slice(first, first + 100).map((token) => open(url, token, bare)));
  }
  say({
    connected: sockets.length,
    messages: messages / tokens.length,
    tookMs: performance.now() - startedAt,
  });
}

/** Waits until every socket has seen the marker, or ten seconds have passed without a new one. */
function awaitMarker(text: string): void {
  marker = Buffer.from(text);
  seen = 0;
  lastAt = Date.now();
  say({ armed: true });
  const watch = setInterval(() => {
    if (seen < sockets.length && Date.now() - lastAt < 10_000) return;
    clearInterval(watch);
    marker = null;
    say({ seen, lastAt });
  }, 20);
}

const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

async function post(
  command: Extract<z.infer<typeof commandSchema>, { do: 'post' }>,
): Promise<void> {
  const { url, tokens, bodies, perSecond, connections } = command;
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const statuses: Record<string, number> = {};
  const tookEach: number[] = [];
  const startedAt = performance.now();
  const one = (index: number): Promise<void> =>
    new Promise((resolve) => {
      const sentAt = performance.now();
      const done = (status: number): void => {
        statuses[status] = (statuses[status] ?? 0) + 1;
        tookEach.push(performance.now() - sentAt);
        resolve();
      };
      const body = bodies[index % bodies.length] ?? '{}';
      const call = request(
        url,
        {
          agent,
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(body),
            authorization: `Bearer ${tokens[index] ?? ''}`,
          },
        },
        (answer) => {
          answer.resume();
          answer.on('end', () => {
            done(answer.statusCode ?? 0);
          });
        },
      );
      call.on('error', () => {
        done(0);
      });
      call.end(body);
    });
  const all: Promise<void>[] = [];
  await new Promise<void>((resolve) => {
    const feed = setInterval(() => {
      const due = Math.min(
        tokens.length,
        Math.ceil(((performance.now() - startedAt) / 1_000) * perSecond),
      );
      while (all.length < due) all.push(one(all.length));
      if (all.length === tokens.length) {
        clearInterval(feed);
        resolve();
      }
    }, 5);
  });
  await Promise.all(all);
  agent.destroy();
  tookEach.sort((a, b) => a - b);
  say({
    statuses,
    tookMs: performance.now() - startedAt,
    p50: quantile(tookEach, 0.5),
    p99: quantile(tookEach, 0.99),
  });
}

process.on('message', (raw) => {
  const command = commandSchema.parse(raw);
  if (command.do === 'connect') void connect(command.url, command.tokens, command.bare);
  else if (command.do === 'await') awaitMarker(command.marker);
  else void post(command);
});
say({ ready: true });
