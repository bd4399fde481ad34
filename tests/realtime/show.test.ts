import { m } from 'messages';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Scene, StageView } from '#machines/contract/stage.ts';
import { HOUSE_SHOW, type RoleId } from '#machines/contract/entities.ts';
import { serverEvents } from '#machines/contract/events.ts';
import { revokeLink } from '#server/show/stage/link.ts';
import { type Person, startTestServer, type TestServer } from '#tests/support/server.ts';
import { actsOver, showServices } from '#tests/support/show-acts.ts';
import { SILENT_BROADCASTER } from '#tests/support/silent-broadcaster.ts';
import {
  type SocketProbe,
  type SocketProbeOptions,
  connectProbe,
  openRaw,
} from '#tests/support/sockets.ts';
import { twoServers, twoServersAreMissing } from './two-servers.ts';
import { stageOver } from '#tests/support/stage.ts';
import { createQuestion } from '#tests/support/questions.ts';

/** Timeout for expected events, ms. */

let server: TestServer;
let admin: Person;
let players: Person[];
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signInAs('admin', 'Ada Admin');
  players = await Promise.all(
    ['Ann', 'Ben', 'Cem', 'Dea', 'Eve', 'Fay'].map((name) =>
      server.signInAs('home', `${name} Player`),
    ),
  );
});
afterAll(async () => {
  await server.close();
});

/** The newest state that a stage screen received. */
const lastOf = ({ received }: SocketProbe): StageView | undefined =>
  received
    .filter(({ name }) => name === 'show-updated')
    .map(({ payload }) => serverEvents['show-updated'].parse(payload).show)
    .at(-1);

/** Waits until the page shows this; places as their answers. */
const shows = async (page: SocketProbe, expected: object): Promise<void> => {
  const shown = () => {
    const show = lastOf(page);
    return show && { ...show, groups: show.groups.map((place) => place?.representative ?? null) };
  };
  await expect.poll(shown).toMatchObject(expected);
};

const points = (total_points: number) => ({ total_points });

const listen = async (on: TestServer, more: SocketProbeOptions): Promise<SocketProbe> => {
  const probe = await connectProbe(on.url, more);
  onTestFinished(() => probe.close());
  return probe;
};
const newKey = async (): Promise<string> =>
  (await server.ok('createShowLink', { token: admin.token })).key;
const openPage = async (key: string, more: SocketProbeOptions = {}): Promise<SocketProbe> => {
  const page = await listen(server, { ...more, show: { key } });
  await page.next('show-updated');
  return page;
};

const by = (token: string, on = server) => ({
  plan: (text: string) => createQuestion(on.ok, token, text),
  direct: (scene: Extract<Scene, 'idle' | 'board' | 'question'>, questionId = '') =>
    scene === 'question'
      ? stageOver(on.ok, token).question(questionId)
      : stageOver(on.ok, token).scene(scene),
  release: (id: string, timerSeconds?: number) =>
    on.ok('releaseHome', {
      token,
      params: { id },
      body: timerSeconds === undefined ? {} : { timerSeconds },
    }),
  revoke: (id: string) => on.ok('revokeHome', { token, params: { id } }),
  reveal: (id: string) => stageOver(on.ok, token).reveal(id),
});

const answerAll = async (gameSessionId: string, texts: readonly string[]): Promise<void> => {
  for (const [index, answerText] of texts.entries())
    await server.ok('submitAnswer', {
      token: players[index]?.token ?? '',
      body: { gameSessionId, answerText },
    });
};

