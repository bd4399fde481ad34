import type { DeskGroup } from '#machines/contract/desk.ts';

/** Every way that a group is called, in lower case. */
const namesOf = ({ label, texts }: DeskGroup): string[] => [
  label.toLowerCase(),
  ...texts.flatMap(({ text, key, spellings }) => [
    text.toLowerCase(),
    key,
    ...spellings.map(([typed]) => typed.toLowerCase()),
  ]),
];

/** The groups that a search finds: those that begin with it first, each as large as they come. */
export function foundIn(groups: readonly DeskGroup[], search: string): readonly DeskGroup[] {
  const wanted = search.trim().toLowerCase();
  if (wanted === '') return groups;
  const beginning: DeskGroup[] = [];
  const holding: DeskGroup[] = [];
  for (const group of groups) {
    const names = namesOf(group);
    if (names.some((name) => name.startsWith(wanted))) beginning.push(group);
    else if (names.some((name) => name.includes(wanted))) holding.push(group);
  }
  return [...beginning, ...holding];
}

/** The first group that a search finds and that is not chosen yet; undefined: none. */
export const nextFound = (
  groups: readonly DeskGroup[],
  search: string,
  chosen: readonly string[],
): DeskGroup | undefined =>
  search.trim() === ''
    ? undefined
    : foundIn(groups, search).find(({ groupId }) => !chosen.includes(groupId));
