import { type Insertable, sql } from 'kysely';
import { expect, it } from 'vitest';
import { type Database, inTransaction } from '#server/db/client.ts';
import { isUniqueViolation } from '#server/db/dialect.ts';
import type { Schema } from '#server/db/schema.ts';
import { describeStores } from '#tests/support/databases.ts';

const NOW = 1_700_000_000_000;

const user = (id: string): Insertable<Schema['user']> => ({
  id,
  name: id,
  email: `${id}@example.org`,
  password_hash: 'x',
  role_id: 2,
  verified_at: NOW,
  pending_email: null,
  created_at: NOW,
});

const answer = (
  user_id: string,
  text: string,
  more: Partial<Insertable<Schema['answer']>> = {},
) => ({
  id: `a-${user_id}`,
  game_session_id: 'g1',
  user_id,
  audience: 'home' as const,
  text,
  text_key: text.toLowerCase(),
  received_at: NOW,
  day: '2023-11-14',
  ...more,
});

const score = (user_id: string, points: number) =>
  ({
    scope: 'all',
    audience: 'home',
    user_id,
    points,
    answers: 1,
    first_answered_at: NOW,
  }) as const;

/** A question on air and three people. */
async function furnish(db: Database): Promise<void> {
  await inTransaction(db, async (tx) => {
    await tx
      .insertInto('user')
      .values([user('ann'), user('bob'), user('cid')])
      .execute();
    await tx
      .insertInto('question')
      .values({
        id: 'q1',
        text: 'A fruit?',
        start_at: NOW,
        end_at: NOW + 1,
        created_at: NOW,
        created_by: 'ann',
      })
      .execute();
    await tx
      .insertInto('game_session')
      .values({ id: 'g1', question_id: 'q1', created_at: NOW })
      .execute();
  });
}

