import { setTimeout as delay } from 'node:timers/promises';
import { io } from 'socket.io-client';
import { describe, expect, it, onTestFinished } from 'vitest';
import { DEFAULT_BRAND } from '#machines/contract/brand.ts';
import type { ShowAct } from '#machines/show/calls.ts';
import type { StageView } from '#machines/contract/stage.ts';
import type { Rundown, RundownItem } from '#machines/contract/rundown.ts';
import { serverEvents } from '#machines/contract/events.ts';
import { ROLE } from '#machines/contract/roles.ts';
import type { DialectName } from '#server/db/dialect.ts';
import { verifyCounts } from '#server/verify.ts';
import { type Client, clientOf } from '#tests/support/client.ts';
import { openPlace } from '#tests/support/place.ts';
import { postgresIsMissing } from '#tests/support/postgres.ts';
import { freePort, type RunningServer, startProcess, until } from '#tests/support/process.ts';
import { type SeededUser, seedUsers } from '#tests/support/seed.ts';
import { stageOver } from '#tests/support/stage.ts';

const LONG_S = 1_800;
/** The process is killed at most this long after an act was sent: before, while or after it is written, ms. */
const SENT_MS = 24;

/** Sends an act; every repetition sends the same request. */
type Sent = (client: Client) => Promise<{ readonly status: number; readonly body: unknown }>;

/** A show on a process that is killed repeatedly, with its clients. */
async function openShow(store: DialectName) {
  const place = await openPlace(store);
  onTestFinished(() => place.remove());
  const db = await place.open();
  const contestants = await seedUsers(db, 2, ROLE.contestant, 'contestant');
  const viewers = await seedUsers(db, 4, ROLE.home, 'viewer');
  const [admin] = await seedUsers(db, 1, ROLE.admin, 'producer');
  onTestFinished(() => db.close());
  if (admin === undefined) throw new Error('no admin was seeded');
  const port = await freePort();
  const client = clientOf(`http://127.0.0.1:${port}`, DEFAULT_BRAND);
  let server: RunningServer | null = null;
  const start = async (): Promise<void> => {
    server = await startProcess({ dataDir: place.dataDir, port, env: place.env });
  };
  const kill = async (): Promise<void> => server?.kill();
  await start();
  onTestFinished(kill);

  /** A stage screen that stays open during the whole test. */
  const page = io(`http://127.0.0.1:${port}`, {
    auth: { token: admin.token, show: {} },
    transports: ['websocket'],
    reconnectionDelay: 50,
    reconnectionDelayMax: 100,
    forceNew: true,
  });
  onTestFinished(() => void page.disconnect());
  let shown: StageView | null = null;
  page.on('show-updated', (payload: unknown) => {
    ({ show: shown } = serverEvents['show-updated'].parse(payload));
  });
  const stop = async () => server?.stop();
  const players = [...contestants, ...viewers];
  return { db, client, admin, players, start, kill, stop, shown: () => shown };
}
type Open = Awaited<ReturnType<typeof openShow>>;

/** Reads everything that producers and players see of a show, once revealed points have been counted. */
async function look({ db, client, admin, players }: Open, { id }: Rundown) {
  const { token } = admin;
  await until('nothing is left to be counted', async () => {
    const waiting = await db.read
      .selectFrom('grouping')
      .where('to_show', '=', 1)
      .select('game_session_id')
      .execute();
    return waiting.length === 0;
  });
  const { rundown } = (await client.ok('showView', { token, params: { id } })).show;
  const { questions } = await client.ok('adminQuestions', { token });
  const direction = await stageOver(client.ok, token).direction();
  const board = await client.ok('leaderboardShow', { token });
  const own: unknown[] = [];
  for (const { gameSessionId } of rundown.items)
    for (const { id: userId, token: its } of players)
      // 404 while the show is a draft, which players cannot see.
      own.push(
        (await client.call('userAnswer', { token: its, params: { gameSessionId, userId } })).body,
      );
  return { rundown, questions, direction: { ...direction, screens: 0 }, board, own };
}

