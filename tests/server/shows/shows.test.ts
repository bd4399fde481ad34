import { m } from 'messages';
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { BodyOf } from '#machines/contract/calls.ts';
import type { ShowAct } from '#machines/show/calls.ts';
import type { Rundown } from '#machines/contract/rundown.ts';
import { FINAL_SCENES, type FinalScene } from '#machines/contract/stage.ts';
import { type Audience, ROLE } from '#machines/contract/entities.ts';
import type { Database } from '#server/db/client.ts';
import { ApiError } from '#server/http/route.ts';
import { changeWindow } from '#tests/support/windows.ts';
import type { WindowAct } from '#server/show/releases/store.ts';
import { readPage } from '#server/show/stage/store.ts';
import { actOnShow } from '#server/show/act.ts';
import { createShow } from '#server/show/create.ts';
import { readRundown, readShows } from '#server/show/store.ts';
import { nextText } from '#machines/show/rules/rundown.ts';
import { readShowView } from '#server/show/view.ts';
import { readGameSession } from '#server/answering/feed-store.ts';
import { describeStores } from '#tests/support/databases.ts';
import { addUser, START } from '../answers/fixture.ts';
import { answer, showOn } from '../stage/fixture.ts';

/** A show of these questions over a store; events are recorded. */
async function showOf(db: Database, ...texts: string[]) {
  const { show: stage, services, clock, told } = showOn(db);
  const by = await addUser(db, ROLE.admin);
  const { id } = await createShow(services, { title: 'Friday' }, by);
  const send = (asked: BodyOf<'actOnShow'>) => actOnShow(services, id, asked, by);
  const act = async (asked: ShowAct): Promise<Rundown> =>
    (await send({ requestId: randomUUID(), act: asked })).rundown;
  if (texts.length > 0) await act({ type: 'add', questions: texts.map((text) => ({ text })) });
  const rundown = async () => (await readRundown(db.read, id)) ?? Promise.reject(new Error('gone'));
  const item = async (index: number) => {
    const found = (await rundown()).items[index];
    if (found === undefined) throw new Error('no such item');
    return found;
  };
  return {
    services,
    stage,
    clock,
    told,
    by,
    send,
    act,
    rundown,
    view: () => readShowView(services, id),
    item,
    itemId: async (index: number) => (await item(index)).id,
    /** Takes the show live and arms an item. */
    begin: async (index: number) => {
      await act({ type: 'goLive' });
      return act({ type: 'arm', itemId: (await item(index)).id });
    },
    question: async (index: number) => {
      const record = await readGameSession(db.read, (await item(index)).gameSessionId);
      if (record === null) throw new Error('no such question');
      return record;
    },
    publish: async (index: number) => {
      const itemId = (await item(index)).id;
      for (const type of ['lock', 'publish'] as const) await act({ type, itemId });
    },
  };
}
const why = (doing: Promise<unknown>): Promise<unknown> =>
  doing.then(
    () => 'done',
    (error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
      return [error.status, error.more.code, error.message];
    },
  );
const instants = (...offsets: number[]) => offsets.map((offset) => START + offset);
const states = ({ items }: Rundown) => items.map(({ text, state }) => `${text} ${state}`);

