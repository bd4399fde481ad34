/**
 * `npm run floods [kind ...] [--answers N] [--rounds N] [--pinned] [--profile FOLDER]`: measures how long answers wait
 * for their acknowledgement during a flood of each kind, on 20 and 400 connections. A round has the same answers without
 * a flood, and beside each flood. Server, flood and players are separate processes on 127.0.0.1 that share the machine's
 * cores; with `--pinned` the server has a core, and flood and players have the others. 'bare server' is what a flood
 * costs anyway: a flood of one route of a plain Fastify server, beside the answers to another one. Prints a table with
 * the median and the spread of the rounds; asserts nothing.
 */
import { mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { DEFAULT_BRAND } from '#machines/contract/brand.ts';
import { clientOf } from '#tests/support/client.ts';
import { removeDataDir, startProcess } from '#tests/support/process.ts';
import { SEED_SECRET, type SeededUser, seedShow } from '#tests/support/seed.ts';
import {
  ask,
  keepOffServerCore,
  medianOf,
  ON_SERVER_CORE,
  receive,
  spread,
  start,
  startReady,
} from './driver.ts';
import { openQuestion } from '#tests/support/questions.ts';

const OVER_MS = 4_000;
/** Numbers of connections; 0: no flood. */
const CONNECTIONS = [0, 20, 400];
/** The maximum number of requests of a flood. */
const MOST = 400_000;
/** How long a flood runs before the answers start, and how long to wait for its last requests afterwards, ms. */
const SETTLE_MS = 500;
const PLAYERS_CONNECTIONS = 50;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    answers: { type: 'string', default: '400' },
    rounds: { type: 'string', default: '5' },
    profile: { type: 'string' },
    pinned: { type: 'boolean', default: false },
  },
});
const ANSWERS = Number(values.answers);
const ROUNDS = Number(values.rounds);
const UNDER = values.pinned ? ON_SERVER_CORE : [];
if (values.pinned) keepOffServerCore();

const postedSchema = z.object({
  p50: z.number(),
  p99: z.number(),
  statuses: z.record(z.string(), z.number()),
});
const floodedSchema = z.object({
  flooded: z.record(z.string(), z.number()),
  tookMs: z.number(),
});

/** The flood of the floor instead of the server. */
const BARE = 'bare server';
const ROOT = join(import.meta.dirname, '../..');

const get = (path: string, headers = ''): string =>
  `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept-Encoding: gzip, br\r\n${headers}\r\n`;
const bearer = ({ token }: Pick<SeededUser, 'token'>): string =>
  `Authorization: Bearer ${token}\r\n`;

const post = (path: string, fields: object): string => {
  const body = JSON.stringify(fields);
  const head = `Content-Type: application/json\r\nContent-Length: ${body.length}`;
  return `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${head}\r\n\r\n${body}`;
};

const signIn = ({ email }: SeededUser): string =>
  post('/api/auth/login', { email, password: 'not this one' });

const join10000 = (code: string): string[] =>
  Array.from({ length: 10_000 }, (_, index) =>
    post('/api/join', { code, name: `Guest ${index}`, requestId: `guest-${index}-of-the-flood` }),
  );

