import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { openDatabase } from '#server/db/client.ts';
import { migrations } from '#server/db/migrations/index.ts';
import { mailsMigration } from '#server/db/migrations/0012-mails.ts';
import { describeStores } from '#tests/support/databases.ts';

describeStores('the migration of mails and their links', (_, place) => {
  it('keeps existing links, and accepts new ones', async () => {
    const options = await place();
    const before = migrations.filter(({ version }) => version < mailsMigration.version);
    const old = await openDatabase({ ...options, migrations: before });
    const user = sql`insert into "user" (id, name, email, password_hash, role_id, created_at)
      values ('ann', 'Ann', 'ann@show.example', 'x', 2, 1)`;
    await user.execute(old.write);
    const link = sql`insert into mail_token
      (id, user_id, purpose, hash, email, created_at, expires_at, used_at)
      values ('t', 'ann', 'reset', 'h', 'ann@show.example', 1, 2, 3)`;
    await link.execute(old.write);
    await old.close();

    const db = await openDatabase(options);
    const kept = await db.read.selectFrom('mail_token').selectAll().execute();
    const [token] = kept;
    expect(kept).toEqual([
      {
        id: 't',
        user_id: 'ann',
        purpose: 'reset',
        hash: 'h',
        email: 'ann@show.example',
        created_at: 1,
        expires_at: 2,
        used_at: 3,
        name: null,
        password_hash: null,
      },
    ]);
    if (token === undefined) throw new Error('no link was kept');
    const add = (id: string, hash: string) =>
      db.write
        .insertInto('mail_token')
        .values({ ...token, id, hash, purpose: 'cancel-email-change' })
        .execute();
    await add('u', 'i');
    await expect(add('v', 'i')).rejects.toThrow(/unique/i);
    await db.write.deleteFrom('user').execute();
    expect(await db.read.selectFrom('mail_token').select('id').execute()).toEqual([]);
    await db.close();
  });
});
