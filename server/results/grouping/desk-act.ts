import { m } from 'messages';
import type { Transaction } from 'kysely';
import type { AppealState } from '#machines/contract/entities.ts';
import type { DeskAct, DeskEntry } from '#machines/contract/desk.ts';
import type { ManualGroup } from 'answer-grouping';
import {
  isCorrection,
  lastVerdicts,
  groupsAfter,
  type KeyedGroup,
  type RegroupingAct,
  decisionsInEffect,
  withGroups,
} from '#machines/results/rules/desk-decisions.ts';
import { isFrozen } from '#machines/results/rules/result.ts';
import { displayText } from '#machines/contract/text.ts';
import { isFinal } from '#machines/results/rules/finality.ts';
import type { AuditDetails } from '#server/db/audit-details.ts';
import type { Schema } from '#server/db/schema.ts';
import { ApiError } from '#server/http/route.ts';
import type { Change } from '#server/show/releases/change.ts';
import { storeChange } from '#server/answering/feed-store.ts';
import type { QuestionRecord } from '#server/answering/view.ts';
import { type SettledAppeals, settleAppeals } from '#server/results/appeals.ts';
import { actOnResult, readResult } from '#server/results/result-store.ts';
import {
  type DecisionDetails,
  historyOf,
  insertEntry,
  type LoggedDecision,
  readLog,
} from './decision-log.ts';
import { type FullGroup, readFullGroups } from './desk-store.ts';
import { raiseMergesVersion, readMergeKeys, writeMergeStates } from './judgement-store.ts';
import { lockForRecount } from './recount-lease.ts';

type Tx = Transaction<Schema>;

/** Maximum number of names in an entry of the history. */
const MOST_NAMED = 20;

export interface Decision {
  readonly decision: DeskAct;
  /** The number of decisions that the producer saw; undefined: the decision does not depend on displayed groups. */
  readonly upon?: number | undefined;
  readonly reason: string | null;
  readonly requestId: string;
  /** Epoch ms. */
  readonly at: number;
  readonly by: string;
}

/** Effects of a decision other than changed groups. */
export interface DecisionOutcome {
  readonly details: Pick<AuditDetails, 'before' | 'after'>;
  /** The correction of a published result; null: the decision corrects none. */
  readonly correction: Change | null;
  /** The appeals that the decision settles; null: none. */
  readonly settled: SettledAppeals | null;
}

/** The part of a decision that is stored in the log. */
type Entry = { readonly kind: DeskEntry['kind'] } & DecisionDetails;

/**
 * Stores a decision about the groups of a game session; the caller has locked the show. The next recount applies the
 * decision. If the result is published, the decision corrects it.
 * @returns null if the decision is in effect already
 * @throws ApiError 404; 409 with the newer decisions if the producer had not seen them, if the groups do not exist any
 * more, or for dismissing a model's merge that is part of a locked result; 422 if a correction has no reason
 */
export async function decideOnGroups(
  tx: Tx,
  record: QuestionRecord,
  { decision: act, upon, reason, requestId, at, by }: Decision,
): Promise<DecisionOutcome | null> {
  const { gameSessionId } = record;
  const log = await readLog(tx, gameSessionId);
  if (upon !== undefined && upon !== log.length)
    throw new ApiError(409, m.deskOutdated(), {
      code: 'outdated',
      also: { changed: historyOf(log).filter(({ turn }) => turn > upon) },
    });
  const corrected =
    isFinal(record.result) && isCorrection(act, log)
      ? await actOnResult(tx, record, { act: 'correct', at, by, reason })
      : null;
  await lockForRecount(tx, gameSessionId);
  const groups = await readFullGroups(tx, gameSessionId);
  const entry = await entryOf(tx, { gameSessionId, act, log, groups, at });
  if (entry === null) return null;
  const { kind, ...details } = entry;
  const turn = log.length + 1;
  await insertEntry(tx, { gameSessionId, turn, requestId, at, userId: by, kind, details, reason });
  await raiseMergesVersion(tx, gameSessionId);
  const settling = settledBy(entry, log);
  return {
    details: {
      before: { texts: details.about },
      after: { decision: kind, ...(details.to !== null && { to: details.to }) },
    },
    correction:
      corrected &&
      (await storeChange(tx, at, { type: 'changed', record: corrected, windowEvents: {} })),
    settled:
      settling === null || settling.appealIds.length === 0
        ? null
        : await settleAppeals(tx, { ...settling, gameSessionId, by, at }),
  };
}

/**
 * Returns how an act settles appeals: a merge accepts them, and a declined suggestion declines them; undoing either
 * opens them again.
 */
function settledBy(
  entry: Entry,
  log: readonly LoggedDecision[],
): { readonly appealIds: readonly string[]; readonly state: AppealState } | null {
  const { kind } = entry;
  const about = kind === 'undo' || kind === 'redo' ? decisionsInEffect(log)[kind] : entry;
  if (about === null) return null;
  const settled = about.kind === 'decline' ? 'declined' : 'accepted';
  return { appealIds: about.appealIds, state: kind === 'undo' ? 'open' : settled };
}

interface Making {
  readonly gameSessionId: string;
  readonly act: DeskAct;
  readonly log: readonly LoggedDecision[];
  readonly groups: readonly FullGroup[];
  /** Epoch ms. */
  readonly at: number;
}

const NOTHING: DecisionDetails = {
  made: [],
  mergeIds: [],
  was: {},
  declined: [],
  appealIds: [],
  about: [],
  to: null,
};

