import type { Grouping } from '#machines/contract/entities.ts';
import { singletons } from './clusters.ts';

type Join = NonNullable<Grouping['joins']>[number];

/** What accepting joins makes of the groups that they are about. */
export type JoinEffect = {
  /** In those groups. */
  readonly answers: number;
  readonly before: number;
  /** At the least: texts that must differ stay apart. */
  readonly after: number;
};

/** What accepting all of these joins at once would do; joins that share a group become one. */
export function effectOf(joins: readonly Pick<Join, 'groups'>[]): JoinEffect {
  const counts = new Map(
    joins.flatMap(({ groups }) => groups.map(({ groupId, count }) => [groupId, count])),
  );
  const places = new Map(Array.from(counts.keys(), (groupId, place) => [groupId, place]));
  const clusters = singletons(places.size, []);
  const clusterOf = (groupId: string) => clusters.of(places.get(groupId) ?? 0);
  for (const { groups } of joins)
    for (const { groupId } of groups)
      clusters.merge(clusterOf(groups[0]?.groupId ?? groupId), clusterOf(groupId));
  return {
    answers: [...counts.values()].reduce((sum, count) => sum + count, 0),
    before: counts.size,
    after: new Set(Array.from(counts.keys(), clusterOf)).size,
  };
}