describeStores('a show', (open) => {
  it('accepts many questions at once, in order, with their dates filled in, and is listed [R2.control-add]', async () => {
    const db = await open();
    const show = await showOf(db, 'A', 'B', 'C');
    expect(states(await show.rundown())).toEqual(['A planned', 'B planned', 'C planned']);
    const question = await show.question(0);
    expect(question.startAt).toBe(START);
    expect(question.endAt).toBeGreaterThan(START);
    expect(await readShows(db.read, 10)).toMatchObject([
      { title: 'Friday', state: 'draft', version: 1, itemCount: 3 },
    ]);
    expect(show.told.map(({ to, name }) => [to, name])).toEqual([
      ['admin', 'show-changed'],
      ...['A', 'B', 'C'].map(() => ['admin', 'question-list-updated']),
      ['admin', 'show-changed'],
    ]);
  });

  it('keeps released questions out of rehearsals: a player who saw one may have answered, also after a revoke [R2.rehearsal-apart]', async () => {
    const db = await open();
    const seen = async (show: Awaited<ReturnType<typeof showOf>>) => {
      const { id } = await show.question(0);
      for (const act of [{ type: 'release', timer: null }, { type: 'revoke' }] as const)
        await changeWindow(show.services, id, 'home', act);
      expect(states(await show.rundown())[0]).toBe('A planned');
    };
    const real = await showOf(db, 'A');
    await seen(real);
    expect(await why(real.act({ type: 'rehearse', players: 20 }))).toEqual([
      409,
      'guard',
      m.rundownAlreadyReleased(),
    ]);

    const rehearsed = await showOf(db, 'A', 'B');
    await rehearsed.act({ type: 'rehearse', players: 20 });
    await seen(rehearsed);
    const [first, second] = [await rehearsed.itemId(0), await rehearsed.itemId(1)];
    expect(await why(rehearsed.act({ type: 'remove', itemId: first }))).toEqual([
      409,
      'guard',
      m.rundownInPlay(),
    ]);
    await rehearsed.act({ type: 'remove', itemId: second });
  });

  it('airs nothing of a draft before it goes live or is rehearsed [R2.control-draft]', async () => {
    const db = await open();
    const show = await showOf(db, 'A');
    const itemId = await show.itemId(0);
    await show.act({ type: 'arm', itemId });
    const release = { type: 'release', itemId, timers: { home: 5 } } as const;
    for (const act of [release, { type: 'scene', scene: 'standings' }] as const)
      expect(await why(show.act(act))).toEqual([409, 'guard', m.rundownDraft()]);
    expect([(await show.rundown()).state, (await show.question(0)).releases.home]).toEqual([
      'draft',
      null,
    ]);
    await show.act({ type: 'goLive' });
    expect(await why(show.act(release))).toBe('done');
  });

  it('never goes live beside another live show, by any act [R2.control-one-live]', async () => {
    const db = await open();
    const live = await showOf(db, 'A');
    await live.act({ type: 'rename', title: 'Saturday' });
    const other = await showOf(db, 'B');
    const ended = await showOf(db, 'C');
    await ended.act({ type: 'end' });
    await live.act({ type: 'goLive' });
    const refusal = [409, 'guard', m.rundownOtherLive({ title: 'Saturday' })];
    expect(await why(other.act({ type: 'goLive' }))).toEqual(refusal);
    expect(await why(other.act({ type: 'rehearse', players: 20 }))).toBe('done');
    expect(await why(other.act({ type: 'goLive' }))).toEqual(refusal);
    expect(await why(ended.act({ type: 'reopen', reason: 'A slip' }))).toEqual(refusal);
    await live.act({ type: 'end' });
    expect(await why(other.act({ type: 'goLive' }))).toBe('done');
  });

  it('ends once, even if boards are shown later', async () => {
    const db = await open();
    const show = await showOf(db, 'A');
    await show.act({ type: 'end' });
    const endedAt = async () =>
      (
        await db.read
          .selectFrom('show')
          .where('kind', '=', 'show')
          .select('ended_at')
          .executeTakeFirstOrThrow()
      ).ended_at;
    const ended = await endedAt();
    expect(ended).toBe(START);
    show.clock.now += 60_000;
    await show.act({ type: 'scene', scene: 'winner' });
    expect(await endedAt()).toBe(ended);
    await show.act({ type: 'reopen', reason: 'One more question' });
    expect(await endedAt()).toBeNull();
  });

  it('counts a repeated request once, and refuses one based on an older version, with the current state [R2.control-once R2.control-outdated R4.result-twice R4.result-version]', async () => {
    const show = await showOf(await open(), 'A');
    const add: ShowAct = { type: 'add', questions: [{ text: 'B' }] };
    const first = { version: 1, requestId: 'the-same-one', act: add };
    expect((await show.send(first)).rundown.items.length).toBe(2);
    expect((await show.send(first)).rundown.items.length).toBe(2);
    const late = { ...first, requestId: 'another-one' };
    const now = await show.view();
    await expect(show.send(late)).rejects.toMatchObject({
      status: 409,
      message: m.rundownOutdated(),
      more: { code: 'outdated', also: { show: now } },
    });
    expect((await show.rundown()).version).toBe(2);
    // A refused request may be repeated.
    expect((await show.send({ ...late, version: 2 })).rundown.items.length).toBe(3);
  });

  it('advances by one act from the first item to the end, and waits while players can answer [R2.control-main]', async () => {
    const db = await open();
    const show = await showOf(db, 'A', 'B');
    await show.act({ type: 'skip', itemId: await show.itemId(1), skipped: true });
    const go = () => show.act({ type: 'go' });
    const done: string[] = [];
    const goOn = async (times: number) => {
      for (let time = 0; time < times; time += 1) {
        done.push(nextText(await show.view()));
        await go();
      }
    };
    await goOn(3);
    expect(await why(go())).toEqual([409, 'guard', m.rundownStillOpen()]);
    show.clock.now += 60_000;
    const { gameSessionId } = await show.item(0);
    await answer(db, gameSessionId, { zebra: 2, kangaroo: 1 });
    await goOn(3);
    expect((await show.stage.readSnapshot()).show.groups).toMatchObject([
      { representative: 'zebra' },
      { representative: 'kangaroo' },
    ]);
    await goOn(5);
    expect(done).toEqual([
      'Arm "A"',
      'Go live',
      'Release to Studio 0:30 and Home 0:30',
      'Lock the answers',
      'Reveal "Kangaroo"',
      'Reveal "Zebra"',
      'Publish the points',
      'Show the final standings',
      'Show the podium',
      'Show the winner',
      'End the show',
    ]);
    expect(await show.rundown()).toMatchObject({
      state: 'ended',
      items: [{ result: { state: 'published' } }, { state: 'skipped' }],
    });
    expect(await why(go())).toEqual([409, 'guard', m.rundownNothingLeft()]);
  });

  it('advances once for a repeated request, also for concurrent ones [R2.control-once]', async () => {
    const show = await showOf(await open(), 'A');
    const first = { requestId: 'the-same-one', act: { type: 'go' } } as const;
    const both = await Promise.all([show.send(first), show.send(first)]);
    expect(both.map(({ next }) => next.act)).toEqual([{ type: 'goLive' }, { type: 'goLive' }]);
    const { rundown } = await show.send(first);
    expect([states(rundown), rundown.state, rundown.version]).toEqual([['A armed'], 'draft', 2]);
  });

  it('replies with rundown, stage and the next act, and sends producers the same', async () => {
    const show = await showOf(await open(), 'A');
    await show.begin(0);
    const itemId = await show.itemId(0);
    const release = { type: 'release', itemId, timers: { home: 5 } } as const;
    const view = await show.send({ requestId: 'a-release', act: release });
    expect(view).toMatchObject({
      serverTime: START,
      rundown: {
        items: [{ windows: { home: { released: true } }, result: { state: 'counting' } }],
      },
      direction: { scene: 'question', questionText: 'A' },
      next: {
        act: { type: 'lock', itemId },
        waitsFor: [],
      },
    });
    expect(show.told.at(-1)).toEqual({
      to: 'admin',
      name: 'show-changed',
      payload: { show: view },
    });
  });

  it('accepts one of two identical concurrent acts of two producers [R2.control-outdated]', async () => {
    const show = await showOf(await open(), 'A');
    const arm = { type: 'arm', itemId: await show.itemId(0) } as const;
    const both = ['one-of-two', 'two-of-two'].map((requestId) =>
      why(show.send({ version: 1, requestId, act: arm })),
    );
    const fates = await Promise.all(both);
    expect(fates).toContainEqual([409, 'outdated', m.rundownOutdated()]);
    expect(fates).toContain('done');
  });

  it('moves, edits, skips and removes items that were never shown [R2.control-order]', async () => {
    const show = await showOf(await open(), 'A', 'B', 'C');
    await show.act({ type: 'move', itemId: await show.itemId(2), to: 0 });
    await show.act({ type: 'skip', itemId: await show.itemId(1), skipped: true });
    const presets = {
      studioSeconds: null,
      homeSeconds: 45,
      order: 'studio',
      note: 'slow',
    } as const;
    await show.act({ type: 'edit', itemId: await show.itemId(2), presets });
    expect(states(await show.rundown())).toEqual(['C planned', 'A skipped', 'B planned']);
    expect(await show.item(2)).toMatchObject(presets);
    await show.act({ type: 'remove', itemId: await show.itemId(0) });
    expect(states(await show.act({ type: 'rename', title: 'Saturday' }))).toEqual([
      'A skipped',
      'B planned',
    ]);
  });

  it('releases only the armed item, to both in one act, and puts it on the stage screen [R2.control-release R2.control-armed]', async () => {
    const db = await open();
    const show = await showOf(db, 'A', 'B');
    const [first, second] = [await show.itemId(0), await show.itemId(1)];
    const timers = { studio: 20, home: 30 };
    await show.act({ type: 'goLive' });
    expect(await why(show.act({ type: 'release', itemId: first, timers }))).toEqual([
      409,
      'guard',
      m.rundownNotArmed(),
    ]);
    await show.act({ type: 'arm', itemId: second });
    expect(states(await show.act({ type: 'arm', itemId: first }))).toEqual([
      'A armed',
      'B planned',
    ]);
    show.told.length = 0;
    expect((await show.act({ type: 'release', itemId: first, timers })).state).toBe('live');
    const { releases, gameSessionId } = await show.question(0);
    expect([releases.studio?.window.closesAt, releases.home?.window.closesAt]).toEqual([
      START + 20_000,
      START + 30_000,
    ]);
    expect(await readPage(db.read)).toMatchObject({ scene: 'question', gameSessionId });
    expect(
      show.told.filter(({ name, to }) => name === 'question-released' && to !== 'admin').length,
    ).toBe(2);
    expect(await why(show.act({ type: 'arm', itemId: second }))).toEqual([
      409,
      'guard',
      m.rundownUnfinished(),
    ]);
    expect(await why(show.act({ type: 'skip', itemId: first, skipped: true }))).toEqual([
      409,
      'guard',
      m.rundownInPlay(),
    ]);
  });

  it('gives both audiences the same timer if they get the question in one act, and locks none out [R2.control-both]', async () => {
    const show = await showOf(await open(), 'A');
    const itemId = await show.itemId(0);
    await show.begin(0);
    await show.act({ type: 'release', itemId, timers: { studio: 30, home: null } });
    const { releases } = await show.question(0);
    expect(releases.home?.window).toEqual(releases.studio?.window);
    expect(releases.home?.window).toMatchObject({ timed: true, closesAt: START + 30_000 });
  });

  it('takes a question that is revoked from both off the stage screen and releases it again only by hand [R2.control-withdrawn]', async () => {
    const db = await open();
    const show = await showOf(db, 'A', 'B');
    const itemId = await show.itemId(0);
    await show.begin(0);
    await show.act({ type: 'release', itemId, timers: { studio: 30, home: 30 } });
    const { id } = await show.question(0);
    const { version } = await show.rundown();
    const change = (audience: Audience, act: WindowAct) =>
      changeWindow(show.services, id, audience, act);
    await change('studio', { type: 'revoke' });
    expect(await readPage(db.read)).toMatchObject({ scene: 'question' });
    expect(states(await show.rundown())).toEqual(['A armed', 'B planned']);
    await change('home', { type: 'revoke' });
    expect(await readPage(db.read)).toMatchObject({ scene: 'idle' });
    const rundown = await show.rundown();
    expect(states(rundown)).toEqual(['A skipped', 'B planned']);
    // An act on an outdated version gets the current state.
    expect(rundown.version).toBeGreaterThan(version);
    expect((await show.view()).next.act).toEqual({ type: 'arm', itemId: await show.itemId(1) });
    await change('home', { type: 'release', timer: null });
    expect(states(await show.rundown())).toEqual(['A armed', 'B planned']);
  });

  it('keeps a question with locked groups on the stage screen, even if it is revoked from the phones', async () => {
    const db = await open();
    const show = await showOf(db, 'A');
    const itemId = await show.itemId(0);
    await show.begin(0);
    await show.act({ type: 'release', itemId, timers: { home: 1 } });
    show.clock.now += 60_000;
    const { id } = await show.question(0);
    await show.act({ type: 'lock', itemId });
    await changeWindow(show.services, id, 'home', { type: 'revoke' });
    expect(await readPage(db.read)).toMatchObject({ scene: 'question' });
    expect(states(await show.rundown())).toEqual(['A armed']);
  });

  it('restores what a rehearsal has skipped, moved and timed, and keeps edited texts [R2.rehearsal-clear]', async () => {
    const show = await showOf(await open(), 'A', 'B', 'C');
    const [first, second, third] = [
      await show.itemId(0),
      await show.itemId(1),
      await show.itemId(2),
    ];
    await show.act({ type: 'skip', itemId: third, skipped: true });
    await show.act({ type: 'arm', itemId: second });
    const before = (await show.rundown()).items;
    await show.act({ type: 'rehearse', players: 20 });
    await show.act({ type: 'add', questions: [{ text: 'D' }] });
    await show.act({ type: 'move', itemId: first, to: 3 });
    await show.act({ type: 'skip', itemId: third, skipped: false });
    await show.act({ type: 'arm', itemId: third });
    await show.act({ type: 'skip', itemId: first, skipped: true });
    const presets = { studioSeconds: 5, homeSeconds: null, order: 'home', note: 'Smile' } as const;
    await show.act({ type: 'edit', itemId: second, presets });
    await show.act({ type: 'clear' });
    const after = (await show.rundown()).items;
    expect(states(await show.rundown())).toEqual([
      'A planned',
      'B armed',
      'C skipped',
      'D planned',
    ]);
    expect(after.slice(0, 3)).toEqual(
      before.map((item) => (item.id === second ? { ...item, note: 'Smile' } : item)),
    );
  });

  it('extends a window by ten seconds, and closes it at once [R2.control-extend]', async () => {
    const show = await showOf(await open(), 'A');
    const itemId = await show.itemId(0);
    await show.begin(0);
    await show.act({ type: 'release', itemId, timers: { home: 30 } });
    await show.act({ type: 'extend', itemId, seconds: 10 });
    expect((await show.question(0)).releases.home).toMatchObject({
      durationS: 40,
      window: { closesAt: START + 40_000 },
    });
    show.clock.now += 5_000;
    await show.act({ type: 'close', itemId });
    expect((await show.question(0)).releases.home?.window.closesAt).toBe(START + 5_000);
    expect(await why(show.act({ type: 'close', itemId }))).toEqual([
      409,
      'guard',
      m.rundownNothingOpen(),
    ]);
  });

  it('gives Home everything later by its delay, ends it as late, and locks only after it [R4.home-delay R2.control-delay]', async () => {
    const db = await open();
    const show = await showOf(db, 'A', 'B');
    const itemId = await show.itemId(0);
    const ends = async () => {
      const { releases } = await show.question(0);
      const { studio, home } = releases;
      return [studio?.window.closesAt, home?.window.opensAt, home?.window.closesAt];
    };
    expect((await show.act({ type: 'delay', seconds: 5 })).homeDelaySeconds).toBe(5);
    await show.begin(0);
    show.told.length = 0;
    await show.act({ type: 'release', itemId, timers: { studio: 30, home: 30 } });
    expect(await ends()).toEqual(instants(30_000, 5_000, 35_000));
    const home = show.told.filter(({ to }) => to === 'home');
    expect(home.map(({ name }) => name)).toEqual(['questions-updated']);
    expect(JSON.stringify(home)).toContain('"question":null');
    expect(await why(show.act({ type: 'delay', seconds: 0 }))).toEqual([
      409,
      'guard',
      m.rundownStillOpen(),
    ]);
    // Home does not see it yet.
    show.clock.now += 1_000;
    await show.act({ type: 'extend', itemId, seconds: 10 });
    expect(await ends()).toEqual(instants(40_000, 5_000, 45_000));
    show.clock.now += 2_000;
    await show.act({ type: 'close', itemId });
    expect(await ends()).toEqual(instants(3_000, 5_000, 8_000));
    expect(await why(show.act({ type: 'close', itemId }))).toEqual([
      409,
      'guard',
      m.rundownClosing(),
    ]);
    for (const later of [4_000, 8_000, 8_250]) {
      show.clock.now = START + later;
      expect(await why(show.publish(0))).toEqual([409, 'guard', m.resultStillOpen()]);
    }
    show.clock.now = START + 8_251;
    expect(await why(show.publish(0))).toBe('done');
    expect(await why(show.act({ type: 'delay', seconds: 0 }))).toBe('done');
  });

  it('keeps its delay when it is duplicated', async () => {
    const show = await showOf(await open());
    const { id } = await show.act({ type: 'delay', seconds: 60 });
    const copy = await createShow(show.services, { title: 'Copy', from: id }, show.by);
    expect(copy.homeDelaySeconds).toBe(60);
  });

  it('continues when the points are final, ends, and is reopened with a reason [R2.control-next R2.control-end]', async () => {
    const show = await showOf(await open(), 'A', 'B');
    const itemId = await show.itemId(0);
    await show.begin(0);
    await show.act({ type: 'release', itemId, timers: { home: 1 } });
    show.clock.now += 60_000;
    for (const type of ['next', 'end'] as const)
      expect(await why(show.act(type === 'end' ? { type } : { type, itemId }))).toEqual([
        409,
        'guard',
        m.rundownUnfinished(),
      ]);
    await show.publish(0);
    expect(states(await show.act({ type: 'next', itemId }))).toEqual(['A done', 'B armed']);
    const second = await show.itemId(1);
    expect((await show.act({ type: 'end' })).state).toBe('ended');
    const release = { type: 'release', itemId: second, timers: { home: 5 } } as const;
    expect(await why(show.act(release))).toEqual([409, 'guard', m.rundownEnded()]);
    expect((await show.act({ type: 'reopen', reason: 'One more.' })).state).toBe('live');
    expect(await why(show.act(release))).toBe('done');
  });

  it('ends with standings, podium and winner on the stage screen, and is closed for releases from all calls [R2.control-finale R2.control-closed]', async () => {
    const db = await open();
    const show = await showOf(db, 'A', 'B');
    const itemId = await show.itemId(0);
    await show.begin(0);
    await show.act({ type: 'release', itemId, timers: { home: 1 } });
    const present = (scene: FinalScene) => show.act({ type: 'scene', scene });
    expect(await why(present('standings'))).toEqual([409, 'guard', m.rundownUnfinished()]);
    show.clock.now += 60_000;
    await show.publish(0);
    const { id } = await show.rundown();
    for (const scene of FINAL_SCENES) {
      await present(scene);
      expect(await readPage(db.read)).toMatchObject({ scene, showId: id });
    }
    const [release, second] = [
      (index: number) =>
        why(
          (async () =>
            changeWindow(show.services, (await show.question(index)).id, 'home', {
              type: 'release',
              timer: null,
            }))(),
        ),
      1,
    ];
    await show.act({ type: 'end' });
    expect(await release(second)).toEqual([409, undefined, m.rundownEndedQuestion()]);
    const revoked = show.act({ type: 'revoke', itemId, audience: 'home' });
    expect(await why(revoked)).toBe('done');
    expect(await why(present('winner'))).toBe('done');
    await show.act({ type: 'reopen', reason: 'One more.' });
    expect(await release(second)).toBe('done');
  });

  it('says with its standings whether questions are still to come, and when they were last on the stage [R2.control-finale]', async () => {
    const show = await showOf(await open(), 'A', 'B', 'C');
    await show.begin(0);
    await show.act({ type: 'release', itemId: await show.itemId(0), timers: { home: 1 } });
    show.clock.now += 60_000;
    await show.publish(0);
    const seen = async () => (await show.stage.readSnapshot()).show.hasMore;
    expect(await seen()).toBeUndefined();
    const finaleAt = async () => (await show.view()).direction.finaleAt;
    expect(await finaleAt()).toBeUndefined();
    await show.act({ type: 'scene', scene: 'standings' });
    expect(await seen()).toBe(true);
    // Producers see the time also after the next scene.
    const at = show.clock.now;
    show.clock.now += 1_000;
    await show.act({ type: 'scene', scene: 'idle' });
    expect(await finaleAt()).toBe(at);
    await show.act({ type: 'scene', scene: 'standings' });
    for (const index of [1, 2])
      await show.act({ type: 'skip', itemId: await show.itemId(index), skipped: true });
    expect(await seen()).toBeUndefined();
    await show.act({ type: 'skip', itemId: await show.itemId(1), skipped: false });
    await show.act({ type: 'arm', itemId: await show.itemId(1) });
    expect(await seen()).toBe(true);
    await show.act({ type: 'end' });
    expect(await seen()).toBeUndefined();
  });

  it('is duplicated with new questions of the same texts and presets [R2.control-duplicate]', async () => {
    const db = await open();
    const show = await showOf(db, 'A', 'B');
    const { id } = await show.rundown();
    const copy = await createShow(show.services, { title: 'Copy', from: id }, show.by);
    expect(states(copy)).toEqual(['A planned', 'B planned']);
    const questions = new Set(
      [...copy.items, ...(await show.rundown()).items].map((each) => each.questionId),
    );
    expect(questions.size).toBe(4);
    const unknown = createShow(show.services, { title: 'Copy', from: 'nobody' }, show.by);
    expect(await why(unknown)).toEqual([404, undefined, m.notFound()]);
  });
});
