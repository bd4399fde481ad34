import type { Broadcaster } from '#server/show/announce.ts';
import type { AnswerUpdates, MovedPoints } from '#server/answering/answer-updates.ts';
import { type AnswerSummary, NO_ANSWERS } from '#server/answering/view.ts';
import type { RecountResult } from './recount.ts';
import type { MovedText } from './points-store.ts';

export interface RecountNotifierServices {
  readonly broadcaster: Broadcaster;
  readonly answerUpdates: Pick<AnswerUpdates, 'moved'>;
  readonly now: () => number;
  /** Returns what producers see about the answers to these game sessions. */
  readonly summaries: (
    gameSessionIds: readonly string[],
  ) => Promise<ReadonlyMap<string, AnswerSummary>>;
  /** Returns the id of a game session's show; undefined: the question was deleted. */
  readonly showOf: (gameSessionId: string) => Promise<string | undefined>;
}

export type RecountNotice = Pick<
  RecountResult,
  'gameSessionId' | 'questionId' | 'version' | 'answered' | 'moved'
> & {
  /** How long the recount took, ms. */
  readonly tookMs: number;
};

export interface RecountNotifier {
  /** Announces the changes of a recount to the affected clients (specification §4). */
  readonly notify: (recounted: RecountNotice) => Promise<void>;
}

export function createRecountNotifier(services: RecountNotifierServices): RecountNotifier {
  const { broadcaster, answerUpdates, now, summaries, showOf } = services;
  return {
    notify: async ({ gameSessionId, questionId, version, answered, moved, tookMs }) => {
      const answerTexts = groupByPoints(moved);
      await answerUpdates.moved({ gameSessionId, version, tookMs, answerTexts });
      const summary = (await summaries([gameSessionId])).get(gameSessionId) ?? NO_ANSWERS;
      const payload = {
        serverTime: now(),
        questionId,
        gameSessionId,
        ...summary,
        answered,
        connected: broadcaster.connected(),
      };
      broadcaster.toAdmins('answers-counted', payload, await showOf(gameSessionId));
    },
  };
}

/** Combines texts that have the same audience and points. */
export function groupByPoints(moved: readonly MovedText[]): MovedPoints['answerTexts'] {
  const sets = new Map<string, MovedPoints['answerTexts'][number]>();
  for (const { audience, points, textKey, ...rest } of moved) {
    const key = `${audience} ${points} ${JSON.stringify(rest)}`;
    const set: MovedPoints['answerTexts'][number] = sets.get(key) ?? {
      audience,
      points,
      textKeys: [],
      ...rest,
    };
    set.textKeys.push(textKey);
    sets.set(key, set);
  }
  return [...sets.values()];
}
