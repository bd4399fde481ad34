import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { io } from 'socket.io-client';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { DEFAULT_BRAND } from '#machines/contract/brand.ts';
import { ROLE } from '#machines/contract/entities.ts';
import { openDatabase } from '#server/db/client.ts';
import { startRedis, redisIsMissing } from '#tests/realtime/redis.ts';
import { clientOf } from '#tests/support/client.ts';
import { SQLITE_WORKER } from '#tests/support/databases.ts';
import { freshSchema, postgresIsMissing } from '#tests/support/postgres.ts';
import { freePort, removeDataDir, startProcess, until } from '#tests/support/process.ts';
import { SEED_SECRET, seedUsers } from '#tests/support/seed.ts';

const DEPLOY = join(import.meta.dirname, '../../deploy');
const OPERATING = join(import.meta.dirname, '../../docs/operating.md');
const METRICS_TOKEN = 'metrics';
const ANSWERS_A_SECOND = 25;
const SOCKETS = 1_000;
/** A thousand sockets of one test take long on a busy machine. */
const WITHIN_MS = 120_000;

/** A proxy program with the configuration that this repository has for it; without the program its test is skipped. */
interface Proxy {
  readonly program: string;
  /** The argument with which it prints its version. */
  readonly version: string;
  /** Writes its configuration into a folder; returns its arguments and its address. */
  readonly configure: (
    folder: string,
    ports: readonly number[],
  ) => Promise<{ args: readonly string[]; env?: Record<string, string>; url: string }>;
}

const PROXIES: readonly Proxy[] = [
  {
    program: 'caddy',
    version: 'version',
    configure: async (_folder, ports) => {
      const url = `http://127.0.0.1:${await freePort()}`;
      const processes = ports.map((port) => `127.0.0.1:${port}`).join(' ');
      return {
        args: ['run', '--config', join(DEPLOY, 'Caddyfile')],
        env: { SHOW_HOST: url, SHOW_PROCESSES: processes },
        url,
      };
    },
  },
  {
    program: 'nginx',
    version: '-v',
    configure: async (folder, ports) => {
      const port = await freePort();
      const { status } = spawnSync('openssl', [
        ...'req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=127.0.0.1'.split(' '),
        '-keyout',
        join(folder, 'privkey.pem'),
        '-out',
        join(folder, 'fullchain.pem'),
      ]);
      if (status !== 0) throw new Error('openssl has made no certificate');
      const [, documented = ''] =
        /```nginx\n(.+?)```/su.exec(readFileSync(OPERATING, 'utf8')) ?? [];
      const servers = ports.map((each) => `server 127.0.0.1:${each};`).join(' ');
      const site = documented
        .replace('server 127.0.0.1:3000;', servers)
        .replace('listen 443', `listen 127.0.0.1:${port}`)
        .replaceAll('/etc/letsencrypt/live/show.example', folder);
      const config = join(folder, 'nginx.conf');
      writeFileSync(
        config,
        `daemon off; pid ${folder}/pid; error_log ${folder}/error.log; worker_rlimit_nofile 8192;
        events { worker_connections 4096; } http { access_log off; ${site} }`,
      );
      return { args: ['-c', config], url: `https://127.0.0.1:${port}` };
    },
  },
];

const reasonWithout = ({ program, version }: Proxy): string | null =>
  spawnSync(program, [version]).status === 0 ? null : `no ${program} on the PATH`;

