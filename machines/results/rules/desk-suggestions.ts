import type { Desk, DeskAct, DeskSuggestion } from '#machines/contract/desk.ts';

/**
 * The act that carries out a producer's answer to a suggestion; null: the texts are already in one group, or no longer
 * exist. `chosen`: the groups to merge if the suggestion is an appeal that names an answer which no player gave.
 */
export function actFor(
  desk: Desk,
  { keys, mergeId, appealIds }: DeskSuggestion,
  yes: boolean,
  chosen: readonly string[] = [],
): DeskAct | null {
  const appeals = appealIds === undefined ? {} : { appealIds };
  if (mergeId !== undefined) return { kind: yes ? 'accept' : 'dismiss', mergeIds: [mergeId] };
  if (!yes) return { kind: 'decline', texts: [...keys], ...appeals };
  const wanted = keys.length === 1 ? chosen : [];
  const groups = desk.groups.flatMap(({ groupId, texts }) =>
    wanted.includes(groupId) || texts.some(({ key }) => keys.includes(key)) ? [groupId] : [],
  );
  return groups.length < 2 ? null : { kind: 'gather', groups, texts: [], ...appeals };
}

/** The suggestions that the producer has not answered, not even in a queued act. */
export const suggestionsLeft = (
  desk: Desk,
  pending: readonly { readonly suggestion: DeskSuggestion | null }[],
): readonly DeskSuggestion[] => {
  const answered = new Set(pending.map(({ suggestion }) => suggestion?.keys.join('\n')));
  return desk.suggestions.filter(({ keys }) => !answered.has(keys.join('\n')));
};
