import { onTestFinished } from 'vitest';
import { freshSchema, postgresIsMissing } from '#tests/support/postgres.ts';
import { startTestServer } from '#tests/support/server.ts';
import { redisIsMissing, startRedis } from './redis.ts';

/** Why two servers cannot run here; null if they can. */
export const twoServersAreMissing = postgresIsMissing ?? redisIsMissing;

/** Two server processes on one PostgreSQL and one Redis. */
export async function twoServers() {
  const redis = await startRedis();
  const { url, drop } = await freshSchema();
  const env = {
    DATABASE_URL: url,
    REDIS_URL: redis.url,
    JWT_SECRET: 'a secret that both processes know, long enough',
  };
  const here = await startTestServer({ env });
  const there = await startTestServer({ env });
  onTestFinished(async () => {
    await here.close();
    await there.close();
    await drop();
  });
  return { redis, here, there };
}
