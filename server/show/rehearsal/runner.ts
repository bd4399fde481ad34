import type { Brand } from '#machines/contract/brand.ts';
import type { ActiveQuestion } from '#machines/contract/entities.ts';
import { audienceOf } from '#machines/contract/audience.ts';
import type { Database } from '#server/db/client.ts';
import type { Identity } from '#server/http/identity.ts';
import { newId } from '#server/id.ts';
import { claimRun, readPlayers, readRuns, releaseRuns } from './store.ts';

/** How often a process checks for rehearsals that it must run, ms. */
const POLL_MS = 2_000;
/** How long a process may be unresponsive before another process takes over its rehearsals, ms. */
const LEASE_MS = 3 * POLL_MS;

export interface RunnerServices {
  readonly db: Database;
  readonly now: () => number;
  readonly brand: Brand;
  readonly identity: Pick<Identity, 'sign'>;
  /** Returns this process's own address. */
  readonly ownUrl: () => string;
  readonly log: { error(details: object, message: string): void };
}

/** Runs the simulated players of rehearsals. Each rehearsal runs in only one process. */
export interface RehearsalRunner {
  /** Checks at once instead of at the next interval. */
  readonly poll: () => void;
  readonly start: () => void;
  readonly stop: () => Promise<void>;
}

const isRehearsed = ({ rehearsal }: ActiveQuestion): boolean => rehearsal === true;

export function createRehearsalRunner(services: RunnerServices): RehearsalRunner {
  const { db, now, brand, identity, ownUrl, log } = services;
  const own = newId(now());
  let timer: NodeJS.Timeout | undefined;
  let polling = Promise.resolve();
  /** Functions that stop the players of each rehearsal that this process runs, by the rehearsal's start (epoch ms). */
  const playing = new Map<number, readonly (() => void)[]>();

  function end(startedAt: number): void {
    for (const stop of playing.get(startedAt) ?? []) stop();
    playing.delete(startedAt);
  }

  async function play(showId: string): Promise<readonly (() => void)[]> {
    const players = await readPlayers(db.read, showId);
    // Loaded for the first rehearsal, as it brings the client of socket.io along.
    const { playAlone } = await import('./player.ts');
    return players.flatMap((account) => {
      const audience = audienceOf(account.roleId);
      if (audience === null) return [];
      const token = identity.sign(account);
      const { name } = account;
      return playAlone({ url: ownUrl(), brand, token, name, audience, accepts: isRehearsed });
    });
  }

  async function poll(): Promise<void> {
    try {
      const runs = await readRuns(db.read);
      const isOver = (startedAt: number) => !runs.some((run) => run.startedAt === startedAt);
      for (const startedAt of [...playing.keys()].filter(isOver)) end(startedAt);
      for (const { showId, startedAt } of runs) {
        const lease = { by: own, now: now(), until: now() + LEASE_MS };
        const isMine = await claimRun(db.write, showId, lease);
        if (!isMine) end(startedAt);
        else if (!playing.has(startedAt)) playing.set(startedAt, await play(showId));
      }
    } catch (error) {
      log.error({ err: error }, 'the rehearsals could not be read');
    }
  }
  const pollSoon = (): void => {
    polling = polling.then(poll);
  };

  return {
    poll: pollSoon,
    start: () => {
      pollSoon();
      timer = setInterval(pollSoon, POLL_MS).unref();
    },
    stop: async () => {
      clearInterval(timer);
      await polling;
      const wasPlaying = playing.size > 0;
      for (const startedAt of playing.keys()) end(startedAt);
      if (wasPlaying) await releaseRuns(db.write, own);
    },
  };
}
