import type { ActorRefFrom } from 'xstate';
import { CREATED_REDIRECT_MS, LIMITS } from './contract/limits.ts';
import { MESSAGES } from './contract/messages.ts';
import { type Outcome, refusal, success } from './contract/outcome.ts';
import { textProblem } from './contract/text.ts';
import { submission } from './kit/submission.ts';
import { epochMs } from './rules/clock.ts';

/* The two forms of /generate-question (QF-1, QF-2), each a `submission`. */

const { generate } = MESSAGES;

const checkText = (typed: string, length: number, required: string, field: string) => {
  const problem = textProblem(typed, length, required);
  return problem === null ? null : refusal(problem, { field });
};

export interface QuestionValues {
  readonly question: string;
  /** As a `datetime-local` input has them: the device's local time, '' when not chosen. */
  readonly startTime: string;
  readonly endTime: string;
}
/** QF-1. Answers what the server said. */
export const createQuestionForm = submission<QuestionValues, string>({
  id: 'createQuestion',
  check: ({ question, startTime, endTime }): Outcome<unknown> => {
    const wrong = checkText(question, LIMITS.questionLength, generate.noQuestion, 'question');
    if (wrong !== null) return wrong;
    if (startTime === '' || endTime === '')
      return refusal(generate.noTimes, { field: startTime === '' ? 'startTime' : 'endTime' });
    return epochMs(startTime) < epochMs(endTime)
      ? success(null)
      : refusal(generate.endFirst, { field: 'endTime' });
  },
  done: () => generate.done,
  next: { to: '/admin', afterMs: CREATED_REDIRECT_MS },
});

export interface TopicValues {
  readonly topic: string;
}
/** QF-2. Answers the question that the model wrote. */
export const topicForm = submission<TopicValues, string>({
  id: 'topic',
  check: ({ topic }) =>
    checkText(topic, LIMITS.topicLength, generate.noTopic, 'topic') ?? success(null),
  done: (question) => question,
});

export type TopicActor = ActorRefFrom<typeof topicForm>;
