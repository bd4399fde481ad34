import { m } from 'messages';
import { success } from '#machines/contract/outcome.ts';
import {
  createQuestionForm,
  type CreateQuestionValues,
  topicForm,
  type TopicValues,
} from '#machines/show/question-forms.ts';
import type { Runtime } from '#src/effects/runtime.ts';
import { formPort, serverMessage } from '#src/effects/provide/effect.ts';

/** Converts the local time of a `datetime-local` input to an instant for the server. */
const instantOf = (local: string): string => new Date(local).toISOString();

/** The form of /generate-question. */
export const provideCreateQuestion = ({ call }: Runtime) =>
  createQuestionForm.provide(
    formPort(async ({ question, startTime, endTime }: CreateQuestionValues, signal) => {
      const body = { question, startTime: instantOf(startTime), endTime: instantOf(endTime) };
      const texts = { fallback: m.generateFailed(), logIn: m.generateLogIn() };
      return serverMessage(await call('generate', { body }, texts, signal), m.generateDone());
    }),
  );

/** The form that asks the model for a question. */
export const provideTopic = ({ call }: Runtime) =>
  topicForm.provide(
    formPort(async (body: TopicValues, signal) => {
      const texts = { fallback: m.generateAiFailed(), logIn: m.generateLogInAi() };
      const answer = await call('aiGenerate', { body }, texts, signal);
      return answer.ok ? success(answer.value.question) : answer;
    }),
  );
