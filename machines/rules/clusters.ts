import type { MatchReason } from '#machines/contract/entities.ts';

/** The positions of two texts that may be one answer. */
export type Link = { readonly a: number; readonly b: number };

/** What a text surely is, by class: clusters that differ in a class are never one. */
export type Tags = ReadonlyMap<string, string>;

/** Sets of positions that grow together. */
export type Clusters = {
  /** The cluster of a position, named by one of its positions. */
  of: (position: number) => number;
  members: (cluster: number) => readonly number[];
  /** How many links there are between the members of two clusters. */
  linksBetween: (a: number, b: number) => number;
  /** Why a position was first joined with others. */
  reasonOf: (position: number) => MatchReason | null;
  /** Makes two clusters one, unless their tags say that they differ. */
  merge: (a: number, b: number, reason?: MatchReason) => boolean;
};

/** Every one of `size` positions alone, with the links between them. */
export function singletons(
  size: number,
  links: readonly Link[],
  tagsOf: (position: number) => Tags | null = () => null,
): Clusters {
  const clusterOf = Array.from({ length: size }, (_, position) => position);
  const members = clusterOf.map((position) => [position]);
  const linked = clusterOf.map(() => new Map<number, number>());
  const tags = clusterOf.map((position) => new Map(tagsOf(position) ?? []));
  const reasons = clusterOf.map((): MatchReason | null => null);
  for (const { a, b } of links) {
    addTo(linked[a], b, 1);
    addTo(linked[b], a, 1);
  }
  const membersOf = (cluster: number): readonly number[] => members[cluster] ?? [];
  const differ = (a: number, b: number): boolean => {
    for (const [name, value] of tags[a] ?? []) {
      const other = tags[b]?.get(name);
      if (other !== undefined && other !== value) return true;
    }
    return false;
  };
  return {
    of: (position) => clusterOf[position] ?? position,
    members: membersOf,
    linksBetween: (a, b) => linked[a]?.get(b) ?? 0,
    reasonOf: (position) => reasons[position] ?? null,
    merge: (a, b, reason) => {
      if (a === b || differ(a, b)) return false;
      const isLarger = membersOf(a).length >= membersOf(b).length;
      const [large, small] = isLarger ? [a, b] : [b, a];
      for (const cluster of [large, small]) {
        const [only, ...others] = membersOf(cluster);
        if (only !== undefined && others.length === 0) reasons[only] ??= reason ?? null;
      }
      for (const position of membersOf(small)) clusterOf[position] = large;
      members[large]?.push(...membersOf(small));
      members[small] = [];
      for (const [name, value] of tags[small] ?? []) tags[large]?.set(name, value);
      for (const [neighbour, count] of linked[small] ?? []) {
        linked[neighbour]?.delete(small);
        if (neighbour === large) continue;
        addTo(linked[large], neighbour, count);
        addTo(linked[neighbour], large, count);
      }
      linked[small]?.clear();
      linked[large]?.delete(small);
      return true;
    },
  };
}

function addTo(counts: Map<number, number> | undefined, key: number, count: number): void {
  counts?.set(key, (counts.get(key) ?? 0) + count);
}
