import type { ManualGroup } from 'answer-grouping';
import { AUDIENCES, type Audience } from '#machines/contract/entities.ts';
import type { Desk, DeskAct, DeskEntry } from '#machines/contract/desk.ts';
import { isFinal } from './finality.ts';
import { boardRanks } from './rank-texts.ts';
import { compareText } from './ranking.ts';
import { pointsFor, scoreGroups } from './scoring.ts';

/* Producers' manual decisions about groups. The browser and the server apply decisions with these same functions. */

/** A text, and how many people of each audience gave it. */
export type CountedKey = { readonly key: string; readonly home: number; readonly studio: number };

/** A group as a producer sees it. */
export type KeyedGroup = {
  readonly groupId: string;
  readonly name: string | null;
  readonly isHeld: boolean;
  readonly texts: readonly CountedKey[];
};

/** Acts that change groups. */
export type RegroupingAct = Extract<DeskAct, { kind: 'gather' | 'rename' | 'hold' | 'restore' }>;

/**
 * The groups that the act changes, with their new texts; matching and models do not split these groups later. 'gone': a
 * group or a text of the act does not exist any more. 'same': the act changes nothing.
 */
export function groupsAfter(
  groups: readonly KeyedGroup[],
  act: RegroupingAct,
): readonly ManualGroup[] | 'gone' | 'same' {
  const byId = new Map(groups.map((group) => [group.groupId, group]));
  if (act.kind === 'gather') return gathered(groups, byId, act);
  const ids = new Set(act.kind === 'rename' ? [act.group] : act.groups);
  const named = [...ids].flatMap((id) => byId.get(id) ?? []);
  if (named.length < ids.size) return 'gone';
  const after = named.map((group) => {
    if (act.kind === 'rename') return { group, name: act.name, isHeld: group.isHeld };
    return { group, name: group.name, isHeld: act.kind === 'hold' };
  });
  const changed = after.filter(
    ({ group, name, isHeld }) => group.name !== name || group.isHeld !== isHeld,
  );
  if (changed.length === 0) return 'same';
  return changed.map(({ group, ...shown }) => ({ keys: keysOf(group), ...shown }));
}

function gathered(
  groups: readonly KeyedGroup[],
  byId: ReadonlyMap<string, KeyedGroup>,
  { groups: groupIds, texts }: Extract<RegroupingAct, { kind: 'gather' }>,
): readonly ManualGroup[] | 'gone' | 'same' {
  const ids = new Set(groupIds);
  const whole = [...ids].flatMap((id) => byId.get(id) ?? []);
  const groupOf = new Map(groups.flatMap((group) => group.texts.map(({ key }) => [key, group])));
  const chosen = new Set(texts);
  const sources = new Set([...chosen].flatMap((key) => groupOf.get(key) ?? []));
  if (whole.length < ids.size || [...chosen].some((key) => !groupOf.has(key))) return 'gone';
  const [target] = whole.toSorted(
    (a, b) => sizeOf(b) - sizeOf(a) || compareText(a.groupId, b.groupId),
  );
  const taken = new Set([...whole.flatMap(keysOf), ...chosen]);
  const rest = [...sources].flatMap((group) => {
    const keys = keysOf(group).filter((key) => !taken.has(key));
    return keys.length === 0 ? [] : [{ keys, name: group.name, isHeld: group.isHeld }];
  });
  const touched = new Set([...whole, ...sources]);
  if (touched.size === 1 && rest.length === 0) return 'same';
  const made = {
    keys: [...taken],
    name: target?.name ?? null,
    // A text that is split out of a held-back group stays held back.
    isHeld: target?.isHeld ?? [...sources].some(({ isHeld }) => isHeld),
  };
  return [made, ...rest];
}

/** All groups after the change. A changed group takes the key of its first text as its id. */
export function withGroups(
  groups: readonly KeyedGroup[],
  shaped: readonly ManualGroup[],
): KeyedGroup[] {
  const textOf = new Map(groups.flatMap(({ texts }) => texts.map((text) => [text.key, text])));
  const idOf = new Map(
    groups.flatMap(({ groupId, texts }) => texts.map(({ key }) => [key, groupId])),
  );
  const touched = new Set(shaped.flatMap(({ keys }) => keys.map((key) => idOf.get(key))));
  return [
    ...groups.filter(({ groupId }) => !touched.has(groupId)),
    ...shaped.map(({ keys, ...shown }) => ({
      ...shown,
      groupId: keys[0] ?? '',
      texts: keys.flatMap((key) => textOf.get(key) ?? []),
    })),
  ];
}

