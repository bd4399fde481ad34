import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { ROLE } from '#machines/contract/entities.ts';
import { openDatabase } from '#server/db/client.ts';
import { audienceTotalsMigration } from '#server/db/migrations/0043-audience-totals.ts';
import { migrations } from '#server/db/migrations/index.ts';
import { verifyCounts } from '#server/verify.ts';
import { addUser, START } from '../answers/fixture.ts';
import { score } from '../boards/show-fixture.ts';
import { describeStores } from '#tests/support/databases.ts';

describeStores('the migration of totals', (_, place) => {
  it('derives the totals of each audience from the answers, whatever the current role', async () => {
    const options = await place();
    const before = migrations.filter(({ version }) => version < audienceTotalsMigration.version);
    const old = await openDatabase({ ...options, migrations: before });
    const userId = await addUser(old);
    const times = { start_at: 1, end_at: 2, created_at: 1 };
    await old.write
      .insertInto('question')
      .values({ id: 'question', text: 'A fruit?', created_by: null, ...times })
      .execute();
    await old.write
      .insertInto('game_session')
      .values([
        { id: 'first', question_id: 'question', created_at: 1, rehearsal: 0 },
        { id: 'second', question_id: 'question', created_at: 2, rehearsal: 0 },
        { id: 'rehearsed', question_id: 'question', created_at: 3, rehearsal: 1 },
      ])
      .execute();
    await score(old, 'first', userId, 3);
    await score(old, 'rehearsed', userId, 9);
    await old.write.updateTable('user').set({ role_id: ROLE.contestant }).execute();
    await score(old, 'second', userId, 4, 1);
    for (const scope of ['all', '2023-11-14'])
      await sql`insert into score (scope, user_id, role_id, points, answers, first_answered_at)
        values (${scope}, ${userId}, 3, 7, 2, ${START})`.execute(old.write);
    await old.close();

    const db = await openDatabase(options);
    const rows = db.read.selectFrom('score').selectAll().orderBy('scope', 'desc');
    const of = (scope: string, audience: string, points: number, at: number) => ({
      scope,
      audience,
      user_id: userId,
      points,
      answers: audience === 'all' ? 2 : 1,
      first_answered_at: at,
    });
    expect(await rows.orderBy('audience').execute()).toEqual(
      ['all', '2023-11-14'].flatMap((scope) => [
        of(scope, 'all', 7, START),
        of(scope, 'home', 3, START),
        of(scope, 'studio', 4, START + 1),
      ]),
    );
    expect(await verifyCounts(db, new AbortController().signal)).toMatchObject({ people: 0 });
    await db.close();
  });
});
