/**
 * `npm run load [players …]`: a release to many connected players, then everybody's answer within
 * five seconds, each beside its floor in the same run. Prints figures; asserts none.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { removeDataDir, startProcess, until } from '#tests/support/process.ts';
import { SEED_SECRET, seedShow, type SeededUser } from '#tests/support/seed.ts';

const seenSchema = z.object({ seen: z.number(), lastAt: z.number() });
const connectedSchema = z.object({
  connected: z.number(),
  messages: z.number(),
  tookMs: z.number(),
});
const postedSchema = z.object({
  statuses: z.record(z.string(), z.number()),
  tookMs: z.number(),
  p50: z.number(),
  p99: z.number(),
});
type Posted = z.infer<typeof postedSchema>;

const ROOT = join(import.meta.dirname, '../..');
const start = (file: string): ChildProcess =>
  fork(join(ROOT, 'scripts/run.mjs'), [join(ROOT, file)], { cwd: ROOT });

async function hear<T>(child: ChildProcess, schema: z.ZodType<T>): Promise<T> {
  for (;;) {
    const [message]: unknown[] = await once(child, 'message');
    const parsed = schema.safeParse(message);
    if (parsed.success) return parsed.data;
  }
}
function ask<T>(child: ChildProcess, command: object, schema: z.ZodType<T>): Promise<T> {
  const answer = hear(child, schema);
  child.send(command);
  return answer;
}

const round = (value: number, digits = 1): string => value.toFixed(digits);
const line = (what: string, ours: string, floor: string, ratio: string): void => {
  console.log(`${what.padEnd(46)} ${ours.padStart(14)} ${floor.padStart(14)} ${ratio.padStart(8)}`);
};

const metric = async (url: string, name: string): Promise<number> => {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)`, 'm').exec(text)?.[1] ?? Number.NaN);
};

/** CPU ms a broadcast took and ms until the last player had it. */
async function broadcastTo(
  players: ChildProcess,
  marker: string,
  broadcast: () => Promise<number>,
): Promise<{ cpuMs: number; lastMs: number; seen: number }> {
  await ask(players, { do: 'await', marker }, z.object({ armed: z.literal(true) }));
  const report = hear(players, seenSchema);
  const startedAt = Date.now();
  const cpuMs = await broadcast();
  const { seen, lastAt } = await report;
  return { cpuMs, lastMs: lastAt - startedAt, seen };
}

const post = (
  players: ChildProcess,
  url: string,
  users: readonly { token: string }[],
  bodies: readonly string[],
): Promise<Posted> =>
  ask(
    players,
    {
      do: 'post',
      url: `${url}/api/game-sessions/answers`,
      tokens: users.map(({ token }) => token),
      bodies,
      perSecond: users.length / 5,
      connections: 200,
    },
    postedSchema,
  );

/** Answers as a real audience gives them: a few common ones, and a long tail. */
const answerTexts = (count: number): string[] =>
  Array.from({ length: count }, (_, index) =>
    index % 3 === 0
      ? `answer ${String.fromCodePoint(97 + (index % 20)).repeat(6)}`
      : `common ${['towel', 'umbrella', 'sunscreen', 'water'][index % 4] ?? ''}`,
  );

