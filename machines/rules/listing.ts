import type { QuestionFilter } from '#machines/contract/calls.ts';
import type {
  ActiveQuestion,
  Audience,
  OwnAnswer,
  ReleaseWindows,
} from '#machines/contract/entities.ts';
import { LOCKED_LABEL } from '#machines/contract/messages.ts';
import { epochMs } from './clock.ts';
import type { Feed, Look } from './feed.ts';
import { filterQuestions } from './question.ts';
import { lockedMessageAudience, type WindowState, windowState } from './schedule.ts';

/** What a question is to one audience at one instant. */
export interface Standing {
  readonly state: WindowState;
  readonly isTimed: boolean;
  /** Epoch ms of the server's clock; null: open until revoked, or never released. */
  readonly closesAt: number | null;
  /** 'Contestant-only mode active' and its twin, while `locked`. */
  readonly label: string | null;
}

/** A question as a list, a card or a dialog shows it. */
export interface QuestionView {
  readonly gameSessionId: string;
  readonly questionId: string;
  /** Null: the reader may know that it exists, not what it says. */
  readonly text: string | null;
  readonly startTime: string;
  readonly endTime: string;
  /** For the reader's own audience; null for an admin, who sees both and answers neither. */
  readonly own: Standing | null;
  readonly standings: Readonly<Record<Audience, Standing>>;
  readonly answer: OwnAnswer | null;
  /** Open to the reader, and not answered yet. */
  readonly isAnswerable: boolean;
}

const URGENCY: Readonly<Record<WindowState, number>> = {
  open: 0,
  locked: 1,
  expired: 2,
  withheld: 3,
};

/** What `windows` are to `audience` at `now` (epoch ms), with the words and times to show. */
export function standingOf(windows: ReleaseWindows, audience: Audience, now: number): Standing {
  const lockedBy = lockedMessageAudience(windows, audience, now);
  return {
    state: windowState(windows, audience, now),
    isTimed: windows[audience].timed,
    closesAt: windows[audience].closesAt,
    label: lockedBy === null ? null : LOCKED_LABEL[lockedBy],
  };
}

/** A question as the viewer sees it. */
export function questionView(question: ActiveQuestion, feed: Feed, look: Look): QuestionView {
  const { windows, game_session_id } = question;
  const standings = {
    studio: standingOf(windows, 'studio', look.at),
    home: standingOf(windows, 'home', look.at),
  };
  const own = look.audience === null ? null : standings[look.audience];
  const answer = feed.answers[game_session_id] ?? null;
  return {
    gameSessionId: game_session_id,
    questionId: question.question_id,
    text: question.question_text,
    startTime: question.start_time,
    endTime: question.end_time,
    own,
    standings,
    answer,
    isAnswerable: own?.state === 'open' && answer === null,
  };
}

/** What a filter lets through, what can be acted on first, then the newest. */
export function listedQuestions(feed: Feed, look: Look, filter: QuestionFilter): QuestionView[] {
  return filterQuestions(feed.questions, look.audience, filter, look.at)
    .toSorted((a, b) => epochMs(b.created_at) - epochMs(a.created_at))
    .map((question) => questionView(question, feed, look))
    .toSorted((a, b) => urgencyOf(a) - urgencyOf(b));
}

function urgencyOf({ own, standings: { studio, home } }: QuestionView): number {
  return own === null ? Math.min(URGENCY[studio.state], URGENCY[home.state]) : URGENCY[own.state];
}
