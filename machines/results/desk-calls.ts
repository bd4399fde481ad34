import * as z from 'zod/mini';
import { deskBodySchema, deskSchema } from '#machines/contract/desk.ts';
import { distributionItemSchema, groupingSchema, idSchema } from '#machines/contract/entities.ts';
import { LIMITS } from '#machines/contract/limits.ts';
import { call, reasonSchema, sessionParams } from '#machines/contract/call.ts';

/** Calls about which answers belong together. */
export const groupingCalls = {
  answerDistribution: call({
    method: 'GET',
    path: '/api/game-sessions/answer-distribution/{gameSessionId}',
    limit: 'account',
    summary: 'How often each text was given',
    params: sessionParams,
    reply: z.object({ distribution: z.array(distributionItemSchema) }),
  }),
  aiGrouping: call({
    method: 'GET',
    path: '/api/game-sessions/ai-grouping/{gameSessionId}',
    limit: 'account',
    summary: 'The groups and why',
    params: sessionParams,
    reply: z.object({ grouping: groupingSchema }),
  }),
  decideJoins: call({
    method: 'PUT',
    path: '/api/game-sessions/ai-grouping/{gameSessionId}/joins',
    limit: 'account',
    summary:
      'Accept or dismiss what a model has joined or wanted to, all of them or none; may be decided anew',
    params: sessionParams,
    body: z.strictObject({
      joinIds: z.array(idSchema).check(z.minLength(1), z.maxLength(LIMITS.joins)),
      accepted: z.boolean(),
      /** Why a published result is corrected. */
      reason: z.optional(reasonSchema),
    }),
    reply: z.object({ grouping: groupingSchema }),
  }),
  groupingDesk: call({
    method: 'GET',
    path: '/api/game-sessions/grouping-desk/{gameSessionId}',
    limit: 'account',
    summary: 'All groups with every text, the decisions made by hand, and what to decide next',
    params: sessionParams,
    reply: z.object({ desk: deskSchema }),
  }),
  countSuggestions: call({
    method: 'GET',
    path: '/api/game-sessions/grouping-desk/{gameSessionId}/suggestions',
    limit: 'account',
    summary: 'Number of suggestions waiting at the grouping desk',
    params: sessionParams,
    reply: z.object({ count: z.int().check(z.nonnegative()) }),
  }),
  actOnGroups: call({
    method: 'POST',
    path: '/api/game-sessions/grouping-desk/{gameSessionId}',
    limit: 'account',
    summary:
      'Decide about groups by hand, which wins over matching and model; 409 with what changed when made upon an older version',
    params: sessionParams,
    body: deskBodySchema,
    reply: z.object({ desk: deskSchema }),
  }),
} as const;
