import * as z from 'zod/mini';
import { idSchema } from '#machines/contract/entities.ts';
import { call } from '#machines/contract/call.ts';
import { showReply } from './calls.ts';

/**
 * The show whose stage screens are meant. Default: the house show, whose screens display whichever open show is on air.
 */
const screenQuery = z.object({ show: z.optional(idSchema) });

/** Calls about the link of a show's screens. */
export const stageCalls = {
  createShowLink: call({
    method: 'POST',
    path: '/api/game-sessions/show-link',
    limit: 'account',
    status: 201,
    summary:
      'Make the key that opens the screens of a show without an account; the previous key ends',
    query: screenQuery,
    reply: z.extend(showReply, { key: z.string() }),
  }),
  revokeShowLink: call({
    method: 'DELETE',
    path: '/api/game-sessions/show-link',
    limit: 'account',
    summary: 'End the key; pages opened with it go dark',
    query: screenQuery,
    reply: showReply,
  }),
} as const;
