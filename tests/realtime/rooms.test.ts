import { describe, expect, it } from 'vitest';
import { MOST_FOLLOWED } from '#server/answering/answer-subscriptions.ts';
import { readVersions } from '#server/answering/feed-store.ts';
import { isAnswerRoom } from '#server/realtime/rooms.ts';
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
  if (!ann || !hal || !cid || !ada) throw new Error('somebody is missing');
  const all = [ann, hal, cid, ada];
  const settled = () => Promise.all(all.map((probe) => probe.settled()));
  return { fixture, ann, hal, cid, ada, settled };
}

/** What arrived, without the count of players and what producers see of the show, which come at any time. */
const newsOf = ({ received }: Pick<SocketProbe, 'received'>) =>
  received.filter(({ name }) => name !== 'players-counted' && name !== 'show-changed');

describe('a release', () => {
  it('reaches its audience and the admins by name, the others without text [R6.rooms R4.release R4.locked-no-text]', async () => {
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
    const desk = {
      question: { ...seen, shown_on_air: false, shown_to_home: true },
      connected: { studio: 1, home: 2 },
    };
    expect(newsOf(ada)).toMatchObject(
      newsOf(ann).map(({ name, payload }) => ({ name, payload: { ...Object(payload), desk } })),
    );
    expect(JSON.stringify(newsOf(ann))).not.toContain('"desk"');
    expect(newsOf(cid)).toMatchObject([
      {
        name: 'questions-updated',
        payload: { ...about, question: { ...seen, question_text: null } },
      },
    ]);
    expect(JSON.stringify(newsOf(cid))).not.toContain('fruit');
  });

  it('without a timer is nothing to see for the other audience', async () => {
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

  it('and a revoke later take the question away from its audience alone [R4.revoke R4.release-independent]', async () => {
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

  it('leaves the text to an audience that has it, while it is locked', async () => {
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

  it('that is revoked while the other audience has its timer takes the text away, in events and in lists [R4.locked-no-text R4.revoke]', async () => {
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
    for (const told of [
      ann.received,
      late.received,
      await fixture.feed.listing({ room: 'home', rehearsal: null }),
    ])
      expect(JSON.stringify(told)).not.toContain('fruit');
  });

  it('of what is not released revokes nothing and tells nobody', async () => {
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

describe('without a valid token', () => {
  it('a socket hears nothing, whatever it asks for', async () => {
    const fixture = await openFixture();
    fixture.enter('ann', 'home');
    const stranger = await fixture.listen();
    stranger.socket.emit('join-user-room', 'ann');
    stranger.socket.emit('join-user-room', 'home');
    stranger.socket.emit('sync');
    const { id } = await fixture.plan();
    await fixture.change(id, 'home', TIMED);
    fixture.broadcaster.toUser('ann', 'show-answers', { feed: 'house', version: 1 });
    await stranger.settled();
    expect(stranger.received).toEqual([]);
    expect(fixture.misuses).toEqual(['foreign-room', 'foreign-room']);
  });

  it.each([
    ['a forged one', { token: 'forged' }],
    ['an empty one', { token: '' }],
    ['one that is no text', { token: { toString: 1 } }],
    ['one too long', { token: 'x'.repeat(5_000) }],
  ])('%s is told to sign in, and closed', async (_title, auth) => {
    const fixture = await openFixture();
    const probe = await fixture.listen();
    probe.socket.disconnect();
    probe.socket.auth = auth;
    probe.socket.connect();
    expect(await probe.next('signed-out')).toEqual({ reason: 'expired' });
    expect(await probe.closed()).toBe('io server disconnect');
  });
});

describe('one person', () => {
  it('is reached on every device, and nobody else is', async () => {
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

  it('is told on every device what one of them did, and on the only one nothing', async () => {
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

  it("cannot join another's room [R6.rooms]", async () => {
    const { fixture, hal, settled } = await fullFixture();
    hal.socket.emit('join-user-room', 'ann');
    await hal.settled();
    fixture.broadcaster.toUser('ann', 'answer-updated', { awardedPoints: 3 });
    await settled();
    expect([hal.received, fixture.misuses]).toEqual([[], ['foreign-room']]);
  });

  it('may ask for the own room, as clients do', async () => {
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
const toldOf = (gameSessionId: string, awardedPoints: number) =>
  expect.objectContaining({
    name: 'answer-updated',
    payload: expect.objectContaining({ gameSessionId, awardedPoints }),
  });

describe('those who gave the same answer', () => {
  it('hear of it from their answer on, by audience', async () => {
    const { fixture, ann, hal, cid, settled } = await fullFixture();
    const { joined, moved } = fixture.answerUpdates;
    joined({ userId: 'ann', gameSessionId: 's1', audience: 'home', textKey: 'apple' });
    joined({ userId: 'hal', gameSessionId: 's1', audience: 'home', textKey: 'pear' });
    joined({ userId: 'cid', gameSessionId: 's1', audience: 'studio', textKey: 'apple' });
    await moved({ gameSessionId: 's1', version: 1, forms: [worth(2, 'apple', 'plum'), worth(7)] });
    await moved({ gameSessionId: 's2', version: 1, forms: [worth(3, 'apple')] });
    await settled();
    expect([ann.received, hal.received, cid.received]).toEqual([[toldOf('s1', 2)], [], []]);
  });

  it('hear nothing of a recount that another has overtaken', async () => {
    const { fixture, ann, settled } = await fullFixture();
    const { joined, moved } = fixture.answerUpdates;
    joined({ userId: 'ann', gameSessionId: 's1', audience: 'home', textKey: 'apple' });
    await moved({ gameSessionId: 's1', version: 3, forms: [worth(4, 'apple')] });
    await moved({ gameSessionId: 's1', version: 2, forms: [worth(2, 'apple')] });
    await moved({ gameSessionId: 's1', version: 3, forms: [worth(5, 'apple')] });
    await settled();
    expect(ann.received).toEqual([toldOf('s1', 4), toldOf('s1', 5)]);
  });

  it('hear no more of the oldest of many, whose room goes', async () => {
    const { fixture, ann, settled } = await fullFixture();
    const { joined, moved } = fixture.answerUpdates;
    for (let question = 0; question <= MOST_FOLLOWED; question += 1)
      joined({ userId: 'ann', gameSessionId: `s${question}`, audience: 'home', textKey: 'apple' });
    for (const gameSessionId of ['s0', 's1'])
      await moved({ gameSessionId, version: 1, forms: [worth(2, 'apple')] });
    await settled();
    expect(ann.received).toEqual([toldOf('s1', 2)]);
    const rooms = [...fixture.io.of('/').adapter.rooms.keys()];
    expect(rooms.filter(isAnswerRoom).length).toBe(MOST_FOLLOWED);
  });

  it('hear of it after they came back', async () => {
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
    await fixture.answerUpdates.moved({ gameSessionId, version: 1, forms: [worth(2, 'apple')] });
    await ann.settled();
    expect(ann.received).toEqual([toldOf(gameSessionId, 2)]);
  });
});

it('counts players, and nobody else who is or was connected', async () => {
  const { fixture, hal } = await fullFixture();
  await fixture.listen();
  await fixture.listen('forged', { transports: ['polling'] });
  await fixture.listen('ada', { show: {} });
  await fixture.listen('ann', { show: {} });
  const polling = await openPolling(fixture.url);
  await polling.post('40{"token":"hal"}');
  const connected = () => fixture.broadcaster.connected();
  await expect.poll(connected).toEqual({ studio: 1, home: 3 });
  // Whoever asks for nothing any more does not learn that they are signed out.
  fixture.broadcaster.disconnectUser('hal', 'deleted');
  await hal.closed();
  expect(connected()).toEqual({ studio: 1, home: 1 });
});
