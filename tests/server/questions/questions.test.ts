import { m } from 'messages';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import type { ReplyOf } from '#machines/contract/calls.ts';
import { type ServerEventName, serverEvents } from '#machines/contract/events.ts';
import { applyEvent, type ProducerList, updateFor } from '#machines/show/rules/question-list.ts';
import { type Person, startTestServer, type TestServer } from '#tests/support/server.ts';
import { createShow } from '#tests/support/staged-show.ts';
import { type SocketProbe, connectProbe } from '#tests/support/sockets.ts';

let server: TestServer;
let aheadMs = 0;
let admin: Person;
let viewer: Person;
let contestant: Person;

beforeAll(async () => {
  server = await startTestServer({ now: () => Date.now() + aheadMs });
  admin = await server.signInAs('admin');
  viewer = await server.signInAs('home');
  contestant = await server.signInAs('contestant');
});
afterAll(() => server.close());

const PLANNED = { startTime: '2100-01-01T10:00', endTime: '2100-01-01T11:00' };
const token = () => admin.token;

const generate = async (question = 'A fruit?', times = PLANNED) =>
  (await server.ok('generate', { token: token(), body: { question, ...times } })).question;

const questionsOf = (reply: ReplyOf<'activeQuestions'>) =>
  Array.isArray(reply) ? reply : reply.questions;
const listOf = async (person: Person, filter: 'all' | 'active' | 'expired' = 'all') =>
  questionsOf(
    await server.ok(person === contestant ? 'contestantQuestions' : 'activeQuestions', {
      token: person.token,
      query: { filter },
    }),
  );
const seenBy = async (person: Person, id: string, filter?: 'all' | 'active' | 'expired') =>
  (await listOf(person, filter)).find((question) => question.id === id) ?? null;

async function listen(person: Person): Promise<SocketProbe> {
  const probe = await connectProbe(server.url, person);
  onTestFinished(() => probe.close());
  await probe.next('snapshot');
  probe.received.length = 0;
  return probe;
}

/** The fields that identify an event's question, if it has one. */
const aboutSchema = z.object({ questionId: z.string().optional() });

/** One probe in every room, with the current state. */
async function listeners() {
  const probes = {
    admin: await listen(admin),
    home: await listen(viewer),
    studio: await listen(contestant),
  };
  return {
    ...probes,
    /**
     * The names of the events about a question since the last call: events of other questions come
     * at any time.
     */
    heard: async (id: string) => {
      await Promise.all(Object.values(probes).map((probe) => probe.settled()));
      const take = ({ received }: SocketProbe) =>
        received
          .splice(0)
          .filter(({ payload }) => aboutSchema.safeParse(payload).data?.questionId === id)
          .map(({ name }) => name);
      return { admin: take(probes.admin), home: take(probes.home), studio: take(probes.studio) };
    },
  };
}

/** The first update of a question that has arrived or will arrive. */
async function updateOf({ received }: SocketProbe, id: string) {
  const updates = () =>
    received
      .filter(({ name }) => name === 'questions-updated')
      .map(({ payload }) => serverEvents['questions-updated'].parse(payload))
      .filter(({ questionId }) => questionId === id);
  await expect.poll(updates).not.toEqual([]);
  const [first] = updates();
  if (first === undefined) throw new Error('no update');
  return first;
}

/** An empty board. */
const EMPTY = { entries: [], people: 0 };

