import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Database, inTransaction, openDatabase, type OpenOptions } from '#server/db/client.ts';
import { StoreRefused, StoreUnavailable } from '#server/db/errors.ts';
import { migrations } from '#server/db/migrations/index.ts';
import { SQLITE_WORKER } from '#tests/support/databases.ts';

const audit = (id: string, action = 'x') => ({
  id,
  at: 1,
  user_id: null,
  action,
  target: null,
  address: '::1',
});
const audited = async (db: Database) =>
  (await db.read.selectFrom('audit').select('id').orderBy('id').execute()).map(({ id }) => id);

const TOO_BIG = 'x'.repeat(100_000);
const nothing = async () => {};

async function setting(name: string, on: Database['read']): Promise<unknown> {
  const { rows } = await sql<Record<string, unknown>>`pragma ${sql.raw(name)}`.execute(on);
  return rows.flatMap(Object.values);
}

let dataDir: string;
let options: OpenOptions;
let file: string;
const opened: Database[] = [];

const open = async (more: Partial<OpenOptions> = {}): Promise<Database> => {
  const db = await openDatabase({ ...options, ...more });
  opened.push(db);
  return db;
};

/** A store with one row, closed. */
async function furnish(): Promise<void> {
  const db = await open();
  await db.write.insertInto('audit').values(audit('kept')).execute();
  await db.close();
}

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'embedded-'));
  options = { databaseUrl: null, dataDir, sqliteWorker: SQLITE_WORKER };
  file = join(dataDir, 'store.sqlite');
});

afterEach(async () => {
  for (const db of opened.splice(0)) await db.close();
  rmSync(dataDir, { recursive: true, force: true });
});

describe('the file of the embedded store', () => {
  it('is created atomically, for its owner only, without leftovers', async () => {
    const db = await open();
    await db.close();
    const files = readdirSync(dataDir).filter((name) => !/-(wal|shm)$/.test(name));
    expect(files.sort()).toEqual(['store.exists', 'store.sqlite']);
    expect(files.map((name) => statSync(join(dataDir, name)).mode & 0o777)).toEqual([0o600, 0o600]);
  });

  it('is created again after a first start that was interrupted', async () => {
    writeFileSync(`${file}.new`, 'half of a file');
    writeFileSync(`${file}.new-wal`, 'half of a journal');
    await furnish();
    expect(await audited(await open())).toEqual(['kept']);
  });

  it('is never replaced by an empty one when it is missing', async () => {
    await furnish();
    const copy = join(dataDir, 'copy');
    renameSync(file, copy);
    await expect(open()).rejects.toThrow(`${file} is missing although a store was kept there`);
    expect(existsSync(file)).toBe(false);
    renameSync(copy, file);
    expect(await audited(await open())).toEqual(['kept']);
  });

  it('is not created beside the journal of a missing one', async () => {
    writeFileSync(`${file}-wal`, 'left alone');
    await expect(open()).rejects.toBeInstanceOf(StoreRefused);
    expect(existsSync(file)).toBe(false);
  });

  it.each([
    ['empty', ''],
    [
      'foreign',
      'This is not a database, and long enough that nobody takes it for one. '.repeat(100),
    ],
  ])('is refused when it is %s', async (_, content) => {
    writeFileSync(file, content);
    const refused = open();
    await expect(refused).rejects.toBeInstanceOf(StoreRefused);
    await expect(refused).rejects.toThrow(file);
  });

  it('is copied before its schema changes; the copy can be restored', async () => {
    await furnish();
    const notices: string[] = [];
    const version = (migrations.at(-1)?.version ?? 0) + 1;
    const newer = await open({
      migrations: [...migrations, { version, name: 'later', up: nothing }],
      notice: (line) => notices.push(line),
    });
    await newer.write.insertInto('audit').values(audit('later')).execute();
    await newer.close();
    const copy = `${file}.before-${version}`;
    expect(notices).toEqual([
      `The store moves from schema version ${version - 1} to ${version}; a copy is kept as ${copy}.`,
    ]);
    for (const name of [file, `${file}-wal`, `${file}-shm`]) rmSync(name, { force: true });
    copyFileSync(copy, file);
    expect(await audited(await open())).toEqual(['kept']);
  });

  it('can be backed up by copying the folder of a closed store', async () => {
    await furnish();
    const restored = join(dataDir, 'restored');
    mkdirSync(restored);
    for (const name of ['store.sqlite', 'store.exists']) {
      copyFileSync(join(dataDir, name), join(restored, name));
    }
    expect(await audited(await open({ dataDir: restored }))).toEqual(['kept']);
  });
});

