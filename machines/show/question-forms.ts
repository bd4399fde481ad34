import { m } from 'messages';
import type { ActorRefFrom } from 'xstate';
import { CREATED_REDIRECT_MS, LIMITS } from '#machines/contract/limits.ts';
import { outcomeOf } from '#machines/contract/outcome.ts';
import { textProblem } from '#machines/contract/text.ts';
import { submission } from '#machines/kit/submission.ts';
import { epochMs } from '#machines/connection/rules/clock.ts';

/* The two forms of /generate-question (QF-1, QF-2), each a `submission`. */

export interface CreateQuestionValues {
  readonly question: string;
  /** Values of `datetime-local` inputs: the device's local time, '' when not chosen. */
  readonly startTime: string;
  readonly endTime: string;
}
/** QF-1. Returns the server's message. */
export const createQuestionForm = submission<CreateQuestionValues, string>({
  id: 'createQuestion',
  check: ({ question, startTime, endTime }) => {
    const wrong = textProblem(question, LIMITS.questionLength, m.generateNoQuestion());
    // False if a time is missing, because comparing with NaN is always false.
    const isReversed = epochMs(startTime) >= epochMs(endTime);
    return outcomeOf(null, {
      ...(wrong !== null && { question: wrong }),
      ...(startTime === '' && { startTime: m.generateNoTimes() }),
      ...(endTime === '' && { endTime: m.generateNoTimes() }),
      ...(isReversed && { endTime: m.generateEndFirst() }),
    });
  },
  together: ['startTime', 'endTime'],
  done: () => m.generateDone(),
  next: { to: '/admin', afterMs: CREATED_REDIRECT_MS },
});

export interface TopicValues {
  readonly topic: string;
}
/** QF-2. Returns the question that the model wrote. */
export const topicForm = submission<TopicValues, string>({
  id: 'topic',
  check: ({ topic }) => {
    const wrong = textProblem(topic, LIMITS.topicLength, m.generateNoTopic());
    return outcomeOf(null, wrong === null ? {} : { topic: wrong });
  },
  done: (question) => question,
});

export type TopicActor = ActorRefFrom<typeof topicForm>;