/** Returns the log entry of a decision; null: the decision is in effect already. */
function entryOf(tx: Tx, making: Making): Promise<Entry | null> | Entry {
  const { act, groups } = making;
  if (act.kind === 'undo' || act.kind === 'redo') return turned(tx, act.kind, making);
  if (act.kind === 'accept' || act.kind === 'dismiss') return decideMerges(tx, act, making);
  const nameOf = namesIn(groups);
  if (act.kind === 'decline') {
    const { texts, appealIds = [] } = act;
    return { ...NOTHING, kind: 'decline', declined: texts, appealIds, about: texts.map(nameOf) };
  }
  return { ...NOTHING, ...described(groups, act), made: mustShape(groups, act) };
}

function mustShape(groups: readonly FullGroup[], act: RegroupingAct): readonly ManualGroup[] {
  const made = groupsAfter(groups, act);
  if (made === 'gone') throw new ApiError(409, m.deskGone(), { code: 'gone' });
  if (made === 'same') throw new ApiError(409, m.deskNoChange(), { code: 'same' });
  return made;
}

/** Returns the texts of an act for the history. */
function described(
  groups: readonly FullGroup[],
  act: RegroupingAct,
): Pick<Entry, 'kind' | 'about' | 'to' | 'appealIds'> {
  const labelOf = new Map(groups.map(({ groupId, label }) => [groupId, label]));
  const named = (ids: readonly string[]) => ids.map((id) => labelOf.get(id) ?? id);
  if (act.kind === 'rename') {
    const about = named([act.group]);
    return { kind: 'rename', about, to: act.name, appealIds: [] };
  }
  if (act.kind !== 'gather')
    return { kind: act.kind, about: fewOf(named(act.groups)), to: null, appealIds: [] };
  const { groups: ids, texts, appealIds = [] } = act;
  const of = namesIn(groups);
  const target = groups.find(({ groupId }) => ids.includes(groupId)) ?? null;
  if (ids.length > 1) {
    const about = fewOf([...named(ids), ...texts.map(of)]);
    return { kind: 'merge', about, to: target?.label ?? null, appealIds };
  }
  const about = fewOf(texts.map(of));
  return target === null
    ? { kind: 'split', about, to: null, appealIds }
    : { kind: 'move', about, to: target.label, appealIds };
}

const fewOf = (names: readonly string[]): string[] =>
  names.length <= MOST_NAMED
    ? [...names]
    : [...names.slice(0, MOST_NAMED), `${names.length - MOST_NAMED} more`];

/** Returns a lookup of the most frequent spelling of a text. */
function namesIn(groups: readonly FullGroup[]): (key: string) => string {
  const typed = new Map(
    groups.flatMap(({ texts }) => texts.map(({ key, spellings: [most] }) => [key, most?.[0]])),
  );
  return (key) => {
    const text = typed.get(key) ?? key;
    return displayText(text) || text;
  };
}

/** Accepts or dismisses merges by a model. Accepting a merge makes its groups one manual group. */
async function decideMerges(
  tx: Tx,
  { kind, mergeIds }: Extract<DeskAct, { kind: 'accept' | 'dismiss' }>,
  { gameSessionId, groups, at }: Making,
): Promise<Entry | null> {
  const merges = await readMergeKeys(tx, gameSessionId, mergeIds);
  if (merges.length < new Set(mergeIds).size) throw new ApiError(404, m.notFound());
  const state = kind === 'accept' ? 'accepted' : 'dismissed';
  const others = merges.filter((merge) => merge.status !== state);
  if (others.length === 0) return null;
  const isMade = kind === 'dismiss' && others.some(({ status }) => status === 'applied');
  if (isMade && isFrozen(await readResult(tx, gameSessionId)))
    throw new ApiError(409, m.resultFrozenMerge());
  await writeMergeStates(
    tx,
    others.map(({ mergeId: id }) => ({ id, status: state, at })),
  );
  const made: ManualGroup[] = [];
  if (kind === 'accept')
    for (const { keys } of others) made.push(...joinedBy(withGroups(groups, made), keys));
  return {
    ...NOTHING,
    kind,
    made,
    mergeIds: others.map(({ mergeId }) => mergeId),
    was: Object.fromEntries(others.map(({ mergeId, status }) => [mergeId, status])),
    about: fewOf(others.flatMap(({ keys }) => keys).map(namesIn(groups))),
  };
}

/** Returns the group that results from merging all groups with one of these texts, even if that changes nothing. */
function joinedBy(groups: readonly KeyedGroup[], keys: readonly string[]): readonly ManualGroup[] {
  const about = new Set(keys);
  const found = groups.filter(({ texts }) => texts.some(({ key }) => about.has(key)));
  const ids = found.map(({ groupId }) => groupId);
  const shaped = groupsAfter(groups, { kind: 'gather', groups: ids, texts: [] });
  if (typeof shaped !== 'string') return shaped;
  return found.map(({ name, isHeld, texts }) => ({ name, isHeld, keys: texts.map(keyOf) }));
}

const keyOf = ({ key }: { readonly key: string }): string => key;

/** Undoes the last decision, or redoes the decision that was undone last. */
async function turned(tx: Tx, kind: 'undo' | 'redo', { log, at }: Making): Promise<Entry> {
  const entry = decisionsInEffect(log)[kind];
  if (entry === null) {
    throw new ApiError(409, kind === 'undo' ? m.deskNothingToUndo() : m.deskNothingToRedo(), {
      code: 'same',
    });
  }
  const { counting } = decisionsInEffect([...log, { ...entry, kind, turn: log.length + 1 }]);
  const said = lastVerdicts(counting);
  await writeMergeStates(
    tx,
    entry.mergeIds.map((id) => {
      const isAccepted = said.get(id);
      if (isAccepted === undefined) return { id, status: entry.was[id] ?? 'held', at: null };
      return { id, status: isAccepted ? 'accepted' : 'dismissed', at };
    }),
  );
  const { about, to } = entry;
  return { ...NOTHING, kind, about, to };
}
