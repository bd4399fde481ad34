import { AUDIENCES, type Audience } from '#machines/contract/entities.ts';
import { type GroupIndex, indexGroupsInSteps, nearestGroup } from 'answer-grouping';
import { type GroupScore, pointsFor, scoreGroups } from '#machines/results/rules/scoring.ts';
import { newId } from '#server/id.ts';
import { inSlices } from '#server/in-slices.ts';
import type { FormCount } from './store.ts';

/** Time limit of one call for finding the groups of new forms, ms. The next recount groups the rest. */
const LOOKING_MS = 5;

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
 * The answers to one game session, counted in memory. Its groups are those of the last recount; a form that is newer is
 * in the group that it clearly matches, or in a group of its own.
 */
export class Tally {
  #forms = new Map<string, Form>();
  #groups = new Map<string, Group>();
  /** Finds the group that a new form matches, among the groups of an earlier recount; null: not built yet. */
  #index: GroupIndex | null;
  /** Scores of all groups; null after a change of the counts. */
  #scores: Map<string, GroupScore> | null = null;
  /** The group of each form as of the last recount. */
  #groupIds: ReadonlyMap<string, string>;

  /** If `former` is given, forms that are newer than the last recount keep the group that they have there. */
  constructor(counts: readonly FormCount[], index: GroupIndex | null, former: Tally | null = null) {
    this.#index = index;
    this.#groupIds = new Map(
      counts.flatMap(({ textKey, groupId: counted }) => {
        const groupId = counted ?? former?.groupIdOf(textKey) ?? null;
        return groupId === null ? [] : [[textKey, groupId]];
      }),
    );
    this.add(counts);
  }

  add(counts: readonly Omit<FormCount, 'groupId'>[]): void {
    this.#scores = null;
    const looksUntil = performance.now() + LOOKING_MS;
    for (const { textKey, audience, count } of counts) {
      const form = this.#forms.get(textKey) ?? {
        group: this.#group(this.#groupIdFor(textKey, performance.now() < looksUntil)),
        home: 0,
        studio: 0,
      };
      form[audience] += count;
      form.group[audience] += count;
      this.#forms.set(textKey, form);
    }
  }

  groupIdOf(textKey: string): string | null {
    return this.#forms.get(textKey)?.group.groupId ?? null;
  }

  /** Returns the current points of a form for the audience; 0 for a form without answers. */
  points(textKey: string, audience: Audience): number {
    const group = this.#forms.get(textKey)?.group;
    if (group === undefined) return 0;
    // A home viewer's points depend only on their own group.
    const scores =
      audience === 'home'
        ? scoreGroups([group])
        : (this.#scores ??= scoreGroups([...this.#groups.values()]));
    const score = scores.get(group.groupId);
    return score === undefined ? 0 : pointsFor(audience, score);
  }

  /** Uses this index to group new forms from now on. */
  useIndex(index: GroupIndex): void {
    this.#index = index;
  }

  /** Replaces the groups by those of a recount, which include every form. */
  regroup(groupIds: ReadonlyMap<string, string>, index: GroupIndex): void {
    const forms = this.#forms;
    this.#forms = new Map();
    this.#groups = new Map();
    this.#groupIds = groupIds;
    this.#index = index;
    this.add(
      [...forms].flatMap(([textKey, form]) =>
        AUDIENCES.map((audience) => ({ textKey, audience, count: form[audience] })),
      ),
    );
  }

  #groupIdFor(textKey: string, mayLook: boolean): string {
    const known = this.#groupIds.get(textKey);
    if (known !== undefined) return known;
    const near = this.#index === null || !mayLook ? null : nearestGroup(textKey, this.#index);
    return (near === null ? null : this.#groupIds.get(near.representative)) ?? newId();
  }

  #group(groupId: string): Group {
    const group = this.#groups.get(groupId) ?? { groupId, home: 0, studio: 0 };
    this.#groups.set(groupId, group);
    return group;
  }
}

/** Builds an index. Yields to the event loop in between, because it takes long for thousands of forms. */
export function indexOf(counts: readonly FormCount[]): Promise<GroupIndex> {
  const members = new Map<string, Set<string>>();
  for (const { textKey, groupId } of counts) {
    if (groupId === null) continue;
    const found = members.get(groupId);
    if (found === undefined) members.set(groupId, new Set([textKey]));
    else found.add(textKey);
  }
  return inSlices(
    indexGroupsInSteps(
      Array.from(members.values(), (textKeys) => {
        const [representative = ''] = textKeys;
        const known = Array.from(textKeys, (key) => ({ key, reason: 'exact' }) as const);
        return { representative, members: known };
      }),
    ),
  );
}
