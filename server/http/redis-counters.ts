import { createClient } from 'redis';
import { z } from 'zod';
import type { Log } from '#server/log.ts';
import type { Counters, LocalCounters } from './counters.ts';

const HIT = `
local count = redis.call('incr', KEYS[1])
if count == 1 then redis.call('pexpire', KEYS[1], ARGV[1]) end
return { count, redis.call('pttl', KEYS[1]) }`;
const hitReply = z.tuple([z.number(), z.number()]);
const REDIS_TIMEOUT_MS = 500;
const RECONNECT_MS = 1_000;

const nameOf = (rule: string, key: string): string => `limit:${rule}:${key}`;

export interface RedisCounters extends Counters {
  close(): Promise<void>;
}

/**
 * Counters in Redis. Also counts in this process and uses those counts while Redis is unavailable, so that limits
 * always hold.
 */
export function redisCounters(url: string, local: LocalCounters, log: Log): RedisCounters {
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
  /** Returns the result of `command`, or `here` while Redis is unavailable. */
  const shared = async <T>(here: T, command: () => Promise<T>): Promise<T> => {
    if (!client.isReady) return here;
    try {
      return await command();
    } catch (error) {
      log.warn({ err: error }, 'counters: counting in this process alone');
      return here;
    }
  };
  return {
    hit: (rule, key, windowMs) =>
      shared(local.hit(rule, key, windowMs), async () => {
        const reply = await client.eval(HIT, {
          keys: [nameOf(rule, key)],
          arguments: [String(windowMs)],
        });
        const [count, endsInMs] = hitReply.parse(reply);
        return { count, endsInMs };
      }),
    has: (rule, key) =>
      local.has(rule, key) ||
      shared(false, async () => (await client.exists(nameOf(rule, key))) > 0),
    clear: async (rule, key) => {
      local.clear(rule, key);
      await shared(0, () => client.del(nameOf(rule, key)));
    },
    close: async () => {
      client.destroy();
      await connecting;
    },
  };
}
