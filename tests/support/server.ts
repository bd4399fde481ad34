import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readKnowledge } from 'answer-grouping/knowledge';
import { startApp } from '#server/app.ts';
import { type Config, readConfig } from '#server/config.ts';
import type { Database } from '#server/db/client.ts';
import { createLog, type Log } from '#server/log.ts';
import { createPasswords, type Passwords } from '#server/account/passwords.ts';
import { type Client, clientOf } from './client.ts';
import { ADMIN } from './process.ts';
import { folderOfRun, putNewStore } from './databases.ts';

export { newEmail, PASSWORD, type Person } from './client.ts';

const ROOT = join(import.meta.dirname, '../..');
/** What grouping knows, read once for all servers of this process. */
export const KNOWLEDGE = readKnowledge(pathToFileURL(join(ROOT, 'dist/server/knowledge.bin')));

export interface TestServer extends Client {
  /** `http://127.0.0.1:PORT`, without a slash at the end. */
  readonly url: string;
  readonly config: Config;
  readonly db: Database;
  close(): Promise<void>;
}

export interface TestServerOptions {
  /** Environment variables over the test's own, e.g. `{ BRAND_SLUG: 'quiz' }`. */
  readonly env?: Readonly<Record<string, string>>;
  /** The server's clock, epoch ms. */
  readonly now?: () => number;
  /** A data folder that outlives the server; without it a throw-away one. */
  readonly dataDir?: string;
  /** The folder of the built client; without it the server has no pages. */
  readonly client?: string;
  readonly log?: Log;
  /** Replaces the cheap hashes. */
  readonly passwords?: Passwords;
}

async function createDataDir(): Promise<string> {
  const dataDir = await mkdtemp(join(folderOfRun(), 'server-'));
  await putNewStore(dataDir);
  return dataDir;
}

/** Hashes without cost. */
export const cheapPasswords = (): Passwords =>
  createPasswords({ cost: { memoryCost: 8, timeCost: 1, parallelism: 1 } });

/** A whole server in this process: SQLite in a temporary folder, real HTTP and sockets on a free port. */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const dataDir = options.dataDir ?? (await createDataDir());
  const config = readConfig({
    NODE_ENV: 'test',
    PORT: '0',
    LOG_LEVEL: 'silent',
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    DATA_DIR: dataDir,
    ...options.env,
  });
  const app = await startApp({
    config,
    log: options.log ?? createLog(config.logLevel),
    sqliteWorker: pathToFileURL(join(ROOT, 'dist/server/sqlite-worker.js')),
    knowledge: KNOWLEDGE,
    client: options.client ?? join(dataDir, 'no-client'),
    passwords: options.passwords ?? cheapPasswords(),
    ...(options.now === undefined ? {} : { now: options.now }),
  });
  const { url, db } = app;
  const client = clientOf(url, config.brand);

  return {
    url,
    config,
    db,
    ...client,
    close: async () => {
      client.disconnect();
      await app.close();
      if (options.dataDir === undefined) await rm(dataDir, { recursive: true, force: true });
    },
  };
}
