/**
 * `npm run load [viewers ...] [--pinned] [--guests] [--processes N] [--shows N] [--shared] [--rounds N] [--profile FOLDER] [--node OPTION]`:
 * plays rounds of a show with the whole audience connected, which behaves like the shipped page. In each round a
 * question is released, and all viewers answer within five seconds, while one in twenty loses the connection and one in
 * twenty opens the leaderboard; the round ends when all events have arrived. Prints the median and the spread of the rounds beside their floor in
 * the same run, and beside the same answers without connected viewers; asserts nothing. With `--pinned` the servers and
 * the floor share a core, and the audience has the others (Linux with `taskset`), so that none waits for the other. With
 * `--guests` the viewers first join as guests by a code, as fast as the server allows for one address. With several processes, or `--shared`,
 * the store is PostgreSQL, with Redis between the processes. With as many shows as processes, each process has the members of one show, and all
 * shows play at the same time.
 */
import type { ChildProcess } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { calls, type ReplyOf } from '#machines/contract/calls.ts';
import { DEFAULT_BRAND } from '#machines/contract/brand.ts';
import { ROLE } from '#machines/contract/roles.ts';
import { type Client, clientOf } from '#tests/support/client.ts';
import { freshDatabase } from '#tests/support/postgres.ts';
import { removeDataDir, type RunningServer, startProcess } from '#tests/support/process.ts';
import { startRedisServer } from '#tests/support/redis-server.ts';
import { createShow, type StagedShow } from '#tests/support/staged-show.ts';
import { openStore, SEED_SECRET, type SeededUser, seedUsers } from '#tests/support/seed.ts';
import {
  ask,
  keepOffServerCore,
  ON_SERVER_CORE,
  receive,
  spread,
  start,
  startReady,
} from './driver.ts';
import { createQuestion, openQuestion } from '#tests/support/questions.ts';

const OVER_MS = 5_000;
const CONNECTIONS = 200;
const RECONNECTING = 0.05;
const BROWSING = 0.05;
/** Longer than the pause between two broadcasts of boards, ms. */
const QUIET_MS = 6_000;
/** The number of viewers whose points are compared with the store at the end. */
const COMPARED = 50;

const quantilesSchema = z.object({ p50: z.number(), p99: z.number(), most: z.number() });
type Quantiles = z.infer<typeof quantilesSchema>;
const seenSchema = z.object({ seen: z.number(), lastAt: z.number() });
const connectedSchema = z.object({
  connected: z.number(),
  tookMs: z.number(),
  statuses: z.record(z.string(), z.number()),
});
const postedSchema = quantilesSchema.extend({
  statuses: z.record(z.string(), z.number()),
  tookMs: z.number(),
  answeredAt: z.array(z.number()),
});
type Posted = z.infer<typeof postedSchema>;
const settledSchema = z.object({
  settled: z.literal(true),
  messages: z.number(),
  untold: z.number(),
  points: quantilesSchema,
  pointsOnReturn: quantilesSchema,
  ranks: quantilesSchema,
  boards: quantilesSchema,
  daily: z.array(z.nullable(z.number())),
});

const COLUMNS = ['watched', 'nobody watches', 'floor'] as const;
type Column = (typeof COLUMNS)[number];
const line = (what: string, value: string, column: Column = 'watched'): void => {
  console.log(`${what.padEnd(50)} ${column.padEnd(15)} ${value}`);
};
const three = ({ p50, p99, most }: Quantiles): number[] => [p50, p99, most];

/** The figures of all rounds: each is one number, or three quantiles. */
function createFigures() {
  const figures = new Map<string, { column: Column; what: string; rounds: number[][] }>();
  const counts = new Map<string, Record<string, number>>();
  return {
    add: (what: string, values: readonly number[], column: Column = 'watched'): void => {
      const figure = figures.get(`${what} ${column}`) ?? { column, what, rounds: [] };
      figure.rounds.push([...values]);
      figures.set(`${what} ${column}`, figure);
    },
    count: (what: string, some: Readonly<Record<string, number>>): void => {
      const sums = counts.get(what) ?? {};
      for (const [key, number] of Object.entries(some)) sums[key] = (sums[key] ?? 0) + number;
      counts.set(what, sums);
    },
    print: (): void => {
      for (const { what, column, rounds } of figures.values()) {
        const [first = []] = rounds;
        const cells = first.map((_, index) => spread(rounds.map((round) => round[index] ?? 0)));
        line(what, cells.join(' / '), column);
      }
      for (const [what, sums] of counts) line(what, JSON.stringify(sums));
    },
  };
}

