import { m } from 'messages';
import { describe, expect, it } from 'vitest';
import type { PointsExplanation } from '#machines/contract/entities.ts';
import { APPEAL_MS } from '#machines/contract/limits.ts';
import {
  appealText,
  sameGroupText,
  correctionText,
  whyNoAppeal,
  pointsWorthText,
} from '#machines/results/rules/points-explanation.ts';
import { NEW_RESULT } from '#machines/results/rules/result.ts';

const PUBLISHED = { ...NEW_RESULT, state: 'published', version: 3, publishedAt: 5 } as const;
const CORRECTED = { ...PUBLISHED, state: 'corrected', reason: 'The same thing' } as const;
const SOFA: PointsExplanation = {
  gameSessionId: 's1',
  result: PUBLISHED,
  answer_text: 'sofa',
  audience: 'home',
  group: 'couch',
  others: ['couch'],
  people: 7,
  rank: 2,
  points: 7,
  before: null,
  appeal: null,
  mayAppeal: true,
  choices: [],
};

const said = (state: 'open' | 'accepted' | 'declined') => appealText({ wanted: 'divan', state });
const after = (now: number) => whyNoAppeal(PUBLISHED, { isAnswerable: false, now });

describe("the explanation of a player's answer", () => {
  it.each<[string, Partial<PointsExplanation>, string]>([
    ['another spelling', {}, 'Grouped with ‘couch’'],
    [
      'several',
      { others: ['couch', 'settee', 'divan'] },
      'Grouped with ‘couch’, ‘settee’, and ‘divan’',
    ],
    ['the same from all', { others: [] }, 'Counted as ‘sofa’'],
    ['alone', { others: [], people: 1 }, 'One of a kind: ‘sofa’'],
  ])('names the texts in its group: %s [R2.explained]', (_title, change, text) => {
    expect(sameGroupText({ ...SOFA, ...change })).toBe(text);
  });

  it.each<[Partial<PointsExplanation>, string]>([
    [{}, '7 points'],
    [{ points: 1 }, '1 point'],
    [{ result: NEW_RESULT }, '7 points so far'],
    [{ audience: 'studio', points: 4 }, '2nd most popular: 4 points'],
    [{ audience: 'studio', rank: 1, points: 5 }, 'Most popular: 5 points'],
    [
      { audience: 'studio', rank: 3, points: 3, result: NEW_RESULT },
      '3rd most popular: 3 points so far',
    ],
    [{ audience: 'studio', rank: 11, points: 0 }, '11th most popular: 0 points'],
  ])('gives its points and why, %j [R2.explained]', (change, text) => {
    expect(pointsWorthText({ ...SOFA, ...change })).toBe(text);
  });

  it.each<[Partial<PointsExplanation>, string | null]>([
    [{}, null],
    [
      { result: CORRECTED },
      'Corrected. Nothing changed for your answer. The producer says: The same thing',
    ],
    [
      { result: CORRECTED, before: { group: 'couch', points: 4 } },
      'Corrected: 4 points became 7 points. The producer says: The same thing',
    ],
    [
      { result: CORRECTED, before: { group: 'sofa', points: 7 } },
      'Corrected: 7 points as before, and your answer counts as ‘couch’ instead of ‘sofa’. The producer says: The same thing',
    ],
  ])('states what a correction changed, %j [R2.explained-correction]', (change, text) => {
    expect(correctionText({ ...SOFA, ...change })).toBe(text);
  });

  it('states the outcome of an appeal [R2.appeal-outcome]', () => {
    expect([said('open'), said('accepted'), said('declined')]).toEqual([
      'You asked to match ‘divan’. The producer will decide.',
      'You asked to match ‘divan’. The producer agreed.',
      'You asked to match ‘divan’. The producer kept them separate.',
    ]);
  });

  it('states when the player may appeal [R2.appeal-when]', () => {
    expect([
      whyNoAppeal(NEW_RESULT, { isAnswerable: true, now: 0 }),
      whyNoAppeal(NEW_RESULT, { isAnswerable: false, now: 0 }),
      after(5 + APPEAL_MS),
      after(6 + APPEAL_MS),
    ]).toEqual([m.appealStillOpen(), null, null, m.appealOver()]);
  });
});
