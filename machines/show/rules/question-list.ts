import type { RundownItem } from '#machines/contract/rundown.ts';
import type { ProducerQuestion, ListedQuestion, Versions } from '#machines/contract/entities.ts';
import { ADMIN_LIST_SIZE } from '#machines/contract/limits.ts';
import {
  type FeedUpdate,
  isGap,
  versionOrder,
  withVersion,
} from '#machines/answering/rules/feed.ts';

/** The producer's list of questions, and the feed versions that it contains. */
export interface ProducerList {
  readonly questions: readonly ListedQuestion[];
  readonly versions: Versions;
}
/**
 * What an event changes in the list: nothing, something that the event contains (`apply`), or something that must be
 * loaded (`reload`).
 */
export type ListUpdate = 'none' | 'apply' | 'reload';

export function updateFor({ questions, versions }: ProducerList, event: FeedUpdate): ListUpdate {
  const { forProducers } = event;
  const order = versionOrder(versions, event);
  if (order === 'old' || (order === 'none' && forProducers === undefined)) return 'none';
  if (isGap(versions, event)) return 'reload';
  // After a deletion from a list of maximum length, the question that now becomes the last must be loaded.
  return forProducers?.question === null && questions.length >= ADMIN_LIST_SIZE
    ? 'reload'
    : 'apply';
}

/** Returns the list after an event that contains the whole change. */
export function applyEvent(listed: ProducerList, event: FeedUpdate): ProducerList {
  const { forProducers, gameSessionId } = event;
  const { questions } = listed;
  const versions = withVersion(listed.versions, event);
  if (forProducers === undefined) return { questions, versions };
  if (forProducers.question !== null)
    return { questions: withQuestion(questions, forProducers.question), versions };
  const isKept = (known: ListedQuestion) => known.game_session_id !== gameSessionId;
  return { questions: questions.filter(isKept), versions };
}

/** Inserts or replaces a changed question. Like the server, keeps the newest first and limits the length. */
function withQuestion(
  questions: readonly ListedQuestion[],
  changed: ProducerQuestion,
): readonly ListedQuestion[] {
  const isChanged = (known: ListedQuestion) => known.game_session_id === changed.game_session_id;
  if (questions.some(isChanged))
    return questions.map((known) => {
      const { answered, points, mergesHeld, appeals, topGroups } = known;
      const kept = { answered, points, mergesHeld, appeals, topGroups };
      return isChanged(known) ? { ...changed, ...kept } : known;
    });
  const older = questions.findIndex((known) => isNewer(changed, known));
  const index = older < 0 ? questions.length : older;
  const answered = { studio: 0, home: 0 };
  const none = { answered, points: 0, mergesHeld: 0, appeals: 0, topGroups: [] };
  return [...questions.slice(0, index), { ...changed, ...none }, ...questions.slice(index)].slice(
    0,
    ADMIN_LIST_SIZE,
  );
}

/** Whether the list is outdated, because an item of a show has other windows than its question in the list. */
export function isBehind(
  questions: readonly ListedQuestion[],
  items: readonly RundownItem[],
): boolean {
  const windows = new Map(items.map((item) => [item.id, JSON.stringify(item.windows)]));
  return questions.some((known) => {
    const current = windows.get(known.item_id);
    return current !== undefined && current !== JSON.stringify(known.windows);
  });
}

const isNewer = (one: ProducerQuestion, other: ProducerQuestion): boolean =>
  one.created_at === other.created_at
    ? one.game_session_id > other.game_session_id
    : one.created_at > other.created_at;