describe('a new question', () => {
  it('has the planned times, is a draft, and is announced to admins only', async () => {
    const probes = await listeners();
    const question = await generate('  A fruit?  ');
    expect(question).toMatchObject({
      id: question.question_id,
      question_text: 'A fruit?',
      session_date: '2100-01-01',
      start_time: '2100-01-01T10:00:00.000Z',
      end_time: '2100-01-01T11:00:00.000Z',
      shown_on_air: false,
      shown_to_home: false,
      answered: { studio: 0, home: 0 },
      topGroups: [],
    });
    expect(await probes.heard(question.id)).toEqual({
      admin: ['question-list-updated'],
      home: [],
      studio: [],
    });
    for (const person of [admin, viewer, contestant])
      expect(await seenBy(person, question.id)).toBeNull();
    const { questions } = await server.ok('adminQuestions', { token: token() });
    expect(questions[0]).toEqual(question);
  });

  it('accepts times with a zone, and reads others as UTC', async () => {
    const question = await generate('When?', {
      startTime: '2100-01-01T10:00:00+02:00',
      endTime: '2100-01-01T09:00:00',
    });
    expect([question.start_time, question.end_time]).toEqual([
      '2100-01-01T08:00:00.000Z',
      '2100-01-01T09:00:00.000Z',
    ]);
  });

  it.each([
    ['before the start', '2100-01-01T09:00'],
    ['at the start', '2100-01-01T10:00'],
    ['before the start, in another zone', '2100-01-01T11:00:00+02:00'],
  ])('cannot end %s', async (_title, endTime) => {
    const body = { question: 'A fruit?', startTime: PLANNED.startTime, endTime };
    expect(await server.call('generate', { token: token(), body })).toMatchObject({
      status: 422,
      body: {
        error: m.generateEndFirst(),
        details: [{ field: 'endTime', message: m.generateEndFirst() }],
      },
    });
  });
});