describe('a stage screen with the key of the link', () => {
  it('receives only what is revealed, to the byte, through a whole round [R2.show-unrevealed R2.show-unshown-text R2.show-answered-live R2.show-windows-live R2.show-edit-live R2.show-board-live]', async () => {
    const { plan, direct, release, revoke, reveal } = by(admin.token);
    await direct('idle');
    const key = await newKey();
    const page = await openPage(key);
    const line = await openRaw(server.url);
    onTestFinished(() => line.close());
    line.send(`40${JSON.stringify({ show: { key } })}`);
    await line.frame('42["show-updated"');
    /** Which of these words the page has received so far. */
    const received = (...words: string[]) => {
      const bytes = line.frames.join('\n');
      return words.filter((word) => bytes.includes(word));
    };

    const secret = await plan('Which sentence is the secret?');
    const { id, gameSessionId } = await plan('Name an animal of the steppe.');
    await release(secret.id);
    await release(id);
    await page.settled();
    expect(received('secret', 'steppe')).toEqual([]);
    await direct('question', id);
    const question = { question_id: id, game_session_id: gameSessionId };
    await shows(page, {
      scene: 'question',
      question: {
        ...question,
        question_text: 'Name an animal of the steppe.',
        windows: { home: { released: true } },
        answered: { home: 0, studio: 0 },
      },
    });

    await answerAll(gameSessionId, ['zebra', 'zebra', 'zebra', 'gazelle', 'gazelle', 'ostrich']);
    await shows(page, { question: { answered: { home: 6, studio: 0 } }, groups: [] });
    await expect(reveal(id)).rejects.toThrow(m.showStillOpen());
    await revoke(id);
    await shows(page, { question: { windows: { home: { released: false } } }, groups: [] });
    expect(received('zebra', 'gazelle', 'ostrich')).toEqual([]);

    await reveal(id);
    await shows(page, { groups: [null, null, 'ostrich'] });
    await reveal(id);
    await shows(page, { groups: [null, 'gazelle', 'ostrich'] });
    expect(received('zebra', 'gazelle', 'ostrich')).toEqual(['gazelle', 'ostrich']);
    await release(id);
    await shows(page, { question: { windows: { home: { released: true } } }, groups: [] });
    await revoke(id);
    await reveal(id);
    await shows(page, { groups: [null, null, 'ostrich'] });

    await server.ok('updateQuestion', {
      token: admin.token,
      params: { id },
      body: {
        question_text: 'Name a beast of the steppe.',
        shown_on_air: false,
        shown_to_home: false,
      },
    });
    await shows(page, { question: { question_text: 'Name a beast of the steppe.' } });

    await direct('board');
    await shows(page, {
      question: null,
      groups: [],
      board: { studio: [], home: [3, 3, 3, 2, 2, 1].map(points) },
    });
    await release(secret.id);
    await answerAll(secret.gameSessionId, ['shibboleth', 'shibboleth', 'shibboleth']);
    await shows(page, { board: { home: [6, 6, 6, 2, 2, 1].map(points) } });
    const [first] = players;
    await server.ok('updateUser', {
      token: admin.token,
      params: { id: first?.id ?? '' },
      body: { name: 'Anna Newname', email: first?.email ?? '', role_id: 2 },
    });
    await shows(page, { board: { home: [{ username: 'Anna Newname' }, {}, {}, {}, {}, {}] } });
    expect(received('zebra', 'secret', 'shibboleth', '@', admin.name)).toEqual([]);
    expect(received(...players.map((player) => player.id))).toEqual([]);
    expect(new Set(line.frames.map((frame) => /^42\["([\w-]+)"/.exec(frame)?.[1]))).toEqual(
      new Set([undefined, 'show-updated']),
    );
    await revoke(secret.id);
    await server.ok('deleteQuestion', { token: admin.token, params: { id: secret.id } });
    await server.ok('deleteQuestion', { token: admin.token, params: { id } });
    await shows(page, { board: { home: [] } });
  });

  it('hides the groups of a question that is released again, and reveals none without an act [R2.show-reopened R2.show-windows-live]', async () => {
    const { plan, direct, release, revoke, reveal } = by(admin.token);
    const { id, gameSessionId } = await plan('Name a tree.');
    await release(id);
    await answerAll(gameSessionId, ['baobab']);
    await revoke(id);
    await direct('question', id);
    const page = await openPage(await newKey());
    await shows(page, { question: { answered: { home: 1 } } });
    await reveal(id);
    await shows(page, { groups: ['baobab'] });
    await release(id, 1);
    await shows(page, { groups: [], question: { result: { state: 'counting' } } });
    // Refused while the timer runs, including the grace period.
    await expect
      .poll(() =>
        reveal(id).then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);
    await shows(page, { groups: ['baobab'] });
    expect(lastOf(page)?.question?.windows.home.closesAt).toBeLessThan(Date.now());
  });

  it('is in no room of players, admins or users, whatever it sends [R2.show-link-only-show]', async () => {
    const { plan, release, revoke } = by(admin.token);
    const page = await openPage(await newKey());
    for (const room of [players[0]?.id, 'admin', 'home', 'studio', `user:${admin.id}`])
      page.socket.emit('join-user-room', room);
    page.socket.emit('show-changed', { show: {} });
    page.received.length = 0;
    page.socket.emit('sync');
    await page.next('show-updated');
    const { serverTime } = await page.socket.timeout(5_000).emitWithAck('clock');
    expect(Math.abs(serverTime - Date.now())).toBeLessThan(5_000);
    const { id } = await plan('Name a river.');
    await release(id);
    await revoke(id);
    await page.settled();
    expect(new Set(page.takeNames())).toEqual(new Set(['show-updated']));
  });

  it("is disconnected as soon as the link is revoked; another admin's page is not [R2.show-link-revoked R2.show-admin-opens]", async () => {
    const page = await openPage(await newKey());
    const own = await listen(server, { token: admin.token, show: {} });
    await own.next('show-updated');
    await server.ok('revokeShowLink', { token: admin.token });
    expect(await page.next('signed-out')).toEqual({ reason: 'revoked' });
    expect(await page.closed()).toBe('io server disconnect');
    own.received.length = 0;
    own.socket.emit('sync');
    await own.next('show-updated');
    expect(own.socket.connected).toBe(true);
  });

  it('is disconnected as soon as there is a new link, which works [R2.show-link-one R2.show-link-open]', async () => {
    const old = await openPage(await newKey());
    const page = await openPage(await newKey());
    expect(await old.next('signed-out')).toEqual({ reason: 'revoked' });
    expect(await old.closed()).toBe('io server disconnect');
    page.received.length = 0;
    page.socket.emit('sync');
    await page.next('show-updated');
  });

  it('follows a direction stored by a process that was killed before it could announce it', async () => {
    await by(admin.token).direct('idle');
    const page = await openPage(await newKey());
    await shows(page, { scene: 'idle' });
    // The state that such a process leaves in the store.
    const killed = showServices({
      db: server.db,
      now: Date.now,
      publish: () => {},
      broadcaster: SILENT_BROADCASTER,
    });
    await actsOver(killed, async () => admin.id).direct('board');
    await expect.poll(() => lastOf(page)?.scene).toBe('board');
    await revokeLink(killed);
    await expect.poll(() => page.socket.connected).toBe(false);
    await by(admin.token).direct('idle');
  });

  it('receives the whole state again after a reconnect [R2.show-recovery]', async () => {
    const { plan, direct } = by(admin.token);
    const { id } = await plan('Name a metal.');
    const page = await openPage(await newKey(), { reconnection: true });
    page.socket.io.engine.close();
    await page.closed();
    page.received.length = 0;
    await direct('question', id);
    await shows(page, { question: { question_text: 'Name a metal.' } });
    await server.ok('deleteQuestion', { token: admin.token, params: { id } });
    await shows(page, { scene: 'idle' });
    expect(lastOf(page)?.question).toBeNull();
  });
});

describe('no other client', () => {
  it.each([
    ['a wrong key', 'revoked', () => ({ show: { key: 'wrong' } })],
    [
      'a wrong key beside an admin’s token',
      'revoked',
      () => ({ show: { key: 'x' }, token: admin.token }),
    ],
    ['no key and no token', 'expired', () => ({ show: {} })],
    ['a forged token', 'expired', () => ({ show: {}, token: 'forged' })],
    ['a player’s token', 'expired', () => ({ show: {}, token: players[0]?.token ?? '' })],
  ] as const)(
    'is admitted with %s [R2.show-link-wrong R2.show-admin-opens]',
    async (_title, reason, more) => {
      await newKey();
      const probe = await listen(server, more());
      expect(await probe.next('signed-out')).toEqual({ reason });
      expect(await probe.closed()).toBe('io server disconnect');
      expect(probe.takeNames()).toEqual(['signed-out']);
    },
  );

  it('stays: an admin who loses the role loses the page [R2.show-admin-gone]', async () => {
    const other = await server.signInAs('admin');
    const page = await listen(server, { token: other.token, show: {} });
    await page.next('show-updated');
    const role_id: RoleId = 2;
    const { id, name, email } = other;
    const body = { name, email, role_id };
    await server.ok('updateUser', { token: admin.token, params: { id }, body });
    expect(await page.next('signed-out')).toEqual({ reason: 'role' });
    expect(await page.closed()).toBe('io server disconnect');
    expect(new Set(page.takeNames())).toEqual(new Set(['show-updated', 'signed-out']));
  });
});

describe('a producer', () => {
  it('sees every act of other producers, and how many stage screens there are, which do not count as players [R2.show-direct-events R2.show-screens]', async () => {
    const device = await listen(server, { token: admin.token });
    await device.next('snapshot');
    const { connected } = await server.ok('adminQuestions', { token: admin.token });
    const directed = () =>
      device.received
        .filter(({ name }) => name === 'show-changed')
        .map(({ payload }) => serverEvents['show-changed'].parse(payload).show)
        .findLast(({ rundown }) => rundown.id === HOUSE_SHOW)?.direction;
    const sees = async (expected: object) => {
      await expect.poll(directed).toMatchObject(expected);
    };
    const key = await newKey();
    await sees({ link: { createdAt: expect.any(Number) } });
    const { screens } = await stageOver(server.ok, admin.token).direction();
    const page = await openPage(key);
    await openPage(key);
    await sees({ screens: screens + 2 });
    page.close();
    await sees({ screens: screens + 1 });
    expect((await server.ok('adminQuestions', { token: admin.token })).connected).toEqual(
      connected,
    );
    const other = await server.signInAs('admin');
    await by(other.token).direct('board');
    await sees({ scene: 'board' });
    await server.ok('revokeShowLink', { token: other.token });
    await sees({ link: null, screens });
  });

  it('sees which stage screens were closed on purpose, but not those that lost their connection as such', async () => {
    const { direction } = stageOver(server.ok, admin.token);
    const key = await newKey();
    const { screens, screensLeft = 0 } = await direction();
    const closed = await openPage(key);
    const lost = await openPage(key);
    await expect.poll(direction).toMatchObject({ screens: screens + 2 });
    lost.socket.io.engine.close();
    await expect.poll(direction).toMatchObject({ screens: screens + 1 });
    expect((await direction()).screensLeft ?? 0).toBe(screensLeft);
    closed.close();
    await expect.poll(direction).toMatchObject({ screens, screensLeft: screensLeft + 1 });
  });

  it('makes every reveal known to players, without a gap in the versions [R4.show-answers R4.show-answers-version]', async () => {
    const { plan, direct, release, revoke, reveal } = by(admin.token);
    const contestant = await server.signInAs('contestant');
    const version = async () =>
      (await server.ok('adminQuestions', { token: admin.token })).versions['house'] ?? 0;
    const probes = await Promise.all(
      [admin.token, players[0]?.token ?? '', contestant.token].map((token) =>
        listen(server, { token }),
      ),
    );
    const { id, gameSessionId } = await plan('Name a planet.');
    await release(id);
    await answerAll(gameSessionId, ['saturn']);
    await revoke(id);
    await direct('question', id);
    await expect
      .poll(async () => (await stageOver(server.ok, admin.token).direction()).groups)
      .toHaveLength(1);
    for (const probe of probes) await probe.settled();
    const before = await version();
    for (const probe of probes) probe.received.length = 0;
    await reveal(id);
    for (const probe of probes)
      expect(await probe.next('show-answers')).toMatchObject({
        version: before + 2,
        questionId: id,
        gameSessionId,
      });
    // The first reveal locks the answers; the lock is announced first.
    const names = probes.map((probe) => probe.received.map(({ name }) => name));
    expect(
      names.map((each) => each.indexOf('questions-updated') < each.indexOf('show-answers')),
    ).toEqual([true, true, true]);
    expect(await version()).toBe(before + 2);
  });
});

describe.skipIf(twoServersAreMissing !== null)(
  `two processes, ${twoServersAreMissing ?? 'with PostgreSQL and Redis'}`,
  () => {
    it('show the same, and both close the pages of an old link [R2.show-processes R2.show-link-revoked]', async () => {
      const { redis, here, there } = await twoServers();
      const { token } = await here.signInAs('admin');
      const { plan, direct } = by(token, here);
      const { id } = await plan('Name a city.');
      const { key } = await here.ok('createShowLink', { token });
      const page = await listen(there, { show: { key } });
      await page.next('show-updated');
      const device = await listen(there, { token });
      await direct('question', id);
      await shows(page, { question: { question_text: 'Name a city.' } });
      await expect.poll(async () => (await stageOver(here.ok, token).direction()).screens).toBe(1);

      const closed = await listen(there, { show: { key } });
      await closed.next('show-updated');
      closed.close();
      await expect
        .poll(async () => stageOver(here.ok, token).direction())
        .toMatchObject({ screens: 1, screensLeft: 1 });

      await redis.stop();
      await direct('board');
      // The announcement cannot be sent; the other process finds the change in the store.
      await shows(page, { scene: 'board' });
      const onAir = () =>
        device.received.flatMap(({ name, payload }) =>
          name === 'show-changed'
            ? [serverEvents['show-changed'].parse(payload).show.direction.questionId]
            : [],
        );
      await expect.poll(onAir).toContain(id);
      await redis.start();
      await here.ok('createShowLink', { token });
      expect(await page.next('signed-out')).toEqual({ reason: 'revoked' });
      expect(await page.closed()).toBe('io server disconnect');
    });
  },
);
