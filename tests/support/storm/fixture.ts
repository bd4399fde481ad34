import { Client } from 'pg';
import { type Database, openDatabase } from '#server/db/client.ts';
import { freshSchema } from '../postgres.ts';
import { freePort, removeDataDir, type RunningServer, startProcess } from '../process.ts';
import { type Line, openConnection } from '../proxy.ts';
import { type RedisServer, startRedisServer } from '../redis-server.ts';
import { SEED_SECRET } from '../seed.ts';

/** The servers that a storm goes over. */
export interface Fixture {
  readonly urls: readonly string[];
  /** A line of its own to the store, which no fault touches. */
  readonly db: Database;
}

/** What can be done to a fixture of processes. */
export interface Processes extends Fixture {
  readonly close: () => Promise<void>;
  readonly redis: RedisServer;
  /** Each process's line to PostgreSQL. */
  readonly lines: readonly Line[];
  readonly pid: (index: number) => number;
  /** SIGKILL, and started anew on the same port. */
  readonly restart: (index: number) => Promise<void>;
  /** What all of them have printed, also those that were killed. */
  readonly output: () => string;
  /** Ends every connection that the processes have to PostgreSQL. */
  readonly terminate: () => Promise<void>;
}

/** A machine that a storm keeps busy takes its time. */
const START_MS = 60_000;
const SQLITE_WORKER = new URL('../../../dist/server/sqlite-worker.js', import.meta.url);

/** Real processes on one PostgreSQL and one Redis; `latencyMs`: to PostgreSQL, each way. */
export async function startProcesses({
  count,
  latencyMs,
}: {
  count: number;
  latencyMs: number;
}): Promise<Processes> {
  const schema = await freshSchema();
  const redis = await startRedisServer();
  const db = await openDatabase({
    databaseUrl: schema.url,
    dataDir: '',
    sqliteWorker: SQLITE_WORKER,
  });
  const direct = new URL(schema.url);
  const application = `storm ${crypto.randomUUID()}`;
  const lines: Line[] = [];
  const servers: RunningServer[] = [];
  const printed: string[] = [];

  const start = async (index: number): Promise<RunningServer> => {
    const line = lines[index];
    const former = servers[index];
    if (line === undefined) throw new Error('no line');
    const databaseUrl = new URL(direct);
    databaseUrl.host = new URL(line.url).host;
    databaseUrl.searchParams.set('application_name', application);
    return startProcess({
      withinMs: START_MS,
      port: former === undefined ? await freePort() : Number(new URL(former.url).port),
      ...(former !== undefined && { dataDir: former.dataDir }),
      env: { DATABASE_URL: databaseUrl.href, REDIS_URL: redis.url, JWT_SECRET: SEED_SECRET },
    });
  };
  for (let index = 0; index < count; index += 1) {
    const line = await openConnection(`http://${direct.host}`);
    line.slow(latencyMs);
    lines.push(line);
    servers.push(await start(index));
  }

  const serverOf = (index: number): RunningServer => {
    const server = servers[index];
    if (server === undefined) throw new Error(`no process ${index}`);
    return server;
  };
  return {
    urls: servers.map(({ url }) => url),
    db,
    redis,
    lines,
    pid: (index) => serverOf(index).pid,
    restart: async (index) => {
      const killed = serverOf(index);
      await killed.kill();
      printed.push(killed.output());
      servers[index] = await start(index);
    },
    output: () => [...printed, ...servers.map((server) => server.output())].join(''),
    terminate: async () => {
      const client = new Client({ connectionString: schema.url });
      await client.connect();
      await client.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1 and datname = current_database()',
        [application],
      );
      await client.end();
    },
    close: async () => {
      for (const server of servers) {
        await server.kill();
        await removeDataDir(server.dataDir);
      }
      for (const line of lines) await line.close();
      await redis.stop();
      await db.close();
      await schema.drop();
    },
  };
}
