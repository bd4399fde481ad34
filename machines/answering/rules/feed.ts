import type { QuestionFilter } from '#machines/answering/calls.ts';
import type { ActiveQuestion, Audience, OwnAnswer, Versions } from '#machines/contract/entities.ts';
import type { ServerEvent } from '#machines/contract/events.ts';
import { LISTED_QUESTIONS } from '#machines/contract/limits.ts';
import { releaseBanner, lockedLabel, producerReleaseBanner } from '#machines/contract/messages.ts';
import { AUDIENCES } from '#machines/contract/roles.ts';
import { type AnswerWindow, answerWindow } from './answering.ts';
import {
  audienceLabel,
  audienceOfType,
  audiencesOf,
  audienceType,
} from '#machines/contract/audience.ts';
import { shortClockText } from '#machines/connection/rules/clock.ts';
import { filterQuestions } from '#machines/show/rules/question.ts';
import { lockedMessageAudience, windowState } from './schedule.ts';

/** The viewer of the feed and the time of viewing; `at` in epoch ms of the server's clock. */
export interface FeedViewer {
  readonly audience: Audience | null;
  readonly at: number;
}

/** The questions and answers that one person sees, and the feeds' versions that they contain. */
export interface Feed {
  /** In the server's order; questions that were released since come first, the latest first. */
  readonly questions: readonly ActiveQuestion[];
  /** The person's own answers, by game session. */
  readonly answers: Readonly<Record<string, OwnAnswer>>;
  readonly versions: Versions;
}

export const NO_FEED: Feed = { questions: [], answers: {}, versions: {} };

const indexes = new WeakMap<Feed['questions'], ReadonlyMap<string, ActiveQuestion>>();

/** Finds the question of a game session. Lists are immutable, so each is indexed once. */
export function questionOf({ questions }: Feed, gameSessionId: string): ActiveQuestion | undefined {
  const index =
    indexes.get(questions) ?? new Map(questions.map((known) => [known.game_session_id, known]));
  indexes.set(questions, index);
  return index.get(gameSessionId);
}

/** A list of questions as loaded from the server. */
export interface QuestionList {
  readonly questions: readonly ActiveQuestion[];
  readonly answers: readonly OwnAnswer[] | null;
  readonly versions: Versions;
}

const RELEASED = 'realtime.question-released';
const CUES: Readonly<Record<string, ReleaseCue['action']>> = {
  [RELEASED]: 'release',
  'realtime.question-revoked': 'revoke',
};

/** The name of a realtime event, and its fields that describe the change. */
export interface FeedUpdate
  extends
    Partial<ServerEvent<'questions-updated'>>,
    Partial<Pick<ServerEvent<'snapshot'>, 'versions'>> {
  readonly name: string;
}

/** How an event's version compares with the version already applied; `ahead`: an event in between was missed. */
export type VersionOrder = 'none' | 'old' | 'same' | 'next' | 'ahead';

export function versionOrder(
  known: Versions,
  { feed, version }: Pick<FeedUpdate, 'feed' | 'version'>,
): VersionOrder {
  if (feed === undefined || version === undefined) return 'none';
  const held = known[feed] ?? 0;
  if (version > held) return version > held + 1 ? 'ahead' : 'next';
  return version === held ? 'same' : 'old';
}

/** Whether an event changes the list and is not older than the known state. */
export function isChange(known: Versions, event: FeedUpdate): boolean {
  const order = versionOrder(known, event);
  return order !== 'none' && order !== 'old';
}

/**
 * Whether the list must be requested: an event before this one was missed, or this event does not contain its change.
 */
export function isGap(known: Versions, event: FeedUpdate): boolean {
  const order = versionOrder(known, event);
  return order === 'ahead' || (order === 'next' && event.name === 'realtime.feed-moved');
}

/**
 * Whether a list is older than the known state. A feed missing from the list is ignored, as it sends the person no more
 * events.
 */
export const isOlder = (list: Pick<QuestionList, 'versions'>, known: Versions): boolean =>
  Object.entries(known).some(([feed, version]) => version > (list.versions[feed] ?? Infinity));

