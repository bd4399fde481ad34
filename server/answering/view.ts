import type {
  ActiveQuestion,
  AdminQuestion,
  Audience,
  Media,
  PlayerMedia,
  ProducerQuestion,
  ReleaseWindow,
  ReleaseWindows,
  Result,
  ShownPlace,
  Timer,
} from '#machines/contract/entities.ts';
import { AUDIENCES, HOUSE_SHOW } from '#machines/contract/entities.ts';
import { MAX_TIMER_MINUTES } from '#machines/contract/limits.ts';
import {
  changeVisibleFrom,
  type DatedAct,
  disclosure,
  revealVisibleFrom,
} from '#machines/answering/rules/disclosure.ts';
import { withKnownShares } from '#machines/results/rules/ranked-groups.ts';
import { isFrozen } from '#machines/results/rules/result.ts';
import type { OwnWindow } from '#machines/answering/rules/own-window.ts';
import { isVisible, NO_WINDOW, timerOf, windowState } from '#machines/answering/rules/schedule.ts';
import type { Viewer } from '#server/realtime/rooms.ts';
import { sealOf } from '#server/show/media/seal.ts';

/** The newest release to one audience, which may have been revoked. */
export interface AudienceRelease {
  readonly window: ReleaseWindow;
  readonly durationS: number;
  /** The audience may answer from this instant on, epoch ms (`release.opened_at`). */
  readonly openedAt: number;
  readonly firstReleasedAt: number;
  /** The audience could not see the question before this instant, epoch ms (`release.unseen_until`). */
  readonly unseenUntil: number | null;
}

/** The players who get a question or show: everybody, the members of a show, or the participants of its rehearsal. */
export interface PlayersOf {
  readonly showId: string;
  /** The start of the rehearsal (epoch ms), which identifies it; absent outside of rehearsals. */
  readonly rehearsal?: number | undefined;
  /** The show is open only to its members. */
  readonly isForMembers?: true | undefined;
}

/** Returns the show whose feed carries the changes; only its players receive that feed. */
export const feedOf = ({ showId, rehearsal, isForMembers }: PlayersOf): string =>
  rehearsal !== undefined || isForMembers === true ? showId : HOUSE_SHOW;

/** A revealed place of a board. `revealedAt`: when the producer revealed it, epoch ms. */
export interface RevealedPlace extends Omit<ShownPlace, 'shownAt'> {
  readonly revealedAt: number;
}

/** One airing of a question, with everything that its views depend on. Times: epoch ms. */
export interface QuestionRecord extends PlayersOf {
  readonly id: string;
  /** Id of the item that contains it in the rundown of its show. */
  readonly itemId: string;
  readonly gameSessionId: string;
  readonly text: string;
  /** Absent: the question has no picture or sound. */
  readonly media?: Media;
  /** The key of its sealed bytes, for players who may see the question. Absent: it was never armed. */
  readonly mediaKey?: string;
  readonly startAt: number;
  readonly endAt: number;
  readonly createdAt: number;
  /** The newest release to each audience; null: the question was never released to that audience. */
  readonly releases: Readonly<Record<Audience, AudienceRelease | null>>;
  readonly result: Result;
  /** The board, most popular first (null: not revealed), if the question is locked and was shown last on the stage. */
  readonly board?: readonly (RevealedPlace | null)[];
  /** When its show ended, epoch ms. */
  readonly endedAt?: number;
  /** The acts on the result, in order; empty if the show has no home delay. */
  readonly acts: readonly DatedAct[];
  /** How much later than the studio Home gets future releases, ms: the home delay of the show. */
  readonly homeDelayMs: number;
  /** The show asks home viewers for the entry fee. */
  readonly hasEntryFee?: true;
  /** Windows of single people who have not answered; they may have ended. Absent: none. */
  readonly openFor?: readonly OwnWindow[];
}

/**
 * A record as a person sees it who has a window of their own at `now` (epoch ms), in which they answer like everybody in
 * a release with a timer; without one the record itself.
 */
export function recordFor(record: QuestionRecord, userId: string, now: number): QuestionRecord {
  const own = record.openFor?.find((each) => each.userId === userId && now < each.closesAt);
  const release = own && record.releases[own.audience];
  if (own === undefined || !release) return record;
  const { audience, openedAt, closesAt } = own;
  const window = { released: true, timed: true, closesAt };
  const opened = { ...release, window, openedAt, durationS: (closesAt - openedAt) / 1_000 };
  return { ...record, releases: { ...record.releases, [audience]: opened } };
}

/** A summary of the answers to a question for the producer. */
export type AnswerSummary = Pick<
  AdminQuestion,
  'answered' | 'points' | 'mergesHeld' | 'appeals' | 'topGroups'
>;
export const NO_ANSWERS: AnswerSummary = {
  answered: { studio: 0, home: 0 },
  points: 0,
  mergesHeld: 0,
  appeals: 0,
  topGroups: [],
};

const iso = (epochMs: number): string => new Date(epochMs).toISOString();