describeStores('the store', (open) => {
  it('returns what was stored: numbers, texts, nulls, defaults', async () => {
    const db = await open();
    await furnish(db);
    const text = 'naïve 🍏 \u202e "quoted" \\ \' % _';
    await db.write
      .insertInto('answer')
      .values(answer('ann', text, { received_at: Number.MAX_SAFE_INTEGER }))
      .execute();
    expect(await db.read.selectFrom('answer').selectAll().execute()).toEqual([
      {
        id: 'a-ann',
        game_session_id: 'g1',
        user_id: 'ann',
        audience: 'home',
        text,
        text_key: text.toLowerCase(),
        received_at: Number.MAX_SAFE_INTEGER,
        day: '2023-11-14',
        points: null,
        counted: 0,
        held: 0,
        network: null,
        network_domain: null,
      },
    ]);
    expect(await db.read.selectFrom('show').select(['id', 'version']).execute()).toEqual([
      { id: 'house', version: 0 },
    ]);
  });

  it('counts, sums and compares with plain numbers', async () => {
    const db = await open();
    await furnish(db);
    const row = await db.read
      .selectFrom('user')
      .select((eb) => [
        eb.fn.countAll<number>().as('count'),
        eb.fn.sum<number>('created_at').as('sum'),
        eb.fn.avg<number>('role_id').as('mean'),
        eb.fn.max('created_at').as('latest'),
        eb.fn.sum<number>('created_at').filterWhere('id', '=', 'nobody').as('none'),
        eb(eb.fn.countAll<number>(), '>', 2).as('many'),
        sql<number>`max(role_id) / ${4}`.as('whole'),
      ])
      .executeTakeFirst();
    expect(row).toEqual({
      count: 3,
      sum: 3 * NOW,
      mean: 2,
      latest: NOW,
      none: null,
      many: 1,
      whole: 0,
    });
  });

  it('inserts once: a conflict returns nothing and changes nothing', async () => {
    const db = await open();
    await furnish(db);
    const insert = (text: string, id: string) =>
      db.write
        .insertInto('answer')
        .values(answer('ann', text, { id }))
        .onConflict((on) => on.columns(['game_session_id', 'user_id']).doNothing())
        .returning(['id', 'text'])
        .executeTakeFirst();
    expect(await insert('Apple', 'a1')).toEqual({ id: 'a1', text: 'Apple' });
    expect(await insert('Pear', 'a2')).toBeUndefined();
    expect(await db.read.selectFrom('answer').select('text').execute()).toEqual([
      { text: 'Apple' },
    ]);
  });

  it('returns how many rows a change matched', async () => {
    const db = await open();
    await furnish(db);
    const updated = await db.write
      .updateTable('user')
      .set({ token_version: 1 })
      .where('id', 'in', ['ann', 'bob', 'nobody'])
      .executeTakeFirst();
    const deleted = await db.write.deleteFrom('user').where('id', '=', 'nobody').executeTakeFirst();
    expect([updated.numUpdatedRows, deleted.numDeletedRows]).toEqual([2n, 0n]);
  });

  it('recognises a violated unique constraint', async () => {
    const db = await open();
    await furnish(db);
    const taken = db.write.insertInto('user').values({ ...user('dan'), email: 'ann@example.org' });
    expect(await taken.execute().catch(isUniqueViolation)).toBe(true);
    expect(
      await db.write.insertInto('user').values(user('ann')).execute().catch(isUniqueViolation),
    ).toBe(true);
    const orphan = db.write
      .insertInto('game_session')
      .values({ id: 'g', question_id: 'no', created_at: 1 });
    expect(await orphan.execute().catch(isUniqueViolation)).toBe(false);
  });

  it('updates totals from a select, adding to existing rows', async () => {
    const db = await open();
    await furnish(db);
    await db.write
      .insertInto('answer')
      .values([
        answer('ann', 'Apple', { points: 2 }),
        answer('bob', 'apple', { points: 2, received_at: NOW + 5 }),
      ])
      .execute();
    const total = () =>
      db.write
        .insertInto('score')
        .columns(['scope', 'audience', 'user_id', 'points', 'answers', 'first_answered_at'])
        .expression((eb) =>
          eb
            .selectFrom('answer')
            .innerJoin('user', 'user.id', 'answer.user_id')
            .select((s) => [
              s.val('all').as('scope'),
              'answer.audience',
              'user.id',
              s.fn.sum<number>('answer.points').as('points'),
              s.fn.countAll<number>().as('answers'),
              s.fn.min('answer.received_at').as('first'),
            ])
            // Without it, SQLite reads `on conflict` as part of the join.
            .where('answer.game_session_id', '=', 'g1')
            .groupBy(['user.id', 'answer.audience']),
        )
        .onConflict((on) =>
          on.columns(['user_id', 'scope', 'audience']).doUpdateSet((eb) => ({
            points: eb('score.points', '+', eb.ref('excluded.points')),
            answers: eb.ref('excluded.answers'),
          })),
        )
        .execute();
    await total();
    await total();
    expect(await db.read.selectFrom('score').selectAll().orderBy('user_id').execute()).toEqual([
      {
        scope: 'all',
        audience: 'home',
        user_id: 'ann',
        points: 4,
        answers: 1,
        first_answered_at: NOW,
      },
      {
        scope: 'all',
        audience: 'home',
        user_id: 'bob',
        points: 4,
        answers: 1,
        first_answered_at: NOW + 5,
      },
    ]);
  });

  it('ranks: 1, 1, 3, by points, then earlier, then name by its bytes', async () => {
    const db = await open();
    await db.write.insertInto('user').values(['Zoe', 'ann', 'Ádám', 'bob'].map(user)).execute();
    await db.write
      .insertInto('score')
      .values([score('ann', 5), score('bob', 3), score('Ádám', 5), score('Zoe', 5)])
      .execute();
    const board = await db.read
      .selectFrom('score')
      .innerJoin('user', 'user.id', 'score.user_id')
      .select((eb) => [
        eb.fn
          .agg<number>('rank')
          .over((over) => over.orderBy('score.points', 'desc'))
          .as('rank'),
        eb.fn
          .agg<number>('dense_rank')
          .over((over) => over.orderBy('score.points', 'desc'))
          .as('dense'),
        'user.name',
      ])
      .where('scope', '=', 'all')
      .orderBy('score.points', 'desc')
      .orderBy('first_answered_at')
      .orderBy('user.name')
      .limit(10)
      .execute();
    expect(board).toEqual([
      { rank: 1, dense: 1, name: 'Zoe' },
      { rank: 1, dense: 1, name: 'ann' },
      { rank: 1, dense: 1, name: 'Ádám' },
      { rank: 4, dense: 2, name: 'bob' },
    ]);
  });

  it('searches case-sensitively, with wildcards escaped', async () => {
    const db = await open();
    await db.write
      .insertInto('user')
      .values([user('Ann_1'), user('ann21')])
      .execute();
    const found = (pattern: string) =>
      db.read
        .selectFrom('user')
        .select('id')
        .where(sql<boolean>`id like ${pattern} escape '\\'`)
        .execute();
    expect(await found('ann%')).toEqual([{ id: 'ann21' }]);
    expect(await found('%n\\_%')).toEqual([{ id: 'Ann_1' }]);
    expect(
      await db.read
        .selectFrom('user')
        .select('id')
        .where((eb) => eb(eb.fn<string>('lower', ['id']), 'like', 'ann!_%'))
        .execute(),
    ).toEqual([]);
  });

  it('keeps types distinct', async () => {
    const db = await open();
    const number = db.write.updateTable('show').set({ version: sql`${'many'}` });
    const fraction = db.write.updateTable('show').set({ version: 1.5 });
    const truth = db.write.updateTable('show').set({ version: sql`${true}` });
    for (const wrong of [number, fraction, truth])
      await expect(wrong.execute()).rejects.toThrow(/./);
    expect(await db.read.selectFrom('show').select(['id', 'version']).execute()).toEqual([
      { id: 'house', version: 0 },
    ]);
  });

  it('deletes a person and keeps the answers without a name', async () => {
    const db = await open();
    await furnish(db);
    await db.write.insertInto('answer').values(answer('ann', 'Apple')).execute();
    await db.write
      .insertInto('score')
      .values({
        scope: 'all',
        audience: 'home',
        user_id: 'ann',
        points: 1,
        answers: 1,
        first_answered_at: NOW,
      })
      .execute();
    await db.write.deleteFrom('user').where('id', '=', 'ann').execute();
    expect(await db.read.selectFrom('answer').select(['user_id', 'text']).execute()).toEqual([
      { user_id: null, text: 'Apple' },
    ]);
    expect(await db.read.selectFrom('score').selectAll().execute()).toEqual([]);
    expect(await db.read.selectFrom('question').select(['id', 'created_by']).execute()).toEqual([
      { id: 'q1', created_by: null },
    ]);
  });
});
