import { m } from 'messages';
import { expect, it } from 'vitest';
import { HOUSE_SHOW, ROLE } from '#machines/contract/entities.ts';
import type { DeskAct } from '#machines/contract/desk.ts';
import type { Database } from '#server/db/client.ts';
import { NO_KNOWLEDGE } from 'answer-grouping';
import { deleteOrigins } from '#server/answering/store.ts';
import { readDesk } from '#server/results/grouping/desk.ts';
import { isUnfit } from '#server/show/fit-for-air.ts';
import { describeStores } from '#tests/support/databases.ts';
import {
  addQuestion,
  addUser,
  decideGroups,
  HOUR,
  processOn,
  START,
  storeAnswer,
} from '../answers/fixture.ts';

/** A question with these answers, grouped. Decisions are recounted at once. */
async function openFixture(db: Database, texts: readonly string[]) {
  const { gameSessionId } = await addQuestion(db);
  const { recount } = processOn(db);
  const answer = async (text: string, roleId = ROLE.home) => {
    const userId = await addUser(db, roleId);
    await storeAnswer(db, { gameSessionId, userId, roleId, text });
  };
  for (const text of texts) await answer(text);
  await recount(gameSessionId);
  const desk = () =>
    readDesk({ db, isUnfit, knowledge: NO_KNOWLEDGE, appeals: async () => [] }, gameSessionId);
  const groups = async () =>
    (await desk()).groups.map(({ label, texts: own }) =>
      [label, ...own.map(({ key }) => key)].join(' '),
    );
  const idOf = async (key: string) =>
    (await desk()).groups.find((group) => group.texts.some((text) => text.key === key))?.groupId ??
    '';
  return {
    gameSessionId,
    answer,
    recount: () => recount(gameSessionId),
    desk,
    groups,
    idOf,
    decide: async (decision: DeskAct, more: { upon?: number; requestId?: string } = {}) => {
      await decideGroups(db, { gameSessionId, decision, ...more });
      await recount(gameSessionId);
    },
  };
}

const TEXTS = ['apple', 'apple', 'aple', 'pear', 'plum'];
const APART = ['apple apple aple', 'pear pear', 'plum plum'];

