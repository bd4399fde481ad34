import { m } from 'messages';
import * as z from 'zod/mini';
import {
  appealSchema,
  pointsExplanationSchema,
  idSchema,
  textSchema,
} from '#machines/contract/entities.ts';
import { LIMITS } from '#machines/contract/limits.ts';
import { call, sessionParams } from '#machines/contract/call.ts';

/** Calls about results: locking, publishing, explaining and appealing. Producers settle appeals by decisions at the grouping desk. */
export const resultsCalls = {
  explainAnswer: call({
    method: 'GET',
    path: '/api/game-sessions/my-result/{gameSessionId}',
    limit: 'account',
    summary:
      "Which answers the caller's is grouped with, and its points; null while the question is open, or without a counted answer",
    params: sessionParams,
    reply: z.object({ explanation: z.nullable(pointsExplanationSchema) }),
  }),
  appeal: call({
    method: 'POST',
    path: '/api/game-sessions/appeals/{gameSessionId}',
    limit: 'account',
    status: 201,
    summary:
      'Appeal once that the answer means the same as another; the same again changes nothing',
    params: sessionParams,
    body: z.strictObject({
      wanted: textSchema(LIMITS.answerLength, m.appealNothing),
      /** The chosen group, if any. */
      groupId: z.optional(idSchema),
    }),
    reply: z.object({ appeal: appealSchema }),
  }),
} as const;
