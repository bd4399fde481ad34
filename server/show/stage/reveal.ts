import { m } from 'messages';
import type { Transaction } from 'kysely';
import { AUDIENCES } from '#machines/contract/roles.ts';
import { revealVisibleFrom } from '#machines/answering/rules/disclosure.ts';
import { shownAfterMs } from '#machines/show/rules/stage.ts';
import { isAnswerable, lastRevealed, nextToReveal } from '#machines/results/rules/ranked-groups.ts';
import type { AuditDetails } from '#server/db/audit-details.ts';
import type { Schema } from '#server/db/schema.ts';
import { ApiError } from '#server/http/route.ts';
import type { Change, ChangeEvent } from '#server/show/releases/change.ts';
import { readGameSession, storeChange, storeDisclosure } from '#server/answering/feed-store.ts';
import { actOnResult, showPoints } from '#server/results/result-store.ts';
import { type QuestionRecord, windowsOf } from '#server/answering/view.ts';
import { deleteReveal, insertReveal, isHeldBack, readStage } from './store.ts';
import { lockRankedGroups, type RankedGroups } from './ranked-groups.ts';

type Tx = Transaction<Schema>;

/** Which group of a game session to reveal or hide (by default the next, or the last one), when (epoch ms), and who reveals it. */
interface Reveal {
  readonly gameSessionId: string;
  readonly groupId: string | undefined;
  readonly at: number;
  readonly by: string;
}

interface Revealed {
  /** Changes to announce, in order; empty if the group was revealed already. */
  readonly changes: readonly Change[];
  readonly details: Pick<AuditDetails, 'before' | 'after'>;
}

/**
 * Reveals a group of the question on the stage of a locked show; the first reveal locks the result. The event for
 * players has a version of its own, so that players who missed an earlier change still notice that.
 * @throws ApiError 404; 409 while answers are accepted, for a question not on the stage, or if all is revealed
 */
export async function revealGroup(
  tx: Tx,
  { gameSessionId, groupId, at, by }: Reveal,
): Promise<Revealed> {
  const { record, groups, revealed } = await shownQuestion(tx, gameSessionId);
  if (isAnswerable(windowsOf(record), at))
    throw new ApiError(409, m.showStillOpen(), { code: 'guard' });
  const chosen = chosenOf(groups, groupId) ?? nextToReveal(groups, revealed);
  if (chosen === null) throw new ApiError(409, m.showNothingLeft(), { code: 'guard' });
  const details = detailsOf(groups, chosen);
  if (revealed.includes(chosen)) return { changes: [], details };
  const after = await actOnResult(tx, record, { act: 'reveal', at, by, reason: null });
  await insertReveal(tx, record.showId, chosen, at);
  await showPoints(tx, [gameSessionId]);
  const position = groups.findIndex(({ groupId: each }) => each === chosen) + 1;
  const { showId, homeDelayMs } = record;
  const isBehind = homeDelayMs > 0;
  if (isBehind) {
    const knownAt = revealVisibleFrom('home', { at, position, homeDelayMs });
    await storeDisclosure(tx, { at: knownAt, showId, gameSessionId, isReveal: true });
  }
  const shown: ChangeEvent = {
    type: 'answers-shown',
    record: (await readGameSession(tx, gameSessionId)) ?? after,
    to: isBehind ? ['studio'] : [...AUDIENCES],
    ...((await isHeldBack(tx, gameSessionId)) && { shownAt: at + shownAfterMs(position) }),
  };
  const isFirst = after.result.version !== record.result.version;
  const locked = { type: 'changed', record: after, windowEvents: {} } as const;
  const locking = isFirst ? [await storeChange(tx, at, locked)] : [];
  return { changes: [...locking, await storeChange(tx, at, shown)], details };
}

/**
 * Reveals all hidden groups of the question on the stage, a millisecond apart, so that the most popular one is the last.
 * @throws ApiError as `revealGroup` does
 */
export async function revealAll(
  tx: Tx,
  { gameSessionId, at, by }: Omit<Reveal, 'groupId'>,
): Promise<Revealed> {
  const { groups, revealed } = await shownQuestion(tx, gameSessionId);
  const hidden = groups.filter(({ groupId }) => !revealed.includes(groupId)).toReversed();
  if (hidden.length === 0) throw new ApiError(409, m.showNothingLeft(), { code: 'guard' });
  const changes: Change[] = [];
  for (const [index, { groupId }] of hidden.entries()) {
    const done = await revealGroup(tx, { gameSessionId, groupId, at: at + index, by });
    changes.push(...done.changes);
  }
  return {
    changes,
    details: { after: { groups: hidden.map(({ representative }) => representative) } },
  };
}

/**
 * Hides a revealed group of the question on the stage of a locked show, by default the group that was revealed last.
 * @throws ApiError 404; 409 for a question not on the stage, or if nothing is revealed
 */
export async function hideGroup(
  tx: Tx,
  { gameSessionId, groupId, at }: Omit<Reveal, 'by'>,
): Promise<Revealed> {
  const { record, groups, revealed } = await shownQuestion(tx, gameSessionId);
  const chosen = chosenOf(groups, groupId) ?? lastRevealed(groups, revealed);
  if (chosen === null) throw new ApiError(409, m.showNothingRevealed(), { code: 'guard' });
  await deleteReveal(tx, record.showId, chosen);
  await showPoints(tx, [gameSessionId]);
  const after = (await readGameSession(tx, gameSessionId)) ?? record;
  const changes = [await storeChange(tx, at, { type: 'changed', record: after, windowEvents: {} })];
  return { changes, details: detailsOf(groups, chosen) };
}

function detailsOf(groups: RankedGroups['groups'], groupId: string): Revealed['details'] {
  const group = groups.find((each) => each.groupId === groupId);
  return { after: { group: group?.representative ?? '', rank: group?.rank ?? null } };
}

/** Returns the game session, which must be the one on the stage, with its ranked groups. */
async function shownQuestion(
  tx: Tx,
  gameSessionId: string,
): Promise<{ record: QuestionRecord } & RankedGroups> {
  const record = await readGameSession(tx, gameSessionId);
  if (record === null) throw new ApiError(404, m.notFound());
  const { scene, gameSessionId: shown } = await readStage(tx, record.showId);
  if (scene !== 'question' || shown !== gameSessionId)
    throw new ApiError(409, m.showOtherQuestion(), { code: 'guard' });
  return { record, ...(await lockRankedGroups(tx, gameSessionId)) };
}

/** Returns the chosen group, which must be among the ranked groups; null: none was chosen. */
function chosenOf(groups: RankedGroups['groups'], groupId: string | undefined): string | null {
  if (groupId === undefined) return null;
  if (!groups.some((each) => each.groupId === groupId)) throw new ApiError(404, m.notFound());
  return groupId;
}