/**
 * Effect of a change of groups: the points that each audience gains and loses, and the groups with points for
 * contestants that get another rank on the board.
 */
export type PointsEffect = {
  readonly [A in Audience]: {
    /** Number of people who gain, and the sum of their gains. */
    readonly gaining: number;
    readonly gained: number;
    readonly losing: number;
    readonly lost: number;
  };
} & {
  readonly ranks: readonly {
    /** The most frequent text of the group. */
    readonly key: string;
    /** The group's rank before the change; null: contestants got no points for the group. */
    readonly from: number | null;
    /** The group's rank after the change; null: contestants get no points for the group. */
    readonly to: number | null;
  }[];
};

/** The effect on everybody's points when the groups change from `before` to `after`. */
export function pointsEffectOf(
  before: readonly KeyedGroup[],
  after: readonly KeyedGroup[],
): PointsEffect {
  const [was, is] = [worthOf(before), worthOf(after)];
  const sums = {
    home: { gaining: 0, gained: 0, losing: 0, lost: 0 },
    studio: { gaining: 0, gained: 0, losing: 0, lost: 0 },
  };
  for (const { texts } of before)
    for (const text of texts)
      for (const audience of AUDIENCES) {
        const people = text[audience];
        const moved = (is.get(text.key)?.[audience] ?? 0) - (was.get(text.key)?.[audience] ?? 0);
        const sum = sums[audience];
        if (moved > 0) {
          sum.gaining += people;
          sum.gained += people * moved;
        } else if (moved < 0) {
          sum.losing += people;
          sum.lost -= people * moved;
        }
      }
  return { ...sums, ranks: movedRanks(before, after) };
}

function worthOf(groups: readonly KeyedGroup[]): Map<string, Record<Audience, number>> {
  const scores = scoreGroups(groups.map(countOf));
  return new Map(
    groups.flatMap(({ groupId, texts }) => {
      const score = scores.get(groupId) ?? { homePoints: 0, contestantPoints: 0 };
      const worth = { home: pointsFor('home', score), studio: pointsFor('studio', score) };
      return texts.map(({ key }) => [key, worth] as const);
    }),
  );
}

function movedRanks(
  before: readonly KeyedGroup[],
  after: readonly KeyedGroup[],
): PointsEffect['ranks'] {
  const [was, is] = [placesOf(before), placesOf(after)];
  // Groups that were merged into another group are left out: only groups that exist afterwards are listed.
  return after
    .flatMap(({ texts }) => mostFrequentKey(texts) ?? [])
    .map((key) => ({ key, from: was.get(key) ?? null, to: is.get(key) ?? null }))
    .filter(({ from, to }) => from !== to)
    .toSorted((a, b) => (a.to ?? Infinity) - (b.to ?? Infinity) || (a.from ?? 0) - (b.from ?? 0));
}

/**
 * Ranks on the board of the groups that have points for contestants, by the most frequent text of each group. As on the
 * board, those held back have no rank, and a rank that is shared leaves a gap.
 */
function placesOf(groups: readonly KeyedGroup[]): Map<string, number> {
  const shown = groups.filter(({ isHeld }) => !isHeld);
  const ranks = boardRanks(shown.map(sizeOf));
  const scores = scoreGroups(groups.map(countOf));
  return new Map(
    shown.flatMap((group, at) => {
      const first = mostFrequentKey(group.texts);
      if (first === null || (scores.get(group.groupId)?.contestantPoints ?? 0) === 0) return [];
      return [[first, ranks[at] ?? 0]];
    }),
  );
}

/** The key of the most frequent text; null: there are no texts. */
export function mostFrequentKey(texts: readonly CountedKey[]): string | null {
  const [first] = texts.toSorted(
    (a, b) => b.home + b.studio - (a.home + a.studio) || compareText(a.key, b.key),
  );
  return first?.key ?? null;
}

