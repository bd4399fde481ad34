import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';
import { z } from 'zod';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { DEFAULT_BRAND } from '#machines/contract/brand.ts';
import { ROLE } from '#machines/contract/entities.ts';
import { startRedis, redisIsMissing } from '#tests/realtime/redis.ts';
import { type Client, clientOf } from '#tests/support/client.ts';
import { readCompose } from '#tests/support/compose.ts';
import type { Database } from '#server/db/client.ts';
import { allCounted, contentsOf } from '#tests/support/database-contents.ts';
import { buildImage, type BuiltImage, type Image, imagesAreMissing } from '#tests/support/image.ts';
import { execute, postgresIsMissing, startCluster } from '#tests/support/postgres.ts';
import { ADMIN, freePort, startProcess, until } from '#tests/support/process.ts';
import { openStore, SEED_SECRET, type SeededUser, seedUsers } from '#tests/support/seed.ts';
import { openQuestion } from '#tests/support/questions.ts';

const DEPLOY = join(import.meta.dirname, '../../deploy');
const OPERATING = readFileSync(join(import.meta.dirname, '../../docs/operating.md'), 'utf8');
const APPS = ['app-1', 'app-2'] as const;
const ANSWERS_A_SECOND = 50;
const SOCKETS = 1_000;
/** Of them without WebSockets. */
const POLLING = 50;
/** A thousand sockets of one test take long on a busy machine. */
const WITHIN_MS = 120_000;
/** What viewers load besides. */
const PATHS = [
  '/',
  '/leaderboard',
  '/api/config',
  '/api/game-sessions/active-questions',
  '/api/game-sessions/leaderboard-all',
];
/** The account of the operator, which the image does not have. */
const OPERATOR = 2_345;

/** The services, as the compose file describes them. */
const service = readCompose(join(DEPLOY, 'compose.yaml'), {
  SHOW_HOST: 'show.example',
  POSTGRES_PASSWORD: 'lettersAndDigits1',
  JWT_SECRET: SEED_SECRET,
  METRICS_TOKEN: 'metrics',
  ADMIN_EMAIL: ADMIN.email,
  ADMIN_PASSWORD: ADMIN.password,
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'show@show.example',
});

/** A proxy program with the configuration that this repository has for it; without the program its test is skipped. */
interface Proxy {
  readonly program: string;
  /** The argument with which it prints its version. */
  readonly version: string;
  readonly scheme: 'http' | 'https';
  /** A line of its log for each reply with 502 by a fault of its own. */
  readonly ownFault?: RegExp;
  /** Writes its configuration into a folder; returns its arguments and environment. */
  readonly configure: (
    folder: string,
    host: string,
    processes: readonly string[],
  ) => { args: readonly string[]; env?: Record<string, string> };
}

const PROXIES: readonly Proxy[] = [
  {
    program: 'nginx',
    version: '-v',
    scheme: 'https',
    configure: (folder, host, processes) => {
      const { status } = spawnSync('openssl', [
        ...'req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=127.0.0.1'.split(' '),
        '-keyout',
        join(folder, 'privkey.pem'),
        '-out',
        join(folder, 'fullchain.pem'),
      ]);
      if (status !== 0) throw new Error('openssl has made no certificate');
      const [, documented = ''] = /```nginx\n(.+?)```/su.exec(OPERATING) ?? [];
      const site = documented
        .replaceAll(/server 127\.0\.0\.1:3000(.*?);/gu, (_, options: string) =>
          processes.map((each) => `server ${each}${options};`).join(' '),
        )
        .replace('listen 443', `listen ${host}`)
        .replaceAll('/etc/letsencrypt/live/show.example', folder);
      const config = join(folder, 'nginx.conf');
      writeFileSync(
        config,
        `daemon off; pid ${folder}/pid; error_log stderr; worker_rlimit_nofile 8192;
        events { worker_connections 4096; } http { access_log off; ${site} }`,
      );
      return { args: ['-c', config] };
    },
  },
  {
    program: 'caddy',
    version: 'version',
    scheme: 'http',
    // Before 2.11.2 it sends a POST that a process refused to the other one without its body.
    ownFault: /invalid Read on closed Body/gu,
    configure: (_folder, host, processes) => ({
      args: ['run', '--config', join(DEPLOY, 'Caddyfile')],
      env: { SHOW_HOST: `http://${host}`, SHOW_PROCESSES: processes.join(' ') },
    }),
  },
];

const reasonWithout = ({ program, version }: Proxy): string | null =>
  spawnSync(program, [version]).status === 0 ? null : `no ${program} on the PATH`;

const isOk = (url: string): Promise<boolean> =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );

