import { m } from 'messages';
import type { Result, ResultState } from '#machines/contract/entities.ts';
import { voidReasonText } from './finality.ts';

/**
 * Acts on a result. `reveal` follows from a reveal on the stage, `reopen` from a release. `void` takes all points back
 * in any state, and `unvoid` returns them.
 */
export const RESULT_ACTS = [
  'lock',
  'unlock',
  'reveal',
  'publish',
  'correct',
  'reopen',
  'void',
  'unvoid',
] as const;
export type ResultAct = (typeof RESULT_ACTS)[number];

/** What the rules need to know about a game session to allow an act. */
export interface ResultFacts {
  /** Whether anyone can still answer, including the grace period. */
  readonly isAnswerable: boolean;
  readonly wasReleased: boolean;
  /** Whether every accepted answer is in a group and has its points. */
  readonly isCounted: boolean;
}

/** A result before any act. */
export const NEW_RESULT: Result = {
  state: 'counting',
  version: 0,
  lockedAt: null,
  publishedAt: null,
  correctedAt: null,
  reason: null,
};

const AFTER = {
  counting: { lock: 'locked', reveal: 'revealed' },
  locked: { unlock: 'counting', reveal: 'revealed', publish: 'published', reopen: 'counting' },
  revealed: { reveal: 'revealed', publish: 'published', reopen: 'counting' },
  published: { reveal: 'published', correct: 'corrected', reopen: 'counting' },
  corrected: { reveal: 'corrected', correct: 'corrected', reopen: 'counting' },
} as const satisfies Record<ResultState, Partial<Record<ResultAct, ResultState>>>;

/** The part of a result that says whether the question is void. `at`: epoch ms; null: it counts. */
export const voidedOf = (at: number | null, reason: string | null): Pick<Result, 'voided'> =>
  at === null ? {} : { voided: { at, reason: reason ?? '' } };

/** Whether only a producer's decision can change the groups. */
export const isFrozen = ({ state }: Pick<Result, 'state'>): boolean => state !== 'counting';

const STATE_TEXTS = {
  counting: m.resultsCountingGroupsPointsUpdate,
  locked: m.resultsLockedOnlyYouCan,
  revealed: m.resultsRevealedAirOnlyYou,
  published: m.resultsPublishedPointsFinal,
  corrected: m.resultsCorrectedAfterPublishingPoints,
} as const;

/** The result as players see it: only the reasons of a correction and of a void are included. */
export const publicResult = (result: Result): Result =>
  result.state === 'corrected' ? result : { ...result, reason: null };

/** The state of a result, as a producer reads it. */
export const stateText = ({ state, voided }: Pick<Result, 'state' | 'voided'>): string =>
  voided === undefined
    ? STATE_TEXTS[state]()
    : m.resultsVoidNoPoints({ reason: voidReasonText(voided.reason) });

/** Whether an act needs a reason, which is stored with the result. */
export const needsReason = (act: ResultAct): boolean =>
  act === 'unlock' || act === 'correct' || act === 'reopen' || act === 'void';

/**
 * Why an act on a result is not allowed, or null. The first reveal also locks the result, so it must meet the
 * conditions of locking.
 */
export function whyNot(
  { state, voided }: Pick<Result, 'state' | 'voided'>,
  act: ResultAct,
  facts: ResultFacts,
): string | null {
  if (act === 'unvoid') return voided === undefined ? m.resultNotVoid() : null;
  if (voided !== undefined) return m.resultVoid();
  if (act === 'void') return facts.wasReleased ? null : m.resultNeverReleased();
  if (stateAfter(state, act) === null) return refusalOf(state, act);
  if (state !== 'counting') return null;
  if (act === 'lock' && !facts.wasReleased) return m.resultNeverReleased();
  if (facts.isAnswerable) return act === 'reveal' ? m.showStillOpen() : m.resultStillOpen();
  return facts.isCounted ? null : m.resultStillCounted();
}

/** A result after an act at `at` (epoch ms); only for acts that `whyNot` allows. */
export function resultAfter(
  result: Result,
  act: ResultAct,
  { at, reason }: { at: number; reason: string | null },
): Result {
  const version = result.version + 1;
  if (act === 'void') return { ...result, version, ...voidedOf(at, reason) };
  if (act === 'unvoid') {
    const { voided: _over, ...counting } = result;
    return { ...counting, version };
  }
  const state = stateAfter(result.state, act) ?? result.state;
  if (act === 'reveal' && state === result.state) return result;
  if (state === 'counting') return { ...NEW_RESULT, version, reason };
  return {
    state,
    version,
    lockedAt: result.lockedAt ?? at,
    publishedAt: act === 'publish' ? at : result.publishedAt,
    correctedAt: act === 'correct' ? at : result.correctedAt,
    reason: act === 'correct' ? reason : null,
  };
}

function stateAfter(state: ResultState, act: ResultAct): ResultState | null {
  const after: Partial<Record<ResultAct, ResultState>> = AFTER[state];
  return after[act] ?? null;
}

function refusalOf(state: ResultState, act: ResultAct): string {
  if (act === 'correct') return m.resultNotPublished();
  if (state === 'counting') return m.resultNotLocked();
  if (state === 'locked') return m.resultAlreadyLocked();
  return state === 'revealed' ? m.resultAlreadyRevealed() : m.resultAlreadyPublished();
}
