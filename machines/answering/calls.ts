import { m } from 'messages';
import * as z from 'zod/mini';
import {
  activeQuestionSchema,
  epochMsSchema,
  idSchema,
  ownAnswerSchema,
  textSchema,
  timerSchema,
  versionsSchema,
} from '#machines/contract/entities.ts';
import { LIMITS } from '#machines/contract/limits.ts';
import { call, idParams } from '#machines/contract/call.ts';

const activeQuestionsReply = z.object({
  questions: z.array(activeQuestionSchema),
  /** The caller's own answers to these questions. */
  answers: z.array(ownAnswerSchema),
  versions: versionsSchema,
  serverTime: epochMsSchema,
});

const activeQuestionsQuery = z.object({
  filter: z._default(z.enum(['all', 'active', 'expired']), 'all'),
  t: z.optional(z.string().check(z.maxLength(40))),
});

export type QuestionFilter = z.infer<typeof activeQuestionsQuery>['filter'];

/** Calls about questions and answers of players. */
export const answersCalls = {
  activeQuestions: call({
    method: 'GET',
    path: '/api/game-sessions/active-questions',
    limit: 'account',
    summary: 'The questions a home viewer or an admin may see',
    query: activeQuestionsQuery,
    reply: activeQuestionsReply,
  }),
  contestantQuestions: call({
    method: 'GET',
    path: '/api/game-sessions/contestant-questions',
    limit: 'account',
    summary: 'The questions a contestant may see',
    query: activeQuestionsQuery,
    reply: activeQuestionsReply,
  }),
  timerInfo: call({
    method: 'GET',
    path: '/api/game-sessions/timer-info/{id}',
    limit: 'account',
    summary: 'When a question closes for the caller',
    params: idParams,
    reply: z.object({
      endTime: z.nullable(epochMsSchema),
      contestantTimer: z.optional(timerSchema),
      homeViewerTimer: z.optional(timerSchema),
    }),
    failure: m.releaseTimerInfoFailed,
  }),
  userAnswer: call({
    method: 'GET',
    path: '/api/game-sessions/user-answer/{gameSessionId}/{userId}',
    limit: 'account',
    summary: 'Whether the caller has answered',
    params: z.object({ gameSessionId: idSchema, userId: idSchema }),
    reply: z.object({ hasAnswered: z.boolean(), answer: z.optional(ownAnswerSchema) }),
  }),
  submitAnswer: call({
    method: 'POST',
    path: '/api/game-sessions/answers',
    limit: 'answer',
    status: 201,
    summary: 'Submit the one final answer; the same text again returns the first result',
    body: z.strictObject({
      gameSessionId: idSchema,
      answerText: textSchema(LIMITS.answerLength, m.answerEmpty),
    }),
    reply: z.object({
      awardedPoints: z.int().check(z.nonnegative()),
      answer: ownAnswerSchema,
    }),
  }),
  myLastAnswer: call({
    method: 'POST',
    path: '/api/game-sessions/my-last-answer',
    limit: 'account',
    summary:
      "The caller's answer to a question; without an id, to the newest one released to their audience",
    body: z.object({ questionId: z.nullish(idSchema) }),
    reply: z.object({
      answer: z.nullable(ownAnswerSchema),
      question: z.nullable(activeQuestionSchema),
    }),
  }),
} as const;
