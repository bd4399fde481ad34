/**
 * `npm run bench`: measures the memory of the process per unauthenticated connection in KB, while they are open and
 * after the server has closed them. Asserts nothing.
 */
import { readFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { removeDataDir, startProcess } from '#tests/support/process.ts';

const COUNT = 3_000;
const AT_ONCE = 50;
/** After this time the server should have closed every unauthenticated connection, ms. */
const GONE_MS = 13_000;

const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });

/** The status and body of a reply; null: the connection was cut. */
const call = (
  url: string,
  { method = 'GET', body = '', headers = {} } = {},
): Promise<{ status: number; text: string } | null> =>
  new Promise((resolve) => {
    const sent = request(url, { agent, method, headers }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }));
    });
    sent.on('error', () => resolve(null));
    sent.end(body);
  });

/** Opens a polling session with this greeting; returns whether the server accepted it. */
async function poll(url: string, greeting: string, headers = {}): Promise<boolean> {
  const path = `${url}/socket.io/?EIO=4&transport=polling`;
  const opened = await call(path, { headers });
  if (opened?.status !== 200) return false;
  if (greeting === '') return true;
  const { sid }: { sid: string } = JSON.parse(opened.text.slice(1));
  return (await call(`${path}&sid=${sid}`, { method: 'POST', body: greeting }))?.status === 200;
}

const websocket = (url: string, greeting: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = new WebSocket(
      `${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`,
      { perMessageDeflate: false },
    );
    socket.on('error', () => resolve(false));
    socket.on('message', () => {
      if (greeting !== '') socket.send(greeting);
      resolve(true);
    });
  });

const auth = (bytes: number): string => `40${JSON.stringify({ more: 'x'.repeat(bytes) })}`;
const WAYS: readonly (readonly [string, (url: string) => Promise<boolean>])[] = [
  ['polling, 90 kB of auth', (url) => poll(url, auth(90_000))],
  ['polling, 4 kB of auth', (url) => poll(url, auth(4_000))],
  ['polling, 12 kB of headers', (url) => poll(url, '40', { 'x-more': 'x'.repeat(12_000) })],
  ['polling, no greeting', (url) => poll(url, '')],
  ['polling, half a message', (url) => poll(url, '459-["x"]')],
  ['WebSocket, no greeting', (url) => websocket(url, '')],
  ['WebSocket, 4 kB of auth', (url) => websocket(url, auth(4_000))],
];

const memoryKb = async (pid: number): Promise<number> =>
  Number(/^VmRSS:\s+(\d+)/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]);

async function measure(what: string, connect: (url: string) => Promise<boolean>): Promise<void> {
  const server = await startProcess();
  await connect(server.url);
  const before = await memoryKb(server.pid);
  let taken = 0;
  let most = 0;
  for (let first = 0; first < COUNT; first += AT_ONCE) {
    const each = await Promise.all(Array.from({ length: AT_ONCE }, () => connect(server.url)));
    taken += each.filter(Boolean).length;
    most = Math.max(most, await memoryKb(server.pid));
  }
  await delay(GONE_MS);
  const after = await memoryKb(server.pid);
  const columns = [
    taken,
    (most - before) / 1_024,
    (most - before) / COUNT,
    (after - before) / 1_024,
  ];
  console.log(what.padEnd(28), ...columns.map((value) => value.toFixed(1).padStart(12)));
  await server.stop();
  await removeDataDir(server.dataDir);
}

console.log(`\n${COUNT} connections on which nobody signs in`);
console.log(
  ''.padEnd(28),
  ...['taken', 'MB at most', 'KB each', 'MB after'].map((t) => t.padStart(12)),
);
for (const [what, connect] of WAYS) await measure(what, connect);
process.exit(0);
