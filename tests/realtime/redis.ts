import { onTestFinished } from 'vitest';
import { type RedisServer, startRedisServer } from '#tests/support/redis-server.ts';

export { redisIsMissing } from '#tests/support/redis-server.ts';

/** A Redis of its own, in memory; stopped when the test ends. */
export async function startRedis(): Promise<RedisServer> {
  const redis = await startRedisServer();
  onTestFinished(redis.stop);
  return redis;
}
