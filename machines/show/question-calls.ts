import { m } from 'messages';
import * as z from 'zod/mini';
import {
  adminQuestionSchema,
  instantSchema,
  textSchema,
  timerSchema,
  versionsSchema,
} from '#machines/contract/entities.ts';
import { LIMITS, MAX_TIMER_MINUTES, MAX_TIMER_SECONDS } from '#machines/contract/limits.ts';
import { call, idParams, messageReply } from '#machines/contract/call.ts';

const releaseBody = z
  .strictObject({
    timerMinutes: z.optional(
      z
        .int()
        .check(
          z.gte(0, { error: m.releaseMinutes }),
          z.lte(MAX_TIMER_MINUTES, { error: m.releaseMinutes }),
        ),
    ),
    timerSeconds: z.optional(
      z
        .int()
        .check(
          z.gte(0, { error: m.releaseSeconds }),
          z.lte(MAX_TIMER_SECONDS, { error: m.releaseSeconds }),
        ),
    ),
  })
  .check(
    z.refine(
      ({ timerMinutes, timerSeconds }) =>
        (timerMinutes === undefined && timerSeconds === undefined) ||
        (timerMinutes ?? 0) + (timerSeconds ?? 0) > 0,
      { error: m.releaseNoTime },
    ),
  );

export type ReleaseBody = z.infer<typeof releaseBody>;

const FIRST_PLANNED = '1971';

const AFTER_PLANNED = '9999';

/**
 * A planned instant; without a time zone it is UTC. In every zone its year must have four digits, so that the instant
 * can be parsed again.
 */
const plannedSchema = z
  .union([instantSchema, z.iso.datetime({ local: true })], {
    error: m.generateNoTimes,
  })
  .check(
    z.refine((moment) => moment >= FIRST_PLANNED && moment < AFTER_PLANNED, {
      error: m.generateFarTimes,
    }),
  );

/** Calls about questions and their releases, for producers. */
export const questionsCalls = {
  adminQuestions: call({
    method: 'GET',
    path: '/api/game-sessions/admin/questions',
    limit: 'account',
    summary: 'The newest 500 questions with the releases to both audiences',
    reply: z.object({
      questions: z.array(adminQuestionSchema),
      /** Number of all questions, listed or not. */
      total: z.int(),
      versions: versionsSchema,
      /** Number of connected people by audience. */
      connected: z.object({ studio: z.int(), home: z.int() }),
    }),
  }),
  updateQuestion: call({
    method: 'PUT',
    path: '/api/game-sessions/admin/questions/{id}',
    limit: 'account',
    summary: 'Change the text and what it is shown to',
    params: idParams,
    body: z.strictObject({
      question_text: textSchema(LIMITS.questionLength, m.generateNoQuestion),
      shown_on_air: z.boolean(),
      shown_to_home: z.boolean(),
    }),
    reply: z.object({ question: adminQuestionSchema, message: z.optional(z.string()) }),
  }),
  deleteQuestion: call({
    method: 'DELETE',
    path: '/api/game-sessions/admin/questions/{id}',
    limit: 'account',
    summary: 'Delete a question with its answers',
    params: idParams,
    reply: messageReply,
  }),
  aiGenerate: call({
    method: 'POST',
    path: '/api/game-sessions/ai-generate',
    limit: 'model',
    summary: 'Write a question about a topic',
    body: z.strictObject({
      topic: textSchema(LIMITS.topicLength, m.generateNoTopic),
    }),
    reply: z.object({ question: z.string() }),
  }),
  generate: call({
    method: 'POST',
    path: '/api/game-sessions/generate',
    limit: 'account',
    status: 201,
    summary: 'Create a question and its game session',
    body: z.strictObject({
      question: textSchema(LIMITS.questionLength, m.generateNoQuestion),
      startTime: plannedSchema,
      endTime: plannedSchema,
    }),
    reply: z.object({ message: z.string(), question: adminQuestionSchema }),
  }),
  release: call({
    method: 'POST',
    path: '/api/game-sessions/release-question/{id}',
    limit: 'account',
    summary: 'Release to contestants',
    params: idParams,
    body: releaseBody,
    reply: z.object({
      message: z.string(),
      contestantTimer: z.optional(timerSchema),
      question: adminQuestionSchema,
    }),
  }),
  releaseHome: call({
    method: 'POST',
    path: '/api/game-sessions/release-question-home/{id}',
    limit: 'account',
    summary: 'Release to home viewers',
    params: idParams,
    body: releaseBody,
    reply: z.object({
      message: z.string(),
      homeViewerTimer: z.optional(timerSchema),
      question: adminQuestionSchema,
    }),
  }),
  revoke: call({
    method: 'POST',
    path: '/api/game-sessions/revoke-question/{id}',
    limit: 'account',
    summary: 'Revoke from contestants',
    params: idParams,
    reply: z.object({ message: z.string(), question: adminQuestionSchema }),
  }),
  revokeHome: call({
    method: 'POST',
    path: '/api/game-sessions/revoke-question-home/{id}',
    limit: 'account',
    summary: 'Revoke from home viewers',
    params: idParams,
    reply: z.object({ message: z.string(), question: adminQuestionSchema }),
  }),
} as const;
