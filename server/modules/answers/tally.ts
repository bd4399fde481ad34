import type { Audience } from '#machines/contract/entities.ts';
import { type GroupIndex, indexGroups, nearestGroup } from '#machines/rules/grouping.ts';
import { type GroupScore, pointsFor, scoreGroups } from '#machines/rules/scoring.ts';
import { newId } from '#server/id.ts';
import type { FormCount } from './store.ts';

interface Group {
  readonly groupId: string;
  home: number;
  studio: number;
}

interface Form {
  readonly group: Group;
  home: number;
  studio: number;
}

/**
 * One game session's counts in memory. Its groups are those of the last recount; a form that has come since
 * is in the group it would clearly join, or in one of its own.
 */
export class Tally {
  #forms = new Map<string, Form>();
  #groups = new Map<string, Group>();
  /** Of the groups of the last recount; null until a new form asks. */
  #index: GroupIndex | null = null;
  /** Of all groups; null once a count has moved. */
  #scores: Map<string, GroupScore> | null = null;
  /** The group of each form as of the last recount. */
  #groupIds: ReadonlyMap<string, string>;

  constructor(counts: readonly FormCount[]) {
    this.#groupIds = new Map(
      counts.flatMap(({ textKey, groupId }) => (groupId === null ? [] : [[textKey, groupId]])),
    );
    for (const { textKey, audience, count } of counts) this.add(textKey, audience, count);
  }

  add(textKey: string, audience: Audience, count = 1): void {
    this.#scores = null;
    const form = this.#forms.get(textKey) ?? {
      group: this.#group(this.#groupIdFor(textKey)),
      home: 0,
      studio: 0,
    };
    form[audience] += count;
    form.group[audience] += count;
    this.#forms.set(textKey, form);
  }

  /** What an answer of this form is worth to the audience now; 0 for a form that nobody gave. */
  points(textKey: string, audience: Audience): number {
    const group = this.#forms.get(textKey)?.group;
    if (group === undefined) return 0;
    // A home viewer's points do not depend on the other groups.
    const scores =
      audience === 'home'
        ? scoreGroups([group])
        : (this.#scores ??= scoreGroups([...this.#groups.values()]));
    const score = scores.get(group.groupId);
    return score === undefined ? 0 : pointsFor(audience, score);
  }

  /** A recount has made these groups, and each form is in one. */
  regroup(groupIds: ReadonlyMap<string, string>, index: GroupIndex): void {
    const forms = this.#forms;
    this.#forms = new Map();
    this.#groups = new Map();
    this.#groupIds = groupIds;
    this.#index = index;
    for (const [textKey, { home, studio }] of forms) {
      this.add(textKey, 'home', home);
      this.add(textKey, 'studio', studio);
    }
  }

  #groupIdFor(textKey: string): string {
    const known = this.#groupIds.get(textKey);
    if (known !== undefined) return known;
    this.#index ??= indexOf(this.#groupIds);
    const near = nearestGroup(textKey, this.#index);
    return (near === null ? null : this.#groupIds.get(near.representative)) ?? newId();
  }

  #group(groupId: string): Group {
    const group = this.#groups.get(groupId) ?? { groupId, home: 0, studio: 0 };
    this.#groups.set(groupId, group);
    return group;
  }
}

function indexOf(groupIds: ReadonlyMap<string, string>): GroupIndex {
  const members = new Map<string, string[]>();
  for (const [textKey, groupId] of groupIds) {
    const found = members.get(groupId);
    if (found === undefined) members.set(groupId, [textKey]);
    else found.push(textKey);
  }
  return indexGroups(
    [...members.values()].map((textKeys) => ({
      representative: textKeys[0] ?? '',
      members: textKeys.map((key) => ({ key, reason: 'exact' })),
    })),
  );
}
