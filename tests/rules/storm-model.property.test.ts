import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AUDIENCES, ROLE, type ReleaseWindow } from '#machines/contract/entities.ts';
import { rankEntries, withShared } from '#machines/results/rules/ranking.ts';
import { mayAnswer, NO_WINDOW } from '#machines/answering/rules/schedule.ts';
import { scoreGroups } from '#machines/results/rules/scoring.ts';
import type { Act } from '#tests/support/storm/ledger.ts';
import { boardOf, groupsOf } from '#tests/support/storm/scoring.ts';
import { historyOf, outcomes } from '#tests/support/storm/windows.ts';

const audience = fc.constantFrom(...AUDIENCES);
const instant = fc.integer({ min: 0, max: 3_000 });
const released = fc.record({
  released: fc.constant(true),
  timed: fc.constant(true),
  closesAt: instant,
});
const window: fc.Arbitrary<ReleaseWindow> = fc.oneof(
  fc.constant(NO_WINDOW),
  released,
  released.map((each) => ({ ...each, timed: false })),
  fc.constant({ released: true, timed: false, closesAt: null }),
);

const homeAt = (history: readonly Act[], at: number): string[] =>
  [
    ...outcomes(historyOf(history), { gameSessionId: 'g', audience: 'home' }, { from: at, to: at }),
  ].sort();

/** The storm's model is independent of the rules; with exact times known, it agrees with them. */
describe('the model of the storm', () => {
  it('accepts exactly the answers that the rules accept when all times are known', () => {
    fc.assert(
      fc.property(window, window, audience, instant, (studio, home, own, at) => {
        const acts: Act[] = [
          { gameSessionId: 'g', audience: 'studio', window: studio, from: -2, to: -2 },
          { gameSessionId: 'g', audience: 'home', window: home, from: -1, to: -1 },
        ];
        const found = outcomes(
          historyOf(acts),
          { gameSessionId: 'g', audience: own },
          { from: at, to: at },
        );
        const admission = mayAnswer({ studio, home }, own, at);
        expect([...found]).toEqual([admission.ok ? 'stored' : admission.reason]);
      }),
    );
  });

  it('accepts either outcome while an act is in progress, and any when its reply is lost', () => {
    const open: ReleaseWindow = { released: true, timed: false, closesAt: null };
    const act = { gameSessionId: 'g', audience: 'home', window: open, from: 10, to: 20 } as const;
    expect(homeAt([act], 9)).toEqual(['withheld']);
    expect(homeAt([act], 15)).toEqual(['stored', 'withheld']);
    expect(homeAt([act], 21)).toEqual(['stored']);
    expect(homeAt([{ ...act, window: null }], 15)).toHaveLength(4);
    expect(homeAt([{ ...act, window: null }], 9)).toEqual(['withheld']);
    const revoked: Act = { ...act, window: NO_WINDOW, from: 30, to: 40 };
    expect(homeAt([act, revoked], 29)).toEqual(['stored']);
    expect(homeAt([act, revoked], 41)).toEqual(['withheld']);
    // The order of two acts at the same time is unknown, and the reply of one may show the window of the other.
    expect(homeAt([act, { ...revoked, from: 15, to: 25 }], 50)).toEqual(['stored', 'withheld']);
    const twice = [10, 15].map((from) => ({ ...revoked, from, to: from + 10 }));
    expect(homeAt(twice, 18)).toHaveLength(4);
    expect(homeAt(twice, 26)).toEqual(['withheld']);
  });

  it('gives the points of the rules', () => {
    const answer = fc.record({ audience, textKey: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f') });
    fc.assert(
      fc.property(fc.array(answer, { minLength: 1, maxLength: 40 }), (given) => {
        const keys = ['a', 'b', 'c', 'd', 'e', 'f'];
        // Two forms per group, except the last.
        const forms = new Map([['g', new Map(keys.map((key) => [key, key < 'c' ? 'ab' : key]))]]);
        const answers = given.map((each) => ({
          ...each,
          userId: 'u',
          gameSessionId: 'g',
          receivedAt: 0,
        }));
        const groups = groupsOf(answers, forms);
        const right = scoreGroups([...groups].map(([groupId, group]) => ({ groupId, ...group })));
        for (const [groupId, { home, studio, ...points }] of groups) {
          const members = given.filter(({ textKey }) => forms.get('g')?.get(textKey) === groupId);
          expect(home).toBe(members.filter((each) => each.audience === 'home').length);
          expect(home + studio).toBe(members.length);
          expect(points).toEqual(right.get(groupId));
        }
      }),
    );
  });

  it('builds the boards of the rules', () => {
    const total = fc.record({
      points: fc.nat({ max: 5 }),
      answers: fc.constant(1),
      firstAnsweredAt: fc.nat({ max: 3 }),
    });
    const person = fc.record({
      name: fc.constantFrom('Ann', 'Bob', 'Éva'),
      roleId: fc.constantFrom(ROLE.home, ROLE.contestant, ROLE.admin),
      total: fc.option(total),
    });
    fc.assert(
      fc.property(fc.array(person, { maxLength: 12 }), (given) => {
        const people = given.map((each, index) => ({ ...each, id: `u${index}` }));
        const totals = new Map(
          people.flatMap((each) => (each.total === null ? [] : [[each.id, each.total] as const])),
        );
        const right = withShared(
          rankEntries(
            people.flatMap(({ id, name, roleId, total: own }) =>
              own === null || roleId === ROLE.admin
                ? []
                : {
                    user_id: id,
                    username: name,
                    role_id: roleId,
                    total_points: own.points,
                    answeredAt: own.firstAnsweredAt,
                  },
            ),
          ),
        ).map(({ answeredAt: _answeredAt, ...row }) => row);
        expect(boardOf(people, totals)).toEqual(right);
      }),
    );
  });
});
