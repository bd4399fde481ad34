import { m } from 'messages';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Person, startTestServer, type TestServer } from '#tests/support/server.ts';
import { connectProbe, type SocketProbe } from '#tests/support/sockets.ts';
import { createShow } from '#tests/support/staged-show.ts';

const SECRET = 'Name a secret fruit';

const REHEARSE = { type: 'rehearse', players: 20 } as const;
const TIMERS = { studio: 3_000, home: 3_000 };

/** A user's REST replies that could name the question. */
async function listed(server: TestServer, { token, roleId }: Person, questionId: string) {
  const call = roleId === 3 ? 'contestantQuestions' : 'activeQuestions';
  const list = await server.ok(call, { token });
  const questions = Array.isArray(list) ? list : list.questions;
  return {
    texts: questions.map(({ question_text }) => question_text),
    last: (await server.ok('myLastAnswer', { token, body: {} })).question?.question_text ?? null,
    asked: (await server.call('myLastAnswer', { token, body: { questionId } })).status,
    timer: (await server.call('timerInfo', { token, params: { id: questionId } })).status,
  };
}

const answer = (server: TestServer, { token }: Person, gameSessionId: string) =>
  server.call('submitAnswer', { token, body: { gameSessionId, answerText: 'Mango' } });

/** Connects like a phone: it reconnects when disconnected. */
async function phone(server: TestServer, { token }: Person): Promise<SocketProbe> {
  const probe = await connectProbe(server.url, { token });
  probe.socket.on('disconnect', (reason) => {
    if (reason === 'io server disconnect') probe.socket.connect();
  });
  onTestFinished(() => probe.close());
  await probe.next('snapshot');
  return probe;
}

const NOTHING = { texts: [], last: null, asked: 404, timer: 404 };

async function invite(server: TestServer, admin: Person, guests: readonly Person[]) {
  const { key } = await server.ok('inviteToRehearsal', { token: admin.token });
  for (const { token } of guests)
    expect(await server.ok('joinRehearsal', { token, body: { key } })).toEqual({
      message: m.invitationJoined(),
    });
  return key;
}

describe('two rehearsals at once', () => {
  it('have separate players and invited users, and one ends without the other [R2.rehearsal-apart]', async () => {
    const server = await startTestServer();
    onTestFinished(() => server.close());
    const admin = await server.signInAs('admin');
    const [ida, vera] = [
      await server.signInAs('home', 'Ida'),
      await server.signInAs('home', 'Vera'),
    ];
    const shows = [
      await createShow(server, admin.token, 'Friday', ['Name a river']),
      await createShow(server, admin.token, 'Saturday', ['Name a lake']),
    ] as const;
    for (const [at, guest] of [ida, vera].entries()) {
      await shows[at]?.act(REHEARSE);
      const query = { show: shows[at]?.rundown().id ?? '' };
      const { key } = await server.ok('inviteToRehearsal', { token: admin.token, query });
      await server.ok('joinRehearsal', { token: guest.token, body: { key } });
    }
    const probes = [await phone(server, ida), await phone(server, vera)];
    for (const probe of probes) probe.takeNames();
    const [friday, saturday] = shows;
    await friday.release(0, TIMERS);
    await probes[0]?.next('question-released');
    expect(await listed(server, vera, friday.item(0).questionId)).toEqual(NOTHING);
    const session = friday.item(0).gameSessionId;
    expect((await answer(server, vera, session)).status).toBe(404);
    expect((await answer(server, ida, session)).status).toBe(201);
    expect(probes[1]?.takeNames()).not.toContain('question-released');

    const simulated = () =>
      server.db.read.selectFrom('user').where('simulated', '=', 1).select('id').execute();
    expect(await simulated()).toHaveLength(40);
    await friday.act({ type: 'clear' });
    expect(await simulated()).toHaveLength(20);
    await saturday.release(0, TIMERS);
    await probes[1]?.next('question-released');
    // A user takes part in one rehearsal at a time.
    const query = { show: saturday.rundown().id };
    const { key } = await server.ok('inviteToRehearsal', { token: admin.token, query });
    await server.ok('joinRehearsal', { token: ida.token, body: { key } });
    expect((await answer(server, ida, saturday.item(0).gameSessionId)).status).toBe(201);
  });
});

