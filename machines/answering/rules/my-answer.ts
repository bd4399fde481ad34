import type { ServerEvent } from '#machines/contract/events.ts';
import type { ActiveQuestion, OwnAnswer, User } from '#machines/contract/entities.ts';
import { ROLE } from '#machines/contract/roles.ts';
import { audienceOf, audienceOfType } from '#machines/contract/audience.ts';
import {
  type ReleaseCue,
  cueOf,
  type FeedUpdate,
  findMissedRelease,
  NO_FEED,
  type PointsBySession,
  ownPointsOf,
  withNewerPoints,
} from './feed.ts';

/** The newest question of the person's audience, and their answer to it. */
export interface LastAnswer {
  readonly question: ActiveQuestion | null;
  readonly answer: OwnAnswer | null;
}

/** A feed event with the fields that `answer-updated` adds. */
export type MyAnswerEvent = FeedUpdate &
  Pick<
    ServerEvent<'answer-updated'>,
    'userId' | 'awardedPoints' | 'answer' | 'held' | 'shownAt' | 'position'
  >;

/**
 * The chime of an event on the player page at `at` (epoch ms): only for contestants, and only if the event is addressed
 * to them (specification §4).
 */
export function playerCue(news: MyAnswerEvent, { role_id }: User, at: number): ReleaseCue | null {
  const isTheirs = role_id === ROLE.contestant && news.type === 'contestant';
  return isTheirs ? cueOf(news, { audience: 'studio', at }) : null;
}

/**
 * The chime of a release that the page missed, for example while suspended, and only finds when it loads again; null:
 * no release was missed.
 */
export function missedReleaseChime(known: LastAnswer, loaded: LastAnswer, user: User, at: number) {
  const feedOf = ({ question }: LastAnswer) => ({
    ...NO_FEED,
    questions: question ? [question] : [],
  });
  const isTheirs = user.role_id === ROLE.contestant;
  return isTheirs
    ? findMissedRelease(feedOf(known), feedOf(loaded), { audience: 'studio', at })
    : null;
}

/**
 * Applies the content of an event: a release shows its question, a change of the shown question changes its windows,
 * and an expired timer ends it, regardless of the local clock.
 */
export function afterEvent(known: LastAnswer, news: MyAnswerEvent, user: User): LastAnswer {
  if (isOwnAnswer(known, news, user)) return { ...known, answer: news.answer ?? null };
  const question =
    news.name === 'realtime.timer-expired' ? expired(known, news, user) : news.question;
  if (isOwnPoints(known, news, user) && known.answer !== null)
    return { ...known, answer: withNewerPoints(known.answer, ownPointsIn(news, user)) };
  if (!question) return known;
  const isShown = question.game_session_id === known.question?.game_session_id;
  if (isShown) return { ...known, question };
  const isNew = news.name === 'realtime.question-released' && isAddressed(news, user);
  return isNew ? { question, answer: null } : known;
}

/** The state after a load. `since` holds own points that arrived during the load and are newer. */
export const answerWithPointsSince = (
  { question, answer }: LastAnswer,
  since: PointsBySession,
): LastAnswer => ({
  question,
  answer: answer && withNewerPoints(answer, since),
});

/** The person's own points in an event, by game session, also for answers that are not loaded. */
export function ownPointsIn(news: MyAnswerEvent, { id }: User): PointsBySession {
  const isOwn = news.name === 'realtime.answer-updated' && (news.userId ?? id) === id;
  return isOwn ? ownPointsOf(news) : {};
}

/**
 * The game session that was released to the reader last, according to the events since the last load; null: none was.
 */
export function releasedAfter(
  released: string | null,
  known: LastAnswer,
  news: MyAnswerEvent,
  user: User,
): string | null {
  if (!isToReload(known, news, user)) return released;
  const question = news.name === 'realtime.question-released' && news.question;
  return question ? question.game_session_id : null;
}

/** Whether the question and answer must be requested from the server (specification §4). */
export function isToReload(known: LastAnswer, news: MyAnswerEvent, user: User): boolean {
  switch (news.name) {
    case 'realtime.question-released':
    case 'realtime.question-revoked':
      return isAddressed(news, user);
    case 'realtime.questions-updated':
      // The shown question was deleted, for example together with its rehearsal.
      return news.question === null && news.gameSessionId === known.question?.game_session_id;
    case 'realtime.answer-updated':
      if (isOwnPoints(known, news, user) || isOwnAnswer(known, news, user)) return false;
      return news.userId === user.id || isGivenElsewhere(known, news, user);
    default:
      return false;
  }
}

/**
 * The question of a `timer-expired` event, or the shown question that it is about; the reader's own timer is removed.
 */
function expired({ question }: LastAnswer, news: MyAnswerEvent, user: User): ActiveQuestion | null {
  const audience = audienceOf(user.role_id);
  const isShown = question !== null && question.game_session_id === news.gameSessionId;
  const known = news.question ?? (isShown ? question : null);
  if (known === null || audience === null || !isAddressed(news, user)) return known;
  const own = { ...known.windows[audience], timed: false };
  return { ...known, windows: { ...known.windows, [audience]: own } };
}

function isAddressed({ type }: MyAnswerEvent, { role_id }: User): boolean {
  return type === undefined || audienceOfType(type) === audienceOf(role_id);
}

/** Whether the event is an answer to the shown question that the person gave on another device. */
function isOwnAnswer({ question }: LastAnswer, news: MyAnswerEvent, { id }: User): boolean {
  const isShown = question !== null && question.game_session_id === news.answer?.gameSessionId;
  return news.name === 'realtime.answer-updated' && news.userId === id && isShown;
}

/**
 * Whether the event has points for an answer to the shown question that is not loaded: a device without a connection
 * gave it.
 */
function isGivenElsewhere(
  { question, answer }: LastAnswer,
  news: MyAnswerEvent,
  user: User,
): boolean {
  return (
    answer === null && question !== null && question.game_session_id in ownPointsIn(news, user)
  );
}

/**
 * Whether the event has new points for the shown answer. An event without a user id was only sent to the people
 * concerned.
 */
function isOwnPoints({ answer }: LastAnswer, news: MyAnswerEvent, user: User): boolean {
  return answer !== null && answer.gameSessionId in ownPointsIn(news, user);
}
