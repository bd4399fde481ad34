import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { openDatabase } from '#server/db/client.ts';
import { airedNamesMigration } from '#server/db/migrations/0034-aired-names.ts';
import { migrations } from '#server/db/migrations/index.ts';
import { describeStores } from '#tests/support/databases.ts';

describeStores('the migration of aired names', (_, place) => {
  it('sanitises names of accounts and registrations as answers are sanitised', async () => {
    const options = await place();
    const before = migrations.filter(({ version }) => version < airedNamesMigration.version);
    const old = await openDatabase({ ...options, migrations: before });
    const hostile = `\u202eA${'\u0301'.repeat(40)}nn`;
    await sql`insert into "user" (id, name, email, password_hash, role_id, created_at)
      values ('ann', ${hostile}, 'ann@show.example', 'x', 2, 1),
        ('bea', 'Bea  B', 'bea@show.example', 'x', 2, 1)`.execute(old.write);
    await sql`insert into mail_token
      (id, user_id, purpose, hash, email, created_at, expires_at, name, password_hash)
      values ('v', 'ann', 'verify', 'h', 'ann@show.example', 1, 2, ${hostile}, 'x'),
        ('w', 'ann', 'reset', 'i', 'ann@show.example', 1, 2, null, null)`.execute(old.write);
    await old.close();

    const db = await openDatabase(options);
    const cleaned = `A${'\u0301'.repeat(6)}nn`;
    const users = db.read.selectFrom('user').select(['name', 'aired_name']).orderBy('id');
    expect(await users.execute()).toEqual([
      { name: cleaned, aired_name: null },
      { name: 'Bea B', aired_name: null },
    ]);
    const tokens = db.read.selectFrom('mail_token').select('name').orderBy('id');
    expect(await tokens.execute()).toEqual([{ name: cleaned }, { name: null }]);
    await db.close();
  });
});
