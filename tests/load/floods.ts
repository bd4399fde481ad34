/**
 * `npm run floods [kind ...] [--answers N]`: how long answers take to be acknowledged beside a flood of each kind, on 20 and on 400
 * connections, as a ratio to none in the same run. Server, flood and players are processes of their own and share the machine's cores; all
 * of it is on 127.0.0.1. Prints a table; asserts nothing.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { removeDataDir, type RunningServer, startProcess } from '#tests/support/process.ts';
import { SEED_SECRET, type SeededUser, seedShow } from '#tests/support/seed.ts';

const OVER_MS = 4_000;
const CONNECTIONS = [20, 400];
/** Requests of a flood at most. */
const MOST = 400_000;
/** A flood runs for so long before answers come, and what it has left is over so long after it, ms. */
const SETTLE_MS = 500;
const PLAYERS_CONNECTIONS = 50;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { answers: { type: 'string', default: '400' } },
});
const ANSWERS = Number(values.answers);

const postedSchema = z.object({
  p50: z.number(),
  p99: z.number(),
  statuses: z.record(z.string(), z.number()),
});
const floodedSchema = z.object({
  flooded: z.record(z.string(), z.number()),
  tookMs: z.number(),
});
const readySchema = z.object({ ready: z.literal(true) });

const ROOT = join(import.meta.dirname, '../..');

async function receive<T>(child: ChildProcess, schema: z.ZodType<T>): Promise<T> {
  for (;;) {
    const [message]: unknown[] = await once(child, 'message');
    const parsed = schema.safeParse(message);
    if (parsed.success) return parsed.data;
  }
}
function ask<T>(child: ChildProcess, command: object, schema: z.ZodType<T>): Promise<T> {
  const answer = receive(child, schema);
  child.send(command);
  return answer;
}
async function start(file: string): Promise<ChildProcess> {
  const child = fork(join(ROOT, 'scripts/run.mjs'), [join(ROOT, file)], { cwd: ROOT });
  await receive(child, readySchema);
  return child;
}

const get = (path: string, headers = ''): string =>
  `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept-Encoding: gzip, br\r\n${headers}\r\n`;
const bearer = ({ token }: Pick<SeededUser, 'token'>): string =>
  `Authorization: Bearer ${token}\r\n`;

const signIn = ({ email }: SeededUser): string => {
  const body = JSON.stringify({ email, password: 'not this one' });
  const head = `Content-Type: application/json\r\nContent-Length: ${body.length}`;
  return `POST /api/auth/login HTTP/1.1\r\nHost: 127.0.0.1\r\n${head}\r\n\r\n${body}`;
};

/** The requests of each flood. */
async function floods(viewers: readonly SeededUser[]): Promise<Record<string, readonly string[]>> {
  const assets = await readdir(join(ROOT, 'dist/client/assets'));
  const asset = assets.find((name) => /^app-.*\.js$/.test(name)) ?? '';
  return {
    'API description': [get('/api/openapi.json')],
    'docs page': [
      get('/api/docs'),
      get('/api/docs/static/swagger-ui.css'),
      get('/api/docs/static/swagger-ui-bundle.js'),
    ],
    page: [get('/login')],
    asset: [get(`/assets/${asset}`)],
    leaderboards: viewers.map((viewer) =>
      get('/api/game-sessions/leaderboard-all', bearer(viewer)),
    ),
    'sign-in': viewers.map(signIn),
    'socket handshakes': [get('/socket.io/?EIO=4&transport=polling')],
    'exports refused': viewers.map((viewer) => get('/api/shows/none/export/csv', bearer(viewer))),
  };
}

async function openQuestion({ url }: RunningServer, admin: SeededUser, number: number) {
  const call = async (path: string, body: object): Promise<unknown> => {
    const answer = await fetch(`${url}/api/game-sessions/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${admin.token}` },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  const { question } = z
    .object({ question: z.object({ id: z.string(), game_session_id: z.string() }) })
    .parse(
      await call('generate', {
        question: `Name something people take to the beach ${number}`,
        startTime: new Date().toISOString(),
        endTime: new Date(Date.now() + 3_600_000).toISOString(),
      }),
    );
  await call(`release-question-home/${question.id}`, {});
  return question.game_session_id;
}

const dataDir = await mkdtemp(join(tmpdir(), 'floods-'));
const { viewers, admin } = await seedShow(dataDir, ANSWERS);
const server = await startProcess({ dataDir, env: { JWT_SECRET: SEED_SECRET } });
const players = await start('tests/load/players.ts');
const flooder = await start('tests/load/flooder.ts');
let questions = 0;

interface Flood {
  readonly requests: readonly string[];
  readonly connections: number;
}

/** The times of everybody's answer beside a flood; null: beside none. */
async function measure(flood: Flood | null) {
  questions += 1;
  const gameSessionId = await openQuestion(server, admin, questions);
  if (flood !== null) {
    const port = Number(new URL(server.url).port);
    const command = { do: 'flood', port, most: MOST, ...flood };
    await ask(flooder, command, z.object({ flooding: z.literal(true) }));
    await delay(SETTLE_MS);
  }
  const texts = ['towel', 'umbrella', 'sunscreen', 'water', 'a ball', 'a book'];
  const posted = await ask(
    players,
    {
      do: 'post',
      urls: [server.url],
      tokens: viewers.map(({ token }) => token),
      bodies: texts.map((answerText) => JSON.stringify({ gameSessionId, answerText })),
      overMs: OVER_MS,
      connections: PLAYERS_CONNECTIONS,
    },
    postedSchema,
  );
  const flooded = flood === null ? null : await ask(flooder, { do: 'stop' }, floodedSchema);
  await delay(SETTLE_MS);
  return { posted, flooded };
}

const columns = (what: string, ...cells: readonly string[]): void => {
  console.log([what.padEnd(26), ...cells.map((cell) => cell.padStart(12))].join(' '));
};
const statusesOf = (statuses: Readonly<Record<string, number>>): string =>
  Object.entries(statuses)
    .map(([status, count]) => `${status}: ${count}`)
    .join(', ');

await measure(null);
const { posted: before } = await measure(null);
console.log(
  `\n${ANSWERS} answers in ${OVER_MS / 1_000} s: how long until they are acknowledged, ms`,
);
columns('flood, connections', 'p50', 'p99', 'p99 to none', 'flood a s', '  statuses of the flood');
columns('none', before.p50.toFixed(1), before.p99.toFixed(1), '1.0');
for (const [kind, requests] of Object.entries(await floods(viewers))) {
  if (positionals.length > 0 && !positionals.includes(kind)) continue;
  for (const connections of CONNECTIONS) {
    const { posted, flooded } = await measure({ requests, connections });
    const answered = Object.values(flooded?.flooded ?? {}).reduce((sum, count) => sum + count, 0);
    columns(
      `${kind}, ${connections}`,
      posted.p50.toFixed(1),
      posted.p99.toFixed(1),
      (posted.p99 / before.p99).toFixed(1),
      ((1_000 * answered) / (flooded?.tookMs ?? 1)).toFixed(0),
      `  ${statusesOf(flooded?.flooded ?? {})}`,
    );
    const { '201': stored = 0, ...others } = posted.statuses;
    if (stored < ANSWERS) console.log(`  answers that were not stored: ${statusesOf(others)}`);
  }
}
const { posted: after } = await measure(null);
columns(
  'none, at the end',
  after.p50.toFixed(1),
  after.p99.toFixed(1),
  (after.p99 / before.p99).toFixed(1),
);

for (const child of [players, flooder]) child.kill();
await server.stop();
await removeDataDir(dataDir);
process.exit(0);
