import type { Brand } from '#machines/contract/brand.ts';
import type { ActiveQuestion } from '#machines/contract/entities.ts';
import { audienceOf } from '#machines/contract/audience.ts';
import type { Database } from '#server/db/client.ts';
import type { Identity } from '#server/http/identity.ts';
import { newId } from '#server/id.ts';
import { playAlone } from './player.ts';
import { claimRun, readPlayers, readRun, releaseRun } from './store.ts';

/** How often a process checks whether a rehearsal is to be played, ms. */
const POLL_MS = 2_000;
/** So long a process may be gone before another one plays. */
const LEASE_MS = 3 * POLL_MS;

export interface RunnerServices {
  readonly db: Database;
  readonly now: () => number;
  readonly brand: Brand;
  readonly identity: Pick<Identity, 'sign'>;
  /** Where this process can be reached from itself. */
  readonly ownUrl: () => string;
  readonly log: { error(details: object, message: string): void };
}

/** Plays the simulated players of a rehearsal, in one of the processes. */
export interface RehearsalRunner {
  /** Checks at once, rather than in a moment. */
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
  /** Of the rehearsal that began then. */
  let playing: { readonly startedAt: number; readonly ends: readonly (() => void)[] } | null = null;

  function end(): void {
    for (const stop of playing?.ends ?? []) stop();
    playing = null;
  }

  async function poll(): Promise<void> {
    try {
      const run = await readRun(db.read);
      const isMine =
        run !== undefined &&
        (await claimRun(db.write, { by: own, now: now(), until: now() + LEASE_MS }));
      if (!isMine || playing?.startedAt !== run.startedAt) end();
      if (!isMine || playing !== null) return;
      const players = await readPlayers(db.read);
      const ends = players.flatMap((account) => {
        const audience = audienceOf(account.roleId);
        if (audience === null) return [];
        const token = identity.sign(account);
        return playAlone({ url: ownUrl(), brand, token, audience, accepts: isRehearsed });
      });
      playing = { startedAt: run.startedAt, ends };
    } catch (error) {
      log.error({ err: error }, 'the rehearsal could not be read');
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
      const wasPlaying = playing !== null;
      end();
      if (wasPlaying) await releaseRun(db.write, own);
    },
  };
}
