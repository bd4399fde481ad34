import type { Transaction } from 'kysely';
import type { Audience } from '#machines/contract/entities.ts';
import {
  applyManualGroups,
  type CountedText,
  type Judgement,
  type MustDiffer,
  type RefinedGroup,
  refineInSteps,
  type TextGroup,
} from 'answer-grouping';
import { type GroupCount, scoreGroups } from '#machines/results/rules/scoring.ts';
import { isFrozen } from '#machines/results/rules/result.ts';
import { displayText } from '#machines/contract/text.ts';
import { type Database, inTransaction } from '#server/db/client.ts';
import type { Schema } from '#server/db/schema.ts';
import { lockScores } from '#server/db/score-lock.ts';
import { newId } from '#server/id.ts';
import { readResult } from '#server/results/result-store.ts';
import { inSlices } from '#server/in-slices.ts';
import { readManualGroups } from './decision-log.ts';
import { readJudgements } from './judgement-store.ts';
import { howGrouped } from './how-grouped.ts';
import { lockedGroups } from './locked-groups.ts';
import { nameGroups, type NamedGroup } from './name-groups.ts';
import {
  addToScores,
  ALL_PLAYERS,
  keepFormerPoints,
  type MovedText,
  readUnfinishedMoves,
  readMoved,
  readSlices,
  type PlayerSlice,
  withoutFormer,
  writePoints,
} from './points-store.ts';
import {
  beginRecount,
  endRecount,
  lockForRecount,
  lockVersion,
  type RecountVersions,
} from './recount-lease.ts';
import {
  claimAnswers,
  countGroups,
  deleteGroups,
  type GroupedText,
  settleEmpty,
  writeCounted,
  writeGroupedTexts,
  writeGrouping,
  writeGroups,
} from './recount-store.ts';
import { type AnswerText, type GroupRow, readAnswerTexts, readGroups } from './store.ts';

export interface RecountServices {
  readonly db: Database;
  readonly now: () => number;
  /** Puts each text into exactly one group. */
  readonly group: (texts: readonly CountedText[]) => Promise<readonly TextGroup[]>;
  /** Texts that stay in separate groups even if a model judges them to be the same. */
  readonly mustDiffer: MustDiffer;
  /** Runs a change of totals; until it is done, readers see the totals from before. */
  readonly whileConsistent: <T>(write: () => Promise<T>) => Promise<T>;
  /** Number of people whose points are changed in one transaction. */
  readonly sliceSize: number;
}

export interface RecountResult {
  readonly gameSessionId: string;
  readonly questionId: string;
  readonly answered: Readonly<Record<Audience, number>>;
  readonly groups: readonly RefinedGroup[];
  readonly answerTexts: ReadonlyMap<string, AnswerText>;
  /** The model's judgements at version `mergesVersion`. */
  readonly judgements: readonly Judgement[];
  readonly mergesVersion: number;
  /** The number of recounts of the game session. */
  readonly version: number;
  readonly mustDiffer: MustDiffer;
  /** The id of each text's group, by text key. */
  readonly groupIds: ReadonlyMap<string, string>;
  /** The answer texts with changed points. Changes still hidden from home viewers are announced later. */
  readonly moved: readonly MovedText[];
}

/**
 * How long a process may hold the lease for a recount, ms; longer than a recount takes, so that a crashed process
 * blocks the others only this long.
 */
const LEASE_MS = 5_000;

/**
 * Groups the answers of a game session again, merges what a model has judged to be the same, and updates points, totals
 * and ranks (decisions §5). Texts that arrive during the recount wait for the next one. Points of many players change
 * in several transactions; after each of them, totals match the points.
 * 'leased': another process is recounting the game session. 'stale': another process has recounted it, or a model has
 * judged its texts, during this recount. 'gone': there is nothing to count.
 */
