import { describe, expect, it } from 'vitest';
import { MOST_FOLLOWED } from '#server/answering/answer-subscriptions.ts';
import { readVersions } from '#server/answering/feed-store.ts';
import { isAnswerRoom, showRoom } from '#server/realtime/rooms.ts';
import { openPolling, type SocketProbe } from '#tests/support/sockets.ts';
import { openFixture, REVOKE, TIMED, UNTIMED } from './fixture.ts';

/** A fixture with one of each: two home viewers, a contestant, an admin. */
async function fullFixture() {
  const fixture = await openFixture();
  fixture.enter('ann', 'home');
  fixture.enter('hal', 'home');
  fixture.enter('cid', 'contestant');
  fixture.enter('ada', 'admin');
  const [ann, hal, cid, ada] = await Promise.all(
    ['ann', 'hal', 'cid', 'ada'].map((name) => fixture.join(name)),
  );
  if (!ann || !hal || !cid || !ada) throw new Error('a probe is missing');
  const all = [ann, hal, cid, ada];
  const settled = () => Promise.all(all.map((probe) => probe.settled()));
  return { fixture, ann, hal, cid, ada, settled };
}

/** The events received, without player counts and show views, which may arrive at any time. */
const newsOf = ({ received }: Pick<SocketProbe, 'received'>) =>
  received.filter(({ name }) => name !== 'players-counted' && name !== 'show-changed');

describe('a release', () => {
  it('reaches its audience and the admins by name, the others without the question text [R6.rooms R4.release R4.locked-no-text]', async () => {
    const { fixture, ann, hal, cid, ada, settled } = await fullFixture();
    const { id, gameSessionId } = await fixture.plan();
    const { releases } = await fixture.change(id, 'home', TIMED);
    await settled();

    const closesAt = releases.home?.window.closesAt;
    const timer = { durationMinutes: 5, durationSeconds: 0, endTime: closesAt };
    const windows = {
      studio: { released: false, timed: false, closesAt: null },
      home: { released: true, timed: true, closesAt },
    };
    const seen = { question_text: 'A fruit?', windows, homeViewerTimer: timer };
    const about = { version: 1, questionId: id, gameSessionId };
    const toHome = [
      { name: 'question-released', payload: { ...about, type: 'home', question: seen } },
      { name: 'timer-started', payload: { ...about, type: 'home', question: seen, timer } },
    ];
    expect(newsOf(ann)).toMatchObject(toHome);
    expect(newsOf(hal)).toEqual(newsOf(ann));
    const forProducers = {
      question: { ...seen, shown_on_air: false, shown_to_home: true },
      connected: { studio: 1, home: 2 },
    };
    expect(newsOf(ada)).toMatchObject(
      toHome.map(({ name, payload }) => ({ name, payload: { ...payload, forProducers } })),
    );
    expect(JSON.stringify(newsOf(ann))).not.toContain('"forProducers"');
    expect(newsOf(cid)).toMatchObject([
      {
        name: 'questions-updated',
        payload: { ...about, question: { ...seen, question_text: null } },
      },
    ]);
    expect(JSON.stringify(newsOf(cid))).not.toContain('fruit');
  });

  it('without a timer is invisible to the other audience', async () => {
    const { fixture, ann, cid, ada, settled } = await fullFixture();
    const { id, gameSessionId } = await fixture.plan();
    await fixture.change(id, 'studio', UNTIMED);
    await settled();
    expect(ann.received).toMatchObject([
      {
        name: 'questions-updated',
        payload: { version: 1, questionId: id, gameSessionId, question: null },
      },
    ]);
    expect([cid.takeNames(), ada.takeNames()]).toEqual([
      ['question-released'],
      ['question-released'],
    ]);
  });

  it('and a later revoke remove the question only for its own audience [R4.revoke R4.release-independent]', async () => {
    const { fixture, ann, cid, settled } = await fullFixture();
    const { id } = await fixture.plan();
    await fixture.change(id, 'home', UNTIMED);
    await fixture.change(id, 'studio', UNTIMED);
    await settled();
    ann.received.length = 0;
    cid.received.length = 0;
    await fixture.change(id, 'home', REVOKE);
    await settled();
    expect(ann.received).toMatchObject([
      { name: 'question-revoked', payload: { version: 3, type: 'home', question: null } },
    ]);
    expect(cid.received).toMatchObject([
      {
        name: 'questions-updated',
        payload: { version: 3, question: { question_text: 'A fruit?' } },
      },
    ]);
  });

  it('leaves the text to an audience that already has it, while it is locked', async () => {
    const { fixture, ann, settled } = await fullFixture();
    const { id } = await fixture.plan();
    await fixture.change(id, 'home', UNTIMED);
    await fixture.change(id, 'studio', TIMED);
    await settled();
    expect(ann.received.at(-1)).toMatchObject({
      name: 'questions-updated',
      payload: { question: { question_text: 'A fruit?' } },
    });
  });

  it('that is revoked while the other audience has a timer removes the text from events and lists [R4.locked-no-text R4.revoke]', async () => {
    const { fixture, ann, settled } = await fullFixture();
    const { id } = await fixture.plan();
    await fixture.change(id, 'home', UNTIMED);
    await fixture.change(id, 'studio', TIMED);
    await settled();
    ann.received.length = 0;
    await fixture.change(id, 'home', REVOKE);
    await settled();
    expect(ann.received).toMatchObject([
      { name: 'question-revoked', payload: { question: { id, question_text: null } } },
    ]);
    const late = await fixture.join('hal');
    await late.settled();
    for (const message of [
      ann.received,
      late.received,
      await fixture.feed.listing({ room: 'home', rehearsal: null }),
    ])
      expect(JSON.stringify(message)).not.toContain('fruit');
  });

  it('cannot be revoked before it is made, and then sends no event', async () => {
    const { fixture, ann, ada, settled } = await fullFixture();
    const { id } = await fixture.plan();
    await fixture.change(id, 'home', REVOKE);
    await settled();
    expect([ann.received, ada.received, await readVersions(fixture.db.read)]).toEqual([
      [],
      [],
      { house: 0 },
    ]);
  });
});

