import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database } from '#server/db/client.ts';
import type { AnswerUpdates } from '#server/answering/answer-updates.ts';
import { alike, type RecountNotifier } from './recount-notifier.ts';
import type { MovedForm } from './points-store.ts';
import { claimUnannounced, readRecounted, readUnannounced } from './recount-backlog.ts';
import { type CountedAnswer, readAnswered, readCountedAnswers } from './store.ts';

/** A recount whose process has not told of it for so long is told of by another one, ms. */
const UNTOLD_MS = 1_000;
/** A game session is quiet when it was not recounted for so long, ms. */
const QUIET_MS = 1_000;
/** Older recounts were settled long ago, ms. */
const RECENT_MS = 60_000;
/** Sockets join the rooms of so many answers in one turn of the event loop. */
const JOINS_A_TURN = 500;

export interface FollowerServices {
  readonly db: Pick<Database, 'read' | 'write' | 'consistent'>;
  readonly now: () => number;
  readonly answerUpdates: Pick<AnswerUpdates, 'joined' | 'movedHere'>;
  readonly notifier: RecountNotifier;
}

/**
 * For processes that share a store: whatever is lost between them, everybody is told what is true in the end.
 */
export interface Follower {
  /** Tells what a killed process has counted and not told, and who is connected here what quiet game sessions gave. */
  readonly check: () => Promise<void>;
}

export function createFollower({ db, now, answerUpdates, notifier }: FollowerServices): Follower {
  /** By game session: the version that was settled here. */
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
    // All answers, because it is not known which were published since, by whom and in which order.
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

/** By audience and form. Answers of one form give everybody of an audience the same. */
const pointsByForm = (answers: readonly CountedAnswer[]): Map<string, MovedForm> =>
  new Map(
    answers.map(({ userId: _userId, ...form }) => [`${form.audience} ${form.textKey}`, form]),
  );
