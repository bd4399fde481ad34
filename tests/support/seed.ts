import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { createSigner } from 'fast-jwt';
import { ROLE, type RoleId } from '#machines/contract/entities.ts';
import { TOKEN_LIFETIME_S } from '#machines/contract/limits.ts';
import { openDatabase, type Database } from '#server/db/client.ts';

/** The secret that seeded servers are started with. */
export const SEED_SECRET = 'seeded-servers-sign-with-this-secret-of-enough-bytes';

/** The embedded store of a folder, through the built worker, or the PostgreSQL at an address. */
export const openStore = (dataDir: string, databaseUrl: string | null = null): Promise<Database> =>
  openDatabase({
    databaseUrl,
    dataDir,
    sqliteWorker: pathToFileURL(join(import.meta.dirname, '../../dist/server/sqlite-worker.js')),
  });

export interface SeededUser {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly token: string;
}

/** A token as a server issues it at sign-in; `ver` is the account's `token_version`. */
export const signToken: (claims: {
  id: string;
  name: string;
  email: string;
  role_id: RoleId;
  ver: number;
}) => string = createSigner({
  key: SEED_SECRET,
  algorithm: 'HS256',
  expiresIn: TOKEN_LIFETIME_S * 1_000,
});

/**
 * Writes `count` verified accounts straight into the store and signs their tokens: thousands of
 * sign-ins would spend minutes on password hashes.
 */
export async function seedUsers(
  db: Database,
  count: number,
  roleId: RoleId,
  prefix: string,
): Promise<SeededUser[]> {
  const rows = Array.from({ length: count }, (_, index) => ({
    id: `${prefix}${index}`,
    name: `${prefix} ${index}`,
    email: `${prefix}${index}@seed.example`,
    password_hash: 'none',
    role_id: roleId,
    verified_at: 1,
    token_version: 0,
    created_at: 1,
  }));
  for (let first = 0; first < rows.length; first += 500) {
    await db.write
      .insertInto('user')
      .values(rows.slice(first, first + 500))
      .execute();
  }
  return rows.map(({ id, name, email, role_id, token_version }) => ({
    id,
    name,
    email,
    token: signToken({ id, name, email, role_id, ver: token_version }),
  }));
}

/** Home viewers and one admin. */
export async function seedShow(
  dataDir: string,
  viewers: number,
): Promise<{ viewers: SeededUser[]; admin: SeededUser }> {
  const db = await openStore(dataDir);
  const seeded = await seedUsers(db, viewers, ROLE.home, 'viewer');
  const [admin] = await seedUsers(db, 1, ROLE.admin, 'producer');
  await db.close();
  if (admin === undefined) throw new Error('no admin was seeded');
  return { viewers: seeded, admin };
}
