import { describe, expect, it } from 'vitest';
import { MOST_FOLLOWED } from '#server/realtime/answerers.ts';
import { isAnswerRoom } from '#server/realtime/rooms.ts';
import { openPolling } from '#tests/support/sockets.ts';
import { openStage, REVOKE, TIMED, UNTIMED } from './stage.ts';

/** A stage with one of each: two home viewers, a contestant, an admin. */
async function fullStage() {
  const stage = await openStage();
  stage.enter('ann', 'home');
  stage.enter('hal', 'home');
  stage.enter('cid', 'contestant');
  stage.enter('ada', 'admin');
  const [ann, hal, cid, ada] = await Promise.all(
    ['ann', 'hal', 'cid', 'ada'].map((name) => stage.join(name)),
  );
  if (!ann || !hal || !cid || !ada) throw new Error('somebody is missing');
  const all = [ann, hal, cid, ada];
  const settled = () => Promise.all(all.map((probe) => probe.settled()));
  return { stage, ann, hal, cid, ada, settled };
}

describe('a release', () => {
  it('reaches its audience and the admins by name, the others without text [R6.rooms R4.release R4.locked-no-text]', async () => {
    const { stage, ann, hal, cid, ada, settled } = await fullStage();
    const { id, gameSessionId } = await stage.plan();
    const { releases } = await stage.change(id, 'home', TIMED);
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
    expect(ann.received).toMatchObject(toHome);
    expect(hal.received).toEqual(ann.received);
    const desk = {
      question: { ...seen, shown_on_air: false, shown_to_home: true },
      connected: { studio: 1, home: 2 },
    };
    expect(ada.received).toMatchObject(
      ann.received.map(({ name, payload }) => ({ name, payload: { ...Object(payload), desk } })),
    );
    expect(JSON.stringify(ann.received)).not.toContain('"desk"');
    expect(cid.received).toMatchObject([
      {
        name: 'questions-updated',
        payload: { ...about, question: { ...seen, question_text: null } },
      },
    ]);
    expect(JSON.stringify(cid.received)).not.toContain('fruit');
  });

  it('without a timer is nothing to see for the other audience', async () => {
    const { stage, ann, cid, ada, settled } = await fullStage();
    const { id, gameSessionId } = await stage.plan();
    await stage.change(id, 'studio', UNTIMED);
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
    const { stage, ann, cid, settled } = await fullStage();
    const { id } = await stage.plan();
    await stage.change(id, 'home', UNTIMED);
    await stage.change(id, 'studio', UNTIMED);
    await settled();
    ann.received.length = 0;
    cid.received.length = 0;
    await stage.change(id, 'home', REVOKE);
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
    const { stage, ann, settled } = await fullStage();
    const { id } = await stage.plan();
    await stage.change(id, 'home', UNTIMED);
    await stage.change(id, 'studio', TIMED);
    await settled();
    expect(ann.received.at(-1)).toMatchObject({
      name: 'questions-updated',
      payload: { question: { question_text: 'A fruit?' } },
    });
  });

  it('that is revoked while the other audience has its timer takes the text away, in events and in lists [R4.locked-no-text R4.revoke]', async () => {
    const { stage, ann, settled } = await fullStage();
    const { id } = await stage.plan();
    await stage.change(id, 'home', UNTIMED);
    await stage.change(id, 'studio', TIMED);
    await settled();
    ann.received.length = 0;
    await stage.change(id, 'home', REVOKE);
    await settled();
    expect(ann.received).toMatchObject([
      { name: 'question-revoked', payload: { question: { id, question_text: null } } },
    ]);
    const late = await stage.join('hal');
    await late.settled();
    for (const told of [ann.received, late.received, await stage.feed.listing('home')])
      expect(JSON.stringify(told)).not.toContain('fruit');
  });

  it('of what is not released revokes nothing and tells nobody', async () => {
    const { stage, ann, ada, settled } = await fullStage();
    const { id } = await stage.plan();
    await stage.change(id, 'home', REVOKE);
    await settled();
    expect([ann.received, ada.received, await stage.feed.version()]).toEqual([[], [], 0]);
  });
});

describe('without a valid token', () => {
  it('a socket hears nothing, whatever it asks for', async () => {
    const stage = await openStage();
    stage.enter('ann', 'home');
    const stranger = await stage.listen();
    stranger.socket.emit('join-user-room', 'ann');
    stranger.socket.emit('join-user-room', 'home');
    stranger.socket.emit('sync');
    const { id } = await stage.plan();
    await stage.change(id, 'home', TIMED);
    stage.announcer.toUser('ann', 'show-answers', {});
    await stranger.settled();
    expect(stranger.received).toEqual([]);
    expect(stage.misuses).toEqual(['foreign-room', 'foreign-room']);
  });

  it.each([
    ['a forged one', { token: 'forged' }],
    ['an empty one', { token: '' }],
    ['one that is no text', { token: { toString: 1 } }],
    ['one too long', { token: 'x'.repeat(5_000) }],
  ])('%s is told to sign in, and closed', async (_title, auth) => {
    const stage = await openStage();
    const probe = await stage.listen();
    probe.socket.disconnect();
    probe.socket.auth = auth;
    probe.socket.connect();
    expect(await probe.next('signed-out')).toEqual({ reason: 'expired' });
    expect(await probe.closed()).toBe('io server disconnect');
  });
});

