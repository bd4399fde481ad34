import { type Kysely, sql } from 'kysely';
import { disproportionateShare, ENOUGH_ANSWERS } from '#machines/results/rules/origins.ts';
import type { Schema } from '#server/db/schema.ts';
import { countedAnswersWithTexts } from './store.ts';

type Reader = Kysely<Schema>;

/** A group with too many answers from one origin; `share` is the part from that origin, 0 to 1. */
export interface GroupOrigin {
  readonly share: number;
  /** Whether the authors also share a mail domain. */
  readonly isOneDomain: boolean;
}

const answersWithNetwork = (db: Reader, gameSessionId: string) =>
  countedAnswersWithTexts(db, gameSessionId).where('a.network', 'is not', null);

/** Returns the groups with too many answers from one network, or from one network and mail domain, by group id. */
export async function readGroupOrigins(
  db: Reader,
  gameSessionId: string,
): Promise<ReadonlyMap<string, GroupOrigin>> {
  const found = new Map<string, GroupOrigin>();
  const sizes = await answersWithNetwork(db, gameSessionId)
    .groupBy('f.group_id')
    .select((eb) => ['f.group_id as groupId', eb.fn.countAll<number>().as('size')])
    .execute();
  const sizeOf = new Map(sizes.map(({ groupId, size }) => [groupId, size]));
  const audience = sizes.reduce((sum, { size }) => sum + size, 0);
  // A share of so few answers would mean nothing. Most game sessions end here.
  if (audience < 2 * ENOUGH_ANSWERS) return found;
  for (const column of ['network', 'network_domain'] as const) {
    for (const { groupId, groupFromOrigin, audienceFromOrigin } of await readLargeOrigins(
      db,
      gameSessionId,
      column,
    )) {
      const group = sizeOf.get(groupId) ?? 0;
      const counts = { group, groupFromOrigin, audience, audienceFromOrigin };
      const share = disproportionateShare(counts);
      const known = found.get(groupId)?.share ?? 0;
      if (share !== null && share > known)
        found.set(groupId, { share, isOneDomain: column === 'network_domain' });
    }
  }
  return found;
}

/**
 * Returns the origins with enough answers in one group: how many of their answers are in the group, and how many in
 * total.
 */
async function readLargeOrigins(
  db: Reader,
  gameSessionId: string,
  column: 'network' | 'network_domain',
) {
  const inGroups = answersWithNetwork(db, gameSessionId)
    .groupBy(['f.group_id', `a.${column}`])
    .having((eb) => eb.fn.countAll(), '>=', ENOUGH_ANSWERS)
    .select((eb) => ['f.group_id', `a.${column} as origin`, eb.fn.countAll<number>().as('size')]);
  const inAll = answersWithNetwork(db, gameSessionId)
    .groupBy(`a.${column}`)
    .having((eb) => eb.fn.countAll(), '>=', ENOUGH_ANSWERS)
    .select((eb) => [`a.${column} as origin`, eb.fn.countAll<number>().as('size')]);
  return db
    .selectFrom(inGroups.as('in_group'))
    .innerJoin(inAll.as('in_all'), 'in_all.origin', 'in_group.origin')
    .select(['in_group.group_id as groupId', 'in_group.size as groupFromOrigin'])
    .select('in_all.size as audienceFromOrigin')
    .orderBy(sql`in_group.size`, 'desc')
    .execute();
}
