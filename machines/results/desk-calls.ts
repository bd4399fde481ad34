import * as z from 'zod/mini';
import { deskSchema } from '#machines/contract/desk.ts';
import { distributionItemSchema, groupingSchema } from '#machines/contract/entities.ts';
import { call, sessionParams } from '#machines/contract/call.ts';

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
} as const;