export async function recount(
  services: RecountServices,
  gameSessionId: string,
): Promise<RecountResult | 'leased' | 'stale' | 'gone'> {
  const { db, now } = services;
  const from = now();
  const until = from + LEASE_MS;
  const versions = await beginRecount(db.write, gameSessionId, { until, now: from });
  if (typeof versions === 'string') return versions;
  try {
    return await recountAlone(services, gameSessionId, versions);
  } finally {
    await endRecount(db.write, gameSessionId, until);
  }
}

async function recountAlone(
  { db, now, group, mustDiffer, whileConsistent, sliceSize }: RecountServices,
  gameSessionId: string,
  { version, mergesVersion }: RecountVersions,
): Promise<RecountResult | 'stale' | 'gone'> {
  const [former, answerTexts, judgements, result, hands] = await Promise.all([
    readGroups(db.read, gameSessionId),
    readAnswerTexts(db.read, gameSessionId),
    readJudgements(db.read, gameSessionId),
    readResult(db.read, gameSessionId),
    readManualGroups(db.read, gameSessionId),
  ]);
  if (answerTexts.length === 0) {
    await settleEmpty(db.write, gameSessionId);
    return 'gone';
  }
  const counted = answerTexts.map(({ textKey, text, count }) => ({ key: textKey, text, count }));
  const wasFrozen = isFrozen(result);
  const automatic = wasFrozen
    ? lockedGroups(answerTexts)
    : await inSlices(refineInSteps(await group(counted), { counted, judgements, mustDiffer }));
  const automaticOf = new Map(
    automatic.flatMap(({ representative, members: each }) =>
      each.map(({ key, reason }) => [key, { representative, reason }]),
    ),
  );
  const grouped = applyManualGroups(automatic, hands, counted);
  const answersGrouped = counted.reduce((sum, { count }) => sum + count, 0);
  const named = nameGroups(grouped, answerTexts, newId);

  const before = new Map(answerTexts.map((answerText) => [answerText.textKey, answerText]));
  const members = named.flatMap(({ id, members: each }) =>
    each.map(({ textKey, matchReason }) => {
      const { representative, reason } = automaticOf.get(textKey) ?? {};
      return {
        textKey,
        groupId: id,
        matchReason,
        automatic: representative ?? textKey,
        automaticMatchReason: reason ?? matchReason,
      };
    }),
  );
  const changed = members.filter(
    (answerText) => !isSameGroup(answerText, before.get(answerText.textKey)),
  );

  return whileConsistent(async () => {
    const slices = await readSlices(db.read, gameSessionId, sliceSize);
    const regrouped = await inTransaction(db, async (tx) => {
      await lockScores(tx, 'shared');
      const locked = await lockForRecount(tx, gameSessionId);
      if (locked === null) return 'gone';
      if (locked.version !== version || locked.mergesVersion !== mergesVersion) return 'stale';
      if (isFrozen(await readResult(tx, gameSessionId)) !== wasFrozen) return 'stale';
      await writeGroupedTexts(tx, gameSessionId, changed);
      await claimAnswers(tx, gameSessionId);
      const groups = worthOf(named, before, await countGroups(tx, gameSessionId));
      await replaceGroups(tx, gameSessionId, former, groups);
      const answered = { home: sumOf(groups, 'home'), studio: sumOf(groups, 'studio') };
      const answers = answered.home + answered.studio;
      const [only, ...others] = slices;
      const isWhole = only !== undefined && others.length === 0;
      if (wasFrozen)
        await keepFormerPoints(tx, gameSessionId, { version: version + 1, now: now() });
      const moved = isWhole ? await readMoved(tx, gameSessionId) : null;
      if (isWhole) await movePoints(tx, gameSessionId, only);
      await writeGrouping(tx, gameSessionId, {
        version: version + 1,
        mergesVersion,
        how: howGrouped(automatic, judgements, hands),
        updatedAt: now(),
        // Too low by one until all points have changed, so that the next start finds work that a crash interrupted.
        answersCounted: isWhole ? answers : answers - 1,
        answersGrouped,
      });
      return { questionId: locked.questionId, answered, answers, moved };
    });
    if (typeof regrouped === 'string') return regrouped;
    const { questionId, answered, answers } = regrouped;
    const moved = regrouped.moved ?? (await readMoved(db.read, gameSessionId));
    for (const [index, slice] of regrouped.moved === null ? slices.entries() : []) {
      const outcome = await inTransaction(db, async (tx) => {
        await lockScores(tx, 'shared');
        const current = await lockVersion(tx, gameSessionId);
        if (current === null) return 'gone';
        if (current !== version + 1) return 'stale';
        await movePoints(tx, gameSessionId, slice);
        if (index === slices.length - 1) await writeCounted(tx, gameSessionId, answers);
        return 'moved';
      });
      if (outcome !== 'moved') return outcome;
    }
    const groupIds = new Map(members.map(({ textKey, groupId }) => [textKey, groupId]));
    return {
      gameSessionId,
      questionId,
      answered,
      groups: grouped,
      answerTexts: before,
      judgements,
      mustDiffer,
      mergesVersion,
      version: version + 1,
      groupIds,
      moved: wasFrozen ? await withoutFormer(db.read, gameSessionId, moved, now()) : moved,
    };
  });
}

