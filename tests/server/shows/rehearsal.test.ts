import { m } from 'messages';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { StageView } from '#machines/contract/stage.ts';
import { serverEvents } from '#machines/contract/events.ts';
import { until } from '#tests/support/process.ts';
import { type Person, startTestServer, type TestServer } from '#tests/support/server.ts';
import { createShow, type StagedShow, stagedShow } from '#tests/support/staged-show.ts';
import { twoServers, twoServersAreMissing } from '#tests/realtime/two-servers.ts';
import { openQuestion } from '#tests/support/questions.ts';

const PLAYERS = 20;

const REHEARSE = { type: 'rehearse', players: PLAYERS } as const;

/**
 * Plays a rehearsed item: it is released to both, answered by all simulated players, closed, locked, revealed and
 * published.
 */
async function playRehearsed(
  { ok }: TestServer,
  { token }: Person,
  show: StagedShow,
  meanwhile: () => Promise<unknown> = () => Promise.resolve(),
): Promise<void> {
  await show.release(0, { studio: 3, home: 3 });
  await meanwhile();
  const { id: itemId, gameSessionId } = show.item(0);
  await until('all simulated players have answered', async () => {
    const { questions } = await ok('adminQuestions', { token });
    const found = questions.find((each) => each.game_session_id === gameSessionId);
    return (found?.answered.home ?? 0) + (found?.answered.studio ?? 0) >= PLAYERS;
  });
  // Its timers may have closed it.
  await show.tryAct({ type: 'close', itemId });
  await show.reload();
  await show.settle(0, 'lock');
  await show.reveal(0);
  await show.settle(0, 'publish');
}

/** All real figures that any client gets. */
async function figures(server: TestServer, admin: Person, viewer: Person) {
  const { token } = admin;
  const stats = await server.ok('adminStats', { token });
  const users = await server.ok('adminUsers', { token });
  const { connected } = await server.ok('adminQuestions', { token });
  return {
    stats,
    users,
    connected,
    boards: await Promise.all([
      server.ok('leaderboardDaily', { token }),
      server.ok('leaderboardAll', { token }),
      server.ok('leaderboardAllHome', { token }),
      server.ok('leaderboardAllStudio', { token }),
    ]),
    own: await Promise.all([
      server.ok('pointsDaily', { token: viewer.token, params: { userId: viewer.id } }),
      server.ok('pointsAllTime', { token: viewer.token, params: { userId: viewer.id } }),
    ]),
  };
}

async function stored({ db }: TestServer) {
  const count = async (table: 'user' | 'answer' | 'score' | 'rehearsal' | 'game_session') =>
    (
      await db.read
        .selectFrom(table)
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
    ).count;
  return {
    users: await count('user'),
    answers: await count('answer'),
    scores: await db.read
      .selectFrom('score')
      .selectAll()
      .orderBy('user_id')
      .orderBy('scope')
      .orderBy('audience')
      .execute(),
    rehearsals: await count('rehearsal'),
    rehearsed: (
      await db.read.selectFrom('game_session').select('id').where('rehearsal', '=', 1).execute()
    ).length,
  };
}

/** The states sent to the stage screen. */
async function showPage(server: TestServer, { token }: Person): Promise<() => StageView | null> {
  const { url } = server;
  const { io } = await import('socket.io-client');
  const socket = io(url, {
    auth: { token, show: {} },
    transports: ['websocket'],
    forceNew: true,
  });
  onTestFinished(() => void socket.disconnect());
  let show: StageView | null = null;
  socket.on('show-updated', (payload: unknown) => {
    ({ show } = serverEvents['show-updated'].parse(payload));
  });
  await until('the stage screen is told', () => show !== null);
  return () => show;
}

/** A server on which real players have played a question and a show is planned. */
async function evening(server: TestServer) {
  const admin = await server.signInAs('admin');
  const viewer = await server.signInAs('home', 'Vera');
  const show = await createShow(server, admin.token, 'Friday', [
    'Name a pizza topping',
    'How many legs has a cat?',
  ]);
  const { token } = admin;
  const real = await openQuestion(server.ok, token);
  const answer = (gameSessionId: string) =>
    server.call('submitAnswer', {
      token: viewer.token,
      body: { gameSessionId, answerText: 'mushroom' },
    });
  expect((await answer(real.gameSessionId)).status).toBeLessThan(300);
  await until('it is counted', async () => (await stored(server)).scores.length > 0);
  return { admin, viewer, show, answer, real };
}

