import type { MatchReason } from './match-reason.ts';

/** The positions of two texts that may be the same answer. */
export type Link = { readonly a: number; readonly b: number };

/** Named properties of a text: clusters with different values for the same name never merge. */
export type Tags = ReadonlyMap<string, string>;

/** Disjoint sets of positions (union-find) with links between them. */
export type Clusters = {
  /** The cluster of a position, named by one of its positions. */
  of: (position: number) => number;
  members: (cluster: number) => readonly number[];
  /** The number of links between the members of two clusters. */
  linksBetween: (a: number, b: number) => number;
  /** Why a position was first merged with others. */
  reasonOf: (position: number) => MatchReason | null;
  /** Merges two clusters and returns true, unless they have different values for a tag. */
  merge: (a: number, b: number, reason?: MatchReason) => boolean;
};

type Cluster = {
  readonly members: number[];
  /** The number of links to each other cluster. */
  readonly links: Map<number, number>;
  readonly tags: Map<string, string>;
};

/** Starts with one cluster for each of `size` positions. */
export function singletons(
  size: number,
  links: readonly Link[],
  tagsOf: (position: number) => Tags | null = () => null,
): Clusters {
  const clusterOf = Array.from({ length: size }, (_, position) => position);
  const clusters = clusterOf.map((position): Cluster => ({
    members: [position],
    links: new Map(),
    tags: new Map(tagsOf(position)),
  }));
  const reasons = new Map<number, MatchReason>();
  const link = (from: number, to: number, count: number): void => {
    const counts = clusters[from]?.links;
    counts?.set(to, (counts.get(to) ?? 0) + count);
  };
  for (const { a, b } of links) {
    link(a, b, 1);
    link(b, a, 1);
  }
  return {
    of: (position) => clusterOf[position] ?? position,
    members: (cluster) => clusters[cluster]?.members ?? [],
    linksBetween: (a, b) => clusters[a]?.links.get(b) ?? 0,
    reasonOf: (position) => reasons.get(position) ?? null,
    merge: (a, b, reason) => {
      const [one, other] = [clusters[a], clusters[b]];
      if (one === undefined || other === undefined || a === b || differ(one, other)) return false;
      if (reason !== undefined) {
        for (const { members } of [one, other])
          if (members.length === 1) for (const only of members) reasons.set(only, reason);
      }
      const isLarger = one.members.length >= other.members.length;
      const [large, to, small, from] = isLarger ? [one, a, other, b] : [other, b, one, a];
      for (const position of small.members) clusterOf[position] = to;
      large.members.push(...small.members.splice(0));
      for (const [name, value] of small.tags) large.tags.set(name, value);
      large.links.delete(from);
      small.links.delete(to);
      for (const [neighbour, count] of small.links) {
        clusters[neighbour]?.links.delete(from);
        link(to, neighbour, count);
        link(neighbour, to, count);
      }
      small.links.clear();
      return true;
    },
  };
}

/** Whether a tag has different values in two clusters. */
function differ(one: Cluster, other: Cluster): boolean {
  for (const [name, value] of one.tags) {
    if ((other.tags.get(name) ?? value) !== value) return true;
  }
  return false;
}