describeStores('a decision at the grouping desk', (open) => {
  it('can merge groups, split texts out and move them, and points follow', async () => {
    const db = await open();
    const { groups, idOf, decide, desk } = await openFixture(db, TEXTS);
    expect((await groups()).toSorted()).toEqual(APART);
    await decide({ kind: 'gather', groups: [await idOf('pear'), await idOf('apple')], texts: [] });
    expect(await groups()).toEqual(['apple apple aple pear', 'plum plum']);
    await decide({ kind: 'gather', groups: [], texts: ['aple'] });
    expect((await groups()).toSorted()).toEqual(['aple aple', 'apple apple pear', 'plum plum']);
    await decide({ kind: 'gather', groups: [await idOf('plum')], texts: ['aple', 'pear'] });
    expect((await groups())[0]).toMatch(
      /^\w+ (?:aple|pear|plum) (?:aple|pear|plum) (?:aple|pear|plum)$/u,
    );
    const rows = await db.read.selectFrom('answer').select(['text_key', 'points']).execute();
    expect(Object.fromEntries(rows.map(({ text_key, points }) => [text_key, points]))).toEqual({
      apple: 2,
      aple: 3,
      pear: 3,
      plum: 3,
    });
    expect((await desk()).history.map(({ kind, about, to }) => [kind, about, to])).toEqual([
      ['move', ['aple', 'pear'], 'plum'],
      ['split', ['aple'], null],
      ['merge', ['pear', 'apple'], 'apple'],
    ]);
  });

  it('overrules matching, also for later answers with the same texts [R2.desk-wins]', async () => {
    const db = await open();
    const { groups, idOf, decide, answer, recount } = await openFixture(db, TEXTS);
    await decide({ kind: 'gather', groups: [], texts: ['aple'] });
    await decide({ kind: 'gather', groups: [await idOf('plum'), await idOf('pear')], texts: [] });
    for (const text of ['aple', 'pear', 'Apple', 'pears']) await answer(text);
    await recount();
    expect((await groups()).toSorted()).toEqual([
      'aple aple',
      'apple apple',
      'pear pear pears plum',
    ]);
  });

  it('shows the state of the result also during a recount', async () => {
    const db = await open();
    const { gameSessionId, desk } = await openFixture(db, TEXTS);
    const publish = () =>
      db.write
        .insertInto('result')
        .values({ game_session_id: gameSessionId, state: 'published', version: 2 })
        .execute();
    const seen = await db.consistent.changing(
      async () => {
        await publish();
        return desk();
      },
      () => {},
    );
    expect(seen.state).toBe('published');
    expect(seen.groups).toHaveLength(3);
  });

  it('can merge texts that matching keeps apart', async () => {
    const db = await open();
    const { groups, idOf, decide } = await openFixture(db, ['sunscreen 46', 'sun cream 7']);
    expect(await groups()).toHaveLength(2);
    const ids = [await idOf('sunscreen 46'), await idOf('sun cream 7')];
    await decide({ kind: 'gather', groups: ids, texts: [] });
    expect(await groups()).toHaveLength(1);
  });

  it('can name a group, hold it back and restore it, without a change of points [R2.desk-held]', async () => {
    const db = await open();
    const { desk, idOf, decide, answer, recount } = await openFixture(db, TEXTS);
    const group = await idOf('apple');
    await decide({ kind: 'rename', group, name: 'Apples' });
    await decide({ kind: 'hold', groups: [group] });
    await answer('apple');
    await recount();
    const of = async () => {
      const [first] = (await desk()).groups;
      return [first?.groupId, first?.label, first?.name, first?.isHeld];
    };
    expect(await of()).toEqual([group, 'Apples', 'Apples', true]);
    await decide({ kind: 'gather', groups: [await idOf('pear'), group], texts: [] });
    expect(await of()).toEqual([group, 'Apples', 'Apples', true]);
    await decide({ kind: 'restore', groups: [group] });
    await decide({ kind: 'rename', group, name: null });
    expect(await of()).toEqual([group, 'apple', null, false]);
    expect(await db.read.selectFrom('answer').select('points').distinct().execute()).toHaveLength(
      2,
    );
  });

  it('can be undone and redone by any producer, and the log keeps everything [R2.desk-undo]', async () => {
    const db = await open();
    const { groups, idOf, decide, desk } = await openFixture(db, TEXTS);
    await decide({ kind: 'gather', groups: [await idOf('plum'), await idOf('pear')], texts: [] });
    await decide({ kind: 'gather', groups: [], texts: ['aple'] });
    const after = (await groups()).toSorted();
    await decide({ kind: 'undo' });
    await decide({ kind: 'undo' });
    expect((await groups()).toSorted()).toEqual(APART);
    await expect(decide({ kind: 'undo' })).rejects.toMatchObject({
      status: 409,
      message: m.deskNothingToUndo(),
    });
    expect(await desk()).toMatchObject({ undo: null, redo: 1 });
    await decide({ kind: 'redo' });
    await decide({ kind: 'redo' });
    expect((await groups()).toSorted()).toEqual(after);
    const { history, version } = await desk();
    expect(history.map(({ kind, isUndone }) => `${kind}${isUndone ? ' undone' : ''}`)).toEqual([
      'redo',
      'redo',
      'undo',
      'undo',
      'split',
      'merge',
    ]);
    expect(version).toBe(6);
    await expect(decide({ kind: 'redo' })).rejects.toMatchObject({ status: 409 });
  });

  it('is refused if based on an older version, with the decisions made since [R2.desk-outdated]', async () => {
    const db = await open();
    const { groups, idOf, decide, gameSessionId } = await openFixture(db, TEXTS);
    const merge: DeskAct = {
      kind: 'gather',
      groups: [await idOf('plum'), await idOf('pear')],
      texts: [],
    };
    await decide(merge, { upon: 0, requestId: 'one' });
    const after = await groups();
    await expect(
      decide({ kind: 'gather', groups: [], texts: ['plum'] }, { upon: 0 }),
    ).rejects.toMatchObject({
      status: 409,
      more: {
        code: 'outdated',
        also: { changed: [{ turn: 1, kind: 'merge' }], show: { rundown: { id: HOUSE_SHOW } } },
      },
    });
    // Send it again, as a device does after a lost reply.
    await decide(merge, { upon: 0, requestId: 'one' });
    expect(await groups()).toEqual(after);
    const log = await db.read.selectFrom('decision').select('turn').execute();
    expect(log).toEqual([{ turn: 1 }]);
    expect(gameSessionId).not.toBe('');
  });

  it('does not change the version of its show, so that no press in the control room is refused', async () => {
    const db = await open();
    const { idOf, decide } = await openFixture(db, TEXTS);
    const version = () => db.read.selectFrom('show').select('version').execute();
    const before = await version();
    await decide({ kind: 'hold', groups: [await idOf('apple')] });
    expect(await version()).toEqual(before);
  });

  it('is accepted exactly once if many are based on the same version', async () => {
    const db = await open();
    const { gameSessionId, idOf, desk } = await openFixture(db, TEXTS);
    const group = await idOf('apple');
    const outcomes = await Promise.allSettled(
      Array.from({ length: 6 }, (_, at) =>
        decideGroups(db, {
          gameSessionId,
          upon: 0,
          decision: { kind: 'rename', group, name: `Name ${at}` },
        }),
      ),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await desk()).version).toBe(1);
  });

  it.each<[string, DeskAct, number]>([
    ['a group of nobody', { kind: 'hold', groups: ['nothing'] }, 409],
    ['a text that nobody gave', { kind: 'gather', groups: [], texts: ['kiwi', 'plum'] }, 409],
    ['what is so already', { kind: 'gather', groups: [], texts: ['plum'] }, 409],
    ['merges of nobody', { kind: 'accept', mergeIds: ['nothing'] }, 404],
  ])('leaves %s alone', async (_, act, status) => {
    const db = await open();
    const { decide, groups } = await openFixture(db, TEXTS);
    await expect(decide(act)).rejects.toMatchObject({ status });
    expect((await groups()).toSorted()).toEqual(APART);
    expect(await db.read.selectFrom('decision').selectAll().execute()).toEqual([]);
  });

  it('changes no group of another game session', async () => {
    const db = await open();
    const one = await openFixture(db, TEXTS);
    const other = await openFixture(db, TEXTS);
    const groups = [await one.idOf('pear'), await one.idOf('plum')];
    await expect(other.decide({ kind: 'gather', groups, texts: [] })).rejects.toMatchObject({
      status: 409,
    });
    await expect(
      decideGroups(db, { gameSessionId: 'nothing', decision: { kind: 'undo' } }),
    ).rejects.toMatchObject({ status: 404 });
    expect((await one.groups()).toSorted()).toEqual(APART);
  });
});

