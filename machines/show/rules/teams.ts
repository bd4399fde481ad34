import type { Team } from '#machines/contract/entities.ts';

/** A team with its number of members. */
export interface SizedTeam {
  readonly id: string;
  readonly members: number;
}

/** The team with the fewest members, of several such teams the first in the list; null: there are no teams. */
export const smallestTeam = <T extends SizedTeam>(teams: readonly T[]): T | null =>
  teams.reduce<T | null>(
    (least, team) => (least === null || team.members < least.members ? team : least),
    null,
  );

/** Deals people to teams, one after the other; returns each person's team. */
export function dealtTeams(
  teams: readonly SizedTeam[],
  people: readonly string[],
): { readonly userId: string; readonly teamId: string }[] {
  const sizes = teams.map((team) => ({ ...team }));
  return people.flatMap((userId) => {
    const team = smallestTeam(sizes);
    if (team === null) return [];
    team.members += 1;
    return [{ userId, teamId: team.id }];
  });
}

const keyOf = (name: string): string => name.toLowerCase();

/**
 * The teams after a producer has edited their names. A team keeps its id, and so its members, if its name is still
 * listed; otherwise a new name takes the id, as if the team was renamed. Id null: a new team.
 */
export function teamsNamed(
  before: readonly Team[],
  names: readonly string[],
): { readonly id: string | null; readonly name: string }[] {
  const listed = new Set(names.map(keyOf));
  const known = new Map(before.map(({ id, name }) => [keyOf(name), id]));
  const renamed = before.filter(({ name }) => !listed.has(keyOf(name))).map(({ id }) => id);
  return names.map((name) => ({ id: known.get(keyOf(name)) ?? renamed.shift() ?? null, name }));
}