describe('a rehearsal', () => {
  it('is played by simulated players who answer, changes no real figure, and leaves nothing behind [R2.rehearsal-apart R2.rehearsal-clear R2.rehearsal-players]', async () => {
    const server = await startTestServer();
    onTestFinished(() => server.close());
    const { admin, viewer, show, answer, real } = await evening(server);
    const before = await figures(server, admin, viewer);
    const rows = await stored(server);
    const page = await showPage(server, admin);
    const first = show.item(0).gameSessionId;

    expect(await show.act(REHEARSE)).toMatchObject({
      state: 'rehearsal',
      players: PLAYERS,
    });
    expect(await show.tryAct({ type: 'end' })).toMatchObject({
      body: { error: m.rundownInRehearsal() },
    });
    expect(
      await server.call('exportShow', {
        token: admin.token,
        params: { id: show.rundown().id, format: 'csv' },
      }),
    ).toMatchObject({ status: 409, body: { error: m.rundownInRehearsal() } });
    const { key } = await server.ok('inviteToRehearsal', { token: admin.token });
    await server.ok('joinRehearsal', { token: viewer.token, body: { key } });
    const socket = await server.connect(viewer.token);
    await playRehearsed(server, admin, show, async () => {
      // Answers of invited users do not count either.
      expect((await answer(show.item(0).gameSessionId)).status).toBeLessThan(300);
      const listed = await server.ok('activeQuestions', { token: viewer.token });
      const questions = Array.isArray(listed) ? listed : listed.questions;
      expect(
        questions.map(({ question_text, rehearsal }) => [question_text, rehearsal ?? false]),
      ).toContainEqual(['Name a pizza topping', true]);
    });
    socket.disconnect();
    expect(page()).toMatchObject({ scene: 'question', rehearsal: true });
    const texts = await server.db.read
      .selectFrom('answer')
      .select('text')
      .where('game_session_id', '=', first)
      .execute();
    expect(new Set(texts.map(({ text }) => text)).size).toBeGreaterThan(3);
    // The board on stage is the rehearsal's.
    await show.act({ type: 'scene', scene: 'board' });
    await until('the board is shown', () => page()?.scene === 'board');
    expect(page()).toMatchObject({ rehearsal: true });
    expect(page()?.board?.home.some(({ username }) => username !== 'Vera')).toBe(true);
    await show.act({ type: 'scene', scene: 'winner' });
    await until('the winner is shown', () => page()?.scene === 'winner');
    expect(page()).toMatchObject({ rehearsal: true });

    const during = await figures(server, admin, viewer);
    expect(during).toEqual({ ...before, connected: during.connected });
    expect(during.connected).toEqual({ studio: 0, home: 0 });
    expect((await stored(server)).scores).toEqual(rows.scores);
    const [simulated] = await server.db.read
      .selectFrom('user')
      .selectAll()
      .where('simulated', '=', 1)
      .execute();
    for (const password of ['', 'anything'])
      expect(
        (await server.call('login', { body: { email: simulated?.email ?? '', password } })).status,
      ).toBeGreaterThanOrEqual(400);

    const cleared = await show.act({ type: 'clear' });
    expect(cleared.state).toBe('draft');
    expect(cleared.items.map(({ text, state }) => [text, state])).toEqual([
      ['Name a pizza topping', 'planned'],
      ['How many legs has a cat?', 'planned'],
    ]);
    expect(show.item(0).gameSessionId).not.toBe(first);
    expect(await stored(server)).toEqual(rows);
    expect(await figures(server, admin, viewer)).toEqual(before);
    await until('the stage screen is empty', () => page()?.scene === 'idle');
    expect(page()).not.toHaveProperty('rehearsal');
    expect((await answer(first)).status).toBe(404);
    // Data that users stored in a show is kept.
    expect((await answer(real.gameSessionId)).status).toBeLessThan(300);

    // Start the rehearsal while players can still answer and their points are held.
    await show.act(REHEARSE);
    const { id: itemId, gameSessionId: second } = show.item(0);
    await show.act({ type: 'arm', itemId });
    await show.act({ type: 'release', itemId, timers: { studio: 60, home: 60 } });
    const { key: again } = await server.ok('inviteToRehearsal', { token: admin.token });
    await server.ok('joinRehearsal', { token: viewer.token, body: { key: again } });
    expect(await answer(second)).toMatchObject({ body: { awardedPoints: 0 } });
    expect(await show.tryAct({ type: 'scene', scene: 'winner' })).toMatchObject({
      body: { error: m.rundownUnfinished() },
    });
    await show.act({ type: 'clear' });
    expect(await stored(server)).toEqual(rows);
    expect(await server.ok('myLastAnswer', { token: viewer.token, body: {} })).toMatchObject({
      question: { game_session_id: real.gameSessionId },
    });
    await until('the stage screen is empty again', () => page()?.scene === 'idle');
    expect(await figures(server, admin, viewer)).toEqual(before);
  });

  it('goes live without any of its data, and only real answers count then [R2.rehearsal-live]', async () => {
    const server = await startTestServer();
    onTestFinished(() => server.close());
    const { admin, viewer, show, answer } = await evening(server);
    await show.act(REHEARSE);
    const other = await createShow(server, admin.token, 'Friday', ['Another show?']);
    const itemId = other.item(0).id;
    await other.act({ type: 'arm', itemId });
    expect(await other.tryAct({ type: 'release', itemId, timers: { home: 5 } })).toMatchObject({
      body: { error: m.rundownDraft() },
    });
    await playRehearsed(server, admin, show);
    const before = await figures(server, admin, viewer);
    expect((await show.act({ type: 'goLive' })).state).toBe('live');
    await show.act({ type: 'holdPoints', on: false });
    expect(await stored(server)).toMatchObject({ answers: 1, rehearsals: 0, rehearsed: 0 });
    const { id, gameSessionId } = show.item(0);
    await show.act({ type: 'arm', itemId: id });
    await show.act({ type: 'release', itemId: id, timers: { home: null } });
    expect((await answer(gameSessionId)).status).toBeLessThan(300);
    await until('it counts', async () => {
      const after = await figures(server, admin, viewer);
      return after.stats.stats.total_points === before.stats.stats.total_points + 1;
    });
    expect((await stored(server)).answers).toBe(2);
    expect(await show.tryAct(REHEARSE)).toMatchObject({
      body: { error: m.rundownNotDraft() },
    });
  });

  it.skipIf(twoServersAreMissing !== null)(
    `is played by one of several processes, and taken over by another one when that stops, ${twoServersAreMissing ?? 'with PostgreSQL and Redis'} [R2.rehearsal-processes]`,
    async () => {
      const { here, there } = await twoServers();
      const { admin, viewer, show } = await evening(here);
      const before = await figures(here, admin, viewer);
      const rows = await stored(here);
      const begun = await createShow(there, admin.token, 'Friday', ['Name a fruit']);
      await begun.act(REHEARSE);
      await playRehearsed(there, admin, begun);
      const again = await figures(here, admin, viewer);
      expect(again.boards).toEqual(before.boards);
      expect((await stored(here)).scores).toEqual(rows.scores);
      await there.close();
      // No player is lost with the process: the others get questions and answer.
      const next = stagedShow(here, admin.token, begun.rundown());
      await next.act({ type: 'add', questions: [{ text: 'Name a colour' }] });
      await next.release(1);
      const { gameSessionId } = next.item(1);
      await until('somebody answers', async () => {
        const found = await here.db.read
          .selectFrom('answer')
          .select('id')
          .where('game_session_id', '=', gameSessionId)
          .limit(1)
          .executeTakeFirst();
        return found !== undefined;
      });
      await next.act({ type: 'clear' });
      expect(await stored(here)).toEqual(rows);
      expect(show.rundown().state).toBe('draft');
    },
  );
});