const elsewhere = (person: number): [string, string] => [`home ${person}`, 'mail.example'];
const inHall = (): [string, string] => ['hall', 'mail.example'];

describeStores('the mark of a group whose answers come from one origin', (open) => {
  const MANY = 25;
  const setUp = async () => {
    const db = await open();
    const { gameSessionId } = await addQuestion(db);
    const { recount } = processOn(db);
    /** Stores answers of many users. `originOf`: network and mail domain of each. */
    const answer = async (text: string, originOf: (person: number) => [string, string]) => {
      for (let person = 0; person < MANY; person += 1) {
        const [network, domain] = originOf(person);
        const origin = { network, networkDomain: `${network} ${domain}` };
        await storeAnswer(db, { gameSessionId, userId: await addUser(db), text, origin });
      }
    };
    const marks = async () => {
      await recount(gameSessionId);
      const readers = { db, isUnfit, knowledge: NO_KNOWLEDGE, appeals: async () => [] };
      const { groups } = await readDesk(readers, gameSessionId);
      return Object.fromEntries(groups.map(({ label, origin }) => [label, origin]));
    };
    return { db, answer, marks };
  };
  it('has the share of answers from one network, until networks are deleted', async () => {
    const { db, answer, marks } = await setUp();
    await answer('apple', (person) => (person < 20 ? ['flat', 'own.example'] : elsewhere(person)));
    await answer('pear', elsewhere);
    expect(await marks()).toEqual({
      apple: { percent: 80, isOneDomain: false },
      pear: undefined,
    });
    await deleteOrigins(db.write, START);
    expect((await marks())['apple']).toBeDefined();
    await deleteOrigins(db.write, START + HOUR);
    expect((await marks())['apple']).toBeUndefined();
    const rows = db.read.selectFrom('answer').select(['network', 'network_domain']).distinct();
    expect(await rows.execute()).toEqual([{ network: null, network_domain: null }]);
  });

  it('is not given if most players use one network, unless the group shares a mail domain', async () => {
    const { answer, marks } = await setUp();
    await answer('apple', inHall);
    await answer('pear', inHall);
    expect(await marks()).toEqual({ apple: undefined, pear: undefined });
    await answer('plum', () => ['hall', 'own.example']);
    expect(await marks()).toEqual({
      apple: undefined,
      pear: undefined,
      plum: { percent: 100, isOneDomain: true },
    });
  });
});
