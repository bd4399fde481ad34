import * as z from 'zod/mini';
import {
  adminAppealSchema,
  appealSchema,
  explanationSchema,
  idSchema,
  textSchema,
} from '#machines/contract/entities.ts';
import { LIMITS } from '#machines/contract/limits.ts';
import { MESSAGES } from '#machines/contract/messages.ts';
import { call, sessionParams } from '#machines/contract/call.ts';

/** Calls about results: locking, publishing, explaining and appealing. */
export const resultsCalls = {
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
      /** The chosen group, if any. */
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
