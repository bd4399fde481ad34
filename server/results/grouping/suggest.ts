import type { DeskSuggestion } from '#machines/contract/desk.ts';
import { CONTESTANT_POINTS, LIMITS } from '#machines/contract/limits.ts';
import {
  indexGroupsInSteps,
  type Knowledge,
  nearestGroup,
  type Proposal,
  readQuestion,
  suggestInSteps,
  type Suggestion,
  textKey,
} from 'answer-grouping';
import { mostFrequentKey } from '#machines/results/rules/desk-decisions.ts';
import { inSlices } from '#server/in-slices.ts';
import type { LoggedDecision } from './decision-log.ts';
import type { FullGroup } from './desk-store.ts';

/** Assumed probability that a model's merge or a player's appeal is right. */
const LIKELIHOOD = 0.5;

/** A player's appeal: their answer means the same as another answer. */
export interface OpenAppeal {
  readonly id: string;
  /** The text key of the player's own answer. */
  readonly key: string;
  /** The group that the player has chosen; null if they described the answer in their own words (`wanted`). */
  readonly groupId: string | null;
  readonly wanted: string;
}

interface Suggesting {
  readonly groups: readonly FullGroup[];
  /** The merges proposed by the model that are undecided. */
  readonly merges: readonly { readonly mergeId: string; readonly keys: readonly string[] }[];
  readonly appeals: readonly OpenAppeal[];
  /** The producer's decisions that are in effect. */
  readonly counting: readonly LoggedDecision[];
  /** The texts of each merge that was rejected. */
  readonly dismissed: readonly (readonly string[])[];
  readonly knowledge: Knowledge;
  readonly question: string;
  readonly language: string;
}

/** Returns suggestions for a producer: appeals first, then by likelihood and the points they would change. */
export async function suggest({
  groups,
  merges,
  appeals,
  counting,
  dismissed,
  knowledge,
  question,
  language,
}: Suggesting): Promise<DeskSuggestion[]> {
  const leads = groups.map(({ texts }) => mostFrequentKey(texts) ?? '');
  const indexOf = new Map(leads.map((lead, index) => [lead, index]));
  const leadOfKey = new Map(
    groups.flatMap(({ texts }, at) => texts.map(({ key }) => [key, leads[at] ?? ''])),
  );
  /** The model's merge that a proposal is based on, by the two largest groups that it would merge. */
  const mergeOf = new Map<string, (typeof merges)[number]>();
  const proposals = merges.flatMap((merge): Proposal[] => {
    const about = new Set(merge.keys.flatMap((key) => leadOfKey.get(key) ?? []));
    const [one, other] = [...about].sort((a, b) => (indexOf.get(a) ?? 0) - (indexOf.get(b) ?? 0));
    if (one === undefined || other === undefined) return [];
    mergeOf.set(nameOf([one, other]), merge);
    return [{ source: 'model', keys: [one, other], likelihood: LIKELIHOOD }];
  });
  const leadOfGroup = new Map(groups.map(({ groupId }, at) => [groupId, leads[at]]));
  const shaped = groups.map(({ texts }, at) => ({
    representative: leads[at] ?? '',
    members: texts.map(({ key, matchReason }) => ({ key, reason: matchReason })),
  }));
  const about = { knowledge, intent: readQuestion(question, language), language };
  const isInOwnWords = appeals.some(({ groupId }) => groupId === null);
  const index = isInOwnWords ? await inSlices(indexGroupsInSteps(shaped, about)) : null;
  /** Returns the group that a player means: the chosen group, or the one that matches the player's words. */
  const meant = ({ groupId, wanted }: OpenAppeal): string | undefined =>
    leadOfGroup.get(groupId ?? '') ??
    leadOfKey.get(textKey(wanted, language)) ??
    (index === null
      ? undefined
      : nearestGroup(textKey(wanted, language), index, wanted)?.representative);
  const appealsOf = new Map<string, string[]>();
  const strays = new Map<string, { readonly appealIds: string[]; readonly wanted: string[] }>();
  for (const appeal of appeals) {
    const { id, key, wanted } = appeal;
    const own = leadOfKey.get(key);
    const other = meant(appeal);
    if (own === undefined) continue;
    if (other === undefined || own === other) {
      // No group matches the player's words: a producer chooses a group or rejects the appeal.
      const stray = strays.get(own) ?? { appealIds: [], wanted: [] };
      stray.appealIds.push(id);
      if (!stray.wanted.includes(wanted)) stray.wanted.push(wanted);
      strays.set(own, stray);
      continue;
    }
    const name = nameOf([own, other]);
    appealsOf.set(name, [...(appealsOf.get(name) ?? []), id]);
    proposals.push({ source: 'appeal', keys: [own, other], likelihood: LIKELIHOOD });
  }
  const found = await inSlices(
    suggestInSteps({
      groups: shaped,
      counted: groups.flatMap(({ texts }) =>
        texts.map(({ key, home, studio, spellings: [most] }) => ({
          key,
          count: home + studio,
          text: most?.[0],
        })),
      ),
      ...about,
      apart: [...counting.flatMap(saidApart), ...dismissed.flatMap(pairsOf)],
      proposals,
      pointsByRank: CONTESTANT_POINTS,
    }),
  );
  const asked = found.map((suggestion): DeskSuggestion => {
    const { source } = suggestion;
    const name = nameOf(leadsOf(suggestion, leadOfKey));
    const appealIds = appealsOf.get(name);
    if (appealIds !== undefined) return { keys: [...suggestion.keys], source: 'appeal', appealIds };
    const merge = mergeOf.get(name);
    const keys = merge?.keys ?? suggestion.keys;
    return { keys: [...keys], source, ...(merge && { mergeId: merge.mergeId }) };
  });
  const unplaced = Array.from(strays, ([own, stray]): DeskSuggestion => ({
    keys: [own],
    source: 'appeal',
    ...stray,
  }));
  return appealsFirst([...asked, ...unplaced]);
}

const isAppeal = ({ appealIds }: DeskSuggestion): boolean => appealIds !== undefined;

/** Puts appeals before the program's own suggestions, and limits their number. */
const appealsFirst = (suggestions: readonly DeskSuggestion[]): DeskSuggestion[] =>
  [...suggestions.filter(isAppeal), ...suggestions.filter((each) => !isAppeal(each))].slice(
    0,
    LIMITS.deskSuggestions,
  );

const leadsOf = ({ keys }: Suggestion, leadOfKey: ReadonlyMap<string, string>): string[] =>
  keys.map((key) => leadOfKey.get(key) ?? key);

/** Returns a key for a set of texts that does not depend on their order. */
const nameOf = (keys: readonly string[]): string => keys.toSorted().join('\n');

const pairsOf = ([first, ...others]: readonly string[]): (readonly [string, string])[] =>
  first === undefined ? [] : others.map((key) => [first, key] as const);

/**
 * Returns the pairs of texts that a decision declared to be different: by a rejection, or by moving texts out of a
 * group.
 */
function saidApart({ kind, declined, made }: LoggedDecision): (readonly [string, string])[] {
  if (kind === 'decline') return pairsOf(declined);
  if (kind !== 'split' && kind !== 'move') return [];
  const [taken, ...left] = made.map(({ keys }) => keys.at(-1) ?? '');
  return pairsOf([taken ?? '', ...left]);
}
