import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { openDatabase } from '#server/db/client.ts';
import { migrations } from '#server/db/migrations/index.ts';
import { registrationsMigration } from '#server/db/migrations/0026-registrations.ts';
import { describeStores } from '#tests/support/databases.ts';

describeStores('the migration of registrations', (_, place) => {
  it('lets an existing link confirm the data of its registration', async () => {
    const options = await place();
    const before = migrations.filter(({ version }) => version < registrationsMigration.version);
    const old = await openDatabase({ ...options, migrations: before });
    await sql`insert into "user" (id, name, email, password_hash, role_id, created_at)
      values ('ann', 'Ann', 'ann@show.example', 'x', 2, 1)`.execute(old.write);
    await sql`insert into mail_token (id, user_id, purpose, hash, email, created_at, expires_at)
      values ('v', 'ann', 'verify', 'h', 'ann@show.example', 1, 2),
        ('w', 'ann', 'reset', 'i', 'ann@show.example', 1, 2)`.execute(old.write);
    await old.close();

    const db = await openDatabase(options);
    const kept = db.read.selectFrom('mail_token').select(['id', 'name', 'password_hash']);
    expect(await kept.orderBy('id').execute()).toEqual([
      { id: 'v', name: 'Ann', password_hash: 'x' },
      { id: 'w', name: null, password_hash: null },
    ]);
    await db.close();
  });
});