/** The feed after an event that is not old. Applying it twice has no further effect. */
export function applyChange(feed: Feed, change: FeedUpdate, viewing: FeedViewer): Feed {
  const { question } = change;
  const versions = withVersion(feed.versions, change);
  if (question === undefined) return { ...feed, versions };
  if (question === null) {
    const isAbout = ({ game_session_id, question_id }: ActiveQuestion) =>
      game_session_id === change.gameSessionId || question_id === change.questionId;
    return { ...feed, versions, questions: feed.questions.filter((known) => !isAbout(known)) };
  }
  const isSame = ({ game_session_id }: ActiveQuestion) =>
    game_session_id === question.game_session_id;
  const isNew = CUES[change.name] === 'release' || !feed.questions.some(isSame);
  const questions = isNew
    ? [question, ...feed.questions.filter((known) => !isSame(known))]
    : feed.questions.map((known) => (isSame(known) ? question : known));
  return { ...feed, versions, questions: listed(questions, viewing) };
}

/** Returns the versions with the event's version entered, unless a later version was there already. */
export const withVersion = (
  known: Versions,
  { feed, version = 0 }: Pick<FeedUpdate, 'feed' | 'version'>,
): Versions =>
  feed === undefined ? known : { ...known, [feed]: Math.max(known[feed] ?? 0, version) };

/** Limits the length of the list by the same rule as the server (`readListed`). */
function listed(
  questions: readonly ActiveQuestion[],
  { audience, at }: FeedViewer,
): readonly ActiveQuestion[] {
  if (questions.length <= LISTED_QUESTIONS) return questions;
  const visible = filterQuestions(questions, audience, 'all', at);
  const isLive = ({ windows }: ActiveQuestion) =>
    AUDIENCES.some((each) => {
      const { released, timed, closesAt } = windows[each];
      const concerns = audience === null || audience === each || timed;
      return released && concerns && (closesAt ?? Infinity) > at;
    });
  const byUrgency = [...visible.filter(isLive), ...visible.filter((known) => !isLive(known))];
  const kept = new Set(byUrgency.slice(0, LISTED_QUESTIONS));
  return visible.filter((known) => kept.has(known));
}

/**
 * The feed after a load. The list replaces everything that its filter covers; other questions stay, so that loading the
 * expired questions does not drop open ones. Answers are final, so answers missing from an older list stay, too.
 */
export function withLoadedList(
  feed: Feed,
  list: QuestionList,
  filter: QuestionFilter,
  { audience, at }: FeedViewer,
): Feed {
  const loaded = new Set(list.questions.map(({ game_session_id }) => game_session_id));
  const isKept = (known: ActiveQuestion) =>
    filter !== 'all' &&
    !loaded.has(known.game_session_id) &&
    filterQuestions([known], audience, filter, at).length === 0;
  const answers = (list.answers ?? []).map((answer) => [answer.gameSessionId, answer] as const);
  return {
    questions: [...list.questions, ...feed.questions.filter(isKept)],
    answers: { ...feed.answers, ...Object.fromEntries(answers) },
    versions: list.versions,
  };
}

/** Sound and banner of a release or revoke (specification §4). */
export interface ReleaseCue {
  readonly action: 'release' | 'revoke';
  readonly banner: string;
  /** `released` is shown in amber and means that the viewer may answer now. */
  readonly tone: 'released' | 'revoked';
  /** Text of the question, if the viewer may read it. */
  readonly text: string | null;
}

/** An event with its cue; null: no sound and no banner. */
export interface ReceivedEvent {
  readonly event: FeedUpdate;
  readonly cue: ReleaseCue | null;
}

/** By feed: the newest version that came with a cue, and the releases and revokes handled at that version. */
export type LastCues = Readonly<
  Record<string, { readonly version: number; readonly events: readonly string[] }>
>;

const eventOf = ({ name, type }: FeedUpdate): string => `${name} ${type}`;

