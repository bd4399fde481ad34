import * as z from 'zod/mini';
import { call, messageReply } from '#machines/contract/call.ts';
import { showQuery } from './calls.ts';

/** Calls that bring real devices into a rehearsal. */
export const rehearsalCalls = {
  inviteToRehearsal: call({
    method: 'POST',
    path: '/api/rehearsal/invitation',
    limit: 'account',
    status: 201,
    summary:
      'Make a new key that invites devices to the rehearsal of a show, by default the newest one; the previous key ends',
    query: showQuery,
    reply: z.object({ key: z.string() }),
  }),
  joinRehearsal: call({
    method: 'POST',
    path: '/api/rehearsal/members',
    limit: 'account',
    status: 201,
    summary: 'Join the rehearsal of an invitation key until the rehearsal ends',
    body: z.strictObject({ key: z.string().check(z.minLength(1), z.maxLength(200)) }),
    reply: messageReply,
  }),
} as const;
