import { readlink } from 'node:fs/promises';
import { getPriority } from 'node:os';
import { basename } from 'node:path';
import { expect, it } from 'vitest';
import { lowerPoolPriority } from '#server/pool-priority.ts';

it.runIf(process.platform === 'linux')(
  'gives each thread of the pool a lower priority than the event loop',
  async () => {
    await lowerPoolPriority();
    const threads = new Set<string>();
    for (let call = 0; call < 16; call += 1)
      threads.add(basename(await readlink('/proc/thread-self')));
    expect(threads.size).toBeGreaterThan(1);
    for (const thread of threads)
      expect(getPriority(Number(thread))).toBeGreaterThan(getPriority());
  },
);
