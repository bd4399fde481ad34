import { expect, it } from 'vitest';
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