async function startProxy({ program, configure, scheme }: Proxy, processes: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'proxy-'));
  const host = `127.0.0.1:${await freePort()}`;
  const { args, env } = configure(folder, host, processes);
  const proxy: ChildProcess = spawn(program, args, {
    env: { PATH: process.env['PATH'] ?? '', HOME: '/nonexistent', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let printed = '';
  proxy.stderr?.on('data', (chunk: Buffer) => {
    printed += chunk.toString();
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
  const url = `${scheme}://${host}`;
  await until('the proxy passes on', () => isOk(`${url}/readyz`));
  return { url, output: () => printed };
}

/** Runs a command to its end. @throws Error with what it printed, if it fails */
async function runCommand(
  [program, ...args]: readonly [string, ...string[]],
  env: NodeJS.ProcessEnv,
) {
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const printed = Promise.all([text(child.stdout), text(child.stderr)]);
  const [code]: unknown[] = await once(child, 'close');
  if (code !== 0)
    throw new Error(`${args.join(' ')}: ${String(code)}\n${(await printed).join('')}`);
}

/** The services of the compose file as processes of this machine, and with the image's folder as their root. */
async function openServices(image: Image, proxy: Proxy) {
  const [postgresPort, ...ports] = [await freePort(), await freePort(), await freePort()];
  const redis = await startRedis();
  /** The addresses of services, which have networks of their own. */
  const here = (value: string) =>
    value
      .replace('postgres:5432', `127.0.0.1:${postgresPort}`)
      .replace('redis://redis:6379', redis.url);
  const envOf = (app: (typeof APPS)[number]): Record<string, string> => ({
    ...image.env,
    ...Object.fromEntries(
      Object.entries(service(app).environment).map(([name, value]) => [name, here(value)]),
    ),
    PORT: `${ports[APPS.indexOf(app)]}`,
  });
  const databaseUrl = envOf('app-1')['DATABASE_URL'] ?? '';

  /** Makes an empty database, like a new volume. */
  const startPostgres = async () => {
    const folder = mkdtempSync(join(tmpdir(), 'volume-'));
    chmodSync(folder, 0o755);
    const {
      POSTGRES_USER = '',
      POSTGRES_PASSWORD = '',
      POSTGRES_DB,
    } = service('postgres').environment;
    const cluster = await startCluster(folder, {
      superuser: POSTGRES_USER,
      password: POSTGRES_PASSWORD,
      port: postgresPort,
    });
    await execute(cluster.url, `create database ${POSTGRES_DB}`);
    onTestFinished(cluster.kill);
    return cluster;
  };

  /** Starts a container; resolves when it is healthy. */
  const up = async (app: (typeof APPS)[number]) => {
    const env = envOf(app);
    const command = image.inside(image.command);
    const server = await startProcess({ dataDir: '', port: Number(env['PORT']), env, command });
    onTestFinished(server.kill);
    await runCommand(image.inside(image.health), env);
    return server;
  };
  /** Runs a command of the program in a container of its own, as the operator. */
  const runOnce = (...args: readonly string[]) =>
    runCommand(
      image.inside([...image.command, ...args], `${OPERATOR}:${OPERATOR}`),
      envOf('app-1'),
    );
  const graceMs = Number.parseInt(service('app-1').stop_grace_period ?? '', 10) * 1_000;

  /** The folder of the backups, as the containers see it. */
  const backups = join(image.root, 'backup');
  mkdirSync(backups);
  chownSync(backups, OPERATOR, OPERATOR);
  onTestFinished(() => rmSync(backups, { recursive: true }));

  const postgres = await startPostgres();
  const running = new Map(
    await Promise.all(APPS.map(async (app) => [app, await up(app)] as const)),
  );
  const { url, output } = await startProxy(
    proxy,
    ports.map((port) => `127.0.0.1:${port}`),
  );
  const stop = async (app: (typeof APPS)[number]) => {
    const begun = performance.now();
    await running.get(app)?.stop();
    expect(performance.now() - begun).toBeLessThan(graceMs);
  };
  return {
    url,
    output,
    postgres,
    startPostgres,
    databaseUrl,
    runOnce,
    stop,
    start: async (app: (typeof APPS)[number]) => void running.set(app, await up(app)),
  };
}

/** Columns that a restore changes, and that running servers change after the last answer. */
const CHANGING = new Set(['token_version', 'version', 'announced_version', 'updated_at']);
const contentsSchema = z.array(z.tuple([z.string(), z.array(z.record(z.string(), z.unknown()))]));

/** The rows of all tables, each as one text, without the columns that change. */
async function rowsOf(db: Database): Promise<string[]> {
  const tables = contentsSchema.parse(JSON.parse(await contentsOf(db)));
  return tables.flatMap(([table, rows]) =>
    rows.map((row) => {
      const kept = Object.entries(row).filter(([column]) => !CHANGING.has(column));
      return JSON.stringify([table, Object.fromEntries(kept)]);
    }),
  );
}

/** The items of one list that the other one lacks. */
const without = (items: readonly string[], others: readonly string[]): string[] => {
  const known = new Set(others);
  return items.filter((item) => !known.has(item));
};

/** Viewers with an open page each, which new questions reach. */
function connectViewers(url: string, viewers: readonly SeededUser[]) {
  const heard = new Map<string, Set<string>>();
  const sockets: Socket[] = viewers.map((viewer, index) => {
    const socket = io(url, {
      auth: { token: viewer.token },
      transports: [index < POLLING ? 'polling' : 'websocket'],
      // The cookie of the proxy.
      withCredentials: true,
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
  return {
    allConnected: () =>
      until(
        'all viewers are connected',
        () => sockets.every(({ connected }) => connected),
        WITHIN_MS,
      ),
    allHaveHeard: (id: string) =>
      until(
        'all have the question',
        () => [...heard.values()].every((ids) => ids.has(id)),
        WITHIN_MS,
      ),
  };
}

/** Makes requests of viewers one after another, each once, until it is ended; notes what they see. */
function watchTraffic(
  url: string,
  client: Client,
  viewers: readonly SeededUser[],
  gameSessionId: string,
) {
  const acknowledged: string[] = [];
  const errors: unknown[] = [];
  let isOver = false;
  const answer = async ({ id, token }: SeededUser): Promise<void> => {
    const body = { gameSessionId, answerText: `fruit ${id}` };
    const answered = await client.call('submitAnswer', { token, body });
    if (answered.status === 201) acknowledged.push(id);
    else errors.push([answered.status, answered.body]);
  };
  const openPage = async (path: string, { token }: SeededUser): Promise<void> => {
    const { status } = await fetch(`${url}${path}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    if (status !== 200) errors.push([path, status]);
  };
  const running = (async () => {
    const asked: Promise<void>[] = [];
    for (const [index, viewer] of viewers.entries()) {
      if (isOver) break;
      const both = [answer(viewer), openPage(PATHS[index % PATHS.length] ?? '', viewer)];
      asked.push(...both.map((each) => each.catch((error: unknown) => void errors.push(error))));
      await delay(1_000 / ANSWERS_A_SECOND);
    }
    await Promise.all(asked);
  })();
  return {
    acknowledged,
    errors,
    end: () => {
      isOver = true;
      return running;
    },
  };
}

describe('the deployment', () => {
  let image: BuiltImage | undefined;
  beforeAll(async () => {
    if (imagesAreMissing !== null) return;
    const { build } = service('app-1');
    if (build === undefined) throw new Error('the compose file builds no image');
    image = await buildImage(build.dockerfile, build.context);
  }, 1_800_000);
  afterAll(() => image?.remove());

  it.for(PROXIES)(
    'behind $program loses nothing in a restart, and comes back from a backup',
    { timeout: 600_000 },
    async (proxy, { skip }) => {
      const missing =
        imagesAreMissing ?? postgresIsMissing ?? redisIsMissing ?? reasonWithout(proxy);
      if (missing !== null) skip(missing);
      if (image === undefined) throw new Error('no image was built');
      const services = await openServices(image, proxy);
      const { url, databaseUrl } = services;
      const db = await openStore('', databaseUrl);
      const viewers = await seedUsers(db, 6_000, ROLE.home, 'viewer');
      const [producer] = await seedUsers(db, 1, ROLE.admin, 'producer');
      if (producer === undefined) throw new Error('no producer was seeded');
      const client = clientOf(url, DEFAULT_BRAND);
      const { gameSessionId } = await openQuestion(client.ok, producer.token);
      const { allConnected, allHaveHeard } = connectViewers(url, viewers.slice(0, SOCKETS));
      await allConnected();

      const traffic = watchTraffic(url, client, viewers, gameSessionId);
      const moreAnswers = (): Promise<void> => {
        const soFar = traffic.acknowledged.length;
        const more = 2 * ANSWERS_A_SECOND;
        return until(
          'answers come in',
          () => traffic.acknowledged.length >= soFar + more,
          WITHIN_MS,
        );
      };
      await moreAnswers();
      for (const app of APPS) {
        await services.stop(app);
        await services.start(app);
      }
      await moreAnswers();
      await traffic.end();

      const ownFaults = services.output().match(proxy.ownFault ?? /$^/u) ?? [];
      expect(traffic.errors).toEqual(ownFaults.map(() => [502, '']));
      const stored = await db.read
        .selectFrom('answer')
        .select('user_id')
        .where('game_session_id', '=', gameSessionId)
        .execute();
      expect(stored).toHaveLength(traffic.acknowledged.length);
      expect(new Set(stored.map(({ user_id }) => user_id))).toEqual(new Set(traffic.acknowledged));
      await allConnected();
      await allHaveHeard((await openQuestion(client.ok, producer.token)).id);

      await allCounted(db);
      const before = await rowsOf(db);
      await db.close();
      const [backup, restore] = [...OPERATING.matchAll(/^in_image (\w+) (\/\S+)$/gmu)];
      await services.runOnce(...(backup?.slice(1) ?? []));
      await services.postgres.kill();
      for (const app of APPS) await services.stop(app);
      await services.startPostgres();
      await services.runOnce(...(restore?.slice(1) ?? []));
      for (const app of APPS) await services.start(app);
      await until('the proxy passes on', () => isOk(`${url}/readyz`), WITHIN_MS);
      const restored = await openStore('', databaseUrl);
      onTestFinished(() => restored.close());
      const after = await rowsOf(restored);
      expect({ lost: without(before, after), added: without(after, before) }).toEqual({
        lost: [],
        added: [],
      });
      const { token } = await client.signIn(ADMIN.email, ADMIN.password);
      await openQuestion(client.ok, token);
    },
  );
});