const countOf = ({ groupId, texts }: KeyedGroup) => ({
  groupId,
  home: texts.reduce((sum, { home }) => sum + home, 0),
  studio: texts.reduce((sum, { studio }) => sum + studio, 0),
});
const sizeOf = ({ texts }: KeyedGroup): number =>
  texts.reduce((sum, { home, studio }) => sum + home + studio, 0);
const keysOf = ({ texts }: KeyedGroup): string[] => texts.map(({ key }) => key);

/** The parts of a logged decision that affect groups. `mergeIds`: the model's merges that the decision is about. */
export type DecisionRecord = {
  readonly turn: number;
  readonly kind: DeskEntry['kind'];
  readonly made: readonly ManualGroup[];
  readonly mergeIds: readonly string[];
};

/** The decisions in effect, in order, and the decisions that undo would revert and redo would restore; null: none. */
export function decisionsInEffect<D extends Pick<DecisionRecord, 'turn' | 'kind'>>(
  log: readonly D[],
): { readonly counting: readonly D[]; readonly undo: D | null; readonly redo: D | null } {
  const counting: D[] = [];
  let undone: D[] = [];
  for (const entry of log) {
    if (entry.kind === 'undo') undone.push(...counting.splice(-1));
    else if (entry.kind === 'redo') counting.push(...undone.splice(-1));
    else {
      counting.push(entry);
      undone = [];
    }
  }
  return { counting, undo: counting.at(-1) ?? null, redo: undone.at(-1) ?? null };
}

/** Kinds of decisions that change the members of groups, and so points. */
const REGROUPING: ReadonlySet<DeskAct['kind'] | DeskEntry['kind']> = new Set([
  'gather',
  'merge',
  'split',
  'move',
  'accept',
  'dismiss',
]);

/** Whether an act changes the members of groups, and so corrects the result if that is published. */
export function isCorrection(
  { kind }: Pick<DeskAct, 'kind'>,
  log: readonly Pick<DecisionRecord, 'turn' | 'kind'>[],
): boolean {
  const about = kind === 'undo' || kind === 'redo' ? decisionsInEffect(log)[kind]?.kind : kind;
  return about !== undefined && REGROUPING.has(about);
}

/** Whether the act corrects a published result, so that the producer must give a reason, which players see. */
export const needsReason = (desk: Desk, act: DeskAct): boolean =>
  isFinal(desk) && isCorrection(act, desk.history.toReversed());

/** All decisions except the first `upon`, the newest first. */
export const decidedSince = (desk: Desk, upon: number): readonly DeskEntry[] =>
  desk.history.filter(({ turn }) => turn > upon);

/** The effect of an act on points; null: the act changes no points, or only the server can compute the effect. */
export function previewOf(desk: Desk, act: DeskAct): PointsEffect | null {
  if (act.kind !== 'gather') return null;
  const shaped = groupsAfter(desk.groups, act);
  return typeof shaped === 'string'
    ? null
    : pointsEffectOf(desk.groups, withGroups(desk.groups, shaped));
}

/** Whether the last decision about each of the model's merges accepts it, by the id of the merge. */
export function lastVerdicts(counting: readonly DecisionRecord[]): Map<string, boolean> {
  return new Map(
    counting.flatMap(({ kind, mergeIds }) =>
      mergeIds.map((id) => [id, kind === 'accept'] as const),
    ),
  );
}

/** The manual groups in effect. The last decision about a text determines its group. */
export function manualGroups(log: readonly DecisionRecord[]): ManualGroup[] {
  const { counting } = decisionsInEffect(log);
  const said = lastVerdicts(counting);
  const owners = new Map<string, { readonly made: ManualGroup; readonly keys: string[] }>();
  for (const { made, mergeIds } of counting) {
    // Ignore accepted merges of a model that were later dismissed.
    if (mergeIds.length > 0 && mergeIds.every((id) => said.get(id) === false)) continue;
    for (const each of made) {
      const owner = { made: each, keys: [] };
      for (const key of each.keys) owners.set(key, owner);
    }
  }
  for (const [key, { keys }] of owners) keys.push(key);
  return [...new Set(owners.values())].map(({ made, keys }) => ({ ...made, keys }));
}
