import { describe, expect, it } from 'vitest';
import { applyManualGroups, type ManualGroup } from '../src/manual-groups.ts';
import type { RefinedGroup } from '../src/refine.ts';

const group = (...keys: readonly [string, ...string[]]): RefinedGroup => ({
  representative: keys[0],
  members: keys.map((key) => ({ key, reason: key === keys[0] ? 'exact' : 'spelling' })),
  parts: 1,
});
const together = (...keys: readonly string[]): ManualGroup => ({ keys, name: null, isHeld: false });
const givenOnce = (groups: readonly RefinedGroup[]) =>
  groups.flatMap(({ members }) => members.map(({ key }) => ({ key, text: key, count: 1 })));
/** The groups in another order, in which a store may return them. */
const turned = (groups: readonly RefinedGroup[]) =>
  groups.map((each) => ({ ...each, members: each.members.toReversed() })).toReversed();

describe('manual groups of equally frequent texts', () => {
  it.each([
    ['the lead of the largest group', [group('pear', 'apear', 'pears'), group('banana')], 'pear'],
    ['the first by its letters where all are alone', [group('pear'), group('banana')], 'banana'],
  ])('are named by %s, in any order', (_, groups, name) => {
    const counted = givenOnce(groups);
    const hands = [together(...counted.map(({ key }) => key))];
    const made = applyManualGroups(groups, hands, counted);
    expect(made.map(({ representative }) => representative)).toEqual([name]);
    expect(applyManualGroups(turned(groups), hands, counted)).toEqual(made);
  });

  it('take an undecided text into the group that was made first, in any order', () => {
    const groups = [group('apple', 'aple', 'appel')];
    const hands = [together('appel'), together('apple')];
    const counted = givenOnce(groups);
    const made = applyManualGroups(groups, hands, counted);
    expect(made.map(({ members }) => members.map(({ key }) => key))).toEqual([
      ['aple', 'appel'],
      ['apple'],
    ]);
    expect(applyManualGroups(turned(groups), hands, counted)).toEqual(made);
  });
});

/**
 * How often texts of the large group are read; a producer put its first `byHand` texts together.
 */
const readsOf = (texts: number, byHand: number): number => {
  let reads = 0;
  const keys = Array.from({ length: texts }, (_, index) => `apple ${index}`);
  const members = keys.map((key) => ({
    reason: 'spelling' as const,
    get key() {
      reads += 1;
      return key;
    },
  }));
  const small = keys.map((key) => group(`small ${key}`));
  const hand = together(...keys.slice(0, byHand), 'small apple 0');
  const counted = [...keys.map((key) => ({ key, text: key, count: 1 })), ...givenOnce(small)];
  applyManualGroups([{ representative: 'apple 0', members, parts: 1 }, ...small], [hand], counted);
  return reads;
};

describe('arranging a large group beside as many small ones', () => {
  it.each([
    ['left as it was', () => 0],
    ['made by hand', (texts: number) => texts],
  ])('reads each of its texts a few times, %s', (_, byHand) => {
    expect(readsOf(1_000, byHand(1_000))).toBe(10 * readsOf(100, byHand(100)));
  });
});
