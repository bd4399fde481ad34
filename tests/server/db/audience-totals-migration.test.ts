import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { ROLE } from '#machines/contract/entities.ts';
import { openDatabase } from '#server/db/client.ts';
import { audienceTotalsMigration } from '#server/db/migrations/0043-audience-totals.ts';
import { migrations } from '#server/db/migrations/index.ts';
import { verifyCounts } from '#server/verify.ts';
import { addQuestion, addUser, START } from '../answers/fixture.ts';
import { score } from '../boards/show-fixture.ts';
import { describeStores } from '#tests/support/databases.ts';

describeStores('the migration of totals', (_, place) => {
  it('derives the totals of each audience from the answers, whatever role is there today', async () => {
    const options = await place();
    const before = migrations.filter(({ version }) => version < audienceTotalsMigration.version);
    const old = await openDatabase({ ...options, migrations: before });
    const userId = await addUser(old);
    const [first, second, rehearsed] = [
      await addQuestion(old),
      await addQuestion(old),
      await addQuestion(old),
    ];
    await old.write
      .updateTable('game_session')
      .set({ rehearsal: 1 })
      .where('id', '=', rehearsed.gameSessionId)
      .execute();
    await score(old, first.gameSessionId, userId, 3);
    await score(old, rehearsed.gameSessionId, userId, 9);
    await old.write.updateTable('user').set({ role_id: ROLE.contestant }).execute();
    await score(old, second.gameSessionId, userId, 4, 1);
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
