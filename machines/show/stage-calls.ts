import * as z from 'zod/mini';
import { call } from '#machines/contract/call.ts';
import { showQuery, showReply } from './calls.ts';

/**
 * Calls about the link of a show's screens. By default those of the house show, which display whichever open show is on
 * air.
 */
export const stageCalls = {
  createShowLink: call({
    method: 'POST',
    path: '/api/game-sessions/show-link',
    limit: 'account',
    status: 201,
    summary:
      'Make the key that opens the screens of a show without an account; the previous key ends',
    query: showQuery,
    reply: z.extend(showReply, { key: z.string() }),
  }),
  revokeShowLink: call({
    method: 'DELETE',
    path: '/api/game-sessions/show-link',
    limit: 'account',
    summary: 'End the key; pages opened with it go dark',
    query: showQuery,
    reply: showReply,
  }),
} as const;