/** The requests of each flood. */
async function floods(
  viewers: readonly SeededUser[],
  code: string,
): Promise<Record<string, readonly string[]>> {
  const assets = await readdir(join(ROOT, 'dist/client/assets'));
  const asset = assets.find((name) => /^index-.*\.js$/.test(name)) ?? '';
  return {
    'guests who join': join10000(code),
    'API description': [get('/api/openapi.json')],
    'docs page': [
      get('/api/docs'),
      get('/api/docs/static/swagger-ui.css'),
      get('/api/docs/static/swagger-ui-bundle.js'),
    ],
    [BARE]: [get('/')],
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

const dataDir = await mkdtemp(join(tmpdir(), 'floods-'));
const { viewers, admin } = await seedShow(dataDir, ANSWERS);
const server = await startProcess({
  dataDir,
  env: { JWT_SECRET: SEED_SECRET },
  nodeOptions:
    values.profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${values.profile}`],
  under: UNDER,
});
const client = clientOf(server.url, DEFAULT_BRAND);
const players = await startReady('tests/load/players.ts');
const flooder = await startReady('tests/load/flooder.ts');
const floor = start('tests/load/floor.ts', UNDER);
const { port: floorPort } = await receive(floor, z.object({ port: z.number() }));
const { tokens: floorTokens } = await ask(
  floor,
  { do: 'sign', count: ANSWERS },
  z.object({ tokens: z.array(z.string()) }),
);
const { show } = await client.ok('createShow', {
  token: admin.token,
  body: { title: 'Guests', joining: 'code' },
});
const joinCode = show.rundown.join?.code ?? '';

interface Flood {
  readonly requests: readonly string[];
  readonly connections: number;
}

/** Measures all answers during a flood; null: without one. */
async function measure(kind: string, flood: Flood | null) {
  const isBare = kind === BARE;
  const url = isBare ? `http://127.0.0.1:${floorPort}` : server.url;
  const { gameSessionId } = isBare
    ? { gameSessionId: 'floor' }
    : await openQuestion(client.ok, admin.token);
  if (flood !== null) {
    const port = Number(new URL(url).port);
    const command = { do: 'flood', port, most: MOST, ...flood };
    await ask(flooder, command, z.object({ flooding: z.literal(true) }));
    await delay(SETTLE_MS);
  }
  const texts = ['towel', 'umbrella', 'sunscreen', 'water', 'a ball', 'a book'];
  const posted = await ask(
    players,
    {
      do: 'post',
      urls: [url],
      tokens: isBare ? floorTokens : viewers.map(({ token }) => token),
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
  console.log([what.padEnd(32), ...cells.map((cell) => cell.padStart(18))].join('  '));
};
const statusesOf = (statuses: ReadonlyMap<string, number>): string =>
  Array.from(statuses, ([status, count]) => `${status}: ${count}`).join(', ');
const addTo = (sums: Map<string, number>, counts: Readonly<Record<string, number>>): void => {
  for (const [key, count] of Object.entries(counts)) sums.set(key, (sums.get(key) ?? 0) + count);
};

await measure('', null);
console.log(
  `\n${ANSWERS} answers in ${OVER_MS / 1_000} s: how long until they are acknowledged, ms; median of ${ROUNDS} rounds (least to most)`,
);
columns('flood, connections', 'p50', 'p99', 'p99 to none', 'flood a s', 'statuses of all rounds');
for (const [kind, requests] of Object.entries(await floods(viewers, joinCode))) {
  if (positionals.length > 0 && !positionals.includes(kind)) continue;
  const rows = CONNECTIONS.map((connections) => ({
    connections,
    p50: new Array<number>(),
    p99: new Array<number>(),
    rates: new Array<number>(),
    statuses: new Map<string, number>(),
    answers: new Map<string, number>(),
  }));
  for (let round = 1; round <= ROUNDS; round += 1)
    for (const row of rows) {
      const { connections } = row;
      const flood = connections === 0 ? null : { requests, connections };
      const { posted, flooded } = await measure(kind, flood);
      row.p50.push(posted.p50);
      row.p99.push(posted.p99);
      const replies = Object.values(flooded?.flooded ?? {}).reduce((sum, count) => sum + count, 0);
      row.rates.push((1_000 * replies) / (flooded?.tookMs ?? 1));
      addTo(row.statuses, flooded?.flooded ?? {});
      addTo(row.answers, posted.statuses);
    }
  const without = medianOf(rows[0]?.p99 ?? []);
  for (const { connections, p50, p99, rates, statuses, answers } of rows) {
    columns(
      `${kind}, ${connections}`,
      spread(p50),
      spread(p99),
      (medianOf(p99) / without).toFixed(1),
      medianOf(rates).toFixed(0),
      statusesOf(statuses),
    );
    if ((answers.get('201') ?? 0) < ROUNDS * ANSWERS)
      console.log(`  answers by status: ${statusesOf(answers)}`);
  }
}

for (const child of [players, flooder, floor]) child.kill();
await server.stop();
await removeDataDir(dataDir);
process.exit(0);
