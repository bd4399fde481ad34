import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database } from '#server/db/client.ts';
import type { AnswerUpdates } from '#server/answering/answer-updates.ts';
import { groupByPoints, type RecountNotifier } from './recount-notifier.ts';
import type { MovedText } from './points-store.ts';
import { claimUnannounced, readRecounted, readUnannouncedRecounts } from './recount-backlog.ts';
import { type CountedAnswer, readAnswered, readCountedAnswers } from './store.ts';

/** Age (ms) from which this process announces a recount that another process has not announced. */
const UNANNOUNCED_MS = 1_000;
/** Time (ms) without a recount after which a game session is considered idle. */
const QUIET_MS = 1_000;
/** Age (ms) from which nothing more is done for a recount. */
const RECENT_MS = 60_000;
/** Number of subscriptions per turn of the event loop. */
const SUBSCRIPTIONS_PER_TURN = 500;

export interface FollowerServices {
  readonly db: Pick<Database, 'read' | 'write' | 'consistent'>;
  readonly now: () => number;
  readonly answerUpdates: Pick<AnswerUpdates, 'joined' | 'movedHere'>;
  readonly notifier: RecountNotifier;
}

/** Repairs what clients know after lost messages or a crash of another process. */
export interface Follower {
  /**
   * Announces recounts that another process stored but did not announce. Sends the points of each game session again to
   * this process's sockets, once the game session was not recounted for a while.
   */
  readonly check: () => Promise<void>;
}

export function createFollower({ db, now, answerUpdates, notifier }: FollowerServices): Follower {
  /** The version that was last re-sent in this process, by game session. */
  let settled = new Map<string, number>();

  async function notifyUnannounced(): Promise<void> {
    for (const gameSessionId of await readUnannouncedRecounts(db.read, now() - UNANNOUNCED_MS)) {
      const claimed = await claimUnannounced(db.write, gameSessionId);
      if (claimed === null) continue;
      const [answered] = await readAnswered(db.read, [gameSessionId]);
      const { home = 0, studio = 0 } = answered ?? {};
      const moved = [...pointsByText(await readCounted(gameSessionId)).values()];
      const answers = { answered: { home, studio }, moved };
      await notifier.notify({ gameSessionId, ...claimed, ...answers, tookMs: 0 });
    }
  }

  const readCounted = (gameSessionId: string): Promise<CountedAnswer[]> =>
    db.consistent.reading((read) => readCountedAnswers(read, gameSessionId, now()));

  async function settle(gameSessionId: string, version: number): Promise<void> {
    const answers = await readCounted(gameSessionId);
    for (const [index, { userId, audience, textKey }] of answers.entries()) {
      if (userId !== null) answerUpdates.joined({ userId, gameSessionId, audience, textKey });
      if (index % SUBSCRIPTIONS_PER_TURN === SUBSCRIPTIONS_PER_TURN - 1) await nextTurn();
    }
    // Re-send all answers, because it is unknown which answers were sent since then, by which process and in which
    // order.
    const answerTexts = groupByPoints([...pointsByText(answers).values()]);
    if (await answerUpdates.movedHere({ gameSessionId, version, answerTexts }))
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

/**
 * Returns the points by audience and text, because all answers of an audience with the same text have the same points.
 */
const pointsByText = (answers: readonly CountedAnswer[]): Map<string, MovedText> =>
  new Map(
    answers.map(({ userId: _userId, ...answerText }) => [
      `${answerText.audience} ${answerText.textKey}`,
      answerText,
    ]),
  );
