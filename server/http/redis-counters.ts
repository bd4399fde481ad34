import { createClient } from 'redis';
import { z } from 'zod';
import type { Log } from '#server/log.ts';
import type { LocalCounters, SharedCounters } from './counters.ts';

const HIT = `
local count = redis.call('incr', KEYS[1])
if count == 1 then redis.call('pexpire', KEYS[1], ARGV[1]) end
return { count, redis.call('pttl', KEYS[1]) }`;
const hitReply = z.tuple([z.number(), z.number()]);
const REDIS_TIMEOUT_MS = 500;
const RECONNECT_MS = 1_000;

const nameOf = (rule: string, key: string): string => `limit:${rule}:${key}`;

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
    hit: async (rule, key, windowMs) => {
      // Also counted in this process, so that the count continues when Redis fails.
      const here = local.hit(rule, key, windowMs);
      if (!client.isReady) return here;
      try {
        const reply = await client.eval(HIT, {
          keys: [nameOf(rule, key)],
          arguments: [String(windowMs)],
        });
        const [count, endsInMs] = hitReply.parse(reply);
        return { count, endsInMs };
      } catch (error) {
        log.warn({ err: error }, 'counters: counting in this process alone');
        return here;
      }
    },
    has: async (rule, key) => {
      const here = local.has(rule, key);
      if (here || !client.isReady) return here;
      try {
        return (await client.exists(nameOf(rule, key))) > 0;
      } catch (error) {
        log.warn({ err: error }, 'counters: looking in this process alone');
        return here;
      }
    },
    clear: async (rule, key) => {
      local.clear(rule, key);
      if (!client.isReady) return;
      await client.del(nameOf(rule, key)).catch((error: unknown) => {
        log.warn({ err: error }, 'counters: a count could not be cleared');
      });
    },
    close: async () => {
      client.destroy();
      await connecting;
    },
  };
}