describe('a release', () => {
  it('returns the timer and the updated question', async () => {
    const { id } = await generate();
    const before = Date.now() + aheadMs;
    const params = { id };
    const body = { timerMinutes: 2, timerSeconds: 5 };
    const reply = await server.ok('release', { token: token(), params, body });
    const endTime = reply.contestantTimer?.endTime ?? 0;
    expect(reply.contestantTimer).toEqual({ durationMinutes: 2, durationSeconds: 5, endTime });
    expect(endTime - before - 125_000).toBeGreaterThanOrEqual(0);
    expect(endTime - before - 125_000).toBeLessThan(5_000);
    expect(reply.question).toMatchObject({
      shown_on_air: true,
      shown_to_home: false,
      contestantTimer: reply.contestantTimer,
    });
    const home = await server.ok('releaseHome', { token: token(), params, body: {} });
    expect(home).toMatchObject({ message: expect.any(String), question: { shown_to_home: true } });
    expect(home).not.toHaveProperty('homeViewerTimer');
  });

  it.each([
    ['no time at all', { timerMinutes: 0, timerSeconds: 0 }, 422],
    ['61 minutes', { timerMinutes: 61 }, 422],
    ['60 seconds', { timerSeconds: 60 }, 422],
    ['less than nothing', { timerMinutes: -1 }, 422],
    ['for ever', { timerMinutes: 1e9 }, 422],
    ['half a minute', { timerMinutes: 0.5 }, 422],
    ['text', { timerMinutes: '5' }, 400],
    ['an object', { timerSeconds: { $gt: 1 } }, 400],
  ])('with a timer of %s is refused [R5.release-nothing]', async (_title, body, status) => {
    const probes = await listeners();
    const { id } = await generate();
    const answer = await server.raw(`/api/game-sessions/release-question-home/${id}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token()}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect([answer.status, await seenBy(viewer, id)]).toEqual([status, null]);
    expect((await probes.heard(id)).home).toEqual([]);
  });

  it('of an unknown question is not found, and neither is its revoke', async () => {
    const params = { id: 'unknown' };
    const answers = await Promise.all([
      server.call('release', { token: token(), params, body: {} }),
      server.call('releaseHome', { token: token(), params, body: {} }),
      server.call('revoke', { token: token(), params }),
      server.call('revokeHome', { token: token(), params }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  });

  it('by two admins at once ends as the later one in full, for every reader', async () => {
    const probes = await listeners();
    const other = await server.signInAs('admin');
    const { id } = await generate();
    const params = { id };
    // None of them ends while the tests of this file run.
    const choices = Array.from({ length: 10 }, (_, index) => ({
      timerMinutes: 10 + index,
      timerSeconds: 59 - index,
    }));
    const replies = await Promise.all(
      choices.map((body, index) =>
        server.ok('releaseHome', { token: index % 2 ? token() : other.token, params, body }),
      ),
    );
    const timer = (await seenBy(viewer, id))?.homeViewerTimer;
    expect(replies.map(({ homeViewerTimer }) => homeViewerTimer)).toContainEqual(timer);
    expect((await seenBy(admin, id))?.homeViewerTimer).toEqual(timer);
    expect((await seenBy(contestant, id))?.homeViewerTimer).toEqual(timer);
    await Promise.all([probes.admin, probes.home, probes.studio].map((probe) => probe.settled()));
    for (const probe of [probes.admin, probes.home, probes.studio]) {
      const last = probe.received.findLast(
        ({ payload }) => aboutSchema.safeParse(payload).data?.questionId === id,
      );
      expect(last?.payload).toMatchObject({ question: { homeViewerTimer: timer } });
    }
  });
});

describe('a list', () => {
  it('has open and expired for each audience by the clock', async () => {
    const { id } = await generate('Open or not?');
    const params = { id };
    await server.ok('releaseHome', { token: token(), params, body: { timerMinutes: 1 } });
    await server.ok('release', { token: token(), params, body: {} });
    const states = async () => {
      const found: string[] = [];
      for (const person of [viewer, contestant, admin])
        for (const filter of ['active', 'expired', 'all'] as const)
          if ((await seenBy(person, id, filter)) !== null) found.push(`${person.roleId} ${filter}`);
      return found;
    };
    expect(await states()).toEqual(['2 active', '2 all', '3 active', '3 all', '1 active', '1 all']);
    aheadMs += 60_000;
    expect(await states()).toEqual([
      '2 expired',
      '2 all',
      '3 active',
      '3 all',
      '1 active',
      '1 all',
    ]);
  });

  it('shows a locked question without its text to users it was never released to', async () => {
    const { id } = await generate('A secret?');
    const params = { id };
    await server.ok('release', { token: token(), params, body: { timerMinutes: 1 } });
    expect(await seenBy(viewer, id)).toMatchObject({ question_text: null });
    expect(await seenBy(contestant, id)).toMatchObject({ question_text: 'A secret?' });
    const raw = await server.call('activeQuestions', { token: viewer.token });
    expect(JSON.stringify(raw.body)).not.toContain('A secret?');
    await server.ok('revoke', { token: token(), params });
    expect(await seenBy(viewer, id)).toBeNull();
  });

  it("has the version of the feed and the server's clock", async () => {
    const before = Date.now() + aheadMs;
    const reply = await server.ok('activeQuestions', { token: viewer.token });
    const { versions } = await server.ok('adminQuestions', { token: token() });
    expect(reply).toMatchObject({ versions, answers: [], serverTime: expect.any(Number) });
    expect('serverTime' in reply && reply.serverTime).toBeGreaterThanOrEqual(before);
  });

  it('is for its own audience', async () => {
    const statuses = await Promise.all([
      server.call('contestantQuestions', { token: viewer.token }),
      server.call('activeQuestions', { token: contestant.token }),
      server.call('adminQuestions', { token: viewer.token }),
      server.call('activeQuestions'),
    ]);
    expect(statuses.map(({ status }) => status)).toEqual([403, 403, 403, 401]);
  });
});

const timerInfoStatus = async (person: Person, id: string) =>
  (await server.call('timerInfo', { token: person.token, params: { id } })).status;

describe('timer-info', () => {
  it('gives each caller their own end', async () => {
    const { id } = await generate();
    const params = { id };
    const info = (person: Person) => server.ok('timerInfo', { token: person.token, params });
    const { homeViewerTimer } = await server.ok('releaseHome', {
      token: token(),
      params,
      body: { timerSeconds: 30 },
    });
    const { contestantTimer } = await server.ok('release', {
      token: token(),
      params,
      body: { timerMinutes: 1 },
    });
    const timers = { homeViewerTimer, contestantTimer };
    expect(await info(viewer)).toEqual({ endTime: homeViewerTimer?.endTime, ...timers });
    expect(await info(contestant)).toEqual({ endTime: contestantTimer?.endTime, ...timers });
    expect(await info(admin)).toEqual({ endTime: contestantTimer?.endTime, ...timers });
    await server.ok('revokeHome', { token: token(), params });
    expect(await info(viewer)).toEqual({ endTime: null, contestantTimer });
  });

  it('does not exist for callers who may not know of the question', async () => {
    const { id } = await generate();
    expect(await timerInfoStatus(viewer, id)).toBe(404);
    expect(await timerInfoStatus(admin, id)).toBe(200);
    expect(await timerInfoStatus(admin, 'unknown')).toBe(404);
  });
});

const edit = (id: string, text: string, onAir: boolean, toHome: boolean) =>
  server.ok('updateQuestion', {
    token: token(),
    params: { id },
    body: { question_text: text, shown_on_air: onAir, shown_to_home: toHome },
  });

describe('an edit', () => {
  it('of the text reaches its readers, and leaves the timer alone', async () => {
    const probes = await listeners();
    const { id } = await generate('A fuit?');
    const { homeViewerTimer } = await server.ok('releaseHome', {
      token: token(),
      params: { id },
      body: { timerMinutes: 5 },
    });
    await probes.heard(id);
    const { question } = await edit(id, 'A fruit?', false, true);
    expect(question).toMatchObject({ question_text: 'A fruit?', homeViewerTimer });
    const home = await updateOf(probes.home, id);
    expect(home.question).toMatchObject({ question_text: 'A fruit?', homeViewerTimer });
    const studio = await updateOf(probes.studio, id);
    expect([studio.version, studio.question?.question_text]).toEqual([home.version, null]);
    expect(await probes.heard(id)).toEqual({
      admin: ['questions-updated'],
      home: ['questions-updated'],
      studio: ['questions-updated'],
    });
  });

  it('of the flags releases and revokes', async () => {
    const probes = await listeners();
    const { id } = await generate();
    await probes.heard(id);
    await edit(id, 'A fruit?', true, false);
    expect(await probes.heard(id)).toEqual({
      admin: ['question-released'],
      home: ['questions-updated'],
      studio: ['question-released'],
    });
    await edit(id, 'A fruit?', false, true);
    expect(await probes.heard(id)).toEqual({
      admin: ['question-revoked', 'question-released'],
      home: ['question-released'],
      studio: ['question-revoked'],
    });
    expect(await seenBy(contestant, id)).toBeNull();
    expect(await seenBy(viewer, id)).toMatchObject({ windows: { home: { timed: false } } });
  });

  it('is refused while the question is open, or within the grace after its end, and names the alternative [R7.admin-question-delete-in-play]', async () => {
    const { id } = await generate();
    const params = { id };
    await server.ok('releaseHome', { token: token(), params, body: { timerMinutes: 1 } });
    const refusal = {
      status: 409,
      body: { error: m.rundownDeleteOpen(), code: 'guard' },
    };
    expect(await server.call('deleteQuestion', { token: token(), params })).toMatchObject(refusal);
    aheadMs += 60_000;
    await expect
      .poll(async () => (await server.call('deleteQuestion', { token: token(), params })).status)
      .toBe(200);
  });

  it('is refused in a live show from arming to publishing, and names the alternative [R7.admin-question-delete-in-play]', async () => {
    const show = await createShow(server, token(), 'Live', ['A fruit?', 'A tree?']);
    const { act } = show;
    const [item, other] = [show.item(0), show.item(1)];
    const remove = (questionId: string) =>
      server.call('deleteQuestion', { token: token(), params: { id: questionId } });
    const isRefused = async (error: string) => {
      expect(await remove(item.questionId)).toMatchObject({ status: 409, body: { error } });
    };
    await act({ type: 'goLive' });
    await act({ type: 'arm', itemId: item.id });
    await isRefused(m.rundownDeleteArmed());
    await act({ type: 'release', itemId: item.id, timers: { home: 10 } });
    await act({ type: 'close', itemId: item.id });
    await expect
      .poll(async () => (await remove(item.questionId)).body)
      .toMatchObject({
        error: m.rundownDeleteUnfinished(),
      });
    for (const result of ['lock', 'publish'] as const) {
      await isRefused(m.rundownDeleteUnfinished());
      await show.settle(0, result);
    }
    expect((await remove(item.questionId)).status).toBe(200);
    expect((await remove(other.questionId)).status).toBe(200);
    await show.reload();
    await act({ type: 'end' });
  });

  it('of a draft is announced to admins only', async () => {
    const probes = await listeners();
    const { id } = await generate('A fuit?');
    await probes.heard(id);
    await edit(id, 'A fruit?', false, false);
    expect(await probes.heard(id)).toEqual({
      admin: ['question-list-updated'],
      home: [],
      studio: [],
    });
  });

  it('of an unknown question is not found', async () => {
    const answer = await server.call('updateQuestion', {
      token: token(),
      params: { id: 'unknown' },
      body: { question_text: 'A?', shown_on_air: true, shown_to_home: true },
    });
    expect(answer.status).toBe(404);
  });
});

describe('a deletion', () => {
  it('removes the question for every user', async () => {
    const probes = await listeners();
    const { id } = await generate();
    const params = { id };
    await server.ok('releaseHome', { token: token(), params, body: { timerMinutes: 1 } });
    aheadMs += 60_000;
    await expect
      .poll(async () => (await server.call('deleteQuestion', { token: token(), params })).body)
      .toEqual({ message: m.adminQuestionDeleted() });
    const deletionsOf = ({ received }: SocketProbe) =>
      received.filter(({ name, payload }) => {
        if (name !== 'questions-updated') return false;
        const { questionId, question } = serverEvents[name].parse(payload);
        return questionId === id && question === null;
      });
    // The end of its window may also be announced after its deletion.
    for (const probe of [probes.admin, probes.home, probes.studio])
      await expect.poll(() => deletionsOf(probe)).not.toEqual([]);
    for (const person of [viewer, contestant, admin]) expect(await seenBy(person, id)).toBeNull();
    expect((await server.call('deleteQuestion', { token: token(), params })).status).toBe(404);
  });

  it('removes its points and its board [R7.admin-question-delete]', async () => {
    const { id, game_session_id: gameSessionId } = await generate();
    const params = { id };
    await server.ok('releaseHome', { token: token(), params, body: {} });
    const probe = await listen(viewer);
    await server.ok('submitAnswer', {
      token: viewer.token,
      body: { gameSessionId, answerText: 'apple' },
    });
    const pointsNow = () => {
      const last = probe.received.findLast(({ name }) => name === 'standing-updated');
      return last && serverEvents['standing-updated'].parse(last.payload).daily.points;
    };
    const boardsNow = () => {
      const last = probe.received.findLast(({ name }) => name === 'boards-updated');
      return last && serverEvents['boards-updated'].parse(last.payload).boards;
    };
    await expect.poll(pointsNow).toBe(1);
    await expect.poll(boardsNow).toMatchObject({ daily: { people: 1 } });
    await server.ok('revokeHome', { token: token(), params });
    await server.ok('deleteQuestion', { token: token(), params });
    await expect.poll(pointsNow).toBe(0);
    await expect.poll(boardsNow).toEqual({ daily: EMPTY, 'all-time': EMPTY, sessions: {} });
  });

  it('of a draft is announced to admins only', async () => {
    const probes = await listeners();
    const { id } = await generate();
    await probes.heard(id);
    await server.ok('deleteQuestion', { token: token(), params: { id } });
    expect(await probes.heard(id)).toEqual({
      admin: ['question-list-updated'],
      home: [],
      studio: [],
    });
  });
});

const isEvent = (name: string): name is ServerEventName => name in serverEvents;

describe('the producer’s list', () => {
  it('is the same from events as from a reload, after any act [R3.list-events]', async () => {
    const load = async () => {
      const { questions, versions } = await server.ok('adminQuestions', { token: token() });
      return { questions: questions.map(({ session_date: _day, ...listed }) => listed), versions };
    };
    const probe = await listen(admin);
    let list: ProducerList = await load();
    const says: string[] = [];
    const hear = async () => {
      await probe.settled();
      for (const { name, payload } of probe.received.splice(0)) {
        if (!isEvent(name)) continue;
        const event = { name: `realtime.${name}`, ...serverEvents[name].parse(payload) };
        const news = updateFor(list, event);
        if (news === 'apply') list = applyEvent(list, event);
        if (news !== 'none') says.push(news);
      }
      expect(list).toEqual(await load());
    };
    const timer = { timerMinutes: 1, timerSeconds: 0 };
    const first = await generate('A first one?');
    const params = { id: first.id };
    await hear();
    await generate('A second one?');
    await edit(first.id, 'A better one?', false, false);
    await hear();
    await server.ok('releaseHome', { token: token(), params, body: timer });
    await hear();
    await server.ok('release', { token: token(), params, body: {} });
    await edit(first.id, 'The best one?', true, true);
    await hear();
    await server.ok('revokeHome', { token: token(), params });
    await server.ok('revoke', { token: token(), params });
    await hear();
    await server.ok('deleteQuestion', { token: token(), params });
    await hear();
    expect(new Set(says)).toEqual(new Set(['apply']));
  });
});
