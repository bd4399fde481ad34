import { describe, expect, it } from 'vitest';
import {
  type DatedAct,
  disclosure,
  type DisclosureFacts,
  questionVisibleFrom,
  nextDisclosure,
} from '#machines/answering/rules/disclosure.ts';
import { NEW_RESULT, type ResultAct, resultAfter } from '#machines/results/rules/result.ts';

const DELAY_MS = 8_000;
const never = { studio: null, home: null };
const releasedAt = (firstReleasedAt: number, unseenUntil: number | null = null) => ({
  firstReleasedAt,
  unseenUntil,
});

/** The acts at these instants, and the result after them. */
function done(...acted: readonly (readonly [ResultAct, number])[]): DisclosureFacts {
  const acts: readonly DatedAct[] = acted.map(([act, at]) => ({ act, at, reason: `${act}!` }));
  const result = acts.reduce((last, { act, ...how }) => resultAfter(last, act, how), NEW_RESULT);
  return { releases: never, result, acts, homeDelayMs: DELAY_MS };
}

const homeAt = (of: DisclosureFacts, now: number) => disclosure(of, 'home', now).result.state;

describe('what an audience may know of a game session', () => {
  it.each([
    ['never released', never, Infinity, Infinity],
    ['released to the studio', { ...never, studio: releasedAt(5) }, 5 + DELAY_MS, -Infinity],
    ['released, not yet open for Home', { ...never, home: releasedAt(5, 9) }, 9, 9],
    [
      'released to the studio, to open for Home later',
      { studio: releasedAt(5), home: releasedAt(6, 60_000) },
      5 + DELAY_MS,
      -Infinity,
    ],
    ['released to Home at once', { ...never, home: releasedAt(5) }, -Infinity, -Infinity],
  ])('%s', (_, releases, home, studio) => {
    const facts = { releases, homeDelayMs: DELAY_MS };
    expect([questionVisibleFrom(facts, 'home'), questionVisibleFrom(facts, 'studio')]).toEqual([
      home,
      studio,
    ]);
  });
});

describe('a result', () => {
  const facts = done(['lock', 100], ['reveal', 200], ['publish', 300], ['correct', 400]);

  it('is public to Home after the stream delay, and to the studio at once', () => {
    expect([0, 100, 200, 300, 400].map((at) => homeAt(facts, at + DELAY_MS - 1))).toEqual([
      'counting',
      'counting',
      'locked',
      'revealed',
      'published',
    ]);
    expect(homeAt(facts, 400 + DELAY_MS)).toBe('corrected');
    expect(disclosure(facts, 'studio', 400).result.state).toBe('corrected');
    expect(homeAt({ ...facts, homeDelayMs: 0 }, 400)).toBe('corrected');
  });

  it('that is unlocked is known to be so at once', () => {
    const reopened = done(['lock', 100], ['publish', 200], ['reopen', 300], ['lock', 400]);
    expect(homeAt(reopened, 300)).toBe('counting');
    expect(homeAt(reopened, 400 + DELAY_MS)).toBe('locked');
  });

  it('shows the reason of an unlock to producers only, and the reason of a correction to all', () => {
    const unlocked = done(['lock', 100], ['unlock', 200]);
    expect(disclosure(unlocked, 'studio', 200).result.reason).toBeNull();
    expect(disclosure(unlocked, 'admin', 200).result.reason).toBe('unlock!');
    expect(disclosure(facts, 'home', 400 + DELAY_MS).result.reason).toBe('correct!');
  });

  it('has an instant for each act from which Home may know it', () => {
    expect(nextDisclosure(facts, 'home', 0)).toBe(100 + DELAY_MS);
    expect(nextDisclosure(facts, 'home', 100 + DELAY_MS)).toBe(200 + DELAY_MS);
    expect(nextDisclosure(facts, 'home', 400 + DELAY_MS)).toBeNull();
    expect(nextDisclosure(facts, 'studio', 0)).toBeNull();
  });
});
