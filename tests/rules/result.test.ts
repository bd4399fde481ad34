import { m } from 'messages';
import { describe, expect, it } from 'vitest';
import { type ResultState, resultStateSchema } from '#machines/contract/entities.ts';
import { isFinal } from '#machines/results/rules/finality.ts';
import {
  isFrozen,
  needsReason,
  NEW_RESULT,
  publicResult,
  type ResultAct,
  resultAfter,
  whyNot,
} from '#machines/results/rules/result.ts';

const READY = { isAnswerable: false, wasReleased: true, isCounted: true };
const AT = { at: 7, reason: 'Typo' };
const STATES = resultStateSchema.options;
const ACTS: readonly ResultAct[] = ['lock', 'unlock', 'reveal', 'publish', 'correct', 'reopen'];

/** The effect of each act in each state, by hand; all others are refused. */
const LIFE: Readonly<Record<ResultState, Partial<Record<ResultAct, ResultState>>>> = {
  counting: { lock: 'locked', reveal: 'revealed' },
  locked: { unlock: 'counting', reveal: 'revealed', publish: 'published', reopen: 'counting' },
  revealed: { reveal: 'revealed', publish: 'published', reopen: 'counting' },
  published: { reveal: 'published', correct: 'corrected', reopen: 'counting' },
  corrected: { reveal: 'corrected', correct: 'corrected', reopen: 'counting' },
};
const inState = (state: ResultState) => ({ ...NEW_RESULT, state, version: 4, lockedAt: 2 });

describe('a result', () => {
  it.each(STATES.flatMap((state) => ACTS.map((act) => [state, act] as const)))(
    '%s, %s [R2.result-guards R2.result-publish]',
    (state, act) => {
      const result = inState(state);
      const isDone = whyNot(result, act, READY) === null;
      expect(isDone ? resultAfter(result, act, AT).state : undefined).toBe(LIFE[state][act]);
    },
  );

  it('is void in any state once its question was released, and is as before when it counts again', () => {
    expect(whyNot(NEW_RESULT, 'void', { ...READY, wasReleased: false })).toBe(
      m.resultNeverReleased(),
    );
    for (const state of STATES) {
      const before = inState(state);
      expect(whyNot(before, 'void', { ...READY, isAnswerable: true, isCounted: false })).toBeNull();
      const voided = resultAfter(before, 'void', AT);
      expect(voided).toEqual({ ...before, version: 5, voided: AT });
      expect(publicResult(voided).voided).toEqual(AT);
      expect([...ACTS, 'void' as const].map((act) => whyNot(voided, act, READY))).toEqual(
        [...ACTS, 'void'].map(() => m.resultVoid()),
      );
      expect(whyNot(voided, 'unvoid', READY)).toBeNull();
      expect(resultAfter(voided, 'unvoid', AT)).toEqual({ ...before, version: 6 });
      expect(whyNot(before, 'unvoid', READY)).toBe(m.resultNotVoid());
    }
  });

  it('waits for windows, answers and a release [R2.result-guards]', () => {
    const why = (act: ResultAct, facts: Partial<typeof READY>) =>
      whyNot(NEW_RESULT, act, { ...READY, ...facts });
    expect([
      why('lock', { isAnswerable: true, isCounted: false }),
      why('lock', { wasReleased: false }),
      why('lock', { isCounted: false }),
      why('reveal', { isAnswerable: true }),
      why('reveal', { isCounted: false }),
    ]).toEqual([
      m.resultStillOpen(),
      m.resultNeverReleased(),
      m.resultStillCounted(),
      m.showStillOpen(),
      m.resultStillCounted(),
    ]);
    // A locked result no longer depends on the count.
    expect(whyNot(inState('locked'), 'publish', { ...READY, isCounted: false })).toBeNull();
  });

  it('changes its version with every act, and records when and why', () => {
    const locked = resultAfter(NEW_RESULT, 'lock', { at: 1, reason: null });
    const revealed = resultAfter(locked, 'reveal', { at: 2, reason: null });
    const published = resultAfter(revealed, 'publish', { at: 3, reason: null });
    const corrected = resultAfter(published, 'correct', { at: 4, reason: 'Typo' });
    expect(corrected).toEqual({
      state: 'corrected',
      version: 4,
      lockedAt: 1,
      publishedAt: 3,
      correctedAt: 4,
      reason: 'Typo',
    });
    expect(resultAfter(revealed, 'reveal', AT)).toBe(revealed);
    expect(resultAfter(corrected, 'reopen', AT)).toEqual({
      ...NEW_RESULT,
      version: 5,
      reason: 'Typo',
    });
  });

  it('is frozen from the lock on, and final once it is published', () => {
    expect(STATES.filter((state) => isFrozen({ state }))).toEqual(STATES.slice(1));
    expect(STATES.filter((state) => isFinal({ state }))).toEqual(['published', 'corrected']);
    expect(isFinal(undefined)).toBe(true);
    expect(ACTS.filter(needsReason)).toEqual(['unlock', 'correct', 'reopen']);
  });
});
