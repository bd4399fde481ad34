import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

export const ADMIN = { email: 'admin@show.example', password: 'first-admin-2026' };

const ROOT = join(import.meta.dirname, '../..');

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

/** Polls `isTrue` until it is, or `withinMs` have passed. */
export async function until(
  what: string,
  isTrue: () => boolean | Promise<boolean>,
  withinMs = 15_000,
): Promise<void> {
  const endsAt = performance.now() + withinMs;
  while (performance.now() < endsAt) {
    if (await isTrue()) return;
    await delay(20);
  }
  throw new Error(`Waited ${withinMs} ms in vain until ${what}.`);
}

export interface RunningServer {
  readonly url: string;
  readonly dataDir: string;
  readonly pid: number;
  /** The process's output so far. */
  readonly output: () => string;
  /** SIGKILL: like a power cut. */
  readonly kill: () => Promise<void>;
  /** SIGTERM: a clean end. */
  readonly stop: () => Promise<void>;
}

const isReady = (url: string): Promise<boolean> =>
  fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  // Not 'exit': its last output may arrive later.
  const closed = once(child, 'close');
  child.kill(signal);
  await closed;
}

/**
 * Starts the built program as a separate process, like `npm start`, and waits until it is ready.
 * Without `dataDir` a temporary one is made; its maker removes it with `removeDataDir`.
 */
export async function startProcess(
  options: {
    dataDir?: string;
    port?: number;
    env?: Record<string, string>;
    /** Options of Node itself. */
    nodeOptions?: readonly string[];
    /** A program that starts the server, with its arguments, like `taskset --cpu-list 0`. */
    under?: readonly string[];
    /** Another command that starts a server, instead of the built program's. */
    command?: readonly [string, ...string[]];
    /** The timeout for getting ready. */
    withinMs?: number;
  } = {},
): Promise<RunningServer> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'show-')));
  const port = options.port ?? (await freePort());
  const url = `http://127.0.0.1:${port}`;
  let printed = '';
  const [program, ...args] = options.command ?? [
    ...(options.under ?? []),
    process.execPath,
    ...(options.nodeOptions ?? []),
    join(ROOT, 'dist/server/main.js'),
  ];
  const child = spawn(program, args, {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'] ?? '',
      PORT: String(port),
      DATA_DIR: dataDir,
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      LOG_LEVEL: 'warn',
      ...options.env,
    },
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
    });
  }
  try {
    await until(
      `${url} is ready`,
      async () => {
        if (child.exitCode !== null) throw new Error(`The server ended:\n${printed}`);
        return isReady(url);
      },
      options.withinMs ?? 50_000,
    );
  } catch (error) {
    await end(child, 'SIGKILL');
    throw error;
  }
  return {
    url,
    dataDir,
    pid: child.pid ?? 0,
    output: () => printed,
    kill: () => end(child, 'SIGKILL'),
    stop: () => end(child, 'SIGTERM'),
  };
}

export const removeDataDir = (dataDir: string): Promise<void> =>
  rm(dataDir, { recursive: true, force: true });
