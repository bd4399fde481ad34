import type { QuestionFilter } from '#machines/answering/calls.ts';
import type { ActiveQuestion, Audience, OwnAnswer } from '#machines/contract/entities.ts';
import { audiencesOf } from '#machines/contract/audience.ts';
import { epochMs } from '#machines/connection/rules/clock.ts';
import type { Feed } from './feed.ts';
import { isListed } from '#machines/show/rules/question.ts';
import { isFinal } from '#machines/results/rules/finality.ts';
import type { WindowState } from './schedule.ts';

/** A question as a list, a card or a dialog shows it; how it stands now, its window says. */
export interface QuestionView {
  readonly gameSessionId: string;
  readonly questionId: string;
  /** Null: the reader may know that it exists, not what it says. */
  readonly text: string | null;
  readonly startTime: string;
  readonly endTime: string;
  readonly answer: OwnAnswer | null;
  /** Whether its result is told, and with it how one's answer counts. */
  readonly hasResult: boolean;
  /** Points move by a producer's decision alone, and not with the answers. */
  readonly isFrozen: boolean;
  /** Its points are final and said to be so. */
  readonly isFinal: boolean;
  /** Answers to it do not count. */
  readonly isRehearsal?: true;
}

/** What a question is to an audience now. */
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
    startTime: question.start_time,
    endTime: question.end_time,
    answer: answers[game_session_id] ?? null,
    hasResult: question.result !== undefined,
    isFrozen: question.result?.state !== 'counting',
    isFinal: isFinal(question.result),
    ...(question.rehearsal === true && { isRehearsal: true }),
  };
}

/** What a filter lets through to an audience (null: an admin), what can be acted on first, then the newest. */
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

/** Of the more urgent of what an admin sees; what one has answered comes after what one still can. */
function urgencyOf({ view, states }: Listed): number {
  const urgency = Math.min(...states.map((state) => URGENCY[state]));
  return urgency === URGENCY.open && view.answer !== null ? ANSWERED : urgency;
}
