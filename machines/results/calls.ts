import * as z from 'zod/mini';
import {
  appealSchema,
  pointsExplanationSchema,
  idSchema,
  textSchema,
} from '#machines/contract/entities.ts';
import { LIMITS } from '#machines/contract/limits.ts';
import { MESSAGES } from '#machines/contract/messages.ts';
import { call, sessionParams } from '#machines/contract/call.ts';

/** Calls about results: locking, publishing, explaining and appealing. Producers settle appeals by decisions at the grouping desk. */
export const resultsCalls = {
  explainAnswer: call({
    method: 'GET',
    path: '/api/game-sessions/my-result/{gameSessionId}',
    limit: 'account',
    summary:
      "With whom one's answer counts and what it was worth; null while somebody can answer, or without an answer that is counted",
    params: sessionParams,
    reply: z.object({ explanation: z.nullable(pointsExplanationSchema) }),
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
} as const;
