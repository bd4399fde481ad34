import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { freePort } from './process.ts';

const PROGRAM = 'redis-server';

/** The path of `redis-server`, or null if it is not on the PATH. */
export const findRedis = (): string | null =>
  (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((folder) => join(folder, PROGRAM))
    .find((path) => existsSync(path)) ?? null;

/** Why tests cannot run with Redis here; null: they can. */
export const redisIsMissing: string | null =
  findRedis() === null ? `no ${PROGRAM} on the PATH` : null;

export interface RedisServer {
  readonly url: string;
  readonly start: () => Promise<void>;
  /** SIGKILL: nothing is kept. */
  readonly stop: () => Promise<void>;
}

/** A Redis of its own, in memory; its starter stops it. */
export async function startRedisServer(): Promise<RedisServer> {
  const port = await freePort();
  let child: ChildProcess | null = null;

  async function start(): Promise<void> {
    child = spawn(PROGRAM, ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '']);
    for await (const line of child.stdout ?? []) if (`${line}`.includes('Ready to accept')) break;
    // The pipe is read continuously, so that it never fills.
    child.stdout?.resume();
  }
  async function stop(): Promise<void> {
    if (child === null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
    child = null;
  }
  await start();
  return { url: `redis://127.0.0.1:${port}`, start, stop };
}