/** Reads the metrics of all processes. The delay of the event loop is that since the last time. */
async function readMetrics(urls: readonly string[]) {
  const texts = await Promise.all(urls.map(async (url) => (await fetch(`${url}/metrics`)).text()));
  const valuesOf = (name: string): number[] =>
    texts.map((text) =>
      Number(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)`, 'm').exec(text)?.[1] ?? Number.NaN),
    );
  const sumOf = (name: string): number => valuesOf(name).reduce((sum, value) => sum + value, 0);
  return {
    cpuMs: sumOf('process_cpu_seconds_total') * 1_000,
    rss: sumOf('process_resident_memory_bytes'),
    loopDelayMs: Math.max(...valuesOf('nodejs_eventloop_lag_p99_seconds')) * 1_000,
  };
}

/** Answers distributed like a real audience's: a few common ones, and a long tail. */
const answerTexts = (count: number): string[] =>
  Array.from({ length: count }, (_, index) =>
    index % 3 === 0
      ? `answer ${String.fromCodePoint(97 + (index % 20)).repeat(6)}`
      : `common ${['towel', 'umbrella', 'sunscreen', 'water'][index % 4] ?? ''}`,
  );

interface Options {
  readonly processes: number;
  /** The number of shows; with several, each has its own part of the viewers as members. */
  readonly shows: number;
  /** Use PostgreSQL and Redis even with one process. */
  readonly isShared: boolean;
  readonly rounds: number;
  /** Whether the servers have a core of their own. */
  readonly isPinned: boolean;
  /** Whether the viewers join as guests. */
  readonly guests: boolean;
  /** The folder for a CPU profile of each server; undefined: no profile. */
  readonly profile: string | undefined;
  /** Options of Node.js for each server, like `--max-semi-space-size=64`. */
  readonly node: readonly string[];
}

/** Starts the servers of one show, with accounts written directly into the store. */
async function openShow(count: number, { processes, isShared, isPinned, profile, node }: Options) {
  const dataDir = await mkdtemp(join(tmpdir(), 'load-'));
  const shared = processes > 1 || isShared;
  const postgres = shared ? await freshDatabase() : null;
  const redis = shared ? await startRedisServer() : null;
  const env = {
    JWT_SECRET: SEED_SECRET,
    ...(postgres !== null && { DATABASE_URL: postgres.url }),
    ...(redis !== null && { REDIS_URL: redis.url }),
  };
  const db = await openStore(dataDir, postgres?.url ?? null);
  const viewers = await seedUsers(db, count, ROLE.home, 'viewer');
  const [admin] = await seedUsers(db, 1, ROLE.admin, 'producer');
  await db.close();
  if (admin === undefined) throw new Error('no admin was seeded');
  const profiling = profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`];
  const nodeOptions = [...node, ...profiling];
  const servers: RunningServer[] = [];
  for (let number = 0; number < processes; number += 1)
    servers.push(
      await startProcess({ dataDir, env, nodeOptions, under: isPinned ? ON_SERVER_CORE : [] }),
    );
  return {
    urls: servers.map(({ url }) => url),
    viewers,
    admin,
    close: async () => {
      await Promise.all(servers.map((server) => server.stop()));
      await redis?.stop();
      await postgres?.drop();
      await removeDataDir(dataDir);
    },
  };
}

