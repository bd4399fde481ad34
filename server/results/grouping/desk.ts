import { m } from 'messages';
import type { AdminAppeal } from '#machines/contract/entities.ts';
import type { Desk, DeskGroup, DeskSuggestion, DeskText } from '#machines/contract/desk.ts';
import { LIMITS } from '#machines/contract/limits.ts';
import { type Knowledge, textKey } from 'answer-grouping';
import { decisionsInEffect } from '#machines/results/rules/desk-decisions.ts';
import { displayText } from '#machines/contract/text.ts';
import type { Database } from '#server/db/client.ts';
import { ApiError } from '#server/http/route.ts';
import { inSlices, type Steps } from '#server/in-slices.ts';
import { readGameSession } from '#server/answering/feed-store.ts';
import { historyOf, readLog } from './decision-log.ts';
import { type FullGroup, readFullGroups, readMergesIn } from './desk-store.ts';
import { type GroupOrigin, readGroupOrigins } from './origin-store.ts';
import { readSessionQuestion } from './judgement-store.ts';
import { type OpenAppeal, suggest } from './suggest.ts';

export interface DeskReaders {
  readonly db: Pick<Database, 'read' | 'consistent'>;
  /** Whether a word list flags a text as unfit for air. */
  readonly isUnfit: (text: string) => boolean;
  readonly knowledge: Knowledge;
  /** Returns the players' appeals about a game session. */
  readonly appeals: (gameSessionId: string) => Promise<readonly AdminAppeal[]>;
}

/**
 * Returns the grouping desk of a game session: groups, suggestions and past decisions. During a recount these are from
 * before it, but the state of the result is the present one, because it decides whether a decision needs a reason.
 * @throws ApiError 404
 */
export async function readDesk(services: DeskReaders, gameSessionId: string): Promise<Desk> {
  const { db, isUnfit } = services;
  const seen = await db.consistent.reading(async (read) => ({
    ...(await readGrouped(read, gameSessionId)),
    origins: await readGroupOrigins(read, gameSessionId),
  }));
  const record = await readGameSession(db.read, gameSessionId);
  if (record === null) throw new ApiError(404, m.notFound());
  const { log, groups, origins } = seen;
  const { undo, redo } = decisionsInEffect(log);
  const suggestions = await suggestionsFor(services, gameSessionId, seen);
  return {
    gameSessionId,
    showId: record.showId,
    itemId: record.itemId,
    question: record.text,
    version: log.length,
    state: record.result.state,
    groups: await inSlices(deskGroupsInSteps(groups, origins, isUnfit)),
    history: historyOf(log).slice(0, LIMITS.deskHistory),
    undo: undo?.turn ?? null,
    redo: redo?.turn ?? null,
    suggestions,
  };
}

/**
 * Returns only the number of waiting suggestions of a game session's grouping desk.
 * @throws ApiError 404
 */
export async function countSuggestions(
  services: DeskReaders,
  gameSessionId: string,
): Promise<number> {
  const seen = await services.db.consistent.reading((read) => readGrouped(read, gameSessionId));
  return (await suggestionsFor(services, gameSessionId, seen)).length;
}

/** Reads the groups and the decisions about them. @throws ApiError 404 */
async function readGrouped(read: Database['read'], gameSessionId: string) {
  const question = await readSessionQuestion(read, gameSessionId);
  if (question === null) throw new ApiError(404, m.notFound());
  return {
    question,
    log: await readLog(read, gameSessionId),
    groups: await readFullGroups(read, gameSessionId),
    merges: await readMergesIn(read, gameSessionId, ['held', 'applied']),
    dismissed: await readMergesIn(read, gameSessionId, ['dismissed']),
  };
}

async function suggestionsFor(
  { knowledge, appeals }: DeskReaders,
  gameSessionId: string,
  { question, log, groups, merges, dismissed }: Awaited<ReturnType<typeof readGrouped>>,
): Promise<DeskSuggestion[]> {
  return suggest({
    groups,
    merges,
    appeals: (await appeals(gameSessionId)).flatMap((appeal) =>
      openAppeal(appeal, question.language),
    ),
    counting: decisionsInEffect(log).counting,
    dismissed: dismissed.map(({ keys }) => keys),
    knowledge,
    question: question.text,
    language: question.language,
  });
}

const originField = (origin: GroupOrigin | undefined): Pick<DeskGroup, 'origin'> =>
  origin === undefined
    ? {}
    : { origin: { percent: Math.round(origin.share * 100), isOneDomain: origin.isOneDomain } };

/** Builds the groups as a producer sees them. Yields after each text, so that the event loop is not blocked. */
export function* deskGroupsInSteps(
  groups: readonly FullGroup[],
  origins: ReadonlyMap<string, GroupOrigin>,
  isUnfit: DeskReaders['isUnfit'],
): Steps<DeskGroup[]> {
  const described: DeskGroup[] = [];
  for (const { texts, ...group } of groups) {
    const shownTexts: DeskText[] = [];
    for (const { key, matchReason, home, studio, spellings } of texts) {
      const shownSpellings = spellings
        .slice(0, LIMITS.deskSpellings)
        .map(([text, count]): [string, number] => [shown(text), count]);
      const text = shownSpellings[0]?.[0] ?? shown(key);
      shownTexts.push({ key, text, matchReason, home, studio, spellings: shownSpellings });
      yield;
    }
    described.push({
      ...group,
      isFlagged: isUnfit(group.label),
      ...originField(origins.get(group.groupId)),
      texts: shownTexts,
    });
    yield;
  }
  return described;
}

const openAppeal = (appeal: AdminAppeal, language: string): OpenAppeal[] =>
  appeal.state === 'open' ? [{ ...appeal, key: textKey(appeal.answer_text, language) }] : [];

const shown = (text: string): string => displayText(text) || text;
