/**
 * A program that runs the migrations of the data folder given as its first argument, through the worker at the URL given as
 * its second, and dies after the last one, before they are committed.
 */
import { claimDataDir } from '#server/data-dir.ts';
import { openDatabase } from '#server/db/client.ts';
import { migrations } from '#server/db/migrations/index.ts';
import type { Migration } from '#server/db/migrations/migration.ts';

const [, , dataDir = '', worker = ''] = process.argv;

const fatal: Migration = {
  version: (migrations.at(-1)?.version ?? 0) + 1,
  name: 'fatal',
  up: async () => {
    process.kill(process.pid, 'SIGKILL');
    await new Promise(() => {});
  },
};

const { path } = await claimDataDir(dataDir);
await openDatabase({
  databaseUrl: null,
  dataDir: path,
  sqliteWorker: new URL(worker),
  migrations: [...migrations, fatal],
});