const payloadsOf = ({ received }: SocketProbe) => received.map(({ payload }) => payload);

it('a message to the players outside a show reaches none of its members', async () => {
  const { fixture, ann, hal, cid, settled } = await fullFixture();
  fixture.io.in('user:hal').socketsJoin(showRoom('river', 'home'));
  fixture.broadcaster.toAudience('home', 'players-ready', { ready: 2 }, { outside: ['river'] });
  fixture.broadcaster.toAudience('home', 'players-ready', { ready: 1 }, { showId: 'river' });
  await settled();
  expect([ann, hal, cid].map(payloadsOf)).toEqual([[{ ready: 2 }], [{ ready: 1 }], []]);
});

describe('without a valid token', () => {
  it('a socket receives no events, whatever it sends', async () => {
    const fixture = await openFixture();
    fixture.enter('ann', 'home');
    const unauthenticated = await fixture.listen();
    unauthenticated.socket.emit('join-user-room', 'ann');
    unauthenticated.socket.emit('join-user-room', 'home');
    unauthenticated.socket.emit('sync');
    const { id } = await fixture.plan();
    await fixture.change(id, 'home', TIMED);
    fixture.broadcaster.toUser('ann', 'show-answers', { feed: 'house', version: 1 });
    await unauthenticated.settled();
    expect(unauthenticated.received).toEqual([]);
    expect(fixture.misuses).toEqual(['foreign-room', 'foreign-room']);
  });

  it.each([
    ['a forged one', { token: 'forged' }],
    ['an empty one', { token: '' }],
    ['one that is not a string', { token: { toString: 1 } }],
    ['one too long', { token: 'x'.repeat(5_000) }],
  ])('%s gets a sign-in error and is disconnected', async (_title, auth) => {
    const fixture = await openFixture();
    const probe = await fixture.listen();
    probe.socket.disconnect();
    probe.socket.auth = auth;
    probe.socket.connect();
    expect(await probe.next('signed-out')).toEqual({ reason: 'expired' });
    expect(await probe.closed()).toBe('io server disconnect');
  });
});

describe('one user', () => {
  it('is reached on every device, and no other user is', async () => {
    const { fixture, ann, hal, ada, settled } = await fullFixture();
    const phone = await fixture.join('ann', { transports: ['polling'] });
    fixture.broadcaster.toUser('ann', 'answer-updated', { awardedPoints: 3 });
    await Promise.all([settled(), phone.settled()]);
    const update = [{ name: 'answer-updated', payload: { awardedPoints: 3 } }];
    expect([ann.received, phone.received, hal.received, ada.received]).toEqual([
      update,
      update,
      [],
      [],
    ]);
  });

  it('receives an answer of one device on every device, but no event with a single device', async () => {
    const { fixture, ann, hal, settled } = await fullFixture();
    const phone = await fixture.join('ann', { transports: ['polling'] });
    const answer = { gameSessionId: 's1', answer_text: 'Apple', awardedPoints: 3, answeredAt: 5 };
    for (const userId of ['ann', 'hal'])
      fixture.answerUpdates.stored(
        { userId, gameSessionId: 's1', audience: 'home', textKey: 'apple' },
        answer,
      );
    await Promise.all([settled(), phone.settled()]);
    const payload = { gameSessionId: 's1', userId: 'ann', awardedPoints: 3, answer };
    const update = [{ name: 'answer-updated', payload }];
    expect([ann.received, phone.received, hal.received]).toEqual([update, update, []]);
  });

  it("cannot join another user's room [R6.rooms]", async () => {
    const { fixture, hal, settled } = await fullFixture();
    hal.socket.emit('join-user-room', 'ann');
    await hal.settled();
    fixture.broadcaster.toUser('ann', 'answer-updated', { awardedPoints: 3 });
    await settled();
    expect([hal.received, fixture.misuses]).toEqual([[], ['foreign-room']]);
  });

  it('may ask to join their own room, as clients do', async () => {
    const { fixture, ann } = await fullFixture();
    ann.socket.emit('join-user-room', 'ann');
    await ann.settled();
    expect(fixture.misuses).toEqual([]);
  });
});

