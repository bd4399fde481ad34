import type { Transaction } from 'kysely';
import type { Audience } from '#machines/contract/entities.ts';
import type { CountedText, TextGroup } from '#machines/rules/grouping.ts';
import { scoreGroups } from '#machines/rules/scoring.ts';
import { displayText } from '#machines/rules/text.ts';
import { type Database, inTransaction } from '#server/db/client.ts';
import type { Schema } from '#server/db/schema.ts';
import { newId } from '#server/id.ts';
import { nameGroups } from './name-groups.ts';
import {
  addToScores,
  countGroups,
  deleteGroups,
  lock,
  type MovedForm,
  readMoved,
  readVersion,
  writeForms,
  writeGrouping,
  writeGroups,
  writePoints,
} from './recount-store.ts';
import { type GroupRow, readForms, readGroups } from './store.ts';

export interface RecountServices {
  readonly db: Database;
  readonly now: () => number;
  /** Puts every text into exactly one group. */
  readonly group: (texts: readonly CountedText[]) => Promise<readonly TextGroup[]>;
}

export interface Recounted {
  readonly gameSessionId: string;
  readonly questionId: string;
  readonly answered: Readonly<Record<Audience, number>>;
  /** The group of every form. */
  readonly groupIds: ReadonlyMap<string, string>;
  readonly moved: readonly MovedForm[];
}

/**
 * Groups the answers of a game session anew and moves everything that stands on the groups, at once:
 * points, totals and ranks (decisions §5). Texts that come meanwhile wait for the next recount.
 * 'stale': another process has recounted it meanwhile, nothing was written. 'gone': nothing to count.
 */
export async function recount(
  { db, now, group }: RecountServices,
  gameSessionId: string,
): Promise<Recounted | 'stale' | 'gone'> {
  const version = await readVersion(db.read, gameSessionId);
  const former = await readGroups(db.read, gameSessionId);
  const forms = await readForms(db.read, gameSessionId);
  if (forms.length === 0) return 'gone';
  const grouped = await group(forms.map(({ textKey, count }) => ({ key: textKey, count })));
  const named = nameGroups(grouped, forms, newId);

  const before = new Map(forms.map((form) => [form.textKey, form]));
  const members = named.flatMap(({ id, members: each }) =>
    each.map(({ textKey, reason }) => ({ textKey, groupId: id, reason })),
  );
  const changed = members.filter(({ textKey, groupId, reason }) => {
    const form = before.get(textKey);
    return form?.groupId !== groupId || form.reason !== reason;
  });

  return inTransaction(db, async (tx) => {
    const locked = await lock(tx, gameSessionId);
    if (locked === null) return 'gone';
    if (locked.version !== version) return 'stale';
    await writeForms(tx, gameSessionId, changed);
    const counts = await countGroups(tx, gameSessionId);
    const countOf = new Map(counts.map((count) => [count.groupId, count]));
    const scores = scoreGroups(counts);
    const groups = named.map(({ id, representative }): GroupRow => {
      const { home = 0, studio = 0 } = countOf.get(id) ?? {};
      const { homePoints = 0, contestantPoints = 0 } = scores.get(id) ?? {};
      const { text = representative } = before.get(representative) ?? {};
      return {
        id,
        representative: displayText(text) || text,
        home,
        studio,
        homePoints,
        contestantPoints,
      };
    });
    await replaceGroups(tx, gameSessionId, former, groups);
    const moved = await readMoved(tx, gameSessionId);
    await addToScores(tx, gameSessionId);
    await writePoints(tx, gameSessionId);
    const answered = { home: sumOf(groups, 'home'), studio: sumOf(groups, 'studio') };
    await writeGrouping(tx, gameSessionId, {
      version: version + 1,
      explanation: 'Grouped by text matching',
      updatedAt: now(),
      answersCounted: answered.home + answered.studio,
    });
    const groupIds = new Map(members.map(({ textKey, groupId }) => [textKey, groupId]));
    return { gameSessionId, questionId: locked.questionId, answered, groupIds, moved };
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
  a.contestantPoints === b.contestantPoints;

const sumOf = (groups: readonly GroupRow[], audience: Audience): number =>
  groups.reduce((sum, group) => sum + group[audience], 0);