/** Whether a release or revoke is a repetition, or older than the last one handled. */
export function isRepeated(lastCues: LastCues, event: FeedUpdate): boolean {
  const { name, feed = '', version } = event;
  const last = lastCues[feed];
  if (last === undefined || version === undefined || CUES[name] === undefined) return false;
  if (version < last.version) return true;
  return version === last.version && last.events.includes(eventOf(event));
}

/**
 * Records that the cue of an event was handled. A restored store may count from an earlier version, as its snapshot
 * says.
 */
export function withCue(lastCues: LastCues, event: FeedUpdate): LastCues {
  const {
    name,
    feed,
    version = 0,
    versions = feed === undefined ? {} : { [feed]: version },
  } = event;
  if (name === 'realtime.snapshot')
    return Object.fromEntries(
      Object.entries(lastCues).filter(([of, last]) => last.version <= (versions[of] ?? 0)),
    );
  if (CUES[name] === undefined) return lastCues;
  const heard = Object.entries(versions).flatMap(([of, at]) => {
    const last = lastCues[of];
    if (last !== undefined && at < last.version) return [];
    const events = at === last?.version ? last.events : [];
    return [[of, { version: at, events: [...events, eventOf(event)] }] as const];
  });
  return { ...lastCues, ...Object.fromEntries(heard) };
}

/**
 * The cue of an event, for the audience that it addresses and for admins. While the other audience's timer locks the
 * question, a release opens nothing yet: its banner says who may answer instead.
 */
export function cueOf(news: FeedUpdate, { audience, at }: FeedViewer): ReleaseCue | null {
  const action = CUES[news.name];
  const to = news.type ? audienceOfType(news.type) : audience;
  if (action === undefined || (audience !== null && to !== audience)) return null;
  const { question } = news;
  const lockedBy =
    audience && question ? lockedMessageAudience(question.windows, audience, at) : null;
  if (action === 'release' && lockedBy !== null)
    return { action, banner: lockedLabel(lockedBy), tone: 'revoked', text: null };
  return {
    action,
    banner: audience === null ? adminBanner(action, news, to) : releaseBanner(action, null),
    tone: action === 'release' ? 'released' : 'revoked',
    text: action === 'release' ? (question?.question_text ?? null) : null,
  };
}

/** The banner for admins names the question, if the event contains it. */
function adminBanner(
  action: ReleaseCue['action'],
  { question }: FeedUpdate,
  to: Audience | null,
): string {
  const text = question?.question_text ?? null;
  if (text === null || to === null) return releaseBanner(action, to);
  const timer = question?.[to === 'studio' ? 'contestantTimer' : 'homeViewerTimer'];
  const seconds = timer && timer.durationMinutes * 60 + timer.durationSeconds;
  return producerReleaseBanner(
    action,
    text,
    audienceLabel(to),
    seconds ? shortClockText(seconds) : null,
  );
}

/**
 * Finds a missed release after a load: the newest question that is open to the viewer and was not released to them
 * before. Returns it as an event with its cue.
 */
export function findMissedRelease(
  before: Feed,
  after: Feed,
  viewing: FeedViewer,
): ReceivedEvent | null {
  const { audience: own, at } = viewing;
  for (const audience of audiencesOf(own))
    for (const question of after.questions) {
      const known = questionOf(before, question.game_session_id)?.windows[audience];
      const wasReleased = known?.released === true && (known.closesAt ?? Infinity) > at;
      if (wasReleased || windowState(question.windows, audience, at) !== 'open') continue;
      const type = audienceType(audience);
      const event: FeedUpdate = { name: RELEASED, type, question };
      const cue = cueOf(event, viewing);
      if (cue !== null) return { cue, event: { ...event, versions: after.versions } };
    }
  return null;
}

/** Whether the viewer may answer a question. Withheld for admins, and for questions that are not in the feed. */
export function windowFor(
  feed: Feed,
  gameSessionId: string,
  { audience, at }: FeedViewer,
): AnswerWindow {
  const question = questionOf(feed, gameSessionId);
  if (audience === null) return answerWindow(null, 'home', at);
  return answerWindow(question?.windows ?? null, audience, at);
}