/** Calls `joinOne` for every number below `count`, as many at a time as there are connections. */
async function joinAll(count: number, joinOne: (index: number) => Promise<void>): Promise<void> {
  for (let first = 0; first < count; first += CONNECTIONS)
    await Promise.all(
      Array.from({ length: Math.min(CONNECTIONS, count - first) }, (_, index) =>
        joinOne(first + index),
      ),
    );
}

/** Joins a show, with a token as an account. Who is refused retries when the server allows it. */
async function joinShow(
  client: Client,
  { rundown }: Pick<StagedShow, 'rundown'>,
  { index, ...account }: { index: number; token?: string },
): Promise<ReplyOf<'joinShow'>> {
  const code = rundown().join?.code ?? '';
  const body = { code, name: `Guest ${index}`, requestId: `a-guest-of-the-load-${index}` };
  const { status, headers, body: reply } = await client.call('joinShow', { ...account, body });
  if (status !== 429) return calls.joinShow.reply.parse(reply);
  await delay(1_000 * Number(headers.get('retry-after')));
  return joinShow(client, { rundown }, { index, ...account });
}

/** Lets guests join at the same time from one address. */
async function joinAsGuests(client: Client, { token }: Pick<SeededUser, 'token'>, count: number) {
  const show = await createShow(client, token, 'Guests', []);
  const startedAt = performance.now();
  const viewers: { id: string; token: string }[] = [];
  await joinAll(count, async (index) => {
    const { session } = await joinShow(client, show, { index });
    if (session !== null) viewers[index] = { id: session.user.id, token: session.token };
  });
  return { viewers, tookMs: performance.now() - startedAt };
}

/** Creates shows that the viewers join in turns. */
async function joinShows(
  client: Client,
  { token }: Pick<SeededUser, 'token'>,
  viewers: readonly SeededUser[],
  count: number,
): Promise<StagedShow[]> {
  const shows: StagedShow[] = [];
  for (let number = 0; number < count; number += 1) {
    const show = await createShow(client, token, `Show ${number}`, []);
    await show.act({ type: 'joining', joining: 'code' });
    await show.act({ type: 'goLive' });
    shows.push(show);
  }
  await joinAll(viewers.length, async (index) => {
    const [show, viewer] = [shows[index % count], viewers[index]];
    if (show === undefined || viewer === undefined) return;
    await joinShow(client, show, { index, token: viewer.token });
  });
  return shows;
}

const asWebSockets = (urls: readonly string[]): string[] =>
  urls.map((url) => url.replace('http', 'ws'));
/** Answers of viewers, who belong to the game sessions in turns. */
const bodiesFor = (gameSessionIds: readonly string[]): string[] =>
  gameSessionIds.flatMap((_, part) =>
    answerTexts(997).map((answerText, index) => {
      const viewer = 997 * part + index;
      return JSON.stringify({
        gameSessionId: gameSessionIds[viewer % gameSessionIds.length],
        answerText,
      });
    }),
  );

const post = (
  by: ChildProcess,
  at: readonly string[],
  as: readonly string[],
  ...gameSessionIds: readonly string[]
): Promise<Posted> =>
  ask(
    by,
    {
      do: 'post',
      urls: at,
      tokens: as,
      bodies: bodiesFor(gameSessionIds),
      overMs: OVER_MS,
      connections: CONNECTIONS,
    },
    postedSchema,
  );

/**
 * Creates a question in each show, without shows one in the house show. Returns the game sessions, and what releases
 * them.
 */
async function createQuestions(
  client: Client,
  token: string,
  shows: readonly StagedShow[],
  number: number,
) {
  if (shows.length > 0) {
    for (const show of shows) {
      const former = show.rundown().items.at(-1);
      if (former !== undefined) {
        await show.act({ type: 'close', itemId: former.id });
        await show.settle(number - 2, 'lock');
        await show.settle(number - 2, 'publish');
      }
      await show.act({ type: 'add', questions: [{ text: `Question ${number}` }] });
    }
    return {
      gameSessionIds: shows.map((show) => show.item(number - 1).gameSessionId),
      release: () => Promise.all(shows.map((show) => show.release(number - 1))),
    };
  }
  const { id, gameSessionId } = await createQuestion(client.ok, token);
  return {
    gameSessionIds: [gameSessionId],
    release: () => client.ok('releaseHome', { token, params: { id }, body: {} }),
  };
}

