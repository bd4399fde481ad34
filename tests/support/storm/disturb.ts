import { setTimeout as delay } from 'node:timers/promises';
import type { Random } from '../random.ts';
import type { Processes } from './fixture.ts';

const CALM_MS = { least: 400, most: 2_500 };
const AWAY_MS = { least: 200, most: 3_000 };
const SLOW_MS = { least: 5, most: 60 };

type Fault = (processes: Processes, random: Random) => Promise<void>;
type Shared = NonNullable<Processes['shared']>;
type SharedFault = (shared: Shared, random: Random) => Promise<void>;

const someMs = (random: Random): number => random.between(AWAY_MS.least, AWAY_MS.most);
const anyPlace = ({ urls }: Processes, random: Random): number => random.below(urls.length);

/** The faults of processes; each is repaired before it ends. */
const FAULTS: Readonly<Record<string, Fault>> = {
  'a process is killed': (processes, random) =>
    processes.restart(anyPlace(processes, random), 'kill'),
  'a process is stopped': (processes, random) =>
    processes.restart(anyPlace(processes, random), 'stop'),
  'a process is frozen': async (processes, random) => {
    const pid = processes.pid(anyPlace(processes, random));
    process.kill(pid, 'SIGSTOP');
    try {
      await delay(someMs(random));
    } finally {
      process.kill(pid, 'SIGCONT');
    }
  },
};

/** The faults of the services that several processes share. */
const SHARED_FAULTS: Readonly<Record<string, SharedFault>> = {
  'Redis is killed': async ({ redis }, random) => {
    await redis.stop();
    await delay(someMs(random));
    await redis.start();
  },
  'the line to PostgreSQL is cut': async ({ lines }, random) => {
    const line = random.pick(lines);
    line.cut();
    await delay(someMs(random));
    line.restore();
  },
  'connections to PostgreSQL are ended': ({ terminate }) => terminate(),
  'the line to PostgreSQL is slow': async ({ lines }, random) => {
    const line = random.pick(lines);
    line.slow(random.between(SLOW_MS.least, SLOW_MS.most));
    await delay(someMs(random));
    line.slow(0);
  },
};

/** One fault after another until `isOver`; logs each. */
export async function disturb(
  processes: Processes,
  random: Random,
  { isOver, log }: { isOver: () => boolean; log: (line: string) => void },
): Promise<void> {
  const { shared } = processes;
  const names = Object.keys({ ...FAULTS, ...(shared !== null && SHARED_FAULTS) });
  while (!isOver()) {
    await delay(random.between(CALM_MS.least, CALM_MS.most));
    if (isOver()) return;
    const name = random.pick(names);
    log(name);
    await FAULTS[name]?.(processes, random);
    if (shared !== null) await SHARED_FAULTS[name]?.(shared, random);
  }
}
