import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { openDatabase } from '#server/db/client.ts';
import { seasonsMigration } from '#server/db/migrations/0067-seasons.ts';
import { migrations } from '#server/db/migrations/index.ts';
import { readRundown } from '#server/show/store.ts';
import { describeStores } from '#tests/support/databases.ts';

describeStores('the migration of seasons', (_, place) => {
  it('leaves shows in no season, and a deleted season leaves its shows', async () => {
    const options = await place();
    const before = migrations.filter(({ version }) => version < seasonsMigration.version);
    const old = await openDatabase({ ...options, migrations: before });
    await sql`insert into show (id, title, state, version, created_at)
      values ('friday', 'Friday', 'ended', 3, 1)`.execute(old.write);
    await old.close();

    const db = await openDatabase(options);
    const friday = () => readRundown(db.read, 'friday');
    expect(await friday()).toMatchObject({ title: 'Friday', version: 3 });
    expect(await friday()).not.toHaveProperty('season');
    await db.write.insertInto('season').values({ id: 's', name: 'Autumn' }).execute();
    await db.write.updateTable('show').set({ season_id: 's' }).where('id', '=', 'friday').execute();
    expect((await friday())?.season).toEqual({ id: 's', name: 'Autumn' });
    await db.write.deleteFrom('season').execute();
    expect(await friday()).not.toHaveProperty('season');
    await db.close();
  });
});
