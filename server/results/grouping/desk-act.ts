import type { DeskAct, DeskBody, DeskEntry } from '#machines/contract/desk.ts';
import { MESSAGES } from '#machines/contract/messages.ts';
import { PRODUCER_MESSAGES } from '#machines/contract/producer-messages.ts';
import type { ManualGroup } from 'answer-grouping';
import {
  isCorrection,
  saidOfJoins,
  shapedBy,
  type ShapedGroup,
  type ShapingAct,
  standing,
  withShaped,
} from '#machines/results/rules/desk-decisions.ts';
import { isFrozen } from '#machines/results/rules/result.ts';
import { displayText } from '#machines/contract/text.ts';
import { type Database, inTransaction } from '#server/db/client.ts';
import { ApiError } from '#server/http/route.ts';
import type { Change } from '#server/show/releases/change.ts';
import { correctIfPublished, readResult } from '#server/results/result-store.ts';
import { lockGameSession } from '#server/answering/feed-store.ts';
import { type Details, historyOf, insertEntry, type Logged, readLog } from './decision-log.ts';
import { type FullGroup, readFullGroups } from './desk-store.ts';
import { moveJoins, readJoinKeys, writeJoinStates } from './judgement-store.ts';
import { lock } from './recount-lease.ts';

type Tx = Parameters<Parameters<typeof inTransaction>[1]>[0];

/** More names would be a wall in the history. */
const MOST_NAMED = 20;

export interface DeskServices {
  readonly db: Pick<Database, 'write' | 'record'>;
  readonly now: () => number;
  readonly publish: (change: Change) => void;
  /** Says what became of appeals of players; what it answers tells them, once the transaction has ended. */
  readonly settleAppeals: (
    tx: Tx,
    settling: {
      readonly gameSessionId: string;
      readonly appealIds: readonly string[];
      readonly accepted: boolean;
      readonly by: string | null;
      readonly at: number;
    },
  ) => Promise<() => Promise<void>>;
}

export interface DeskAsked extends Pick<DeskBody, 'act'> {
  readonly gameSessionId: string;
  readonly userId: string | null;
  readonly requestId: string;
  /** Null: whatever was decided by then. */
  readonly version: number | null;
  readonly reason: string | null;
}

/** What is stored of an act. */
type Entry = { readonly kind: DeskEntry['kind'] } & Details;

/** Ends a transaction of which nothing is to stay. */
class NothingChanged extends Error {}

/**
 * Stores a decision about groups, which counts from the next recount on; of what is published it is a correction. Answers
 * whether that changes anything.
 * @throws ApiError 404; 409 when it was made upon an older version, with what was decided since, when its groups are gone, or
 * for a join that was made before the result was locked; 422 without the reason that a correction needs
 */
export async function actOnDesk(
  { db, now, publish, settleAppeals }: DeskServices,
  { gameSessionId, userId, requestId, version, act, reason }: DeskAsked,
): Promise<boolean> {
  const change = async (tx: Tx) => {
    // Decisions wait for each other here, before anything is read to decide upon.
    const question = await lockGameSession(tx, gameSessionId);
    const log = await readLog(tx, gameSessionId);
    if (log.some((entry) => entry.requestId === requestId)) throw new NothingChanged();
    if (version !== null && version !== log.length)
      throw new ApiError(409, PRODUCER_MESSAGES.desk.outdated, {
        code: 'outdated',
        also: { changed: historyOf(log).filter(({ turn }) => turn > version) },
      });
    const at = now();
    const correction = isCorrection(act, log)
      ? await correctIfPublished(tx, gameSessionId, { at, by: userId, reason })
      : null;
    if ((await lock(tx, gameSessionId)) === null) throw new ApiError(404, MESSAGES.notFound);
    const groups = await readFullGroups(tx, gameSessionId);
    const entry = await entryOf(tx, { gameSessionId, act, log, groups, at });
    if (entry === null) throw new NothingChanged();
    const { kind, ...details } = entry;
    const turn = log.length + 1;
    const settled = settledBy(entry, log);
    await insertEntry(tx, { gameSessionId, turn, requestId, at, userId, kind, details, reason });
    await moveJoins(tx, gameSessionId);
    const tell =
      settled === null || settled.appealIds.length === 0
        ? null
        : await settleAppeals(tx, { ...settled, gameSessionId, by: userId, at });
    return { entry, correction, tell, name: question?.text ?? null };
  };
  const done = await inTransaction(db, change, ({ entry: { kind, about, to }, name }) => ({
    ...(name !== null && { name }),
    before: { texts: about },
    after: { decision: kind, ...(to !== null && { to }) },
    ...(reason !== null && { reason }),
  })).catch((error: unknown) => {
    if (error instanceof NothingChanged) return null;
    throw error;
  });
  if (done === null) return false;
  if (done.correction !== null) publish(done.correction);
  await done.tell?.();
  return true;
}

/** What an act says of appeals: granted by a join, refused by a No or when the join is undone. */
function settledBy({ kind, appealIds }: Entry, log: readonly Logged[]) {
  if (kind !== 'undo' && kind !== 'redo') return { appealIds, accepted: kind !== 'decline' };
  const about = standing(log)[kind];
  if (about === null) return null;
  return { appealIds: about.appealIds, accepted: kind === 'redo' && about.kind !== 'decline' };
}

