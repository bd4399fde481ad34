import { m } from 'messages';
import type { PointsExplanation } from '#machines/contract/entities.ts';
import { STAGE_GROUPS } from '#machines/contract/limits.ts';
import { displayText } from '#machines/contract/text.ts';
import { whyNoAppeal } from '#machines/results/rules/points-explanation.ts';
import { isAnswerable, publicLabel } from '#machines/results/rules/ranked-groups.ts';
import { isFinal } from '#machines/results/rules/finality.ts';
import { disclosure } from '#machines/answering/rules/disclosure.ts';
import type { Database } from '#server/db/client.ts';
import { ApiError } from '#server/http/route.ts';
import { readGameSession } from '#server/answering/feed-store.ts';
import { readFormerPoints } from '#server/answering/former-points.ts';
import { type QuestionRecord, windowsOf } from '#server/answering/view.ts';
import { readAppeal } from './appeal-store.ts';
import {
  type CountedOwn,
  readCountedOwn,
  readLargest,
  readRecounts,
  readSizes,
  readSpellings,
} from './explain-store.ts';

/** Maximum number of other spellings in an explanation. */
const MOST_OTHERS = 5;
/** Maximum number of cached groups; the least recently read group is evicted. */
const MOST_KEPT = 500;

/** The part of an explanation that is the same for all members of a group. */
interface Company {
  readonly spellings: readonly { readonly textKey: string; readonly text: string }[];
  readonly sizes: readonly number[];
  readonly largest: readonly { readonly groupId: string; readonly representative: string }[];
}

/**
 * Explains to players which answers their answer is grouped with. Each group is read once per recount, however many
 * players request it.
 */
export function createExplaining({
  db,
  now,
}: {
  readonly db: Pick<Database, 'read' | 'consistent'>;
  readonly now: () => number;
}): (userId: string, gameSessionId: string) => Promise<PointsExplanation | null> {
  const kept = new Map<string, Promise<Company>>();

  function companyOf(gameSessionId: string, groupId: string, recounts: number): Promise<Company> {
    const key = `${groupId} ${recounts}`;
    const known = kept.get(key);
    if (known !== undefined) return known;
    const reading = db.consistent.reading(async (read) => ({
      spellings: await readSpellings(read, gameSessionId, groupId, MOST_OTHERS + 1),
      sizes: await readSizes(read, gameSessionId),
      largest: await readLargest(read, gameSessionId, STAGE_GROUPS),
    }));
    kept.set(key, reading);
    reading.catch(() => kept.delete(key));
    for (const oldest of kept.keys()) {
      if (kept.size <= MOST_KEPT) break;
      kept.delete(oldest);
    }
    return reading;
  }

  /** Whether points or groups of the answer are still hidden from Home. */
  async function isChanging(
    { textKey }: CountedOwn,
    { gameSessionId }: QuestionRecord,
    at: number,
  ): Promise<boolean> {
    const former = await readFormerPoints(db.read, gameSessionId, at);
    return former.some(
      (each) => each.held === 0 || (each.audience === 'home' && each.textKey === textKey),
    );
  }

  return async (userId, gameSessionId) => {
    const record = await readGameSession(db.read, gameSessionId);
    if (record === null) throw new ApiError(404, m.notFound());
    const at = now();
    if (isAnswerable(windowsOf(record), at)) return null;
    // Read from one state, so that the cache for a recount never contains older data.
    const { recounts, own } = await db.consistent.reading(async (read) => ({
      recounts: await readRecounts(read, gameSessionId),
      own: await readCountedOwn(read, gameSessionId, userId),
    }));
    if (own === null || own.held === 1) return null;
    const { audience, home, studio } = own;
    if (audience === 'home' && record.homeDelayMs > 0 && (await isChanging(own, record, at)))
      return null;
    const { result } = disclosure(record, audience, at);
    const company = await companyOf(gameSessionId, own.groupId, recounts);
    const appeal = await readAppeal(db.read, gameSessionId, userId);
    const mayAppeal =
      appeal === null && whyNoAppeal(result, { isAnswerable: false, now: at }) === null;
    const isPublic = isFinal(result);
    const isHeld = own.isHeldBack === 1;
    const labelOf = (representative: string) => publicLabel({ representative, isHeld });
    return {
      gameSessionId,
      result,
      answer_text: own.text,
      audience,
      group: labelOf(own.representative),
      // The texts of a held-back group are as unfit for air as its label, so none are listed.
      others: (isHeld ? [] : company.spellings)
        .filter(({ textKey }) => textKey !== own.textKey)
        .slice(0, MOST_OTHERS)
        .map(({ text }) => displayText(text) || text),
      people: audience === 'home' ? home : studio,
      rank: company.sizes.filter((size) => size > home + studio).length + 1,
      points: audience === 'home' ? own.homePoints : own.contestantPoints,
      before: beforeOf(own, labelOf),
      appeal: appeal && { wanted: appeal.wanted, state: appeal.state },
      mayAppeal,
      choices:
        mayAppeal && isPublic
          ? company.largest.filter(({ groupId }) => groupId !== own.groupId)
          : [],
    };
  };
}

function beforeOf(
  own: CountedOwn,
  labelOf: (representative: string) => string,
): PointsExplanation['before'] {
  const { audience, wasRepresentative: group } = own;
  const points = audience === 'home' ? own.wasHomePoints : own.wasContestantPoints;
  const now = audience === 'home' ? own.homePoints : own.contestantPoints;
  if (group === null || points === null) return null;
  return points === now && group === own.representative ? null : { group: labelOf(group), points };
}