export const windowsOf = ({ releases }: QuestionRecord): ReleaseWindows => ({
  studio: releases.studio?.window ?? NO_WINDOW,
  home: releases.home?.window ?? NO_WINDOW,
});

export function releaseTimer(release: AudienceRelease | null): Timer | null {
  if (release === null) return null;
  const minutes = Math.min(Math.floor(release.durationS / 60), MAX_TIMER_MINUTES);
  return timerOf(release.window, { minutes, seconds: release.durationS - minutes * 60 });
}

/** Returns both audiences' countdowns under their names in the API. */
export function timersOf({ releases }: QuestionRecord): {
  contestantTimer?: Timer;
  homeViewerTimer?: Timer;
} {
  const studio = releaseTimer(releases.studio);
  const home = releaseTimer(releases.home);
  return {
    ...(studio && { contestantTimer: studio }),
    ...(home && { homeViewerTimer: home }),
  };
}

const shared = (record: QuestionRecord) => ({
  id: record.id,
  question_id: record.id,
  game_session_id: record.gameSessionId,
  start_time: iso(record.startAt),
  end_time: iso(record.endAt),
  created_at: iso(record.createdAt),
  windows: windowsOf(record),
  result: record.result,
  ...(record.rehearsal !== undefined && { rehearsal: true }),
  ...timersOf(record),
});

/**
 * Whether a viewer may know that a question exists. Questions of a rehearsal or of a show with members are visible
 * only to its players and admins.
 */
export function mayKnow({ room, rehearsal, shows = [] }: Viewer, record: PlayersOf): boolean {
  if (room === 'admin') return true;
  if (record.rehearsal !== undefined) return rehearsal === record.rehearsal;
  return record.isForMembers !== true || shows.includes(record.showId);
}

/**
 * Returns the question as a viewer may see it at `now`, or null if they may not know that it exists (decisions §4,
 * `rules/disclosure.ts`). A scheduled question is visible only to admins. The text, and the id of the picture or sound, are sent only to
 * admins and to audiences to which the question is released: a revoked question looks like one that was never released.
 */
export function viewFor(
  viewer: Viewer,
  record: QuestionRecord,
  now: number,
): ActiveQuestion | null {
  const { room } = viewer;
  if (!mayKnow(viewer, record)) return null;
  const windows = windowsOf(record);
  const { isKnown, result } = disclosure(record, room, now);
  const isThere =
    room === 'admin'
      ? AUDIENCES.some((audience) => windowState(windows, audience, now) !== 'withheld')
      : isVisible(windows, room, now);
  if (!isKnown || !isThere) return null;
  const mayRead = room === 'admin' || windows[room].released;
  const question_text = mayRead ? record.text : null;
  return {
    ...shared(record),
    question_text,
    ...(mayRead && record.media && { media: mediaFor(room, record.media, record.mediaKey) }),
    result,
    ...(mayRead && room !== 'admin' && isFrozen(result) && boardFor(room, record, now)),
    ...(record.hasEntryFee === true && room === 'home' && { entryFee: true }),
    ...(room !== 'admin' && endFor(room, record, now)),
  };
}

/** When the show of a question ended, once an audience has seen that. */
const endFor = (
  room: Audience,
  { endedAt, homeDelayMs }: QuestionRecord,
  now: number,
): Pick<ActiveQuestion, 'endedAt'> =>
  endedAt === undefined || changeVisibleFrom(room, endedAt, homeDelayMs) > now ? {} : { endedAt };

/** Players get the key with the picture or sound; admins load its bytes. */
const mediaFor = (room: Viewer['room'], media: Media, key?: string): PlayerMedia =>
  room === 'admin' || key === undefined ? media : { ...media, seal: { id: sealOf(key), key } };

/**
 * The board as an audience may see it at `now`. Without a home delay a place is sent when it is revealed, so that phones
 * can show it in time with the stage screen.
 */
function boardFor(
  room: Audience,
  { board, homeDelayMs }: QuestionRecord,
  now: number,
): Pick<ActiveQuestion, 'board'> {
  if (board === undefined) return {};
  const isBehind = room === 'home' && homeDelayMs > 0;
  const visible = board.map((place, index) => {
    if (place === null) return null;
    const { revealedAt: at, ...shown } = place;
    const shownAt = revealVisibleFrom(room, { at, position: index + 1, homeDelayMs });
    return isBehind && shownAt > now ? null : { ...shown, shownAt };
  });
  return { board: withKnownShares(visible) };
}

/** Returns the question as the producer sees it, without its day and the summary of its answers. */
export const producerView = (record: QuestionRecord): ProducerQuestion => ({
  ...shared(record),
  show_id: record.showId,
  item_id: record.itemId,
  question_text: record.text,
  shown_on_air: record.releases.studio?.window.released ?? false,
  shown_to_home: record.releases.home?.window.released ?? false,
});

/** Returns the question as the producer sees it. */
export const adminView = (
  record: QuestionRecord,
  summary: AnswerSummary,
  dayOf: (instant: number) => string,
): AdminQuestion => ({
  ...producerView(record),
  session_date: dayOf(record.startAt),
  ...(record.endedAt !== undefined && { show_ended: true }),
  ...summary,
});
