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
import { leadOf } from '#machines/results/rules/desk-decisions.ts';
import { inSlices } from '#server/in-slices.ts';
import type { Logged } from './decision-log.ts';
import type { FullGroup } from './desk-store.ts';

/** Estimated probability that a model's join or a player's appeal is right. */
const LIKELIHOOD = 0.5;

/** A player's claim that their answer means the same as another one. */
export interface OpenAppeal {
  readonly id: string;
  /** The key of the player's answer. */
  readonly key: string;
  /** The chosen group, or a text of it in the player's words. */
  readonly groupId: string | null;
  readonly wanted: string;
}

interface Suggesting {
  readonly groups: readonly FullGroup[];
  /** The model's undecided joins. */
  readonly joins: readonly { readonly joinId: string; readonly keys: readonly string[] }[];
  readonly appeals: readonly OpenAppeal[];
  /** The decisions in effect. */
  readonly counting: readonly Logged[];
  /** The texts of joins that were dismissed. */
  readonly dismissed: readonly (readonly string[])[];
  readonly knowledge: Knowledge;
  readonly question: string;
}

/** Returns the suggestions for a producer, the likeliest with the most points first. */
export async function suggest({
  groups,
  joins,
  appeals,
  counting,
  dismissed,
  knowledge,
  question,
}: Suggesting): Promise<DeskSuggestion[]> {
  const leads = groups.map(({ texts }) => leadOf(texts) ?? '');
  const placeOf = new Map(leads.map((lead, place) => [lead, place]));
  const leadOfKey = new Map(
    groups.flatMap(({ texts }, at) => texts.map(({ key }) => [key, leads[at] ?? ''])),
  );
  /** The model join behind a proposal, by the two largest groups that it joins. */
  const joinOf = new Map<string, (typeof joins)[number]>();
  const proposals = joins.flatMap((join): Proposal[] => {
    const about = new Set(join.keys.flatMap((key) => leadOfKey.get(key) ?? []));
    const [one, other] = [...about].sort((a, b) => (placeOf.get(a) ?? 0) - (placeOf.get(b) ?? 0));
    if (one === undefined || other === undefined) return [];
    joinOf.set(nameOf([one, other]), join);
    return [{ reason: 'model', keys: [one, other], likelihood: LIKELIHOOD }];
  });
  const leadOfGroup = new Map(groups.map(({ groupId }, at) => [groupId, leads[at]]));
  const shaped = groups.map(({ texts }, at) => ({
    representative: leads[at] ?? '',
    members: texts.map(({ key, reason }) => ({ key, reason })),
  }));
  const about = { knowledge, intent: readQuestion(question) };
  const isInOwnWords = appeals.some(({ groupId }) => groupId === null);
  const index = isInOwnWords ? await inSlices(indexGroupsInSteps(shaped, about)) : null;
  /** Returns the group that a player means: the chosen one, or the one that matches the words. */
  const meant = ({ groupId, wanted }: OpenAppeal): string | undefined =>
    leadOfGroup.get(groupId ?? '') ??
    leadOfKey.get(textKey(wanted)) ??
    (index === null ? undefined : nearestGroup(textKey(wanted), index, wanted)?.representative);
  const appealsOf = new Map<string, string[]>();
  const strays = new Map<string, { readonly appealIds: string[]; readonly wanted: string[] }>();
  for (const appeal of appeals) {
    const { id, key, wanted } = appeal;
    const own = leadOfKey.get(key);
    const other = meant(appeal);
    if (own === undefined) continue;
    if (other === undefined || own === other) {
      // No group matches: a producer chooses one or rejects the appeal.
      const stray = strays.get(own) ?? { appealIds: [], wanted: [] };
      stray.appealIds.push(id);
      if (!stray.wanted.includes(wanted)) stray.wanted.push(wanted);
      strays.set(own, stray);
      continue;
    }
    const name = nameOf([own, other]);
    appealsOf.set(name, [...(appealsOf.get(name) ?? []), id]);
    proposals.push({ reason: 'appeal', keys: [own, other], likelihood: LIKELIHOOD });
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
    const { reason, points } = suggestion;
    const name = nameOf(leadsOf(suggestion, leadOfKey));
    const appealIds = appealsOf.get(name);
    if (appealIds !== undefined) return { keys: [...suggestion.keys], points, reason, appealIds };
    const join = joinOf.get(name);
    const keys = join?.keys ?? suggestion.keys;
    return { keys: [...keys], points, reason, ...(join && { joinId: join.joinId }) };
  });
  const unplaced = Array.from(strays, ([own, stray]): DeskSuggestion => ({
    keys: [own],
    points: 0,
    reason: 'appeal',
    ...stray,
  }));
  return withinLimit([...asked, ...unplaced]);
}

const isAppeal = ({ appealIds }: DeskSuggestion): boolean => appealIds !== undefined;

/** Limits the suggestions of a desk: appeals come before the program's own. */
function withinLimit(suggestions: readonly DeskSuggestion[]): DeskSuggestion[] {
  const appeals = suggestions.filter(isAppeal).slice(0, LIMITS.deskSuggestions);
  const others = suggestions.filter((each) => !isAppeal(each));
  const kept = new Set([...appeals, ...others.slice(0, LIMITS.deskSuggestions - appeals.length)]);
  return suggestions.filter((each) => kept.has(each));
}

const leadsOf = ({ keys }: Suggestion, leadOfKey: ReadonlyMap<string, string>): string[] =>
  keys.map((key) => leadOfKey.get(key) ?? key);

/** A key for a set of texts, independent of their order. */
const nameOf = (keys: readonly string[]): string => keys.toSorted().join('\n');

const pairsOf = ([first, ...others]: readonly string[]): (readonly [string, string])[] =>
  first === undefined ? [] : others.map((key) => [first, key] as const);

/**
 * Returns the pairs of texts that a decision declared to be different: a rejection, or texts moved out of a group.
 */
function saidApart({ kind, declined, made }: Logged): (readonly [string, string])[] {
  if (kind === 'decline') return pairsOf(declined);
  if (kind !== 'split' && kind !== 'move') return [];
  const [taken, ...left] = made.map(({ keys }) => keys.at(-1) ?? '');
  return pairsOf([taken ?? '', ...left]);
}
