import { describe, expect, it } from 'vitest';
import { createFeed } from '#server/answering/feed.ts';
import { openSqliteStore } from '#tests/support/databases.ts';
import { openFixture, TIMED, UNTIMED } from './fixture.ts';

describe('a client that connects', () => {
  it('receives everything that it may see, and nothing else', async () => {
    const fixture = await openFixture();
    const plan = async (text: string) => (await fixture.plan(text)).id;
    await plan('draft?');
    const both = await plan('both?');
    const homeTimed = await plan('home with a timer?');
    const studioOnly = await plan('studio only?');
    await fixture.change(both, 'home', UNTIMED);
    await fixture.change(both, 'studio', UNTIMED);
    await fixture.change(homeTimed, 'home', TIMED);
    await fixture.change(studioOnly, 'studio', UNTIMED);
    fixture.enter('ann', 'home');
    fixture.enter('cid', 'contestant');
    fixture.enter('ada', 'admin');

    const seenBy = async (name: string) => {
      const probe = await fixture.listen(name);
      const { versions, questions, answers } = await probe.next('snapshot');
      return {
        versions,
        answers,
        texts: new Set(questions.map((question) => question.question_text)),
      };
    };
    const versions = { house: 4 };
    expect(await seenBy('ann')).toEqual({
      versions,
      answers: [],
      texts: new Set(['both?', 'home with a timer?']),
    });
    expect(await seenBy('cid')).toEqual({
      versions,
      answers: [],
      texts: new Set(['both?', null, 'studio only?']),
    });
    expect(await seenBy('ada')).toEqual({
      versions,
      answers: [],
      texts: new Set(['both?', 'home with a timer?', 'studio only?']),
    });
  });

  it('receives how many players are ready', async () => {
    const fixture = await openFixture();
    fixture.enter('ann', 'home');
    const probe = await fixture.listen('ann');
    expect(await probe.next('snapshot')).toMatchObject({ ready: 7 });
  });

  it('never receives points older than those announced while its snapshot was read', async () => {
    const fixture = await openFixture();
    const { id, gameSessionId } = await fixture.plan();
    await fixture.change(id, 'home', UNTIMED);
    const worth = (awardedPoints: number) => [
      {
        gameSessionId,
        answer_text: 'Apple',
        awardedPoints,
        answeredAt: 1,
        audience: 'home' as const,
        textKey: 'apple',
      },
    ];
    fixture.enter('ann', 'home');
    fixture.accounts.answers.set('ann', worth(0));
    let reads = 0;
    fixture.accounts.answered = async () => {
      reads += 1;
      if (reads !== 1) return;
      fixture.accounts.answers.set('ann', worth(3));
      const answerTexts = [{ audience: 'home' as const, points: 3, textKeys: ['apple'] }];
      void fixture.answerUpdates.moved({ gameSessionId, version: 1, answerTexts });
    };
    const { answers } = await (await fixture.listen('ann')).next('snapshot');
    expect([reads, answers[0]?.awardedPoints]).toEqual([2, 3]);
  });

  it('receives its own answers, with public fields only', async () => {
    const fixture = await openFixture();
    const { id, gameSessionId } = await fixture.plan();
    await fixture.change(id, 'home', UNTIMED);
    fixture.enter('ann', 'home');
    const own = { gameSessionId, answer_text: 'Äpple 🍏', awardedPoints: 4, answeredAt: 7 };
    fixture.accounts.answers.set('ann', [
      { ...own, audience: 'home', textKey: 'apple' },
      { ...own, gameSessionId: 'unlisted', audience: 'home', textKey: 'apple' },
    ]);
    const ann = await fixture.listen('ann');
    const frames: string[] = [];
    ann.socket.io.engine.on('data', (data) => frames.push(String(data)));
    await ann.next('snapshot');
    ann.takeNames();
    ann.socket.emit('sync');
    expect((await ann.next('snapshot')).answers).toEqual([own]);
    expect(frames.join('')).not.toContain('textKey');
  });
});

