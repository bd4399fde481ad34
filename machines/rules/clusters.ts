/** The positions of two texts that may be one answer. */
export type Link = { readonly a: number; readonly b: number };

/** Sets of positions that grow together. */
export type Clusters = {
  /** The cluster of a position, named by one of its positions. */
  of: (position: number) => number;
  members: (cluster: number) => readonly number[];
  /** How many links there are between the members of two clusters. */
  linksBetween: (a: number, b: number) => number;
  merge: (a: number, b: number) => void;
};

/** Every one of `size` positions alone, with the links between them. */
export function singletons(size: number, links: readonly Link[]): Clusters {
  const clusterOf = Array.from({ length: size }, (_, position) => position);
  const members = clusterOf.map((position) => [position]);
  const linked = clusterOf.map(() => new Map<number, number>());
  for (const { a, b } of links) {
    addTo(linked[a], b, 1);
    addTo(linked[b], a, 1);
  }
  const membersOf = (cluster: number): readonly number[] => members[cluster] ?? [];
  return {
    of: (position) => clusterOf[position] ?? position,
    members: membersOf,
    linksBetween: (a, b) => linked[a]?.get(b) ?? 0,
    merge: (a, b) => {
      if (a === b) return;
      const isLarger = membersOf(a).length >= membersOf(b).length;
      const [large, small] = isLarger ? [a, b] : [b, a];
      for (const position of membersOf(small)) clusterOf[position] = large;
      members[large]?.push(...membersOf(small));
      members[small] = [];
      for (const [neighbour, count] of linked[small] ?? []) {
        linked[neighbour]?.delete(small);
        if (neighbour === large) continue;
        addTo(linked[large], neighbour, count);
        addTo(linked[neighbour], large, count);
      }
      linked[small]?.clear();
      linked[large]?.delete(small);
    },
  };
}

function addTo(counts: Map<number, number> | undefined, key: number, count: number): void {
  counts?.set(key, (counts.get(key) ?? 0) + count);
}
