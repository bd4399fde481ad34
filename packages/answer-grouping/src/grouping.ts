import { type Clusters, singletons } from './clusters.ts';
import type { MatchReason } from './match-reason.ts';
import { compareText } from './compare.ts';
import { type Meaning, NO_KNOWLEDGE } from './knowledge/knowledge.ts';
import { mergeLikely } from './likely.ts';
import { NO_INTENT } from './question-intent.ts';
import { type TextContext, readText } from './readings.ts';
import { readRoundInSteps, type Round, tagsOf } from './round.ts';
import {
  groupOfLikenesses,
  likenessesInSteps,
  likenessesOf,
  mergeLoners,
  mergeMisspellings,
  mergeUnknown,
  type SpellingLink,
  sureLinks,
} from './spelling.ts';
import { runSteps, type Steps } from './steps.ts';
import { misspelling } from './word-shapes.ts';

/** A distinct key (`textKey`), how many people gave it, and its most frequent spelling. */
export type CountedText = {
  readonly key: string;
  readonly count: number;
  readonly text?: string | undefined;
};

/**
 * Texts that are the same answer. `representative` is the text that stands for the group (see `described`); `reason`
 * says why a member is in its group.
 */
export type TextGroup = {
  readonly representative: string;
  readonly members: readonly { readonly key: string; readonly reason: MatchReason }[];
};

/** Groups with an index for `nearestGroup`. */
export type GroupIndex = {
  readonly groups: readonly TextGroup[];
  /** The position of each text's group, by the position of the text. */
  readonly groupOf: readonly number[];
  readonly groupOfForm: ReadonlyMap<string, number>;
  readonly groupOfSense: ReadonlyMap<number, number>;
  readonly round: Round;
};

/** A context without knowledge of words and without a question: only the texts themselves are compared. */
export const NO_CONTEXT: TextContext = { knowledge: NO_KNOWLEDGE, intent: NO_INTENT };

/**
 * Groups keys by form, value, meaning, spelling and short form. Every key is in exactly one group, and the order of the
 * input does not matter. The largest group comes first, and in each group its representative. If in doubt, two texts
 * stay apart.
 */
export function groupTexts(given: readonly CountedText[], about = NO_CONTEXT): TextGroup[] {
  return runSteps(groupTextsInSteps(given, about));
}

/** `groupTexts` in steps. Without `isLikelyEnough` groups that are only likely one answer stay apart. */
export function* groupTextsInSteps(
  given: readonly CountedText[],
  about = NO_CONTEXT,
  isLikelyEnough = true,
): Steps<TextGroup[]> {
  const counted = inOrder(given);
  const counts = counted.map(({ count }) => count);
  const round = yield* readRoundInSteps(counted, counts, about);
  const alike = yield* likenessesInSteps(round.texts);
  const links = sureLinks(alike, counts);
  yield;
  const clusters = singletons(counts.length, links, (position) => {
    const reading = round.readings[position];
    return reading === undefined ? null : tagsOf(reading, round.senses[position] ?? null);
  });
  yield* mergeEqual(round, clusters);
  yield* mergeUnknown(round.texts, alike, counts, clusters);
  yield* mergeMisspellings(round.senses, links, counts, clusters);
  yield* mergeLoners(round.texts, alike, counts, clusters);
  yield* mergeShortForms(round, clusters);
  if (isLikelyEnough) yield* mergeLikely(counted, round.about, clusters);
  return yield* described(counted, round, clusters, links);
}

/** Indexes groups for `nearestGroup`. */
export function* indexGroupsInSteps(
  groups: readonly TextGroup[],
  about = NO_CONTEXT,
): Steps<GroupIndex> {
  const members = groups.flatMap((group, at) => group.members.map(({ key }) => ({ key, at })));
  const counts = members.map(() => 1);
  const round = yield* readRoundInSteps(members, counts, about);
  const groupOf = members.map(({ at }) => at);
  const groupOfForm = new Map<string, number>();
  const groupOfSense = new Map<number, number>();
  for (const [position, { forms }] of round.readings.entries()) {
    const group = groupOf[position] ?? -1;
    for (const { text } of forms) groupOfForm.set(text, group);
    const sense = round.senses[position] ?? null;
    if (sense !== null) groupOfSense.set(sense.id, group);
  }
  return { groups, groupOf, groupOfForm, groupOfSense, round };
}

/** Returns the group that a new text belongs to; null if it would be an answer of its own. */
export function nearestGroup(key: string, index: GroupIndex, text?: string): TextGroup | null {
  const { groups, groupOf, groupOfForm, groupOfSense, round } = index;
  const reading = readText({ key, text }, round.about);
  const at = (position: number) => groupOf[position] ?? -1;
  const byForm = reading.forms.map((form) => groupOfForm.get(form.text)).find(isKnown);
  const group =
    byForm ??
    onlyOf(reading.meanings.filter(isFirm).flatMap(({ id }) => groupOfSense.get(id) ?? [])) ??
    groupOfLikenesses(
      likenessesOf(reading.shape, round.texts),
      reading.shape.isKnown,
      at,
      (each) => groups[each]?.members.length ?? 0,
    ) ??
    round.shortForms.map(({ hostsOf }) => onlyOf(hostsOf(reading).map(at))).find(isKnown) ??
    null;
  return group === null ? null : (groups[group] ?? null);
}

