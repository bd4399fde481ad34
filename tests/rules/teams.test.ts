import { expect, it } from 'vitest';
import { rankTeams, teamScoreText } from '#machines/results/rules/teams.ts';
import { dealtTeams, smallestTeam, teamsNamed } from '#machines/show/rules/teams.ts';

const team = (id: string, members: number) => ({ id, members });

it('deals to the team with the fewest members, the first of the list if several have as few', () => {
  expect(smallestTeam([team('a', 2), team('b', 1), team('c', 1)])?.id).toBe('b');
  expect(smallestTeam([])).toBeNull();
  const dealt = dealtTeams([team('a', 1), team('b', 0), team('c', 0)], ['1', '2', '3', '4']);
  expect(dealt.map(({ teamId }) => teamId)).toEqual(['b', 'c', 'a', 'b']);
});

it('keeps the members of a team that is listed again or renamed', () => {
  const before = [
    { id: 'r', name: 'Red' },
    { id: 'g', name: 'Green' },
    { id: 'b', name: 'Blue' },
  ];
  expect(teamsNamed(before, ['BLUE', 'Crimson', 'Green', 'White'])).toEqual([
    { id: 'b', name: 'BLUE' },
    { id: 'r', name: 'Crimson' },
    { id: 'g', name: 'Green' },
    { id: null, name: 'White' },
  ]);
  expect(teamsNamed(before, ['Green']).map(({ id }) => id)).toEqual(['g']);
});

const of = (id: string, points: number, members: number) => ({ id, points, members });

it('ranks by the exact mean, shares places of equal means, and keeps the order of the list within them [R2.teams-board]', () => {
  const ranked = rankTeams([
    of('third', 1, 3),
    of('rounded', 333_333, 1_000_000),
    of('one and a half', 3, 2),
    of('the same', 6, 4),
    of('none', 0, 7),
    of('sixth', 2, 6),
  ]);
  expect(ranked.map(({ id, rank }) => [rank, id])).toEqual([
    [1, 'one and a half'],
    [1, 'the same'],
    [3, 'third'],
    [3, 'sixth'],
    [5, 'rounded'],
    [6, 'none'],
  ]);
});

it.each([
  [0, 3, '0.0'],
  [1, 3, '0.3'],
  [2, 3, '0.7'],
  [1, 20, '0.1'],
  [49, 1_000, '0.0'],
  [25, 2, '12.5'],
  [4_000, 2, (2_000).toLocaleString(undefined, { minimumFractionDigits: 1 })],
])('shows %d points of %d members with one decimal, %s', (points, members, text) => {
  expect(teamScoreText({ points, members })).toBe(text);
});