describe('an embedded store', () => {
  it('syncs the disk at every commit, enforces references, and reads without writing', async () => {
    const db = await open();
    const FULL = 2;
    expect([
      await setting('synchronous', db.write),
      await setting('journal_mode', db.write),
      await setting('foreign_keys', db.write),
      await setting('query_only', db.read),
    ]).toEqual([[FULL], ['wal'], [1], [1]]);
  });
});

describe('an embedded store with a fault', () => {
  it('is unavailable while the disk is full, loses nothing, and recovers', async () => {
    const db = await open();
    await db.write.insertInto('audit').values(audit('before')).execute();
    // Simulates a full disk: the file may not grow.
    await sql`pragma max_page_count = 1`.execute(db.write);
    const refused = db.write.insertInto('audit').values(audit('refused', TOO_BIG)).execute();
    await expect(refused).rejects.toBeInstanceOf(StoreUnavailable);
    await sql`pragma max_page_count = 1000000`.execute(db.write);
    await db.ready();
    await db.write.insertInto('audit').values(audit('after', TOO_BIG)).execute();
    expect(await audited(db)).toEqual(['after', 'before']);
  });

  it('fails the whole group when its commit fails, and acknowledges none of it', async () => {
    const db = await open();
    // The violation is only detected at the commit, which fails for all transactions that share it.
    const defer = sql`pragma defer_foreign_keys = on`;
    const orphan = { id: 'g', question_id: 'nowhere', created_at: 1 };
    const results = await Promise.allSettled([
      inTransaction(db, (tx) => tx.insertInto('audit').values(audit('one')).execute()),
      inTransaction(db, async (tx) => {
        await defer.execute(tx);
        await tx.insertInto('game_session').values(orphan).execute();
      }),
      db.write.insertInto('audit').values(audit('two')).execute(),
    ]);
    const kept = await audited(db);
    const acknowledged = ['one', '', 'two'].filter((_, at) => results[at]?.status === 'fulfilled');
    expect(results[1]?.status).toBe('rejected');
    expect(kept).toEqual(acknowledged);
    await db.write.insertInto('audit').values(audit('three')).execute();
    expect(await audited(db)).toEqual([...kept, 'three'].sort());
  });

  it('refuses everything once its thread has ended, and is not ready', async () => {
    const worker = join(dataDir, 'ends.mjs');
    // The built worker, changed to end on request.
    writeFileSync(
      worker,
      `import { parentPort } from 'node:worker_threads';
       parentPort.on('message', (steps) => {
         if (steps.some(({ sql }) => sql?.includes('the end'))) process.exit();
       });
       await import(${JSON.stringify(SQLITE_WORKER.href)});`,
    );
    const db = await open({ sqliteWorker: pathToFileURL(worker) });
    const writes = [
      sql`select 1 as "the end"`.execute(db.write),
      db.write.insertInto('audit').values(audit('x')).execute(),
      inTransaction(db, (tx) => tx.insertInto('audit').values(audit('y')).execute()),
    ];
    for (const write of writes) await expect(write).rejects.toBeInstanceOf(StoreUnavailable);
    await expect(db.ready()).rejects.toBeInstanceOf(StoreUnavailable);
    await expect(db.lost).resolves.toBeInstanceOf(StoreUnavailable);
    expect(await audited(db)).toEqual([]);
    await expect(db.close()).rejects.toBeInstanceOf(StoreUnavailable);
    opened.pop();
  });
});