describe('one person', () => {
  it('is reached on every device, and nobody else is', async () => {
    const { stage, ann, hal, ada, settled } = await fullStage();
    const phone = await stage.join('ann', { transports: ['polling'] });
    stage.announcer.toUser('ann', 'answer-updated', { awardedPoints: 3 });
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
    const { stage, ann, hal, settled } = await fullStage();
    const phone = await stage.join('ann', { transports: ['polling'] });
    const answer = { gameSessionId: 's1', answer_text: 'Apple', awardedPoints: 3, answeredAt: 5 };
    for (const userId of ['ann', 'hal'])
      stage.answerUpdates.stored(
        { userId, gameSessionId: 's1', audience: 'home', textKey: 'apple' },
        answer,
      );
    await Promise.all([settled(), phone.settled()]);
    const payload = { gameSessionId: 's1', userId: 'ann', awardedPoints: 3, answer };
    const update = [{ name: 'answer-updated', payload }];
    expect([ann.received, phone.received, hal.received]).toEqual([update, update, []]);
  });

  it("cannot join another's room [R6.rooms]", async () => {
    const { stage, hal, settled } = await fullStage();
    hal.socket.emit('join-user-room', 'ann');
    await hal.settled();
    stage.announcer.toUser('ann', 'answer-updated', { awardedPoints: 3 });
    await settled();
    expect([hal.received, stage.misuses]).toEqual([[], ['foreign-room']]);
  });

  it('may ask for the own room, as clients do', async () => {
    const { stage, ann } = await fullStage();
    ann.socket.emit('join-user-room', 'ann');
    await ann.settled();
    expect(stage.misuses).toEqual([]);
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
    const { stage, ann, hal, cid, settled } = await fullStage();
    const { joined, moved } = stage.answerUpdates;
    joined({ userId: 'ann', gameSessionId: 's1', audience: 'home', textKey: 'apple' });
    joined({ userId: 'hal', gameSessionId: 's1', audience: 'home', textKey: 'pear' });
    joined({ userId: 'cid', gameSessionId: 's1', audience: 'studio', textKey: 'apple' });
    await moved({ gameSessionId: 's1', version: 1, forms: [worth(2, 'apple', 'plum'), worth(7)] });
    await moved({ gameSessionId: 's2', version: 1, forms: [worth(3, 'apple')] });
    await settled();
    expect([ann.received, hal.received, cid.received]).toEqual([[toldOf('s1', 2)], [], []]);
  });

  it('hear nothing of a recount that another has overtaken', async () => {
    const { stage, ann, settled } = await fullStage();
    const { joined, moved } = stage.answerUpdates;
    joined({ userId: 'ann', gameSessionId: 's1', audience: 'home', textKey: 'apple' });
    await moved({ gameSessionId: 's1', version: 3, forms: [worth(4, 'apple')] });
    await moved({ gameSessionId: 's1', version: 2, forms: [worth(2, 'apple')] });
    await moved({ gameSessionId: 's1', version: 3, forms: [worth(5, 'apple')] });
    await settled();
    expect(ann.received).toEqual([toldOf('s1', 4), toldOf('s1', 5)]);
  });

  it('hear no more of the oldest of many, whose room goes', async () => {
    const { stage, ann, settled } = await fullStage();
    const { joined, moved } = stage.answerUpdates;
    for (let question = 0; question <= MOST_FOLLOWED; question += 1)
      joined({ userId: 'ann', gameSessionId: `s${question}`, audience: 'home', textKey: 'apple' });
    for (const gameSessionId of ['s0', 's1'])
      await moved({ gameSessionId, version: 1, forms: [worth(2, 'apple')] });
    await settled();
    expect(ann.received).toEqual([toldOf('s1', 2)]);
    const rooms = [...stage.io.of('/').adapter.rooms.keys()];
    expect(rooms.filter(isAnswerRoom).length).toBe(MOST_FOLLOWED);
  });

  it('hear of it after they came back', async () => {
    const stage = await openStage();
    const { id, gameSessionId } = await stage.plan();
    await stage.change(id, 'home', UNTIMED);
    stage.enter('ann', 'home');
    const answer = {
      gameSessionId,
      answer_text: 'Apple',
      awardedPoints: 1,
      answeredAt: 5,
      audience: 'home',
      textKey: 'apple',
    } as const;
    stage.accounts.answers.set('ann', [answer]);
    const ann = await stage.join('ann');
    await ann.settled();
    await stage.answerUpdates.moved({ gameSessionId, version: 1, forms: [worth(2, 'apple')] });
    await ann.settled();
    expect(ann.received).toEqual([toldOf(gameSessionId, 2)]);
  });
});

it('counts players, and nobody else who is or was connected', async () => {
  const { stage, hal } = await fullStage();
  await stage.listen();
  await stage.listen('forged', { transports: ['polling'] });
  await stage.listen('ada', { show: {} });
  await stage.listen('ann', { show: {} });
  const polling = await openPolling(stage.url);
  await polling.post('40{"token":"hal"}');
  const connected = () => stage.announcer.connected();
  await expect.poll(connected).toEqual({ studio: 1, home: 3 });
  // Whoever asks for nothing any more does not learn that they are signed out.
  stage.announcer.disconnectUser('hal', 'deleted');
  await hal.closed();
  expect(connected()).toEqual({ studio: 1, home: 1 });
});