const worth = (points: number, ...textKeys: string[]) => ({
  audience: 'home' as const,
  points,
  textKeys,
});
const answerUpdated = (gameSessionId: string, awardedPoints: number) =>
  expect.objectContaining({
    name: 'answer-updated',
    payload: expect.objectContaining({ gameSessionId, awardedPoints }),
  });

describe('players with the same answer', () => {
  it('receive its points as soon as they have answered, by audience', async () => {
    const { fixture, ann, hal, cid, settled } = await fullFixture();
    const { joined, moved } = fixture.answerUpdates;
    joined({ userId: 'ann', gameSessionId: 's1', audience: 'home', textKey: 'apple' });
    joined({ userId: 'hal', gameSessionId: 's1', audience: 'home', textKey: 'pear' });
    joined({ userId: 'cid', gameSessionId: 's1', audience: 'studio', textKey: 'apple' });
    await moved({
      gameSessionId: 's1',
      version: 1,
      answerTexts: [worth(2, 'apple', 'plum'), worth(7)],
    });
    await moved({ gameSessionId: 's2', version: 1, answerTexts: [worth(3, 'apple')] });
    await settled();
    expect([ann.received, hal.received, cid.received]).toEqual([[answerUpdated('s1', 2)], [], []]);
  });

  it('do not receive points of a superseded recount', async () => {
    const { fixture, ann, settled } = await fullFixture();
    const { joined, moved } = fixture.answerUpdates;
    joined({ userId: 'ann', gameSessionId: 's1', audience: 'home', textKey: 'apple' });
    await moved({ gameSessionId: 's1', version: 3, answerTexts: [worth(4, 'apple')] });
    await moved({ gameSessionId: 's1', version: 2, answerTexts: [worth(2, 'apple')] });
    await moved({ gameSessionId: 's1', version: 3, answerTexts: [worth(5, 'apple')] });
    await settled();
    expect(ann.received).toEqual([answerUpdated('s1', 4), answerUpdated('s1', 5)]);
  });

  it('leave the oldest answer room when they are in too many', async () => {
    const { fixture, ann, settled } = await fullFixture();
    const { joined, moved } = fixture.answerUpdates;
    for (let question = 0; question <= MOST_FOLLOWED; question += 1)
      joined({ userId: 'ann', gameSessionId: `s${question}`, audience: 'home', textKey: 'apple' });
    for (const gameSessionId of ['s0', 's1'])
      await moved({ gameSessionId, version: 1, answerTexts: [worth(2, 'apple')] });
    await settled();
    expect(ann.received).toEqual([answerUpdated('s1', 2)]);
    const rooms = [...fixture.io.of('/').adapter.rooms.keys()];
    expect(rooms.filter(isAnswerRoom).length).toBe(MOST_FOLLOWED);
  });

  it('receive its points after a reconnect', async () => {
    const fixture = await openFixture();
    const { id, gameSessionId } = await fixture.plan();
    await fixture.change(id, 'home', UNTIMED);
    fixture.enter('ann', 'home');
    const answer = {
      gameSessionId,
      answer_text: 'Apple',
      awardedPoints: 1,
      answeredAt: 5,
      audience: 'home',
      textKey: 'apple',
    } as const;
    fixture.accounts.answers.set('ann', [answer]);
    const ann = await fixture.join('ann');
    await ann.settled();
    await fixture.answerUpdates.moved({
      gameSessionId,
      version: 1,
      answerTexts: [worth(2, 'apple')],
    });
    await ann.settled();
    expect(ann.received).toEqual([answerUpdated(gameSessionId, 2)]);
  });
});

it('counts connected players, and no other clients', async () => {
  const { fixture, hal } = await fullFixture();
  await fixture.listen();
  await fixture.listen('forged', { transports: ['polling'] });
  await fixture.listen('ada', { show: {} });
  await fixture.listen('ann', { show: {} });
  const polling = await openPolling(fixture.url);
  await polling.post('40{"token":"hal"}');
  const connected = () => fixture.broadcaster.connected();
  await expect.poll(connected).toEqual({ studio: 1, home: 3 });
  // A client that stops polling does not see that it was signed out.
  fixture.broadcaster.disconnectUser('hal', 'deleted');
  await hal.closed();
  expect(connected()).toEqual({ studio: 1, home: 1 });
});
