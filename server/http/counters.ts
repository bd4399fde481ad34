import { createClient } from 'redis';
import { z } from 'zod';
import type { Log } from '#server/log.ts';

/** How often something happened in the window that began with its first time. */
export interface Count {
  readonly count: number;
  /** Milliseconds until the window ends. */
  readonly endsInMs: number;
}

/** Counts of this process. Bounded: beyond `capacity` keys the oldest windows are forgotten. */
export class LocalCounters {
  readonly #now: () => number;
  readonly #capacity: number;
  readonly #windows = new Map<string, { count: number; endsAt: number }>();

  constructor(now: () => number, capacity = 50_000) {
    this.#now = now;
    this.#capacity = capacity;
  }

  hit(key: string, windowMs: number): Count {
    const now = this.#now();
    const known = this.#windows.get(key);
    // A clock that was set back must not stretch a window.
    const isRunning = known !== undefined && now < known.endsAt && known.endsAt - now <= windowMs;
    const window = isRunning ? known : { count: 0, endsAt: now + windowMs };
    window.count += 1;
    if (!isRunning) {
      this.#windows.delete(key);
      this.#makeRoom(now);
      this.#windows.set(key, window);
    }
    return { count: window.count, endsInMs: window.endsAt - now };
  }

  clear(key: string): void {
    this.#windows.delete(key);
  }

  #makeRoom(now: number): void {
    if (this.#windows.size < this.#capacity) return;
    for (const [key, { endsAt }] of this.#windows) {
      if (endsAt <= now) this.#windows.delete(key);
    }
    for (const key of this.#windows.keys()) {
      if (this.#windows.size < this.#capacity) return;
      this.#windows.delete(key);
    }
  }
}

/** Counts that all processes share. */
export interface SharedCounters {
  hit(key: string, windowMs: number): Promise<Count>;
  clear(key: string): Promise<void>;
  close(): Promise<void>;
}

/** One process by itself. */
export const localOnly = (local: LocalCounters): SharedCounters => ({
  hit: (key, windowMs) => Promise.resolve(local.hit(key, windowMs)),
  clear: (key) => Promise.resolve(local.clear(key)),
  close: () => Promise.resolve(),
});

const HIT = `
local count = redis.call('incr', KEYS[1])
if count == 1 then redis.call('pexpire', KEYS[1], ARGV[1]) end
return { count, redis.call('pttl', KEYS[1]) }`;
const hitReply = z.tuple([z.number(), z.number()]);
const REDIS_TIMEOUT_MS = 500;
const RECONNECT_MS = 1_000;

/** Counts in Redis; while it is away the process counts for itself, so that limits never end. */
export function redisCounters(url: string, local: LocalCounters, log: Log): SharedCounters {
  const client = createClient({
    url,
    disableOfflineQueue: true,
    commandOptions: { timeout: REDIS_TIMEOUT_MS },
    socket: { reconnectStrategy: RECONNECT_MS, connectTimeout: RECONNECT_MS },
  });
  client.on('error', (error: unknown) => log.debug({ err: error }, 'counters: Redis is away'));
  const connecting = client.connect().catch((error: unknown) => {
    log.warn({ err: error }, 'counters: Redis cannot be reached');
  });
  return {
    hit: async (key, windowMs) => {
      // Counted here too, so that the count goes on when Redis leaves.
      const here = local.hit(key, windowMs);
      if (!client.isReady) return here;
      try {
        const reply = await client.eval(HIT, {
          keys: [`limit:${key}`],
          arguments: [String(windowMs)],
        });
        const [count, endsInMs] = hitReply.parse(reply);
        return { count, endsInMs };
      } catch (error) {
        log.warn({ err: error }, 'counters: counting in this process alone');
        return here;
      }
    },
    clear: async (key) => {
      local.clear(key);
      if (!client.isReady) return;
      await client.del(`limit:${key}`).catch((error: unknown) => {
        log.warn({ err: error }, 'counters: a count could not be cleared');
      });
    },
    close: async () => {
      client.destroy();
      await connecting;
    },
  };
}