async function measure(count: number): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'load-'));
  const { viewers, admin } = await seedShow(dataDir, count);
  const server = await startProcess({ dataDir, env: { JWT_SECRET: SEED_SECRET } });
  const floor = start('tests/load/floor.ts');
  const { port } = await hear(floor, z.object({ port: z.number() }));
  const floorUrl = `http://127.0.0.1:${port}`;

  const call = async (path: string, body: object): Promise<unknown> => {
    const answer = await fetch(`${server.url}/api/game-sessions/${path}`, {
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
        question: 'Name something people take to the beach',
        startTime: new Date().toISOString(),
        endTime: new Date(Date.now() + 3_600_000).toISOString(),
      }),
    );

  console.log(`\n${count} players, two cores shared with the driver`);
  line('', 'ours', 'floor', 'ratio');

  const rssBefore = await metric(server.url, 'process_resident_memory_bytes');
  const sockets = start('tests/load/players.ts');
  await hear(sockets, z.object({ ready: z.literal(true) }));
  const joined = await ask(
    sockets,
    {
      do: 'connect',
      url: server.url.replace('http', 'ws'),
      tokens: viewers.map(({ token }) => token),
      bare: false,
    },
    connectedSchema,
  );
  const rssAfter = await metric(server.url, 'process_resident_memory_bytes');
  const bare = start('tests/load/players.ts');
  await hear(bare, z.object({ ready: z.literal(true) }));
  await ask(
    bare,
    {
      do: 'connect',
      url: floorUrl.replace('http', 'ws'),
      tokens: viewers.map(() => ''),
      bare: true,
    },
    connectedSchema,
  );

  const cpuSeconds = (): Promise<number> => metric(server.url, 'process_cpu_seconds_total');
  const idle = await cpuSeconds();
  await delay(3_000);
  const idleMs = ((await cpuSeconds()) - idle) * 1_000;
  const release = async (): Promise<number> => {
    const before = await cpuSeconds();
    await call(`release-question-home/${question.id}`, {});
    await delay(3_000);
    return ((await cpuSeconds()) - before) * 1_000 - idleMs;
  };
  const frame = `42["question-released",${JSON.stringify({ filler: 'x'.repeat(600) })}]`;
  const ours = await broadcastTo(sockets, '"question-released"', release);
  const theirs = await broadcastTo(bare, '"question-released"', async () => {
    const { cpuMs } = await ask(
      floor,
      { do: 'broadcast', text: frame },
      z.object({ cpuMs: z.number() }),
    );
    return cpuMs;
  });
  line(
    'release: server CPU, ms',
    round(ours.cpuMs),
    round(theirs.cpuMs),
    round(ours.cpuMs / theirs.cpuMs),
  );
  line(
    'release: click to last player, ms',
    round(ours.lastMs),
    round(theirs.lastMs),
    round(ours.lastMs / theirs.lastMs),
  );
  line('release: players left out', String(count - ours.seen), String(count - theirs.seen), '');
  line('joining: messages a player', round(joined.messages), '', '');
  line('memory a connected player, KB', round((rssAfter - rssBefore) / 1_024 / count), '', '');

  sockets.kill();
  bare.kill();
  const poster = start('tests/load/players.ts');
  await hear(poster, z.object({ ready: z.literal(true) }));
  const { tokens } = await ask(
    floor,
    { do: 'sign', count },
    z.object({ tokens: z.array(z.string()) }),
  );
  const bodies = answerTexts(997).map((answerText) =>
    JSON.stringify({ gameSessionId: question.game_session_id, answerText }),
  );
  const floorPosted = await post(
    poster,
    floorUrl,
    tokens.map((token) => ({ token })),
    bodies,
  );
  const posted = await post(poster, server.url, viewers, bodies);
  const rate = ({ tookMs }: Posted): number => (count / tookMs) * 1_000;
  line(
    'answers in 5 s: accepted a second',
    round(rate(posted), 0),
    round(rate(floorPosted), 0),
    round(rate(posted) / rate(floorPosted), 2),
  );
  line(
    'answers: acknowledged after, p50, ms',
    round(posted.p50),
    round(floorPosted.p50),
    round(posted.p50 / floorPosted.p50),
  );
  line(
    'answers: acknowledged after, p99, ms',
    round(posted.p99),
    round(floorPosted.p99),
    round(posted.p99 / floorPosted.p99),
  );
  line(
    'answers: replies by status',
    JSON.stringify(posted.statuses),
    JSON.stringify(floorPosted.statuses),
    '',
  );
  line(
    'event loop delay p99, ms',
    round((await metric(server.url, 'nodejs_eventloop_lag_p99_seconds')) * 1_000),
    '',
    '',
  );
  await reportSettled(server.url, viewers, count);

  poster.kill();
  floor.kill();
  await server.stop();
  await removeDataDir(dataDir);
}

/** Waits until the boards hold everybody, and says how long that took. */
async function reportSettled(
  url: string,
  viewers: readonly SeededUser[],
  count: number,
): Promise<void> {
  const startedAt = performance.now();
  const last = viewers.at(-1);
  if (last === undefined) return;
  await until(
    'the last player has points',
    async () => {
      const answer = await fetch(`${url}/api/game-sessions/user-points/${last.id}/daily`, {
        headers: { authorization: `Bearer ${last.token}` },
      });
      const { total_points: points } = z
        .object({ total_points: z.number() })
        .parse(await answer.json());
      return points > 0;
    },
    60_000,
  );
  line('last answer to settled boards, ms', round(performance.now() - startedAt, 0), '', '');
  line('players', String(count), '', '');
}

const counts = process.argv.slice(2).map(Number).filter(Number.isInteger);
for (const count of counts.length > 0 ? counts : [1_000, 5_000]) await measure(count);
