import { AUDIENCES, type Audience } from '#machines/contract/entities.ts';
import { type GroupIndex, indexGroupsInSteps, nearestGroup } from 'answer-grouping';
import { type GroupScore, pointsFor, scoreGroups } from '#machines/results/rules/scoring.ts';
import { newId } from '#server/id.ts';
import { inSlices } from '#server/in-slices.ts';
import type { TextCount } from './store.ts';

/** Time limit of one call for finding the groups of new texts, ms. The next recount groups the rest. */
const LOOKING_MS = 5;

interface Group {
  readonly groupId: string;
  home: number;
  studio: number;
}

interface AnswerText {
  readonly group: Group;
  home: number;
  studio: number;
}

/**
 * The answers to one game session, counted in memory. Its groups are those of the last recount; a text that is newer is
 * in the group that it clearly matches, or in a group of its own.
 */
export class Tally {
  #answerTexts = new Map<string, AnswerText>();
  #groups = new Map<string, Group>();
  /** Finds the group that a new text matches, among the groups of an earlier recount; null: not built yet. */
  #index: GroupIndex | null;
  /** Scores of all groups; null after a change of the counts. */
  #scores: Map<string, GroupScore> | null = null;
  /** The group of each text as of the last recount. */
  #groupIds: ReadonlyMap<string, string>;

  /** If `former` is given, texts that are newer than the last recount keep the group that they have there. */
  constructor(counts: readonly TextCount[], index: GroupIndex | null, former: Tally | null = null) {
    this.#index = index;
    this.#groupIds = new Map(
      counts.flatMap(({ textKey, groupId: counted }) => {
        const groupId = counted ?? former?.groupIdOf(textKey) ?? null;
        return groupId === null ? [] : [[textKey, groupId]];
      }),
    );
    this.add(counts);
  }

  add(counts: readonly Omit<TextCount, 'groupId'>[]): void {
    this.#scores = null;
    const looksUntil = performance.now() + LOOKING_MS;
    for (const { textKey, audience, count } of counts) {
      const answerText = this.#answerTexts.get(textKey) ?? {
        group: this.#group(this.#groupIdFor(textKey, performance.now() < looksUntil)),
        home: 0,
        studio: 0,
      };
      answerText[audience] += count;
      answerText.group[audience] += count;
      this.#answerTexts.set(textKey, answerText);
    }
  }

  groupIdOf(textKey: string): string | null {
    return this.#answerTexts.get(textKey)?.group.groupId ?? null;
  }

  /** Returns the current points of a text for the audience; 0 for a text without answers. */
  points(textKey: string, audience: Audience): number {
    const group = this.#answerTexts.get(textKey)?.group;
    if (group === undefined) return 0;
    // A home viewer's points depend only on their own group.
    const scores =
      audience === 'home'
        ? scoreGroups([group])
        : (this.#scores ??= scoreGroups([...this.#groups.values()]));
    const score = scores.get(group.groupId);
    return score === undefined ? 0 : pointsFor(audience, score);
  }

  /** Uses this index to group new texts from now on. */
  useIndex(index: GroupIndex): void {
    this.#index = index;
  }

  /** Replaces the groups by those of a recount, which include every text. */
  regroup(groupIds: ReadonlyMap<string, string>, index: GroupIndex): void {
    const answerTexts = this.#answerTexts;
    this.#answerTexts = new Map();
    this.#groups = new Map();
    this.#groupIds = groupIds;
    this.#index = index;
    this.add(
      [...answerTexts].flatMap(([textKey, answerText]) =>
        AUDIENCES.map((audience) => ({ textKey, audience, count: answerText[audience] })),
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

/** Builds an index. Yields to the event loop in between, because it takes long for thousands of texts. */
export function indexOf(counts: readonly TextCount[]): Promise<GroupIndex> {
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
