import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { ROLE } from '#machines/contract/entities.ts';
import { backUp, restore } from '#server/backup.ts';
import { type Database, openDatabase } from '#server/db/client.ts';
import { StoreRefused } from '#server/db/errors.ts';
import { putNewStore, SQLITE_WORKER } from '#tests/support/databases.ts';
import { freshDatabase, postgresIsMissing } from '#tests/support/postgres.ts';
import { until } from '#tests/support/process.ts';
import { SEED_SECRET, seedUsers, type SeededUser, signToken } from '#tests/support/seed.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { allCounted, contentsOf } from '#tests/support/database-contents.ts';
import { openQuestion } from '#tests/support/questions.ts';

const PROGRAM = join(import.meta.dirname, '../../dist/server/main.js');

/** Runs one of the program's commands to its end. */
async function runCommand(env: Record<string, string>, ...command: readonly string[]) {
  const child = spawn(process.execPath, [PROGRAM, ...command], {
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = Promise.all([text(child.stdout), text(child.stderr)]);
  const [code]: unknown[] = await once(child, 'close');
  return { code, said: (await said).join('') };
}

/** A store with some users, a folder for backups, and a server on them. */
async function openFixture(databaseUrl: string | null) {
  const folder = await mkdtemp(join(tmpdir(), 'backup-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const dataDir = join(folder, 'data');
  await mkdir(dataDir);
  if (databaseUrl === null) await putNewStore(dataDir);
  const env = {
    DATA_DIR: dataDir,
    JWT_SECRET: SEED_SECRET,
    LOG_LEVEL: 'warn',
    ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }),
  };
  const options = { databaseUrl, dataDir, sqliteWorker: SQLITE_WORKER };
  const onStore = async <T>(work: (db: Database) => Promise<T>): Promise<T> => {
    const db = await openDatabase(options);
    try {
      return await work(db);
    } finally {
      await db.close();
    }
  };
  const start = async () => {
    const server = await startTestServer({ dataDir, env });
    onTestFinished(() => server.close());
    return server;
  };
  const [viewers, admins] = await onStore(async (db) => [
    await seedUsers(db, 100, ROLE.home, 'viewer'),
    await seedUsers(db, 1, ROLE.admin, 'producer'),
  ]);
  const [producer] = admins ?? [];
  if (viewers === undefined || producer === undefined) throw new Error('nobody was seeded');
  return {
    viewers,
    producer,
    file: join(folder, 'backup'),
    onStore,
    start,
    save: (file: string) => backUp({ ...options, file }),
    load: (file: string) => restore({ ...options, file }),
    run: (...command: readonly string[]) => runCommand(env, ...command),
    /** A released question, with a function that answers it. */
    play: async (client: TestServer, { token }: SeededUser) => {
      const { gameSessionId } = await openQuestion(client.ok, token);
      return (viewer: SeededUser, answerText: string) =>
        client.ok('submitAnswer', { token: viewer.token, body: { gameSessionId, answerText } });
    },
  };
}

/** Everything that a restore brings back unchanged. */
const restorable = async (db: Database): Promise<string> =>
  (await contentsOf(db)).replaceAll(/"token_version":\d+/gu, '');

function suite(place: () => Promise<string | null>): void {
  it('restores every answer and point, and keeps the replaced store', async () => {
    const { viewers, producer, ...show } = await openFixture(await place());
    const server = await show.start();
    const answer = await show.play(server, producer);
    const acknowledged: string[] = [];
    const left = viewers.values();
    const answering = Array.from({ length: 4 }, async () => {
      for (const viewer of left) {
        await answer(viewer, `fruit ${viewer.id}`);
        acknowledged.push(viewer.id);
      }
    });
    await until('some have answered', () => acknowledged.length >= 20);
    const before = [...acknowledged];
    await show.save(show.file);
    await Promise.all(answering);
    expect((await stat(show.file)).mode & 0o777).toBe(0o600);
    await expect(show.load(show.file)).rejects.toThrow(/^[^\n]* is in use by [^\n]*$/u);
    await until('all have points', async () =>
      show.onStore(async (db) => {
        const scores = await db.read.selectFrom('score').select('points').execute();
        return scores.filter(({ points }) => points > 0).length >= viewers.length;
      }),
    );
    await show.onStore(allCounted);
    await server.close();

    const stored = await show.onStore(restorable);
    const all = `${show.file}-all`;
    await show.save(all);
    // Everything acknowledged before the backup began.
    const kept = await show.load(show.file);
    const answers = await show.onStore((db) =>
      db.read.selectFrom('answer').select(['user_id', 'text']).execute(),
    );
    expect(answers).toEqual(
      expect.arrayContaining(before.map((id) => ({ user_id: id, text: `fruit ${id}` }))),
    );
    await show.onStore((db) => db.write.deleteFrom('answer').execute());
    expect(await show.onStore(restorable)).not.toBe(stored);
    await show.load(all);
    expect(await show.onStore(restorable)).toBe(stored);
    await show.onStore((db) => db.write.deleteFrom('answer').execute());
    await show.load(kept ?? '');
    expect(await show.onStore(restorable)).toBe(stored);
  });

  it('revokes every token, session and link in the backup, and those revoked since', async () => {
    const { viewers, producer, ...show } = await openFixture(await place());
    const [viewer] = viewers;
    if (viewer === undefined) throw new Error('nobody was seeded');
    const server = await show.start();
    const { token: key } = await server.ok('createControlToken', {
      token: producer.token,
      body: { name: 'Stream deck' },
    });
    await server.ok('createShowLink', { token: producer.token });
    await server.ok('forgotPassword', { body: { email: viewer.email } });
    const [mail] = await server.mailbox(viewer.email);
    const secret = mail?.links[0]?.split('/').at(-1) ?? '';
    await server.close();
    await show.onStore((db) => db.write.updateTable('inspector').set({ open_until: 1 }).execute());
    await show.save(show.file);
    await show.onStore((db) =>
      db.write
        .updateTable('user')
        .set((eb) => ({ token_version: eb('token_version', '+', 2) }))
        .execute(),
    );

    await show.load(show.file);
    const client = await show.start();
    const { id, name, email } = viewer;
    const since = [1, 2].map((ver) => signToken({ id, name, email, role_id: ROLE.home, ver }));
    for (const token of [viewer.token, ...since])
      expect(await client.call('activeQuestions', { token })).toMatchObject({ status: 401 });
    expect(await client.call('controlState', { token: key })).toMatchObject({ status: 401 });
    const reset = { token: secret, newPassword: 'Brand-new-1' };
    expect((await client.call('resetPassword', { body: reset })).status).toBe(400);
    expect(await client.mailbox(viewer.email)).toEqual([]);
    await client.close();
    const left = await show.onStore(async ({ read }) => ({
      page: await read.selectFrom('stage').select(['link_id', 'link_hash']).execute(),
      inspector: await read.selectFrom('inspector').select('open_until').execute(),
    }));
    expect(left).toEqual({
      page: [{ link_id: null, link_hash: null }],
      inspector: [{ open_until: null }],
    });
  });

  it('is refused with one line, and nothing changes', async () => {
    const { file, save, load, ...show } = await openFixture(await place());
    await save(file);
    const saved = await readFile(file);
    await expect(save(file)).rejects.toThrow(`${file} already exists: choose another name.`);
    await expect(save(`${file}/deep/backup`)).rejects.toThrow('There is no folder');
    const stored = await show.onStore(contentsOf);
    await writeFile(`${file}-foreign`, 'no backup');
    await writeFile(`${file}-cut`, saved.subarray(0, saved.length / 2));
    for (const name of ['-missing', '-foreign', '-cut']) {
      const refused: unknown = await load(`${file}${name}`).catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(StoreRefused);
      expect(String(refused)).not.toContain('\n');
    }
    expect(await show.onStore(contentsOf)).toBe(stored);
  });
}

describe('a backup, SQLite', () => {
  suite(() => Promise.resolve(null));
});

it('is saved and restored by commands, which print one line each', async () => {
  const { start, file, run } = await openFixture(null);
  const server = await start();
  expect(await run('backup', file)).toEqual({
    code: 0,
    said: `The store is saved in ${file}.\n`,
  });
  expect(await run('restore', file)).toEqual({
    code: 1,
    said: expect.stringMatching(/^Not done\. [^\n]* is in use by [^\n]*\n$/u),
  });
  await server.close();
  const { code, said } = await run('restore', file);
  expect(code).toBe(0);
  const [, kept = ''] = /is kept as (\S+)\.\n/u.exec(said) ?? [];
  expect(existsSync(kept)).toBe(true);
  expect(said).toContain('Sessions, control tokens, the show link and mailed links have ended');
});

const newDatabase = async (): Promise<string> => {
  const { url, drop } = await freshDatabase();
  onTestFinished(drop);
  return url;
};

describe.skipIf(postgresIsMissing !== null)('a backup, PostgreSQL', () => {
  suite(newDatabase);

  it('says what is missing, and prints no password', async () => {
    const databaseUrl = await newDatabase();
    const { file } = await openFixture(databaseUrl);
    const url = new URL(databaseUrl);
    url.password = 'a-password-that-nobody-reads';
    const fail = (path: string): Promise<unknown> => {
      vi.stubEnv('PATH', path);
      onTestFinished(() => void vi.unstubAllEnvs());
      const options = { databaseUrl: url.href, dataDir: '', sqliteWorker: SQLITE_WORKER, file };
      return backUp(options).catch((error: unknown) => error);
    };
    expect(await fail('/nowhere')).toEqual(
      new StoreRefused(
        "pg_dump cannot be run: install PostgreSQL's client programs, of the server's version or newer.",
      ),
    );
    // Compare the names that others see.
    const folder = join(file, '..');
    await writeFile(join(folder, 'pg_dump'), '#!/bin/sh\necho "error: $*" >&2\nexit 1\n', {
      mode: 0o755,
    });
    const failed = await fail(`${folder}:/bin:/usr/bin`);
    expect(failed).toBeInstanceOf(StoreRefused);
    expect(String(failed)).toMatch(/pg_dump failed: error: --format=custom [^\n]*$/u);
    expect(String(failed)).not.toContain(url.password);
    expect(existsSync(file)).toBe(false);
  });
});