interface Making {
  readonly gameSessionId: string;
  readonly act: DeskAct;
  readonly log: readonly Logged[];
  readonly groups: readonly FullGroup[];
  /** Epoch ms. */
  readonly at: number;
}

const NOTHING: Details = {
  made: [],
  joinIds: [],
  was: {},
  declined: [],
  appealIds: [],
  about: [],
  to: null,
};

/** Null: it is decided like that already. */
function entryOf(tx: Tx, making: Making): Promise<Entry | null> | Entry {
  const { act, groups } = making;
  if (act.kind === 'undo' || act.kind === 'redo') return turned(tx, act.kind, making);
  if (act.kind === 'accept' || act.kind === 'dismiss') return ofJoins(tx, act, making);
  const nameOf = namesIn(groups);
  if (act.kind === 'decline') {
    const { texts, appealIds = [] } = act;
    return { ...NOTHING, kind: 'decline', declined: texts, appealIds, about: texts.map(nameOf) };
  }
  return { ...NOTHING, ...described(groups, act), made: mustShape(groups, act) };
}

function mustShape(groups: readonly FullGroup[], act: ShapingAct): readonly ManualGroup[] {
  const made = shapedBy(groups, act);
  if (made === 'gone') throw new ApiError(409, PRODUCER_MESSAGES.desk.gone, { code: 'gone' });
  if (made === 'same') throw new ApiError(409, PRODUCER_MESSAGES.desk.noChange, { code: 'same' });
  return made;
}

/** What the history says of an act. */
function described(
  groups: readonly FullGroup[],
  act: ShapingAct,
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

/** A text as it was typed most. */
function namesIn(groups: readonly FullGroup[]): (key: string) => string {
  const typed = new Map(
    groups.flatMap(({ texts }) => texts.map(({ key, spellings: [most] }) => [key, most?.[0]])),
  );
  return (key) => {
    const text = typed.get(key) ?? key;
    return displayText(text) || text;
  };
}

/** Joins of a model: accepted, their texts stay together as by any other decision. */
async function ofJoins(
  tx: Tx,
  { kind, joinIds }: Extract<DeskAct, { kind: 'accept' | 'dismiss' }>,
  { gameSessionId, groups, at }: Making,
): Promise<Entry | null> {
  const joins = await readJoinKeys(tx, gameSessionId, joinIds);
  if (joins.length < new Set(joinIds).size) throw new ApiError(404, MESSAGES.notFound);
  const state = kind === 'accept' ? 'accepted' : 'dismissed';
  const others = joins.filter((join) => join.status !== state);
  if (others.length === 0) return null;
  const isMade = kind === 'dismiss' && others.some(({ status }) => status === 'joined');
  if (isMade && isFrozen(await readResult(tx, gameSessionId)))
    throw new ApiError(409, PRODUCER_MESSAGES.result.frozenJoin);
  await writeJoinStates(
    tx,
    others.map(({ joinId: id }) => ({ id, status: state, at })),
  );
  const made: ManualGroup[] = [];
  if (kind === 'accept')
    for (const { keys } of others) made.push(...joinedBy(withShaped(groups, made), keys));
  return {
    ...NOTHING,
    kind,
    made,
    joinIds: others.map(({ joinId }) => joinId),
    was: Object.fromEntries(others.map(({ joinId, status }) => [joinId, status])),
    about: fewOf(others.flatMap(({ keys }) => keys).map(namesIn(groups))),
  };
}

/** All groups that have one of these texts, as one; also where they are one already. */
function joinedBy(groups: readonly ShapedGroup[], keys: readonly string[]): readonly ManualGroup[] {
  const about = new Set(keys);
  const found = groups.filter(({ texts }) => texts.some(({ key }) => about.has(key)));
  const ids = found.map(({ groupId }) => groupId);
  const shaped = shapedBy(groups, { kind: 'gather', groups: ids, texts: [] });
  if (typeof shaped !== 'string') return shaped;
  return found.map(({ name, isHeld, texts }) => ({ name, isHeld, keys: texts.map(keyOf) }));
}

const keyOf = ({ key }: { readonly key: string }): string => key;

/** Takes the last decision back, or the last one taken back again. */
async function turned(tx: Tx, kind: 'undo' | 'redo', { log, at }: Making): Promise<Entry> {
  const entry = standing(log)[kind];
  if (entry === null) {
    const { nothingToUndo, nothingToRedo } = PRODUCER_MESSAGES.desk;
    throw new ApiError(409, kind === 'undo' ? nothingToUndo : nothingToRedo, { code: 'same' });
  }
  const { counting } = standing([...log, { ...entry, kind, turn: log.length + 1 }]);
  const said = saidOfJoins(counting);
  await writeJoinStates(
    tx,
    entry.joinIds.map((id) => {
      const isAccepted = said.get(id);
      if (isAccepted === undefined) return { id, status: entry.was[id] ?? 'held', at: null };
      return { id, status: isAccepted ? 'accepted' : 'dismissed', at };
    }),
  );
  const { about, to } = entry;
  return { ...NOTHING, kind, about, to };
}