async function measure(count: number, options: Options): Promise<void> {
  const { processes, rounds, isPinned } = options;
  const opened = await openShow(count, options);
  const { urls, admin } = opened;
  const [url = ''] = urls;
  const client = clientOf(url, DEFAULT_BRAND);
  const guests = options.guests ? await joinAsGuests(client, admin, count) : null;
  const show = { ...opened, viewers: guests?.viewers ?? opened.viewers };
  const shows =
    options.shows > 1 ? await joinShows(client, admin, opened.viewers, options.shows) : [];
  const { viewers } = show;
  const tokens = viewers.map(({ token }) => token);
  const floor = start('tests/load/floor.ts', isPinned ? ON_SERVER_CORE : []);
  const { port } = await receive(floor, z.object({ port: z.number() }));
  const floorUrl = `http://127.0.0.1:${port}`;
  /** A separate process sends the answers of people who have no connection. */
  const poster = await startReady('tests/load/players.ts');

  const { token } = admin;
  const figures = createFigures();
  console.log(
    `\n${count} viewers, ${processes} ${processes === 1 ? 'process' : 'processes'}, ${isPinned ? 'on one core' : 'on the cores that the audience shares'}`,
  );
  console.log(
    `milliseconds: p50 / p99 / most; median of ${rounds} rounds (least to most); counts are of all rounds`,
  );
  if (guests !== null) line('guests: all have joined after, s', (guests.tookMs / 1_000).toFixed(1));

  // The same answers without an audience: to the floor, and to a question that no connected viewer sees.
  const { tokens: floorTokens } = await ask(
    floor,
    { do: 'sign', count },
    z.object({ tokens: z.array(z.string()) }),
  );
  const notePosted = ({ statuses, ...took }: Posted, column: Column): void => {
    figures.add('answers: acknowledged after', three(took), column);
    figures.count(`answers, ${column}: replies by status`, statuses);
  };
  for (let number = 1; number <= rounds; number += 1) {
    notePosted(await post(poster, [floorUrl], floorTokens, 'floor'), 'floor');
    const unwatched = await openQuestion(client.ok, token);
    notePosted(await post(poster, urls, tokens, unwatched.gameSessionId), 'nobody watches');
    await client.ok('revokeHome', { token, params: { id: unwatched.id } });
    await delay(QUIET_MS);
  }

  const { rss: rssBefore } = await readMetrics(urls);
  const audience = await startReady('tests/load/players.ts');
  const joined = await ask(
    audience,
    { do: 'connect', urls: asWebSockets(urls), tokens, bare: false },
    connectedSchema,
  );
  const { rss: rssAfter } = await readMetrics(urls);
  const bare = await startReady('tests/load/players.ts');
  await ask(
    bare,
    { do: 'connect', urls: asWebSockets([floorUrl]), tokens: tokens.map(() => ''), bare: true },
    connectedSchema,
  );
  const settle = (answeredAt: readonly number[] = []) =>
    ask(audience, { do: 'settle', answeredAt }, settledSchema);
  await settle();

  const release = async (by: ChildProcess, marker: string, act: () => Promise<unknown>) => {
    await ask(by, { do: 'await', marker }, z.object({ armed: z.literal(true) }));
    const report = receive(by, seenSchema);
    const startedAt = performance.timeOrigin + performance.now();
    await act();
    const { seen, lastAt } = await report;
    return { lastMs: lastAt - startedAt, left: count - seen };
  };
  const frame = `42["question-released",${JSON.stringify({ filler: 'x'.repeat(600) })}]`;
  const noteRelease = (
    { lastMs, left }: { lastMs: number; left: number },
    column: Column,
  ): void => {
    figures.add('release: click to the last viewer', [lastMs], column);
    figures.count('release: viewers left out', { [column]: left });
  };
  for (let number = 1; number <= rounds; number += 1) {
    const broadcast = () =>
      ask(floor, { do: 'broadcast', text: frame }, z.object({ cpuMs: z.number() }));
    noteRelease(await release(bare, '"question-released"', broadcast), 'floor');
  }
  bare.kill();

  for (let number = 1; number <= rounds; number += 1) {
    const { gameSessionIds, ...question } = await createQuestions(client, token, shows, number);
    await settle();
    const before = await readMetrics(urls);
    const startedAt = performance.now();
    const released = await release(audience, '"question-released"', question.release);
    const [posted, , { boardStatuses }] = await Promise.all([
      post(audience, urls, tokens, ...gameSessionIds),
      ask(
        audience,
        { do: 'reconnect', share: RECONNECTING, overMs: OVER_MS },
        z.object({ reconnected: z.number() }),
      ),
      ask(
        audience,
        { do: 'browse', share: BROWSING, overMs: OVER_MS },
        z.object({ boardStatuses: z.record(z.string(), z.number()) }),
      ),
    ]);
    const settled = await settle(posted.answeredAt);
    const { cpuMs, loopDelayMs } = await readMetrics(urls);
    noteRelease(released, 'watched');
    notePosted(posted, 'watched');
    figures.add('own points after the own answer', three(settled.points));
    figures.add('the same, where the line was lost', three(settled.pointsOnReturn));
    figures.add('ranks after the last answer', three(settled.ranks));
    figures.add('boards after the last answer', three(settled.boards));
    figures.add('frames a viewer', [settled.messages]);
    figures.add('server CPU a viewer, ms', [(cpuMs - before.cpuMs) / count]);
    figures.add('length of the round, s', [(performance.now() - startedAt) / 1_000]);
    figures.add('event loop delay p99 (of the process with most)', [loopDelayMs]);
    figures.count('leaderboard, of one in twenty: by status', boardStatuses);
    figures.count('viewers', {
      'without points': settled.untold,
      [`of ${COMPARED}, with points that the store does not have`]: await countStale(
        show,
        settled.daily,
      ),
    });
  }
  figures.print();
  line('arriving: page and settings, by status', JSON.stringify(joined.statuses));
  line('joining: ms a viewer', (joined.tookMs / count).toFixed(2));
  line(
    'memory, MB: before the viewers; with them',
    [rssBefore, rssAfter].map((each) => (each / 1_048_576).toFixed(0)).join('; '),
  );

  audience.kill();
  poster.kill();
  floor.kill();
  await show.close();
}