describe('a client that requests a resync', () => {
  it('receives the state again, at most once a second', async () => {
    const fixture = await openFixture();
    fixture.enter('ann', 'home');
    const ann = await fixture.join('ann');
    const { id } = await fixture.plan();
    for (let time = 0; time < 10; time += 1) await ann.socket.emitWithAck('sync');
    await fixture.change(id, 'home', UNTIMED);
    // The pending resync sends the newest state.
    expect((await ann.next('snapshot')).questions).toMatchObject([{ id }]);
    expect(ann.takeNames().filter((name) => name === 'snapshot')).toEqual(['snapshot']);
  });

  it("receives the server's time", async () => {
    const fixture = await openFixture({ now: () => 1_234_567 });
    fixture.enter('ann', 'home');
    const ann = await fixture.join('ann');
    expect(await ann.socket.emitWithAck('clock')).toEqual({ serverTime: 1_234_567 });
  });
});

describe('a client that reconnects', () => {
  it('gets what it missed', async () => {
    const fixture = await openFixture();
    fixture.enter('ann', 'home');
    const ann = await fixture.join('ann', { reconnection: true });
    ann.socket.io.engine.close();
    await ann.closed();
    const { id } = await fixture.plan();
    await fixture.change(id, 'home', TIMED);
    expect(await ann.next('snapshot')).toMatchObject({
      versions: { house: 1 },
      questions: [{ id }],
    });
  });

  it('sees no change after a restart of the server, and versions go on', async () => {
    const db = await openSqliteStore();
    const before = await openFixture({ db });
    before.enter('ann', 'home');
    const { id } = await before.plan();
    await before.change(id, 'home', TIMED);
    const ann = await before.listen('ann', { reconnection: true });
    const seen = await ann.next('snapshot');
    ann.takeNames();
    await before.close();
    expect(await ann.closed()).toBe('transport close');

    const after = await openFixture({ db, accounts: before.accounts, port: before.port });
    const again = await ann.next('snapshot');
    expect(again).toEqual({ ...seen, serverTime: again.serverTime });
    ann.takeNames();
    await after.change(id, 'home', UNTIMED);
    expect((await ann.next('question-released')).version).toBe((seen.versions['house'] ?? 0) + 1);
  });
});

describe('a list of questions', () => {
  it('is built once between two changes, however many clients request it', async () => {
    const db = await openSqliteStore();
    let reads = 0;
    const counted = {
      ...db,
      get read() {
        reads += 1;
        return db.read;
      },
    };
    const fixture = await openFixture({ db });
    const { id } = await fixture.plan();
    await fixture.change(id, 'home', UNTIMED);
    const feed = createFeed({ db: counted, now: Date.now });
    const first = await Promise.all(
      Array.from({ length: 500 }, () => feed.listing({ room: 'home', rehearsal: null })),
    );
    // Two reads: the versions and the list.
    expect([new Set(first).size, reads]).toEqual([1, 2]);
    const second = await Promise.all(
      Array.from({ length: 500 }, () => feed.listing({ room: 'home', rehearsal: null })),
    );
    expect([second[0] === first[0], reads]).toEqual([true, 3]);
    await fixture.change(id, 'home', TIMED);
    expect((await feed.listing({ room: 'home', rehearsal: null })).versions).toEqual({ house: 2 });
  });

  it('changes with time alone: a lock ends, and a question that was only locked disappears', async () => {
    let at = Date.now();
    const fixture = await openFixture({ now: () => at });
    const { id } = await fixture.plan();
    await fixture.change(id, 'home', TIMED);
    const listed = async () =>
      (await fixture.feed.listing({ room: 'studio', rehearsal: null })).questions.length;
    expect(await listed()).toBe(1);
    at += 5 * 60_000 - 1;
    expect(await listed()).toBe(1);
    at += 1;
    expect(await listed()).toBe(0);
    at -= 1;
    expect(await listed()).toBe(1);
  });

  it('has every open question and the newest of the expired', async () => {
    let at = Date.now();
    const fixture = await openFixture({ now: () => at });
    const open = await fixture.plan('open');
    await fixture.change(open.id, 'home', UNTIMED);
    const expired: string[] = [];
    for (let count = 0; count < 55; count += 1) {
      const { id } = await fixture.plan(`number ${count}`);
      at += 1;
      await fixture.change(id, 'home', { type: 'release', timer: { minutes: 0, seconds: 1 } });
      expired.unshift(id);
    }
    at += 2_000;
    const { questions } = await fixture.feed.listing({ room: 'home', rehearsal: null });
    expect(questions.map(({ id }) => id)).toEqual([open.id, ...expired.slice(0, 49)]);
  });
});
