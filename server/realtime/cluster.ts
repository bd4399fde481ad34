import { randomBytes } from 'node:crypto';
import { createAdapter } from '@socket.io/redis-streams-adapter';
import { createClient } from 'redis';
import { z } from 'zod';
import type { Cluster } from '#server/show/announce.ts';
import type { ShowServer } from './socket.ts';
import { playersIn, showRoomSizes } from './rooms.ts';

/** How often each process reports its number of sockets, and how long after its last report it counts as gone, ms. */
const COUNT_MS = 2_000;
const GONE_MS = 10_000;
/**
 * Maximum number of commands that wait while Redis is unavailable. Further commands are dropped; clients reload when
 * Redis is back.
 */
const MAX_WAITING_COMMANDS = 10_000;
const COUNTS_KEY = 'show:connected';

const countSchema = z.object({
  studio: z.number().int().nonnegative(),
  home: z.number().int().nonnegative(),
  // Processes of the previous version do not send the sizes of rooms.
  rooms: z.record(z.string(), z.number().int().nonnegative()).default({}),
  at: z.number(),
});

const NO_COUNTS = () => ({});

export interface RedisCluster extends Cluster {
  /** Whether Redis can be reached. */
  isReady(): boolean;
  close(): Promise<void>;
}

interface Options {
  readonly redisUrl: string;
  readonly now: () => number;
  readonly log: { warn(details: object, message: string): void };
}

/**
 * Connects this process with the others that use the same Redis. Uses streams instead of Pub/Sub, so that messages sent
 * during a short outage still arrive. Never blocks on Redis.
 */
export function joinCluster(io: ShowServer, { redisUrl, now, log }: Options): RedisCluster {
  const node = randomBytes(8).toString('hex');
  const client = createClient({
    url: redisUrl,
    commandsQueueMaxLength: MAX_WAITING_COMMANDS,
    socket: {
      connectTimeout: 5_000,
      reconnectStrategy: (tries) => Math.min(100 * 2 ** tries, 2_000),
    },
  });
  let elsewhere: ReturnType<Cluster['connectedElsewhere']> = {
    processes: 0,
    studio: 0,
    home: 0,
    rooms: {},
  };
  let lost = false;
  let counted: () => Readonly<Record<string, number>> = NO_COUNTS;
  const listeners: (() => void)[] = [];

  client.on('error', (error: Error) => {
    // Logged once per outage; the client retries by itself.
    if (!lost) log.warn({ err: error }, 'Redis cannot be reached');
    lost = true;
  });
  client.on('ready', () => {
    if (lost) for (const listener of listeners) listener();
    lost = false;
  });
  const publish = client.publish.bind(client);
  Object.assign(client, {
    // The adapter ignores this promise; a rejection during an outage would end the process.
    publish: (...said: Parameters<typeof publish>) =>
      publish(...said).catch((error: unknown) => {
        log.warn({ err: error }, 'other processes could not be notified');
        return 0;
      }),
  });
  client.connect().catch((error: unknown) => log.warn({ err: error }, 'Redis is given up'));
  io.adapter(createAdapter(client, { streamName: 'show', blockTimeInMs: 1_000 }));

  async function exchangeCounts(): Promise<void> {
    if (!client.isReady) return;
    const { rooms } = io.of('/').adapter;
    const own = {
      studio: playersIn(rooms, 'studio'),
      home: playersIn(rooms, 'home'),
      rooms: { ...showRoomSizes(rooms), ...counted() },
    };
    await client.hSet(COUNTS_KEY, node, JSON.stringify({ ...own, at: now() }));
    const sum = { processes: 0, studio: 0, home: 0 };
    const sumOfRooms: Record<string, number> = {};
    for (const [other, json] of Object.entries(await client.hGetAll(COUNTS_KEY))) {
      if (other === node) continue;
      const { studio, home, rooms: sizes, at } = countSchema.parse(JSON.parse(json));
      if (now() - at > GONE_MS) await client.hDel(COUNTS_KEY, other);
      else {
        sum.processes += 1;
        sum.studio += studio;
        sum.home += home;
        for (const [room, count] of Object.entries(sizes))
          sumOfRooms[room] = (sumOfRooms[room] ?? 0) + count;
      }
    }
    elsewhere = { ...sum, rooms: sumOfRooms };
  }
  const counting = setInterval(() => {
    exchangeCounts().catch((error: unknown) => log.warn({ err: error }, 'players are not counted'));
  }, COUNT_MS).unref();

  return {
    localRoom: `node:${node}`,
    connectedElsewhere: () => elsewhere,
    report: (counts) => {
      counted = counts;
    },
    whenBack: (listener) => {
      listeners.push(listener);
    },
    isReady: () => client.isReady,
    close: async () => {
      clearInterval(counting);
      if (client.isReady) await client.hDel(COUNTS_KEY, node);
      client.destroy();
    },
  };
}
