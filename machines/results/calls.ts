import * as z from 'zod/mini';
import {
  adminAppealSchema,
  adminQuestionSchema,
  appealSchema,
  explanationSchema,
  idSchema,
  textSchema,
} from '#machines/contract/entities.ts';
import { LIMITS } from '#machines/contract/limits.ts';
import { MESSAGES } from '#machines/contract/messages.ts';
import { PRODUCER_MESSAGES } from '#machines/contract/producer-messages.ts';
import { call, reasonSchema, sessionParams } from '#machines/contract/call.ts';

/** Calls about results: locking, publishing, explaining and appealing. */
export const resultsCalls = {
  actOnResult: call({
    method: 'POST',
    path: '/api/game-sessions/result/{gameSessionId}',
    limit: 'account',
    summary:
      'Lock, unlock or publish the result of a question, upon the version that is named; the same act again changes nothing',
    params: sessionParams,
    body: z
      .strictObject({
        act: z.enum(['lock', 'unlock', 'publish']),
        version: z.int().check(z.nonnegative()),
        reason: z.optional(reasonSchema),
      })
      .check(
        z.refine(({ act, reason }) => act !== 'unlock' || reason !== undefined, {
          error: PRODUCER_MESSAGES.result.noReason,
          path: ['reason'],
        }),
      ),
    reply: z.object({ message: z.string(), question: adminQuestionSchema }),
  }),
  explainAnswer: call({
    method: 'GET',
    path: '/api/game-sessions/my-result/{gameSessionId}',
    limit: 'account',
    summary:
      "With whom one's answer counts and what it was worth; null while somebody can answer, or without an answer that is counted",
    params: sessionParams,
    reply: z.object({ explanation: z.nullable(explanationSchema) }),
  }),
  appeal: call({
    method: 'POST',
    path: '/api/game-sessions/appeals/{gameSessionId}',
    limit: 'account',
    status: 201,
    summary: "Say once that one's answer means the same as another; the same again changes nothing",
    params: sessionParams,
    body: z.strictObject({
      wanted: textSchema(LIMITS.answerLength, MESSAGES.appeal.nothing),
      /** The group that is meant, if it was chosen. */
      groupId: z.optional(idSchema),
    }),
    reply: z.object({ appeal: appealSchema }),
  }),
  appeals: call({
    method: 'GET',
    path: '/api/game-sessions/appeals/{gameSessionId}',
    limit: 'account',
    summary: 'What players say that their answers mean, the open ones first',
    params: sessionParams,
    reply: z.object({ appeals: z.array(adminAppealSchema) }),
  }),
  settleAppeals: call({
    method: 'PUT',
    path: '/api/game-sessions/appeals/{gameSessionId}',
    limit: 'account',
    summary: 'Accept or decline appeals, all of them or none; their players are told',
    params: sessionParams,
    body: z.strictObject({
      appealIds: z.array(idSchema).check(z.minLength(1), z.maxLength(LIMITS.appeals)),
      accepted: z.boolean(),
    }),
    reply: z.object({ appeals: z.array(adminAppealSchema) }),
  }),
} as const;