async function startProxy({ program, configure }: Proxy, ports: readonly number[]) {
  const folder = mkdtempSync(join(tmpdir(), 'proxy-'));
  const { args, env, url } = await configure(folder, ports);
  const proxy: ChildProcess = spawn(program, args, {
    env: { PATH: process.env['PATH'] ?? '', HOME: '/nonexistent', ...env },
    stdio: 'ignore',
  });
  onTestFinished(async () => {
    const ended = once(proxy, 'exit');
    proxy.kill();
    await ended;
    rmSync(folder, { recursive: true });
  });
  // The test's certificate is signed by itself.
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
  onTestFinished(() => void vi.unstubAllEnvs());
  await until('the proxy passes on', async () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  return url;
}

/** Starts two processes on one PostgreSQL and one Redis, behind a proxy. */
async function openShow(proxy: Proxy) {
  const redis = await startRedis();
  const { url: databaseUrl, drop } = await freshSchema();
  onTestFinished(drop);
  const options = { databaseUrl, dataDir: '', sqliteWorker: SQLITE_WORKER };
  const db = await openDatabase(options);
  onTestFinished(() => db.close());
  const env = {
    DATABASE_URL: databaseUrl,
    REDIS_URL: redis.url,
    JWT_SECRET: SEED_SECRET,
    TRUST_PROXY: '1',
    METRICS_TOKEN,
  };
  const start = async (port: number) => {
    const server = await startProcess({ port, env });
    onTestFinished(async () => {
      await server.kill();
      await removeDataDir(server.dataDir);
    });
    return server;
  };
  const ports = [await freePort(), await freePort()] as const;
  const processes = [await start(ports[0]), await start(ports[1])] as const;
  return { db, start, ports, processes, url: await startProxy(proxy, ports) };
}

/** The number of answers that a process has accepted. */
async function answersAt(url: string): Promise<number> {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
  const text = await (await fetch(`${url}/metrics`, { headers })).text();
  const line =
    /^http_request_duration_seconds_count\{route="\/api\/game-sessions\/answers",status="201"\} (\d+)/mu;
  return Number(line.exec(text)?.[1] ?? 0);
}

describe.each(PROXIES)('a restart of one process after the other, behind $program', (proxy) => {
  it.skipIf((postgresIsMissing ?? redisIsMissing ?? reasonWithout(proxy)) !== null)(
    'refuses no request, loses no answer, and every player is up to date afterwards',
    async () => {
      const { db, start, ports, processes, url } = await openShow(proxy);
      const viewers = await seedUsers(db, 3_000, ROLE.home, 'viewer');
      const [producer] = await seedUsers(db, 1, ROLE.admin, 'producer');
      const token = producer?.token ?? '';
      const client = clientOf(url, DEFAULT_BRAND);
      const release = async () => {
        const { question } = await client.ok('generate', {
          token,
          body: {
            question: 'Name a fruit',
            startTime: new Date().toISOString(),
            endTime: new Date(Date.now() + 3_600_000).toISOString(),
          },
        });
        await client.ok('releaseHome', { token, params: { id: question.id }, body: {} });
        return { id: question.id, gameSessionId: question.game_session_id };
      };
      const { gameSessionId } = await release();

      const heard = new Map<string, Set<string>>();
      const sockets = viewers.slice(0, SOCKETS).map((viewer) => {
        const socket = io(url, {
          auth: { token: viewer.token },
          transports: ['websocket'],
          reconnectionDelay: 100,
          reconnectionDelayMax: 500,
          forceNew: true,
          // Node's own setting does not reach this library.
          rejectUnauthorized: false,
        });
        const ids = new Set<string>();
        heard.set(viewer.id, ids);
        socket.onAny((name, payload: { questionId?: string }) => {
          if (name === 'question-released') ids.add(payload.questionId ?? '');
        });
        return socket;
      });
      onTestFinished(() => {
        for (const socket of sockets) socket.disconnect();
      });
      const allConnected = () => sockets.every(({ connected }) => connected);
      await until('all players are connected', allConnected, WITHIN_MS);

      const refusals: unknown[] = [];
      const acknowledged: string[] = [];
      let isOver = false;
      const answer = async ({ id, token: own }: (typeof viewers)[number]): Promise<void> => {
        const body = { gameSessionId, answerText: `fruit ${id}` };
        const answered = await client.call('submitAnswer', { token: own, body });
        if (answered.status === 201) acknowledged.push(id);
        else refusals.push([answered.status, answered.body]);
      };
      const answering = (async () => {
        const asked: Promise<void>[] = [];
        for (const viewer of viewers) {
          if (isOver) break;
          // Do not retry, so that every refusal is seen.
          asked.push(answer(viewer));
          await delay(1_000 / ANSWERS_A_SECOND);
        }
        await Promise.all(asked);
      })();
      await until('both have taken answers', async () => {
        const taken = await Promise.all(processes.map((each) => answersAt(each.url)));
        return taken.every((count) => count > 5);
      });
      for (const [index, server] of processes.entries()) {
        await server.stop();
        const again = await start(ports[index] ?? 0);
        await until('it takes answers again', async () => (await answersAt(again.url)) > 5);
      }
      isOver = true;
      await answering;

      expect(refusals).toEqual([]);
      const stored = await db.read
        .selectFrom('answer')
        .select('user_id')
        .where('game_session_id', '=', gameSessionId)
        .execute();
      expect(new Set(stored.map(({ user_id }) => user_id))).toEqual(new Set(acknowledged));
      expect(stored).toHaveLength(acknowledged.length);
      await until('all players are connected again', allConnected, WITHIN_MS);
      const next = await release();
      await until(
        'all have the next question',
        () => [...heard.values()].every((ids) => ids.has(next.id)),
        WITHIN_MS,
      );
    },
    600_000,
  );
});
