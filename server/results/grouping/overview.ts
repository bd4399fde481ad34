import { m } from 'messages';
import type { DistributionItem, Grouping } from '#machines/contract/entities.ts';
import { LIMITS } from '#machines/contract/limits.ts';
import { displayText } from '#machines/contract/text.ts';
import type { Database } from '#server/db/client.ts';
import { ApiError } from '#server/http/route.ts';
import { gameSessionExists, readGameSession } from '#server/answering/feed-store.ts';
import type { AnswerSummary } from '#server/answering/view.ts';
import { countOpenAppeals } from '#server/results/appeal-store.ts';
import { explain } from './how-grouped.ts';
import { countHeld, readMerges, readMergeTexts, readModelMade } from './judgement-store.ts';
import {
  countAnswers,
  countGroups,
  readAnswered,
  readAnswerTexts,
  readGroupAnswers,
  readGrouping,
  readGroups,
  readTopGroups,
} from './store.ts';

/** Limits of one reply; producers read only the beginning of these lists. */
const MOST_TEXTS = 500;
const MOST_GROUPS = 100;
const MOST_ANSWERS_A_GROUP = 50;
const TOP_GROUPS = 5;

interface Services {
  readonly db: Pick<Database, 'read' | 'consistent'>;
}

/**
 * Returns how often each text was given, in its most frequent spelling, the most frequent text first.
 * @throws ApiError 404
 */
export async function distribution(
  { db }: Services,
  gameSessionId: string,
): Promise<DistributionItem[]> {
  const answerTexts = await readAnswerTexts(db.read, gameSessionId, MOST_TEXTS);
  if (answerTexts.length === 0 && !(await gameSessionExists(db.read, gameSessionId)))
    throw new ApiError(404, m.notFound());
  return answerTexts.map(({ text, count }) => ({ answer_text: shown(text), count }));
}

/**
 * Returns the groups as of the last recount, and how they were formed.
 * @throws ApiError 404
 */
export async function grouping({ db }: Services, gameSessionId: string): Promise<Grouping> {
  const record = await readGameSession(db.read, gameSessionId);
  if (record === null) throw new ApiError(404, m.notFound());
  const { showId, itemId } = record;
  const counted = await db.consistent.reading((read) => groupsOf(read, gameSessionId));
  return { showId, itemId, ...counted, merges: await mergesOf(db, gameSessionId) };
}

async function groupsOf(
  read: Database['read'],
  gameSessionId: string,
): Promise<Omit<Grouping, 'showId' | 'itemId'>> {
  const state = await readGrouping(read, gameSessionId);
  const totalAnswers = await countAnswers(read, gameSessionId);
  const totalGroups = await countGroups(read, gameSessionId);
  const groups = await readGroups(read, gameSessionId, MOST_GROUPS);
  const groupIds = groups.map(({ id }) => id);
  const answers = await readGroupAnswers(read, gameSessionId, groupIds, MOST_ANSWERS_A_GROUP);
  const modelMade = await readModelMade(read, gameSessionId, groupIds);
  return {
    aiEnabled: state?.aiEnabled ?? false,
    totalAnswers,
    totalGroups,
    explanation: explain(state, { totalAnswers, totalGroups, shownGroups: MOST_GROUPS }),
    groupingDetails: groups.map((group) => ({
      groupId: group.id,
      representative: group.representative,
      pointsPerAnswer: group.homePoints,
      contestantPoints: group.contestantPoints,
      count: group.home + group.studio,
      madeBy: modelMade.has(group.id) ? ('model' as const) : ('text' as const),
      answers: answers
        .filter(({ groupId }) => groupId === group.id)
        .map(({ text, userId, matchReason }) => ({
          originalText: shown(text),
          userId,
          matchReason,
        })),
    })),
  };
}

async function mergesOf(
  { read }: Services['db'],
  gameSessionId: string,
): Promise<NonNullable<Grouping['merges']>> {
  const rows = await readMerges(read, gameSessionId, LIMITS.modelMerges);
  const merges = new Map(
    rows.map(({ mergeId, state, judgedAt }) => {
      const texts: string[] = [];
      const groups: { groupId: string; representative: string; count: number }[] = [];
      return [mergeId, { mergeId, state, judgedAt, texts, groups }];
    }),
  );
  for (const { mergeId, groupId, representative, count } of rows)
    merges.get(mergeId)?.groups.push({ groupId, representative, count });
  for (const { mergeId, text } of await readMergeTexts(read, gameSessionId, [...merges.keys()]))
    merges.get(mergeId)?.texts.push(shown(text));
  return [...merges.values()];
}

/** Returns a summary of the answers to each of these game sessions; game sessions without answers are absent. */
export async function summaries(
  { db }: Services,
  gameSessionIds: readonly string[],
): Promise<Map<string, AnswerSummary>> {
  if (gameSessionIds.length === 0) return new Map();
  const { answered, tops } = await db.consistent.reading(async (read) => ({
    answered: await readAnswered(read, gameSessionIds),
    tops: await readTopGroups(read, gameSessionIds, TOP_GROUPS),
  }));
  const held = await countHeld(db.read, gameSessionIds);
  const open = await countOpenAppeals(db.read, gameSessionIds);
  const found = new Map(
    answered.map(({ gameSessionId, home, studio, points }) => {
      const topGroups: { representative: string; count: number }[] = [];
      const counts = {
        answered: { home, studio },
        points,
        mergesHeld: held.get(gameSessionId) ?? 0,
        appeals: open.get(gameSessionId) ?? 0,
      };
      return [gameSessionId, { ...counts, topGroups }];
    }),
  );
  for (const { gameSessionId, ...group } of tops) found.get(gameSessionId)?.topGroups.push(group);
  return found;
}

const shown = (text: string): string => displayText(text) || text;
