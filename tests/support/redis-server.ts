import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { freePort } from './process.ts';

/** Found on the machine; a test without it is skipped. */
const PROGRAM = 'redis-server';

/** Why tests cannot run with Redis here; null: they can. */
export const redisIsMissing: string | null =
  spawnSync(PROGRAM, ['--version']).status === 0 ? null : `no ${PROGRAM} on the PATH`;

export interface RedisServer {
  readonly url: string;
  readonly start: () => Promise<void>;
  /** SIGKILL: nothing is kept. */
  readonly stop: () => Promise<void>;
}

/** A Redis of its own, in memory; whoever starts it stops it. */
export async function startRedisServer(): Promise<RedisServer> {
  const port = await freePort();
  let child: ChildProcess | null = null;

  async function start(): Promise<void> {
    child = spawn(PROGRAM, ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '']);
    for await (const line of child.stdout ?? []) if (`${line}`.includes('Ready to accept')) break;
    // The pipe is read on, so that it never fills.
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
