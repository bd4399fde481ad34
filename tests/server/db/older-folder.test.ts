import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { SQLITE_WORKER } from '#tests/support/databases.ts';
import { PASSWORD, startTestServer, type TestServer } from '#tests/support/server.ts';
import { connectProbe } from '#tests/support/sockets.ts';
import { builtProgram } from './program.ts';

/* `version-45` was made by the program before questions got a house show: a finished show, two
   open questions outside any show, a draft, a control token and a link of the stage screen. */
const OLDER = join(import.meta.dirname, 'version-45');
/** A minute after that program was stopped. */
const STARTED_AT = Date.parse('2026-07-03T19:01:00Z');

const FRIDAY = '0mr5asqxv00oZY94O36PCcjvQXHA';
const SUNDAY = '0mr5asruj02pv1UKYKXEM1rCwqeZ';
const COLOUR = '0mr5asrpz029Ne37Yl925grUb6Pz';
const ANN = '0mr5asqt6009Tifv7Z4DVurFqoGm';
const PRODUCER = 'person1-27747@show.example';
const STREAM_DECK = 'control_3lM5nrZhnf4rEWPOdbS5jYJPeHECjVsCZ2erTx27F6Q';
const LINK_KEY = '9bStZ06Cmyj-XbTXLQI9B7ySQ29qjBCri5x60v1iZ2g';
const ANNS_SESSION =
  'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJpZCI6IjBtcjVhc3F0NjAwOVRpZnY3WjREVnVyRnFvR20iLCJuYW1lIjoiQW5uIiwiZW1haWwiOiJwZXJzb24yLTI3NzQ3QHNob3cuZXhhbXBsZSIsInJvbGVfaWQiOjIsInZlciI6MCwiZXhwIjoxNzgzMTQ4NDAxfQ.YjKI0Pc-yg_hRVq6LPoD_ZxRxzIHEZGdTH5dm-rneoU';

let dataDir: string;
let server: TestServer | null;

beforeEach(async () => {
  server = null;
  dataDir = await mkdtemp(join(tmpdir(), 'older-folder-'));
  const store = gunzipSync(await readFile(join(OLDER, 'store.sqlite.gz')));
  await writeFile(join(dataDir, 'store.sqlite'), store, { mode: 0o600 });
  await copyFile(join(OLDER, 'jwt-secret'), join(dataDir, 'jwt-secret'));
});
afterEach(async () => {
  await server?.close();
  await rm(dataDir, { recursive: true, force: true });
});

async function start(): Promise<TestServer> {
  const aheadMs = STARTED_AT - Date.now();
  server = await startTestServer({ dataDir, now: () => Date.now() + aheadMs });
  return server;
}

/**
 * Runs the migrations in a process that dies before the commit; returns the signal that ended it.
 */
async function killMigration(): Promise<unknown> {
  const program = await builtProgram(new URL('killed-migration.ts', import.meta.url));
  const signal = await new Promise((resolve) => {
    execFile(process.execPath, [program.file, dataDir, SQLITE_WORKER.href], (error) =>
      resolve(error?.signal ?? null),
    );
  });
  program.remove();
  return signal;
}

it.each([
  ['of an older program', false],
  ['whose migration was killed in the middle', true],
])('a data folder %s is upgraded without losses', async (_title, isKilled) => {
  expect(isKilled ? await killMigration() : null).toBe(isKilled ? 'SIGKILL' : null);
  const running = await start();
  const { ok, url, db } = running;
  const { token } = await running.signIn(PRODUCER, PASSWORD);
  const board = await ok('leaderboardAll', { token });
  expect(board.map(({ rank, username, total_points }) => [rank, username, total_points])).toEqual([
    [1, 'Dan', 10],
    [2, 'Ann', 6],
    [3, 'Eve', 5],
    [4, 'Bob', 4],
    [4, 'Cat', 4],
  ]);
  const audit = await db.read
    .selectFrom('audit')
    .select('id')
    .where('at', '<', STARTED_AT)
    .execute();
  expect(audit).toHaveLength(42);
  const { questions } = await ok('adminQuestions', { token });
  expect(
    questions.map(({ question_text, windows, result, answered }) => [
      question_text,
      windows.home.released,
      result?.state,
      answered.home + answered.studio,
    ]),
  ).toEqual([
    ['Name a bird', false, 'counting', 0],
    ['Name a river', true, 'counting', 1],
    ['Name a colour', true, 'counting', 3],
    ['Name a tree', true, 'published', 4],
    ['Name a fruit', true, 'published', 5],
  ]);
  const states = (await ok('shows', { token })).shows.map(({ title, state }) => [title, state]);
  expect(states).toEqual([
    ['Sunday', 'draft'],
    ['Friday', 'ended'],
  ]);
  const { rundown } = (await ok('showView', { token, params: { id: SUNDAY } })).show;
  expect(rundown.items.map(({ text }) => text)).toEqual(['Name a bird']);

  // Sessions, tokens and links remain valid, and so does the show.
  const own = { gameSessionId: COLOUR, userId: ANN };
  expect(await ok('userAnswer', { token: ANNS_SESSION, params: own })).toMatchObject({
    answer: { answer_text: 'red' },
  });
  expect(await running.call('controlState', { token: STREAM_DECK })).toMatchObject({ status: 200 });
  const screen = await connectProbe(url, { show: { key: LINK_KEY } });
  await screen.next('show-updated');
  screen.close();
  const { version } = (await ok('showView', { token, params: { id: FRIDAY } })).show.rundown;
  const act = { type: 'reopen', reason: 'One more round' } as const;
  await ok('actOnShow', {
    token,
    params: { id: FRIDAY },
    body: { version, requestId: 'reopened-once', act },
  });
});