/** Whether the viewer may answer the question; for an admin, whether any audience may. */
export function isOpen(feed: Feed, gameSessionId: string, { audience, at }: FeedViewer): boolean {
  const question = feed.questions.find((known) => known.game_session_id === gameSessionId);
  return (
    question !== undefined &&
    audiencesOf(audience).some((each) => windowState(question.windows, each, at) === 'open')
  );
}

/** Whether a question that was open to the viewer has since closed by its time; being withdrawn does not count. */
export function hasEnded(before: Feed, then: FeedViewer, after: Feed, now: FeedViewer): boolean {
  const { audience } = now;
  if (audience === null) return false;
  return before.questions.some(({ game_session_id, windows }) => {
    const known = questionOf(after, game_session_id);
    return (
      windowState(windows, audience, then.at) === 'open' &&
      known !== undefined &&
      windowState(known.windows, audience, now.at) === 'expired'
    );
  });
}

/** Whether any question has become open to the viewer. */
export function hasOpened(before: Feed, then: FeedViewer, after: Feed, now: FeedViewer): boolean {
  const openOnes = ({ questions }: Feed, { audience, at }: FeedViewer) =>
    questions
      .filter(({ windows }) => audience !== null && windowState(windows, audience, at) === 'open')
      .map(({ game_session_id }) => game_session_id);
  const were = new Set(openOnes(before, then));
  return openOnes(after, now).some((id) => !were.has(id));
}

/** Points of an own answer. A missing field clears the previous value. */
type ShownPoints = Pick<OwnAnswer, 'awardedPoints' | 'held' | 'shownAt' | 'position'>;
/** Own points, by game session. */
export type PointsBySession = Readonly<Record<string, ShownPoints>>;

/** Returns the answer with its points replaced. */
function withPoints(answer: OwnAnswer, points: ShownPoints): OwnAnswer {
  const { held: _held, shownAt: _shownAt, position: _position, ...given } = answer;
  return { ...given, ...points };
}

/** Returns a loaded answer with newer points from events that arrived during the load. */
export function withNewerPoints(answer: OwnAnswer, since: PointsBySession): OwnAnswer {
  const newer = since[answer.gameSessionId];
  return newer === undefined ? answer : withPoints(answer, newer);
}

/** Returns a loaded list with newer points from events that arrived during the load. */
export const listWithPointsSince = (list: QuestionList, since: PointsBySession): QuestionList => ({
  ...list,
  answers: list.answers?.map((answer) => withNewerPoints(answer, since)) ?? null,
});

/** Extracts the person's own points from an `answer-updated` event. */
export function ownPointsOf(update: ServerEvent<'answer-updated'>): PointsBySession {
  const { gameSessionId, answer, awardedPoints = answer?.awardedPoints } = update;
  if (gameSessionId === undefined || awardedPoints === undefined) return {};
  const { held, shownAt, position } = answer ?? update;
  return {
    [gameSessionId]: {
      awardedPoints,
      ...(held !== undefined && { held }),
      ...(shownAt !== undefined && { shownAt }),
      ...(position !== undefined && { position }),
    },
  };
}

/** The feed with a new or changed own answer. */
export function withAnswer(feed: Feed, answer: OwnAnswer): Feed {
  return { ...feed, answers: { ...feed.answers, [answer.gameSessionId]: answer } };
}

/** The feed after an update: new points for an own answer, or an answer given on another device. */
export function withUpdate(feed: Feed, update: ServerEvent<'answer-updated'>): Feed {
  const { gameSessionId = '', answer } = update;
  if (answer !== undefined) return withAnswer(feed, answer);
  const known = feed.answers[gameSessionId];
  const points = ownPointsOf(update)[gameSessionId];
  if (known === undefined || points === undefined) return feed;
  return withAnswer(feed, withPoints(known, points));
}

/** Whether the event is about an answer that neither the feed nor the event contains, so that it must be loaded. */
export function isUnknownAnswer(
  { answers }: Feed,
  { gameSessionId, answer }: ServerEvent<'answer-updated'>,
): boolean {
  return answer === undefined && gameSessionId !== undefined && !(gameSessionId in answers);
}