/** Whether a shared meaning is enough to group two texts. For common words, only their most common sense is enough. */
const isFirm = ({ kind, rank }: Meaning): boolean => kind !== 'concept' || rank === 0;

const isKnown = (group: number | null | undefined): group is number =>
  group !== null && group !== undefined;

/** Returns the group if all of these are the same group; null if there are several or none. */
function onlyOf(found: readonly number[]): number | null {
  const [first, ...others] = new Set(found);
  return first !== undefined && others.length === 0 ? first : null;
}

/** Returns the texts in the order of their keys, equal keys combined. */
function inOrder(given: readonly CountedText[]): CountedText[] {
  const found = new Map<string, CountedText>();
  for (const each of given) {
    const known = found.get(each.key);
    const text = [known?.text, each.text].filter((one) => one !== undefined).sort(compareText)[0];
    found.set(each.key, { key: each.key, count: (known?.count ?? 0) + each.count, text });
  }
  return [...found.values()].sort((a, b) => compareText(a.key, b.key));
}

/**
 * Merges texts that share a form (equal except for blanks, plurals, fillers and word order, or equal in value) or a
 * sense.
 */
function* mergeEqual({ readings, senses }: Round, clusters: Clusters): Steps<void> {
  const firstOf = new Map<string | number, number>();
  const mergeAt = (position: number, equal: string | number, reason: MatchReason): void => {
    const first = firstOf.get(equal) ?? position;
    firstOf.set(equal, first);
    clusters.merge(clusters.of(first), clusters.of(position), reason);
  };
  for (const [position, { forms }] of readings.entries()) {
    for (const { text, reason } of forms) mergeAt(position, text, reason);
    yield;
  }
  for (const [position, sense] of senses.entries())
    if (sense !== null) mergeAt(position, sense.id, reasonOf(sense));
}

const reasonOf = ({ kind }: Meaning): MatchReason =>
  kind === 'concept' ? 'meaning' : 'known-name';

/** Merges each short form with the only group of this round that it can mean. */
function* mergeShortForms({ readings, shortForms }: Round, clusters: Clusters): Steps<void> {
  for (const { reason, isMutual, isSole, hostsOf } of shortForms) {
    const merges: { host: number; position: number }[] = [];
    for (const [position, reading] of readings.entries()) {
      const hosts = hostsOf(reading);
      yield;
      if (hosts.length === 0) continue;
      const own = clusters.of(position);
      const found = new Set(hosts.map(clusters.of));
      if (isSole !== true) found.delete(own);
      if (isMutual !== true && found.size > 1) continue;
      for (const host of found) merges.push({ host, position });
    }
    for (const { host, position } of merges) {
      clusters.merge(clusters.of(host), clusters.of(position), reason);
    }
  }
}

/**
 * Turns clusters into groups. The representative of a group is its most frequent text. If several are equally frequent,
 * a text with a known sense comes first, then the text closest to the others in spelling.
 */
function* described(
  counted: readonly CountedText[],
  round: Round,
  clusters: Clusters,
  links: readonly SpellingLink[],
): Steps<TextGroup[]> {
  const nearness = new Map<number, number>();
  for (const { a, b, cost } of links) {
    for (const end of [a, b]) nearness.set(end, (nearness.get(end) ?? 0) + 1 / (1 + cost));
  }
  const roots = counted.flatMap((_, position) =>
    clusters.of(position) === position ? [position] : [],
  );
  const countOf = (position: number) => counted[position]?.count ?? 0;
  const keyOf = (position: number) => counted[position]?.key ?? '';
  const hasSense = (position: number) => (round.senses[position] ?? null) !== null;
  const groups: (TextGroup & { readonly size: number })[] = [];
  for (const root of roots) {
    const members = [...clusters.members(root)].sort(
      (a, b) =>
        countOf(b) - countOf(a) ||
        Number(hasSense(b)) - Number(hasSense(a)) ||
        (nearness.get(b) ?? 0) - (nearness.get(a) ?? 0) ||
        compareText(keyOf(a), keyOf(b)),
    );
    const [first = root, ...others] = members;
    groups.push({
      size: members.reduce((sum, position) => sum + countOf(position), 0),
      representative: keyOf(first),
      members: [
        { key: keyOf(first), reason: 'exact' },
        ...others.map((position) => ({
          key: keyOf(position),
          reason: reasonFor(first, position, round, clusters),
        })),
      ],
    });
    yield;
  }
  groups.sort((a, b) => b.size - a.size || compareText(a.representative, b.representative));
  return groups.map(({ representative, members }) => ({ representative, members }));
}

/** Returns why a text is in the same group as the representative text. */
function reasonFor(
  first: number,
  position: number,
  { readings, senses }: Round,
  clusters: Clusters,
): MatchReason {
  const [a, b] = [readings[first], readings[position]];
  if (a === undefined || b === undefined) return 'spelling';
  const forms = new Set(a.forms.map(({ text }) => text));
  const shared = b.forms.find(({ text }) => forms.has(text));
  if (shared !== undefined) return shared.reason;
  const sense = senses[first] ?? null;
  if (sense !== null && sense.id === senses[position]?.id) return reasonOf(sense);
  if (misspelling(a.shape, b.shape) !== null) return 'spelling';
  return clusters.reasonOf(position) ?? clusters.reasonOf(first) ?? 'spelling';
}
