import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RankedGroup } from '#machines/contract/stage.ts';
import type { ReleaseWindow, ReleaseWindows } from '#machines/contract/entities.ts';
import { ANSWER_GRACE_MS, STAGE_GROUPS } from '#machines/contract/limits.ts';
import { mayAnswer, NO_WINDOW } from '#machines/answering/rules/schedule.ts';
import {
  isAnswerable,
  lastRevealed,
  nextShowChange,
  nextToReveal,
  rankGroups,
  sharedWith,
  shownGroups,
} from '#machines/results/rules/ranked-groups.ts';

const NOW = 1_700_000_000_000;
const group = (groupId: string, count: number): Omit<RankedGroup, 'rank'> => ({
  groupId,
  representative: `text of ${groupId}`,
  count,
  homePoints: count,
  contestantPoints: 5,
});
const CLOSED: ReleaseWindows = { studio: NO_WINDOW, home: NO_WINDOW };
const until = (closesAt: number | null): ReleaseWindow => ({
  released: true,
  timed: closesAt !== null,
  closesAt,
});

const groups = fc.uniqueArray(
  fc.record({ id: fc.string({ minLength: 1, maxLength: 3 }), count: fc.nat(6) }),
  { selector: ({ id }) => id, maxLength: 14 },
);
const window = fc.oneof(
  fc.constant(NO_WINDOW),
  fc.record({
    released: fc.boolean(),
    timed: fc.boolean(),
    closesAt: fc.option(fc.integer({ min: NOW - 600, max: NOW + 600 })),
  }),
);
const windows = fc.record({ studio: window, home: window });

describe('the places [R2.show-places]', () => {
  it('are the largest groups, equal counts sharing a rank', () => {
    const places = rankGroups([group('c', 2), group('b', 3), group('a', 2), group('e', 1)]);
    expect(places.map(({ groupId, rank }) => [groupId, rank])).toEqual([
      ['b', 1],
      ['a', 2],
      ['c', 2],
      ['e', 3],
    ]);
    expect(places[0]).toEqual({ ...group('b', 3), rank: 1 });
    const shared = (tied: number) =>
      sharedWith(places, tied).map(({ sharedPlace }) => sharedPlace ?? null);
    expect(shared(0)).toEqual([null, 2, 2, null]);
    expect(shared(1)).toEqual([null, 2, 2, 4]);
  });

  it('are as many as fit, in a stable order for any input order', () => {
    fc.assert(
      fc.property(groups, (made) => {
        const all = made.map(({ id, count }) => group(id, count));
        const places = rankGroups(all);
        expect(rankGroups(all.toReversed())).toEqual(places);
        const counted = all.filter(({ count }) => count > 0);
        expect(places).toHaveLength(Math.min(STAGE_GROUPS, counted.length));
        for (const { rank, count } of places) {
          const larger = new Set(counted.map((each) => each.count).filter((each) => each > count));
          expect(rank).toBe(larger.size + 1);
        }
        const left = counted.filter(({ groupId }) => places.every((at) => at.groupId !== groupId));
        for (const { count } of left) expect(count).toBeLessThanOrEqual(places.at(-1)?.count ?? 0);
      }),
    );
  });
});

const PLACES: RankedGroup[] = rankGroups([group('a', 3), group('b', 2), group('c', 1)]);
const [A, B, C] = PLACES;

describe('the groups sent to the stage screen', () => {
  const at = { windows: CLOSED, now: NOW };
  it('are hidden before the first reveal; then the revealed ones are in their places [R2.show-unrevealed]', () => {
    expect(shownGroups(PLACES, [], at)).toEqual([null, null, null]);
    expect(shownGroups(PLACES, ['c'], at)).toEqual([null, null, C]);
    expect(shownGroups(PLACES, ['c', 'a'], at)).toEqual([A, null, C]);
    // A held-back group keeps its score but its text is hidden.
    expect(
      shownGroups(
        PLACES.map((place) => ({ ...place, isHeld: true })),
        ['a'],
        at,
      )[0],
    ).toEqual({ ...A, isHeld: true, representative: '' });
    expect(shownGroups(PLACES, ['c', 'a', 'b'], at)).toEqual([A, B, C]);
  });

  it('do not say which of them are as large as number one before its reveal', () => {
    const level = rankGroups([group('a', 2), group('b', 2), group('c', 1), group('d', 1)]);
    const shared = (...revealed: string[]) =>
      shownGroups(level, revealed, at).map((place) => place?.sharedPlace ?? null);
    expect(shared('d', 'c', 'b')).toEqual([null, null, 3, 3]);
    expect(shared('d', 'c', 'b', 'a')).toEqual([1, 1, 3, 3]);
  });

  it('exclude a group that is no longer placed', () => {
    expect(shownGroups(PLACES, ['gone'], at)).toEqual([null, null, null]);
  });

  it('are empty while the question is open, and return by themselves [R2.show-reopened]', () => {
    const reopened = { studio: NO_WINDOW, home: until(NOW) };
    expect(shownGroups(PLACES, ['c'], { windows: reopened, now: NOW - 1 })).toEqual([]);
    const over = NOW + ANSWER_GRACE_MS + 1;
    expect(nextShowChange(reopened, NOW - 1)).toBe(over);
    // An answer of the last instant still counts within the grace period.
    expect(shownGroups(PLACES, ['c'], { windows: reopened, now: over - 1 })).toEqual([]);
    expect(shownGroups(PLACES, ['c'], { windows: reopened, now: over })).toEqual([null, null, C]);
  });

  it('never include hidden groups, nor any group while answers count', () => {
    const chosen = fc.subarray(['a', 'b', 'c', 'gone']);
    fc.assert(
      fc.property(chosen, windows, fc.integer({ min: -900, max: 900 }), (revealed, both, ms) => {
        const now = NOW + ms;
        const shown = shownGroups(PLACES, revealed, { windows: both, now });
        const answerable = (['studio', 'home'] as const).some(
          (audience) => mayAnswer(both, audience, now).ok,
        );
        expect(isAnswerable(both, now)).toBe(answerable);
        expect(shown).toEqual(
          answerable
            ? []
            : PLACES.map((place) => (revealed.includes(place.groupId) ? place : null)),
        );
      }),
    );
  });

  it('stay the same until the next change', () => {
    fc.assert(
      fc.property(windows, fc.integer({ min: -900, max: 900 }), fc.nat(2_000), (both, ms, on) => {
        const now = NOW + ms;
        const next = nextShowChange(both, now) ?? Infinity;
        expect(next).toBeGreaterThan(now);
        const later = Math.min(now + on, next - 1);
        expect(shownGroups(PLACES, ['b'], { windows: both, now: later })).toEqual(
          shownGroups(PLACES, ['b'], { windows: both, now }),
        );
      }),
    );
  });
});

describe('without a chosen group', () => {
  it('the least popular hidden place is revealed [R2.show-reveal-lowest]', () => {
    expect(nextToReveal(PLACES, [])).toBe('c');
    expect(nextToReveal(PLACES, ['c', 'a'])).toBe('b');
    expect(nextToReveal(PLACES, ['c', 'a', 'b'])).toBeNull();
    expect(nextToReveal([], ['gone'])).toBeNull();
  });

  it('the place revealed last is hidden [R2.show-hide]', () => {
    expect(lastRevealed(PLACES, ['c', 'a'])).toBe('a');
    expect(lastRevealed(PLACES, ['c', 'gone'])).toBe('c');
    expect(lastRevealed(PLACES, ['gone'])).toBeNull();
  });
});
