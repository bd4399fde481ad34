import type { ServerEvent } from '#machines/contract/events.ts';
import type { ActiveQuestion, OwnAnswer, User } from '#machines/contract/entities.ts';
import { ROLE } from '#machines/contract/roles.ts';
import { audienceOf, audienceOfType } from '#machines/contract/audience.ts';
import {
  type Cue,
  cueOf,
  type FeedEvent,
  missedCue,
  NO_FEED,
  type OwnPoints,
  ownPointsOf,
  withNewerPoints,
} from './feed.ts';

/** The newest question of one's audience, and one's answer to it. */
export interface LastAnswer {
  readonly question: ActiveQuestion | null;
  readonly answer: OwnAnswer | null;
}

/** An event of the show, with what `answer-updated` adds. */
export type AnswerEvent = FeedEvent &
  Pick<
    ServerEvent<'answer-updated'>,
    'userId' | 'awardedPoints' | 'answer' | 'held' | 'shownAt' | 'place'
  >;

/** When (epoch ms) the player page plays the chime: for contestants alone, when the event names them (specification §4). */
export function playerCue(news: AnswerEvent, { role_id }: User, at: number): Cue | null {
  const isTheirs = role_id === ROLE.contestant && news.type === 'contestant';
  return isTheirs ? cueOf(news, { audience: 'studio', at }) : null;
}

/** The chime of a release that a load has brought to light: the page has slept through it. */
export function missedPlayerCue(known: LastAnswer, loaded: LastAnswer, user: User, at: number) {
  const feedOf = ({ question }: LastAnswer) => ({
    ...NO_FEED,
    questions: question ? [question] : [],
  });
  const isTheirs = user.role_id === ROLE.contestant;
  return isTheirs ? missedCue(feedOf(known), feedOf(loaded), { audience: 'studio', at }) : null;
}

/**
 * What an event says at once: a release shows its question, a change of the one shown its windows,
 * and an expired timer is over, whatever our clock says.
 */
export function afterEvent(known: LastAnswer, news: AnswerEvent, user: User): LastAnswer {
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

/** What is known once a load is over: own points that were told meanwhile, by game session, are newer. */
export const afterLoad = ({ question, answer }: LastAnswer, since: OwnPoints): LastAnswer => ({
  question,
  answer: answer && withNewerPoints(answer, since),
});

/** Own points that an event tells, by game session, for answers that are not known too. */
export function ownPointsIn(news: AnswerEvent, { id }: User): OwnPoints {
  const isOwn = news.name === 'realtime.answer-updated' && (news.userId ?? id) === id;
  return isOwn ? ownPointsOf(news) : {};
}

/** The game session that was released to the reader last, as far as events have told it since the last load; null: they have not. */
export function releasedAfter(
  released: string | null,
  known: LastAnswer,
  news: AnswerEvent,
  user: User,
): string | null {
  if (!isToReload(known, news, user)) return released;
  const isTold = news.name === 'realtime.question-released' && news.question;
  return isTold ? isTold.game_session_id : null;
}

/** Whether the server must be asked what one's last answer is now (specification §4). */
export function isToReload(known: LastAnswer, news: AnswerEvent, user: User): boolean {
  switch (news.name) {
    case 'realtime.question-released':
    case 'realtime.question-revoked':
      return isAddressed(news, user);
    case 'realtime.questions-updated':
      // It was deleted, for example with the rehearsal that it was asked in.
      return news.question === null && news.gameSessionId === known.question?.game_session_id;
    case 'realtime.answer-updated':
      if (isOwnPoints(known, news, user) || isOwnAnswer(known, news, user)) return false;
      return news.userId === user.id || isGivenElsewhere(known, news, user);
    default:
      return false;
  }
}

/** The question of `timer-expired`, or the one shown if it is that, without the reader's timer. */
function expired({ question }: LastAnswer, news: AnswerEvent, user: User): ActiveQuestion | null {
  const audience = audienceOf(user.role_id);
  const isShown = question !== null && question.game_session_id === news.gameSessionId;
  const known = news.question ?? (isShown ? question : null);
  if (known === null || audience === null || !isAddressed(news, user)) return known;
  const own = { ...known.windows[audience], timed: false };
  return { ...known, windows: { ...known.windows, [audience]: own } };
}

function isAddressed({ type }: AnswerEvent, { role_id }: User): boolean {
  return type === undefined || audienceOfType(type) === audienceOf(role_id);
}

/** The answer to the question shown, given on another of one's devices. */
function isOwnAnswer({ question }: LastAnswer, news: AnswerEvent, { id }: User): boolean {
  const isShown = question !== null && question.game_session_id === news.answer?.gameSessionId;
  return news.name === 'realtime.answer-updated' && news.userId === id && isShown;
}

/** Points for an answer to the question shown that is not known here: another device gave it, without a line of its own. */
function isGivenElsewhere(
  { question, answer }: LastAnswer,
  news: AnswerEvent,
  user: User,
): boolean {
  return (
    answer === null && question !== null && question.game_session_id in ownPointsIn(news, user)
  );
}

/** New points for the answer shown; without a name they were sent to those concerned alone. */
function isOwnPoints({ answer }: LastAnswer, news: AnswerEvent, user: User): boolean {
  return answer !== null && answer.gameSessionId in ownPointsIn(news, user);
}