/** Counts viewers, in a sample, whose last event has other points for today than the store. */
async function countStale(
  {
    urls: [url = ''],
    viewers,
  }: { urls: readonly string[]; viewers: readonly { id: string; token: string }[] },
  daily: readonly (number | null)[],
): Promise<number> {
  let stale = 0;
  const step = Math.max(1, Math.floor(viewers.length / COMPARED));
  for (let index = 0; index < viewers.length; index += step) {
    const viewer = viewers[index];
    if (viewer === undefined) continue;
    const answer = await fetch(`${url}/api/game-sessions/user-points/${viewer.id}/daily`, {
      headers: { authorization: `Bearer ${viewer.token}` },
    });
    const { total_points: points } = z
      .object({ total_points: z.number() })
      .parse(await answer.json());
    if (points !== daily[index]) stale += 1;
  }
  return stale;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    processes: { type: 'string', default: '1' },
    shows: { type: 'string', default: '1' },
    shared: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '5' },
    guests: { type: 'boolean', default: false },
    pinned: { type: 'boolean', default: false },
    profile: { type: 'string' },
    node: { type: 'string', multiple: true, default: [] },
  },
});
if (values.pinned) keepOffServerCore();
const counts = positionals.map(Number).filter(Number.isInteger);
for (const count of counts.length > 0 ? counts : [1_000, 5_000, 10_000])
  await measure(count, {
    processes: Number(values.processes),
    shows: Number(values.shows),
    isShared: values.shared,
    rounds: Number(values.rounds),
    guests: values.guests,
    isPinned: values.pinned,
    profile: values.profile,
    node: values.node,
  });
