import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { onTestFinished } from 'vitest';

/** Found on the machine; a test without it is skipped. */
const PROGRAM = 'redis-server';

/** Why tests cannot run with Redis here; null: they can. */
export const redisIsMissing: string | null =
  spawnSync(PROGRAM, ['--version']).status === 0 ? null : `no ${PROGRAM} on the PATH`;

/** A Redis of its own, in memory; stopped when the test ends. */
export async function startRedis() {
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
  onTestFinished(stop);
  await start();
  return { url: `redis://127.0.0.1:${port}`, start, stop };
}

async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
