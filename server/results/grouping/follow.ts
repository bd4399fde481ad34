import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database } from '#server/db/client.ts';
import type { AnswerUpdates } from '#server/answering/answer-updates.ts';
import { alike, type RecountNotifier } from './recount-notifier.ts';
import type { MovedForm } from './points-store.ts';
import { claimUnannounced, readRecounted, readUnannounced } from './recount-backlog.ts';
import { type CountedAnswer, readAnswered, readCountedAnswers } from './store.ts';

/** Age from which an unannounced recount of another process is announced by this one, ms. */
const UNTOLD_MS = 1_000;
/** Time without a recount after which a game session is idle, ms. */
const QUIET_MS = 1_000;
/** Recounts older than this are settled, ms. */
const RECENT_MS = 60_000;
/** Subscriptions per turn of the event loop. */
const JOINS_A_TURN = 500;

export interface FollowerServices {
  readonly db: Pick<Database, 'read' | 'write' | 'consistent'>;
  readonly now: () => number;
  readonly answerUpdates: Pick<AnswerUpdates, 'joined' | 'movedHere'>;
  readonly notifier: RecountNotifier;
}

/** Makes every process that shares the store converge on the stored state, even after lost messages. */
export interface Follower {
  /**
   * Announces recounts that a crashed process did not announce, and re-sends points of idle game sessions to local
   * sockets.
   */
  readonly check: () => Promise<void>;
}

export function createFollower({ db, now, answerUpdates, notifier }: FollowerServices): Follower {
  /** The version settled in this process, by game session. */
  let settled = new Map<string, number>();

  async function notifyUnannounced(): Promise<void> {
    for (const gameSessionId of await readUnannounced(db.read, now() - UNTOLD_MS)) {
      const claimed = await claimUnannounced(db.write, gameSessionId);
      if (claimed === null) continue;
      const [answered] = await readAnswered(db.read, [gameSessionId]);
      const { home = 0, studio = 0 } = answered ?? {};
      const moved = [...pointsByForm(await readCounted(gameSessionId)).values()];
      await notifier.notify({ gameSessionId, ...claimed, answered: { home, studio }, moved });
    }
  }

  const readCounted = (gameSessionId: string): Promise<CountedAnswer[]> =>
    db.consistent.reading((read) => readCountedAnswers(read, gameSessionId, now()));

  async function settle(gameSessionId: string, version: number): Promise<void> {
    const answers = await readCounted(gameSessionId);
    for (const [index, { userId, audience, textKey }] of answers.entries()) {
      if (userId !== null) answerUpdates.joined({ userId, gameSessionId, audience, textKey });
      if (index % JOINS_A_TURN === JOINS_A_TURN - 1) await nextTurn();
    }
    // All answers, because it is unknown which were published since, by which process and in which order.
    const forms = alike([...pointsByForm(answers).values()]);
    if (await answerUpdates.movedHere({ gameSessionId, version, forms }))
      settled.set(gameSessionId, version);
  }

  return {
    check: async () => {
      await notifyUnannounced();
      const recent = await readRecounted(db.read, now() - RECENT_MS);
      const ids = new Set(recent.map(({ gameSessionId }) => gameSessionId));
      settled = new Map([...settled].filter(([gameSessionId]) => ids.has(gameSessionId)));
      for (const { gameSessionId, version, updatedAt } of recent)
        if (updatedAt <= now() - QUIET_MS && settled.get(gameSessionId) !== version)
          await settle(gameSessionId, version);
    },
  };
}

/** By audience and form: answers of one form have the same points for all of an audience. */
const pointsByForm = (answers: readonly CountedAnswer[]): Map<string, MovedForm> =>
  new Map(
    answers.map(({ userId: _userId, ...form }) => [`${form.audience} ${form.textKey}`, form]),
  );
