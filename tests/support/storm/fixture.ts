import { Client } from 'pg';
import type { Database } from '#server/db/client.ts';
import type { DialectName } from '#server/db/dialect.ts';
import { openPlace } from '../place.ts';
import { freePort, removeDataDir, type RunningServer, startProcess } from '../process.ts';
import { type Line, openConnection } from '../proxy.ts';
import { type RedisServer, startRedisServer } from '../redis-server.ts';

/** The servers on which a storm runs. */
export interface Fixture {
  readonly urls: readonly string[];
  /** A separate connection to the store, without faults. */
  readonly db: Database;
}

/** A fixture of processes that can be disturbed. */
export interface Processes extends Fixture {
  readonly close: () => Promise<void>;
  readonly pid: (index: number) => number;
  /** Ends a process by SIGKILL (`kill`) or SIGTERM (`stop`), and starts it again on the same port. */
  readonly restart: (index: number, how: 'kill' | 'stop') => Promise<void>;
  /** The output of all of them, also of those that were killed. */
  readonly output: () => string;
  /** Null: one process with the embedded store. */
  readonly shared: {
    readonly redis: RedisServer;
    /** Each process's connection to PostgreSQL. */
    readonly lines: readonly Line[];
    /** Ends every connection that the processes have to PostgreSQL. */
    readonly terminate: () => Promise<void>;
  } | null;
}

/** The timeout for starting a process while the machine is busy, ms. */
const START_MS = 60_000;

/**
 * Starts real processes: two on one PostgreSQL and one Redis, or one with the embedded store. `latencyMs`: to PostgreSQL,
 * each way.
 */
export async function startProcesses(store: DialectName, latencyMs = 0): Promise<Processes> {
  const place = await openPlace(store);
  const shared = store === 'postgres' ? await openShared(place.env['DATABASE_URL'] ?? '') : null;
  const servers: RunningServer[] = [];
  const printed: string[] = [];

  const start = async (index: number): Promise<RunningServer> => {
    const former = servers[index];
    return startProcess({
      withinMs: START_MS,
      port: former === undefined ? await freePort() : Number(new URL(former.url).port),
      ...(former !== undefined && { dataDir: former.dataDir }),
      ...(shared === null && { dataDir: place.dataDir }),
      env: { ...place.env, ...shared?.env(index) },
    });
  };
  for (let index = 0; index < (shared === null ? 1 : 2); index += 1) {
    await shared?.connect(latencyMs);
    servers.push(await start(index));
  }
  // Open the store after the process has created it.
  const db = await place.open();

  const serverOf = (index: number): RunningServer => {
    const server = servers[index];
    if (server === undefined) throw new Error(`no process ${index}`);
    return server;
  };
  return {
    urls: servers.map(({ url }) => url),
    db,
    shared,
    pid: (index) => serverOf(index).pid,
    restart: async (index, how) => {
      const ended = serverOf(index);
      await ended[how]();
      printed.push(ended.output());
      servers[index] = await start(index);
    },
    output: () => [...printed, ...servers.map((server) => server.output())].join(''),
    close: async () => {
      for (const server of servers) {
        await server.kill();
        await removeDataDir(server.dataDir);
      }
      await shared?.close();
      await db.close();
      await place.remove();
    },
  };
}

/** A Redis, and connections to PostgreSQL that can be cut. */
async function openShared(databaseUrl: string) {
  const redis = await startRedisServer();
  const application = `storm ${crypto.randomUUID()}`;
  const lines: Line[] = [];
  return {
    redis,
    lines,
    /** Opens the connection of the next process. */
    connect: async (latencyMs: number): Promise<void> => {
      const line = await openConnection(`http://${new URL(databaseUrl).host}`);
      line.slow(latencyMs);
      lines.push(line);
    },
    /** The environment by which a process finds PostgreSQL and Redis. */
    env: (index: number) => {
      const line = lines[index];
      if (line === undefined) throw new Error('no line');
      const url = new URL(databaseUrl);
      url.host = new URL(line.url).host;
      url.searchParams.set('application_name', application);
      return { DATABASE_URL: url.href, REDIS_URL: redis.url };
    },
    terminate: async (): Promise<void> => {
      const client = new Client({ connectionString: databaseUrl });
      await client.connect();
      await client.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1 and datname = current_database()',
        [application],
      );
      await client.end();
    },
    close: async (): Promise<void> => {
      for (const line of lines) await line.close();
      await redis.stop();
    },
  };
}
