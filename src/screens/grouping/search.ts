import type { DeskGroup, DeskText } from '#machines/contract/desk.ts';

/** The fields of a group that are searched. */
interface Searched extends Pick<DeskGroup, 'groupId' | 'label'> {
  readonly texts: readonly Pick<DeskText, 'key' | 'text' | 'spellings'>[];
}

/** The label, texts and spellings of a group in lower case. */
const namesOf = ({ label, texts }: Searched): string[] => [
  label.toLowerCase(),
  ...texts.flatMap(({ text, key, spellings }) => [
    text.toLowerCase(),
    key,
    ...spellings.map(([typed]) => typed.toLowerCase()),
  ]),
];

/** The groups that match a search. Groups with a name that begins with it come first; otherwise the order is kept. */
export function foundIn<G extends Searched>(groups: readonly G[], search: string): readonly G[] {
  const wanted = search.trim().toLowerCase();
  if (wanted === '') return groups;
  const beginning: G[] = [];
  const holding: G[] = [];
  for (const group of groups) {
    const names = namesOf(group);
    if (names.some((name) => name.startsWith(wanted))) beginning.push(group);
    else if (names.some((name) => name.includes(wanted))) holding.push(group);
  }
  return [...beginning, ...holding];
}

/** The first group that matches a search and is not chosen yet; undefined: none. */
export const nextFound = <G extends Searched>(
  groups: readonly G[],
  search: string,
  chosen: readonly string[],
): G | undefined =>
  search.trim() === ''
    ? undefined
    : foundIn(groups, search).find(({ groupId }) => !chosen.includes(groupId));
