import type { Grouping } from '#machines/contract/entities.ts';

type Join = NonNullable<Grouping['joins']>[number];

/** The effect of accepting merge suggestions on the groups that they concern. */
export type JoinEffect = {
  /** Number of answers in those groups. */
  readonly answers: number;
  readonly before: number;
  /** Number of groups afterwards; a lower bound, as texts that must differ stay apart. */
  readonly after: number;
};

/** The effect of accepting all of these merge suggestions at once; suggestions that share a group lead to one group. */
export function effectOf(joins: readonly Pick<Join, 'groups'>[]): JoinEffect {
  const counts = new Map(
    joins.flatMap(({ groups }) => groups.map(({ groupId, count }) => [groupId, count])),
  );
  const joined = new Map<string, ReadonlySet<string>>();
  for (const { groups } of joins) {
    const all = new Set(groups.flatMap(({ groupId }) => [...(joined.get(groupId) ?? [groupId])]));
    for (const groupId of all) joined.set(groupId, all);
  }
  return {
    answers: [...counts.values()].reduce((sum, count) => sum + count, 0),
    before: counts.size,
    after: new Set(joined.values()).size,
  };
}