describe('a rehearsed question', () => {
  it('reaches invited people, and no other user by any call or event [R2.rehearsal-invited]', async () => {
    const server = await startTestServer();
    onTestFinished(() => server.close());
    const admin = await server.signInAs('admin');
    const others = [await server.signInAs('home', 'Vera'), await server.signInAs('contestant')];
    const guests = [await server.signInAs('home', 'Ida'), await server.signInAs('contestant')];
    const show = await createShow(server, admin.token, 'Friday', [SECRET]);
    const outside = await Promise.all(others.map((person) => phone(server, person)));
    const inside = await Promise.all(guests.map((person) => phone(server, person)));
    await show.act(REHEARSE);
    for (const probe of inside) probe.received.splice(0);
    await invite(server, admin, guests);
    // They reconnect by themselves and join the rehearsal's rooms.
    for (const probe of inside) await probe.next('snapshot');
    for (const probe of [...outside, ...inside]) probe.takeNames();

    await show.release(0, TIMERS);
    const { id: itemId, questionId, gameSessionId } = show.item(0);
    for (const probe of inside)
      expect(await probe.next('question-released')).toMatchObject({
        question: { question_text: SECRET, rehearsal: true },
      });
    for (const guest of guests) {
      const seen = await listed(server, guest, questionId);
      expect(seen).toEqual({ texts: [SECRET], last: SECRET, asked: 200, timer: 200 });
      expect((await answer(server, guest, gameSessionId)).status).toBe(201);
    }
    for (const other of others) {
      expect(await listed(server, other, questionId)).toEqual(NOTHING);
      expect((await answer(server, other, gameSessionId)).status).toBe(404);
      const params = { gameSessionId, userId: other.id };
      expect((await server.call('userAnswer', { token: other.token, params })).status).toBe(404);
    }
    // A phone that connects or fetches again during the rehearsal.
    const late = await Promise.all(others.map((person) => phone(server, person)));
    for (const probe of [...outside, ...late]) probe.socket.emit('sync');
    const lateGuest = await phone(server, guests[0] ?? admin);
    expect(await lateGuest.next('snapshot')).toMatchObject({
      questions: [{ question_text: SECRET }],
      answers: [{ answer_text: 'Mango' }],
    });
    await show.act({ type: 'close', itemId });
    await show.settle(0, 'lock');
    await show.reveal(0);
    await show.settle(0, 'publish');
    await show.act({ type: 'scene', scene: 'winner' });
    for (const probe of inside) expect(await probe.next('show-answers')).toBeDefined();

    const ended = await show.act({ type: 'clear' });
    expect(ended.state).toBe('draft');
    for (const probe of [...outside, ...late]) {
      await probe.settled();
      expect(JSON.stringify(probe.received)).not.toContain(SECRET);
      expect(JSON.stringify(probe.received)).not.toContain(gameSessionId);
      expect(JSON.stringify(probe.received)).not.toContain(questionId);
      const names = new Set(probe.takeNames());
      names.delete('snapshot');
      expect([...names]).toEqual([]);
    }
  });

  it('reaches users invited to that rehearsal, and not in the next one [R2.rehearsal-invitation-ends]', async () => {
    const server = await startTestServer();
    onTestFinished(() => server.close());
    const admin = await server.signInAs('admin');
    const guest = await server.signInAs('home', 'Ida');
    const show = await createShow(server, admin.token, 'Friday', [SECRET]);
    expect(await server.call('inviteToRehearsal', { token: admin.token })).toMatchObject({
      status: 409,
      body: { error: m.rundownNotRehearsed() },
    });
    await show.act(REHEARSE);
    const first = await invite(server, admin, []);
    const key = await invite(server, admin, [guest]);
    const join = (body: { key: string }) =>
      server.call('joinRehearsal', { token: guest.token, body });
    // A new key replaces the previous one.
    expect(await join({ key: first })).toMatchObject({
      status: 404,
      body: { error: m.invitationOver() },
    });
    expect((await join({ key })).status).toBe(201);
    const stored = await server.db.read.selectFrom('rehearsal').selectAll().executeTakeFirst();
    expect(JSON.stringify(stored)).not.toContain(key);
    const probe = await phone(server, guest);
    await show.act({ type: 'clear' });
    expect(await join({ key })).toMatchObject({ status: 404 });

    await show.act(REHEARSE);
    probe.takeNames();
    await show.release(0, TIMERS);
    expect(await listed(server, guest, show.item(0).questionId)).toEqual(NOTHING);
    expect((await answer(server, guest, show.item(0).gameSessionId)).status).toBe(404);
    await probe.settled();
    expect(probe.takeNames()).toEqual([]);
  });
});
