import { m } from 'messages';
import * as z from 'zod/mini';
import {
  controlActSchema,
  controlStateSchema,
  controlTokenSchema,
  idSchema,
  textSchema,
} from '#machines/contract/entities.ts';
import { LIMITS } from '#machines/contract/limits.ts';
import { call, idParams } from '#machines/contract/call.ts';

const controlTokensReply = z.object({ tokens: z.array(controlTokenSchema) });

/** The socket.io namespace of the remote control. */
export const CONTROL_SOCKET = '/control';

/** Calls of the remote control. */
export const controlCalls = {
  controlTokens: call({
    method: 'GET',
    path: '/api/control-tokens',
    limit: 'account',
    summary: 'The tokens that run a show from outside, the newest first',
    reply: controlTokensReply,
  }),
  createControlToken: call({
    method: 'POST',
    path: '/api/control-tokens',
    limit: 'account',
    status: 201,
    summary:
      'Make a token that can run a show and nothing else, by default the open show on air; it is returned only once',
    body: z.strictObject({
      name: textSchema(LIMITS.nameLength, m.controlNoName),
      show: z.optional(idSchema),
    }),
    reply: z.extend(controlTokensReply, { token: z.string() }),
  }),
  revokeControlToken: call({
    method: 'DELETE',
    path: '/api/control-tokens/{id}',
    limit: 'account',
    summary: 'End a token',
    params: idParams,
    reply: controlTokensReply,
  }),
  control: call({
    method: 'POST',
    path: '/api/v1/control/{act}',
    limit: 'control',
    summary:
      'Run the live show: `go` does the same as the main button of the control room. Acts on the named version, once for each request id',
    params: z.object({ act: controlActSchema }),
    body: z.strictObject({
      version: z.optional(z.string().check(z.maxLength(LIMITS.requestIdLength))),
      requestId: z.optional(z.string().check(z.minLength(1), z.maxLength(LIMITS.requestIdLength))),
      show: z.optional(idSchema),
      /** For `arm`: the number of the item in the rundown, from 1; by default the next planned one. */
      item: z.optional(z.int().check(z.gte(1), z.lte(LIMITS.rundownItems))),
    }),
    reply: controlStateSchema,
  }),
  controlState: call({
    method: 'GET',
    path: '/api/v1/state',
    limit: 'control',
    summary: 'State of the live show, flat: one key for each variable',
    query: z.object({ show: z.optional(idSchema) }),
    reply: controlStateSchema,
  }),
} as const;
