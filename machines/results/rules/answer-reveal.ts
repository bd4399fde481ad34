import { m } from 'messages';
import type { Audience, OwnAnswer } from '#machines/contract/entities.ts';
import { CONTESTANT_POINTS } from '#machines/contract/limits.ts';
import type { Feed } from '#machines/answering/rules/feed.ts';
import { popularText } from './ranking.ts';

/** Vibration patterns of a phone, ms on and off. */
export const HAPTICS = { saved: [18], hit: [12, 40, 28], top: [20, 60, 20, 60, 60] } as const;
export type Haptic = keyof typeof HAPTICS;

/** The vibration when points are shown; null: the answer's group was not revealed on the board. */
export function hapticOf({ shownAt, position }: OwnAnswer): Haptic | null {
  if (shownAt === undefined) return null;
  return position === 1 ? 'top' : 'hit';
}

/** Explains the points of an answer to its author; `isFrozen` false: they may still change. */
export function meaningOf(points: number, audience: Audience, isFrozen: boolean): string {
  if (audience === 'studio') {
    const rank = CONTESTANT_POINTS.findIndex((each) => each === points);
    if (rank < 0) return isFrozen ? m.meaningNotAmongPopular() : m.meaningNotAmongPopularSoFar();
    const popularity = popularText(rank + 1);
    return isFrozen ? popularity : m.soFar({ text: popularity });
  }
  if (points === 0) return m.resultsNotCountedYet();
  if (points === 1) return isFrozen ? m.meaningOneOfAKind() : m.meaningOneOfAKindSoFar();
  const others = { count: points - 1 };
  return isFrozen ? m.meaningSaidTheSame(others) : m.meaningSaidTheSameSoFar(others);
}

/**
 * Number of questions in a row, from the newest back, in which the player's group was on the board; questions without a
 * revealed result are skipped.
 */
export function streakOf({ questions, answers }: Pick<Feed, 'questions' | 'answers'>): number {
  const explained = questions
    .flatMap(({ game_session_id, result }) =>
      result === undefined ||
      result.voided !== undefined ||
      result.lockedAt === null ||
      result.state === 'locked'
        ? []
        : [{ lockedAt: result.lockedAt, answer: answers[game_session_id] }],
    )
    .filter(({ answer }) => answer?.held !== true)
    .toSorted((a, b) => b.lockedAt - a.lockedAt);
  const missed = explained.findIndex(({ answer }) => answer?.shownAt === undefined);
  return missed < 0 ? explained.length : missed;
}
