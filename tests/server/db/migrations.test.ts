import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { type OpenOptions, openDatabase } from '#server/db/client.ts';
import { StoreRefused } from '#server/db/errors.ts';
import { migrations } from '#server/db/migrations/index.ts';
import type { Migration } from '#server/db/migrations/migration.ts';
import { describeStores } from '#tests/support/databases.ts';

const LAST = migrations.at(-1)?.version ?? 0;

/** Changes a table with references to it; on SQLite by rebuilding the table. */
const later: Migration = {
  version: LAST + 1,
  name: 'later',
  up: async (tx, dialect) => {
    const rebuild = [
      'create table rebuilt (id text not null primary key, email text not null, nick text)',
      'insert into rebuilt (id, email) select id, email from "user"',
      'drop table "user"',
      'alter table rebuilt rename to "user"',
    ];
    const statements = dialect === 'sqlite' ? rebuild : ['alter table "user" add column nick text'];
    for (const statement of statements) await sql.raw(statement).execute(tx);
  },
};

const failing: Migration = {
  version: LAST + 2,
  name: 'failing',
  up: async (tx) => {
    await sql.raw('delete from "user"').execute(tx);
    await sql.raw('insert into nowhere values (1)').execute(tx);
  },
};

const ann = {
  id: 'ann',
  name: 'Ann',
  email: 'ann@example.org',
  password_hash: 'x',
  role_id: 2,
  verified_at: null,
  pending_email: null,
  created_at: 1,
} as const;
const token = { id: 't', user_id: 'ann', purpose: 'reset', hash: 'h', email: 'e' } as const;

/** A store with the current schema, a user and a row that references it. */
async function furnish(options: OpenOptions): Promise<void> {
  const db = await openDatabase(options);
  await db.write.insertInto('user').values(ann).execute();
  await db.write
    .insertInto('mail_token')
    .values({ ...token, created_at: 1, expires_at: 2, used_at: null })
    .execute();
  await db.close();
}

async function contents(options: OpenOptions): Promise<unknown> {
  const db = await openDatabase(options);
  try {
    const people = await db.read.selectFrom('user').select(['id', 'email']).execute();
    const tokens = await db.read.selectFrom('mail_token').select(['id', 'user_id']).execute();
    return { people, tokens };
  } finally {
    await db.close();
  }
}

const FURNISHED = {
  people: [{ id: 'ann', email: 'ann@example.org' }],
  tokens: [{ id: 't', user_id: 'ann' }],
};

describeStores('migrations', (_, place) => {
  it('are in order', () => {
    expect(migrations.map(({ version }) => version)).toEqual(
      migrations.map(({ version }) => version).toSorted((a, b) => a - b),
    );
  });

  it('run once: a store opened again is as it was', async () => {
    const options = await place();
    await furnish(options);
    expect(await contents(options)).toEqual(FURNISHED);
  });

  it('upgrade an older store and keep its contents', async () => {
    const options = await place();
    await furnish(options);
    const newer = { ...options, migrations: [...migrations, later] };
    expect(await contents(newer)).toEqual(FURNISHED);
    const db = await openDatabase(newer);
    const { rows } = await sql`select nick from "user"`.execute(db.read);
    // References are enforced again, and still point to the table that was changed.
    await db.write.deleteFrom('user').execute();
    const tokens = await db.read.selectFrom('mail_token').select('id').execute();
    await db.close();
    expect([rows, tokens]).toEqual([[{ nick: null }], []]);
  });

  it('refuse the store of a newer program with one line', async () => {
    const options = await place();
    await furnish(options);
    await contents({ ...options, migrations: [...migrations, later] });
    const refused = openDatabase(options);
    await expect(refused).rejects.toBeInstanceOf(StoreRefused);
    await expect(refused).rejects.toThrow(
      `The store has schema version ${LAST + 1}, this program knows versions up to ${LAST}: start the newer program.`,
    );
  });

  it('leave the store as it was when one of them fails', async () => {
    const options = await place();
    await furnish(options);
    const broken = openDatabase({ ...options, migrations: [...migrations, later, failing] });
    await expect(broken).rejects.toBeInstanceOf(StoreRefused);
    await expect(broken).rejects.toThrow(
      /^Migration \d+ \(failing\) failed and nothing was changed: [^\n]*nowhere[^\n]*$/,
    );
    expect(await contents(options)).toEqual(FURNISHED);
  });

  it('run once when several programs start at the same time', async () => {
    const options = await place();
    await furnish(options);
    const newer = { ...options, migrations: [...migrations, later] };
    const starts = options.databaseUrl === null ? 1 : 4;
    expect(await Promise.all(Array.from({ length: starts }, () => contents(newer)))).toEqual(
      Array.from({ length: starts }, () => FURNISHED),
    );
  });
});
