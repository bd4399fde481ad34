import type { Grouping } from '#machines/contract/entities.ts';

type ModelMerge = NonNullable<Grouping['merges']>[number];

/** The effect of accepting merge suggestions on the groups that they concern. */
export type MergeEffect = {
  /** Number of answers in those groups. */
  readonly answers: number;
  readonly before: number;
  /** Number of groups afterwards; a lower bound, as texts that must differ stay apart. */
  readonly after: number;
};

/** The effect of accepting all of these merge suggestions at once; suggestions that share a group lead to one group. */
export function mergeEffectOf(merges: readonly Pick<ModelMerge, 'groups'>[]): MergeEffect {
  const counts = new Map(
    merges.flatMap(({ groups }) => groups.map(({ groupId, count }) => [groupId, count])),
  );
  const merged = new Map<string, ReadonlySet<string>>();
  for (const { groups } of merges) {
    const all = new Set(groups.flatMap(({ groupId }) => [...(merged.get(groupId) ?? [groupId])]));
    for (const groupId of all) merged.set(groupId, all);
  }
  return {
    answers: [...counts.values()].reduce((sum, count) => sum + count, 0),
    before: counts.size,
    after: new Set(merged.values()).size,
  };
}