/** Plays a show; during each act the process is killed twice. */
function producerOf(open: Open, first: Rundown) {
  const { client, admin, players, start, kill, shown } = open;
  const { token } = admin;
  let rundown = first;
  let acts = 0;

  async function through(name: string, send: Sent): Promise<void> {
    const seen = async () => ({ name, ...(await look(open, rundown)) });
    const before = await seen();
    acts += 1;
    const sending = send(client).then(
      ({ status }) => status,
      () => null,
    );
    await delay((acts * 7) % SENT_MS);
    await kill();
    const told = await sending;
    await start();
    const found = await seen();
    const again = await send(client);
    expect(again).toMatchObject({ status: 200 });
    const after = await seen();
    // An act is done completely or not at all; an acknowledged act is done.
    if (told === 200) expect(found).toEqual(after);
    else expect([before, after]).toContainEqual(found);
    expect(after).not.toEqual(before);

    await kill();
    await start();
    expect(await seen()).toEqual(after);
    expect((await send(client)).status).toBe(200);
    expect(await seen()).toEqual(after);
    ({ rundown } = after);
    const { scene, groups } = after.direction;
    const revealed = groups.filter((each) => each.revealed).length;
    await until(`the stage screen shows what it did after: ${name}`, () => {
      const now = shown();
      const isSame = scene !== 'question' || now?.groups.filter(Boolean).length === revealed;
      return now?.scene === scene && isSame;
    });
  }
  const item = (index: number): RundownItem => {
    const found = rundown.items[index];
    if (found === undefined) throw new Error('There is no such item.');
    return found;
  };
  const act = async (asked: ShowAct): Promise<void> => {
    const { id, version } = rundown;
    const body = { version, requestId: `request-${acts}`, act: asked };
    await through(asked.type, (to) => to.call('actOnShow', { token, params: { id }, body }));
    expect(rundown.version).toBe(version + 1);
  };
  return {
    rundown: () => rundown,
    item,
    act,
    /** Reveals the hidden groups one after another. */
    reveal: async (index: number): Promise<void> => {
      const direction = await stageOver(client.ok, token).direction();
      for (const { groupId } of direction.groups.toReversed())
        await act({ type: 'reveal', itemId: item(index).id, groupId });
    },
    answer: async (index: number, texts: readonly string[]): Promise<void> => {
      const { gameSessionId } = item(index);
      const give = async ({ token: its }: SeededUser, answerText: string) =>
        client.ok('submitAnswer', { token: its, body: { gameSessionId, answerText } });
      for (const [at, player] of players.entries()) await give(player, texts[at] ?? 'none');
      await until('all answers are counted', async () => {
        const direction = await stageOver(client.ok, token).direction();
        return direction.groups.reduce((sum, { count }) => sum + count, 0) === players.length;
      });
    },
  };
}

/** The points on a board, by name. */
const pointsOn = ({ board }: Awaited<ReturnType<typeof look>>) =>
  Object.fromEntries(
    [...board.studio.entries, ...board.home.entries].map((each) => [
      each.username,
      each.total_points,
    ]),
  );

const missing: Readonly<Record<DialectName, string | null>> = {
  sqlite: null,
  postgres: postgresIsMissing,
};

describe.each(['sqlite', 'postgres'] as const)(
  'a show on a process that is killed, %s',
  (store) => {
    it.skipIf(missing[store] !== null)(
      'continues in the same state after every act, and no act happens twice [R2.control-killed]',
      async () => {
        const open = await openShow(store);
        const { token } = open.admin;
        const body = { title: 'Friday night' };
        const made = await open.client.ok('createShow', { token, body });
        const show = producerOf(open, made.show.rundown);
        const { act, item } = show;

        await act({
          type: 'add',
          questions: ['Fruit?', 'Tree?', 'Spare?'].map((text) => ({ text })),
        });
        await act({ type: 'rehearse', players: 20 });
        await act({ type: 'arm', itemId: item(0).id });
        await act({ type: 'clear' });
        await act({ type: 'goLive' });

        await act({ type: 'arm', itemId: item(0).id });
        const timers = { studio: LONG_S, home: LONG_S };
        await act({ type: 'release', itemId: item(0).id, timers });
        await show.answer(0, ['apple', 'pear', 'apple', 'appel', 'apples', 'plum']);
        await act({ type: 'extend', itemId: item(0).id, seconds: 60 });
        await act({ type: 'close', itemId: item(0).id });
        await act({ type: 'lock', itemId: item(0).id });
        await show.reveal(0);
        await act({ type: 'publish', itemId: item(0).id });

        await act({ type: 'next', itemId: item(0).id });
        // Release to one audience after the other.
        await act({ type: 'release', itemId: item(1).id, timers: { studio: LONG_S } });
        await act({ type: 'release', itemId: item(1).id, timers: { home: LONG_S } });
        await show.answer(1, ['oak', 'fir', 'oak', 'oaks', 'oak', 'elm']);
        await act({ type: 'close', itemId: item(1).id });
        await act({ type: 'lock', itemId: item(1).id });
        await show.reveal(1);
        await act({ type: 'publish', itemId: item(1).id });
        await act({ type: 'skip', itemId: item(2).id, skipped: true });
        await act({ type: 'next', itemId: item(1).id });
        for (const scene of ['standings', 'podium', 'winner'] as const)
          await act({ type: 'scene', scene });
        await act({ type: 'end' });

        expect(show.rundown()).toMatchObject({
          state: 'ended',
          items: [{ state: 'done' }, { state: 'done' }, { state: 'skipped' }],
        });
        // For both questions: 5 or 4 points for the place of the group in the studio, and the size of the group at home.
        expect(pointsOn(await look(open, show.rundown()))).toEqual({
          'contestant 0': 10,
          'contestant 1': 8,
          'viewer 0': 6,
          'viewer 1': 6,
          'viewer 2': 6,
          'viewer 3': 2,
        });
        await open.stop();
        const wrong = await verifyCounts(open.db, new AbortController().signal);
        expect(wrong).toEqual({ people: 0, questions: 0 });
      },
      600_000,
    );
  },
);
