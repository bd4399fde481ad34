import { type Audience, ROLE, type RoleId } from '#machines/contract/entities.ts';

/** Points, totals and boards, computed independently from decisions §5. */

export interface Answer {
  /** Null once that player is deleted. */
  readonly userId: string | null;
  readonly gameSessionId: string;
  readonly audience: Audience;
  readonly textKey: string;
  readonly receivedAt: number;
}

export interface Person {
  readonly id: string;
  readonly name: string;
  readonly roleId: RoleId;
}

export interface Group {
  readonly home: number;
  readonly studio: number;
  readonly homePoints: number;
  readonly contestantPoints: number;
}

export interface Total {
  readonly points: number;
  readonly answers: number;
  readonly firstAnsweredAt: number;
}

export interface BoardRow {
  readonly rank: number;
  readonly username: string;
  readonly user_id: string;
  readonly role_id: RoleId;
  readonly total_points: number;
  /** Others have the same rank. */
  readonly shared?: true;
}

/** The group of each form, by game session. */
export type Forms = ReadonlyMap<string, ReadonlyMap<string, string>>;

export const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** Every game session's groups, by id. */
export function groupsOf(answers: readonly Answer[], forms: Forms): Map<string, Group> {
  const sizes = new Map<string, Map<string, { home: number; studio: number }>>();
  for (const { gameSessionId, audience, textKey } of answers) {
    const groupId = forms.get(gameSessionId)?.get(textKey);
    if (groupId === undefined) continue;
    const ofSession =
      sizes.get(gameSessionId) ?? new Map<string, { home: number; studio: number }>();
    const size = ofSession.get(groupId) ?? { home: 0, studio: 0 };
    size[audience] += 1;
    ofSession.set(groupId, size);
    sizes.set(gameSessionId, ofSession);
  }
  const groups = new Map<string, Group>();
  for (const ofSession of sizes.values())
    for (const [groupId, { home, studio }] of ofSession) {
      const larger = new Set(
        [...ofSession.values()]
          .map((other) => other.home + other.studio)
          .filter((size) => size > home + studio),
      );
      const contestantPoints = Math.max(0, 5 - larger.size);
      groups.set(groupId, { home, studio, homePoints: home, contestantPoints });
    }
  return groups;
}

/** The points of an answer; null: its form is in no group. */
export function pointsOf(
  { gameSessionId, audience, textKey }: Answer,
  forms: Forms,
  groups: ReadonlyMap<string, Group>,
): number | null {
  const group = groups.get(forms.get(gameSessionId)?.get(textKey) ?? '');
  if (group === undefined) return null;
  return audience === 'home' ? group.homePoints : group.contestantPoints;
}

/** Answers that are ranked together: of one audience, or (`all`) of both. */
export type BoardAudience = Audience | 'all';

/** Totals by user: of all time (`day` null), or of one day. */
export function totalsOf(
  answers: readonly (Answer & { readonly points: number | null })[],
  day: string | null,
  of: BoardAudience = 'all',
): Map<string, Total> {
  const totals = new Map<string, Total>();
  for (const { userId, audience, receivedAt, points } of answers) {
    if (userId === null || (day !== null && dayOf(receivedAt) !== day)) continue;
    if (of !== 'all' && audience !== of) continue;
    const total = totals.get(userId);
    totals.set(userId, {
      points: (total?.points ?? 0) + (points ?? 0),
      answers: (total?.answers ?? 0) + 1,
      firstAnsweredAt: Math.min(total?.firstAnsweredAt ?? Infinity, receivedAt),
    });
  }
  return totals;
}

const byCode = (a: string, b: string): number => Number(a > b) - Number(a < b);

const ROLES = { home: ROLE.home, studio: ROLE.contestant } as const;

/**
 * All users with a total, best first; equal points share the rank, and the next is left out. A row
 * has the role of the board's audience, or the current one.
 */
export function boardOf(
  people: readonly Person[],
  totals: ReadonlyMap<string, Total>,
  audienceOf: (person: Person) => BoardAudience = () => 'all',
): BoardRow[] {
  const rows = people.flatMap((person) => {
    const total = totals.get(person.id);
    return total === undefined || person.roleId === ROLE.admin ? [] : [{ person, total }];
  });
  rows.sort(
    (a, b) =>
      b.total.points - a.total.points ||
      a.total.firstAnsweredAt - b.total.firstAnsweredAt ||
      byCode(a.person.name, b.person.name) ||
      byCode(a.person.id, b.person.id),
  );
  return rows.map(({ person, total }) => {
    const audience = audienceOf(person);
    const equal = rows.filter((other) => other.total.points === total.points).length;
    return {
      rank: 1 + rows.filter((other) => other.total.points > total.points).length,
      username: person.name,
      user_id: person.id,
      role_id: audience === 'all' ? person.roleId : ROLES[audience],
      total_points: total.points,
      ...(equal > 1 && { shared: true as const }),
    };
  });
}
