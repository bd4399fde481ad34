import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, openDatabase } from '#server/db/client.ts';
import type { DialectName } from '#server/db/dialect.ts';
import { freshSchema, postgresIsMissing } from './postgres.ts';
import { removeDataDir } from './process.ts';
import { SEED_SECRET } from './seed.ts';

/** A place for the store of real processes, empty at first. */
export interface Place {
  readonly dataDir: string;
  /** The environment a program needs for this store. */
  readonly env: Readonly<Record<string, string>>;
  /** Opens the store, also beside a running server. */
  readonly open: () => Promise<Database>;
  readonly remove: () => Promise<void>;
}

/** @throws Error where PostgreSQL is asked for and missing */
export async function openPlace(store: DialectName): Promise<Place> {
  if (store === 'postgres' && postgresIsMissing !== null) throw new Error(postgresIsMissing);
  const dataDir = await mkdtemp(join(tmpdir(), 'show-'));
  const schema = store === 'postgres' ? await freshSchema() : null;
  return {
    dataDir,
    env: { JWT_SECRET: SEED_SECRET, ...(schema !== null && { DATABASE_URL: schema.url }) },
    open: () =>
      openDatabase({
        databaseUrl: schema?.url ?? null,
        dataDir,
        sqliteWorker: new URL('../../dist/server/sqlite-worker.js', import.meta.url),
      }),
    remove: async () => {
      await schema?.drop();
      await removeDataDir(dataDir);
    },
  };
}
