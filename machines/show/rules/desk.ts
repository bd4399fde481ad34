import type { ListedQuestion, DeskQuestion } from '#machines/contract/entities.ts';
import { ADMIN_LIST_SIZE } from '#machines/contract/limits.ts';
import { type FeedEvent, isChange, compareVersion } from '#machines/answering/rules/feed.ts';

/** A producer's list, and the version of the server's feed that it holds for; null: unknown. */
export interface Listed {
  readonly questions: readonly ListedQuestion[];
  readonly version: number | null;
}
/** What an event says of the list: nothing, all that has changed, or that something has which only the list tells. */
export type News = 'nothing' | 'told' | 'untold';

/** What no player sees moves no version, and comes without the question as players see it. */
const isUnseen = ({ desk, question }: FeedEvent): boolean =>
  desk !== undefined && question === undefined;

export function newsOf({ questions, version }: Listed, event: FeedEvent): News {
  const { name, desk, question } = event;
  if (!isChange(null, event)) return 'nothing';
  const order = compareVersion(version, event.version);
  if (name === 'realtime.show-answers' && event.version !== undefined)
    return order === 'ahead' ? 'untold' : 'told';
  if (question !== undefined && order === 'old') return 'nothing';
  if (desk === undefined) return 'untold';
  // The next one on a full list is not known here.
  if (desk.question === null && questions.length >= ADMIN_LIST_SIZE) return 'untold';
  return isUnseen(event) || order !== 'ahead' ? 'told' : 'untold';
}

/** The list after an event that tells all that has changed. */
export function applyNews({ questions, version }: Listed, event: FeedEvent): Listed {
  const { desk, gameSessionId } = event;
  const next = isUnseen(event) ? version : Math.max(version ?? 0, event.version ?? 0);
  if (desk === undefined) return { questions, version: next };
  if (desk.question !== null)
    return { questions: withQuestion(questions, desk.question), version: next };
  const isKept = (known: ListedQuestion) => known.game_session_id !== gameSessionId;
  return { questions: questions.filter(isKept), version: next };
}

/** As the server lists them: the newest first, and no more than so many. */
function withQuestion(
  questions: readonly ListedQuestion[],
  changed: DeskQuestion,
): readonly ListedQuestion[] {
  const isChanged = (known: ListedQuestion) => known.game_session_id === changed.game_session_id;
  if (questions.some(isChanged))
    return questions.map((known) => {
      const { answered, points, joinsHeld, topGroups } = known;
      return isChanged(known) ? { ...changed, answered, points, joinsHeld, topGroups } : known;
    });
  const older = questions.findIndex((known) => isNewer(changed, known));
  const index = older < 0 ? questions.length : older;
  const none = { answered: { studio: 0, home: 0 }, points: 0, joinsHeld: 0, topGroups: [] };
  return [...questions.slice(0, index), { ...changed, ...none }, ...questions.slice(index)].slice(
    0,
    ADMIN_LIST_SIZE,
  );
}

const isNewer = (one: DeskQuestion, other: DeskQuestion): boolean =>
  one.created_at === other.created_at
    ? one.game_session_id > other.game_session_id
    : one.created_at > other.created_at;
