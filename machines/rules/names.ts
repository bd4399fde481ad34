/*
 * Which name of a person others see. While names are on air, a new name waits unless a producer has set it: a producer must
 * read what a player types before it is on television.
 */

/** A person's own name, and the one that others still see; null: the same. */
export interface Names {
  readonly name: string;
  readonly airedName: string | null;
}

/** Whether names are on air: a show is live, or the show page has a board. */
export const areNamesOnAir = ({
  hasLiveShow,
  scene,
}: {
  readonly hasLiveShow: boolean;
  /** The scene of the show page. */
  readonly scene: string;
}): boolean => hasLiveShow || scene === 'board';

/** The names after a change. A producer's change is visible at once, an owner's only while no name is on air. */
export function renamed(
  { name, airedName }: Names,
  next: string,
  { by, isOnAir }: { readonly by: 'owner' | 'producer'; readonly isOnAir: boolean },
): Names {
  if (by === 'producer' || !isOnAir) return { name: next, airedName: null };
  const aired = airedName ?? name;
  return { name: next, airedName: aired === next ? null : aired };
}
