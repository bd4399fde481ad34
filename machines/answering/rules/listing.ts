import type { QuestionFilter } from '#machines/answering/calls.ts';
import type {
  ActiveQuestion,
  Audience,
  OwnAnswer,
  PlayerMedia,
} from '#machines/contract/entities.ts';
import { audiencesOf } from '#machines/contract/audience.ts';
import { epochMs } from '#machines/connection/rules/clock.ts';
import type { Feed } from './feed.ts';
import { isListed } from '#machines/show/rules/question.ts';
import { isFinal } from '#machines/results/rules/finality.ts';
import type { WindowState } from './schedule.ts';

/**
 * A question as a list, a card or a dialog shows it. Whether it is open is a property of its window and not stored
 * here.
 */
export interface QuestionView {
  readonly gameSessionId: string;
  readonly questionId: string;
  /** Null: the reader may see that the question exists, but not its text. */
  readonly text: string | null;
  /** Its picture or sound; sent only with the text. */
  readonly media?: PlayerMedia | undefined;
  readonly startTime: string;
  readonly endTime: string;
  readonly answer: OwnAnswer | null;
  /** Its board, most popular first (null: not revealed); absent: it is not on the stage, or not locked. */
  readonly board?: ActiveQuestion['board'];
  /** Whether the server has sent the state of its result, so that points can be explained. */
  readonly hasResult: boolean;
  /** Whether its points can only change by a producer's decision, no longer by counting. */
  readonly isFrozen: boolean;
  /** Whether its points are final. */
  readonly isFinal: boolean;
  /** Why it does not count; null: it counts. */
  readonly voidReason: string | null;
  /** Set if the reader is asked for the entry fee. */
  readonly hasEntryFee?: true;
  /** Set if answers to it do not count. */
  readonly isRehearsal?: true;
}

/** Returns the current state of a question for an audience. */
export type StateOf = (question: ActiveQuestion, audience: Audience) => WindowState;

const URGENCY: Readonly<Record<WindowState, number>> = {
  open: 0,
  locked: 1,
  scheduled: 1,
  expired: 2,
  withheld: 3,
};

const ANSWERED = 0.5;

/** A question as the viewer sees it. */
export function questionView(question: ActiveQuestion, { answers }: Feed): QuestionView {
  const { game_session_id } = question;
  return {
    gameSessionId: game_session_id,
    questionId: question.question_id,
    text: question.question_text,
    media: question.media,
    startTime: question.start_time,
    endTime: question.end_time,
    answer: answers[game_session_id] ?? null,
    hasResult: question.result !== undefined,
    isFrozen: question.result?.state !== 'counting',
    isFinal: isFinal(question.result),
    voidReason: question.result?.voided?.reason ?? null,
    board: question.board,
    ...(question.entryFee === true && { hasEntryFee: true }),
    ...(question.rehearsal === true && { isRehearsal: true }),
  };
}

/**
 * A question that a player watches. `at`: when the player answered it, or it closed or was locked without an answer,
 * epoch ms.
 */
export interface Watched {
  readonly gameSessionId: string;
  readonly at: number;
}

/** When a show with questions in the list ended last, epoch ms; null: none has. */
export const lastEnd = ({ questions }: Pick<Feed, 'questions'>): number | null =>
  questions.reduce<number | null>(
    (last, { endedAt }) => (endedAt !== undefined && endedAt > (last ?? 0) ? endedAt : last),
    null,
  );

/**
 * The question that a player answered last, or missed later: one that is being counted or has its board on the stage.
 * Null: there is none, or a show has ended since. `closedAt`: when a question's window closed for
 * the player, epoch ms; null: it has not.
 */
export function lastWatched(
  { questions, answers }: Feed,
  closedAt: (gameSessionId: string) => number | null,
): Watched | null {
  const endedAt = lastEnd({ questions }) ?? 0;
  const [last] = questions
    .flatMap(({ game_session_id: gameSessionId, board, result }): Watched[] => {
      const answer = answers[gameSessionId];
      if (answer !== undefined) return [{ gameSessionId, at: answer.answeredAt }];
      if (result?.voided !== undefined) return [];
      if (board !== undefined) return [{ gameSessionId, at: result?.lockedAt ?? 0 }];
      const at = result?.state === 'counting' ? closedAt(gameSessionId) : null;
      return at === null ? [] : [{ gameSessionId, at }];
    })
    .filter(({ at }) => at > endedAt)
    .toSorted((a, b) => b.at - a.at);
  return last ?? null;
}

/** The questions that match the filter, for an audience (null: an admin): the most urgent first, then the newest. */
export function listedQuestions(
  feed: Feed,
  audience: Audience | null,
  filter: QuestionFilter,
  stateOf: StateOf,
): QuestionView[] {
  return feed.questions
    .toSorted((a, b) => epochMs(b.created_at) - epochMs(a.created_at))
    .map((question) => ({
      view: questionView(question, feed),
      states: audiencesOf(audience).map((each) => stateOf(question, each)),
    }))
    .filter(({ states }) => isListed(states, filter))
    .toSorted((a, b) => urgencyOf(a) - urgencyOf(b))
    .map(({ view }) => view);
}

interface Listed {
  readonly view: QuestionView;
  readonly states: readonly WindowState[];
}

/**
 * Sort key of the most urgent state that the viewer sees, lowest first. Open questions already answered come after
 * those still to answer.
 */
function urgencyOf({ view, states }: Listed): number {
  const urgency = Math.min(...states.map((state) => URGENCY[state]));
  return urgency === URGENCY.open && view.answer !== null ? ANSWERED : urgency;
}