/**
 * Completes the changes of points that a crash between two slices interrupted. Runs before there are readers, so one
 * transaction per game session is enough.
 */
export async function finishMoves(db: Database): Promise<void> {
  for (const { gameSessionId, answers } of await readUnfinishedMoves(db.read))
    await inTransaction(db, async (tx) => {
      await lockScores(tx, 'shared');
      if ((await lockForRecount(tx, gameSessionId)) === null) return;
      await movePoints(tx, gameSessionId, ALL_PLAYERS);
      await writeCounted(tx, gameSessionId, answers);
    });
}

async function movePoints(tx: Transaction<Schema>, id: string, slice: PlayerSlice): Promise<void> {
  await addToScores(tx, id, slice);
  await writePoints(tx, id, slice);
}

const isSameGroup = (answerText: GroupedText, before: AnswerText | undefined): boolean =>
  answerText.groupId === before?.groupId &&
  answerText.matchReason === before.matchReason &&
  answerText.automatic === before.automatic &&
  answerText.automaticMatchReason === before.automaticMatchReason;

/** Returns the rows of the groups, with their numbers of answers and the resulting points. */
function worthOf(
  named: readonly NamedGroup[],
  answerTexts: ReadonlyMap<string, AnswerText>,
  counts: readonly GroupCount[],
): GroupRow[] {
  const countOf = new Map(counts.map((count) => [count.groupId, count]));
  const scores = scoreGroups(counts);
  return named.map(({ id, representative, name, isHeld }) => {
    const { home = 0, studio = 0 } = countOf.get(id) ?? {};
    const { homePoints = 0, contestantPoints = 0 } = scores.get(id) ?? {};
    const { text = representative } = answerTexts.get(representative) ?? {};
    return {
      id,
      representative: name ?? (displayText(text) || text),
      home,
      studio,
      homePoints,
      contestantPoints,
      name,
      isHeld,
    };
  });
}

async function replaceGroups(
  tx: Transaction<Schema>,
  gameSessionId: string,
  former: readonly GroupRow[],
  groups: readonly GroupRow[],
): Promise<void> {
  const kept = new Map(former.map((group) => [group.id, group]));
  await writeGroups(
    tx,
    gameSessionId,
    groups.filter((group) => !isSame(group, kept.get(group.id))),
  );
  const ids = new Set(groups.map(({ id }) => id));
  await deleteGroups(
    tx,
    former.flatMap(({ id }) => (ids.has(id) ? [] : id)),
  );
}

const isSame = (a: GroupRow, b: GroupRow | undefined): boolean =>
  a.representative === b?.representative &&
  a.home === b.home &&
  a.studio === b.studio &&
  a.homePoints === b.homePoints &&
  a.contestantPoints === b.contestantPoints &&
  a.name === b.name &&
  a.isHeld === b.isHeld;

const sumOf = (groups: readonly GroupRow[], audience: Audience): number =>
  groups.reduce((sum, group) => sum + group[audience], 0);
