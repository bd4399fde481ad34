import { m } from 'messages';
import * as z from 'zod/mini';
import { countSchema, epochMsSchema, idSchema, textSchema } from '#machines/contract/entities.ts';
import { LIMITS } from '#machines/contract/limits.ts';
import { call, idParams } from '#machines/contract/call.ts';

/** A control token. `usedAt` null: never used. */
export const controlTokenSchema = z.object({
  id: idSchema,
  name: z.string(),
  createdAt: epochMsSchema,
  usedAt: z.nullable(epochMsSchema),
  /** The show that the token controls. If it is the house show, the token controls the open show that is on air. */
  showId: idSchema,
  /** Whether the token has ended, as the admin who made it has changed their password. */
  isOver: z.boolean(),
});
export type ControlToken = z.infer<typeof controlTokenSchema>;

export const controlActSchema = z.enum([
  'go',
  'release-studio',
  'release-home',
  'revoke-studio',
  'revoke-home',
  'extend',
  'close',
  'take-back',
  'skip',
  'plan-again',
  'arm',
  'reopen',
  'lock',
  'unlock',
  'reveal',
  'reveal-all',
  'hide',
  'show-board',
  'publish',
  'void',
  'count-again',
  'next',
  'scores',
  'season',
  'holding',
  'test-card',
  'countdown',
  'standings',
  'take-out',
  'undo',
]);
export type RemoteAct = z.infer<typeof controlActSchema>;

/**
 * An audience's window. `scheduled`: released, and opens by itself after the home delay. `locked`: the other audience's
 * timer runs.
 */
const controlWindowSchema = z.enum(['withheld', 'scheduled', 'open', 'locked', 'expired']);

/** The state for devices: a flat object in which every key is always present, with '' or 0 for no value. */
export const controlStateSchema = z.object({
  version: z.string(),
  server_time: epochMsSchema,
  show_id: z.string(),
  show_title: z.string(),
  /** '' without a show. */
  show_state: z.string(),
  items: countSchema,
  item_number: countSchema,
  item_text: z.string(),
  item_note: z.string(),
  item_stage: z.string(),
  next_text: z.string(),
  /** The act that `go` will perform. */
  go: z.string(),
  go_text: z.string(),
  can_go: z.boolean(),
  /** Why `go` must wait; '' if it need not. */
  go_why: z.string(),
  /** The act that `undo` will perform; 'none': there is nothing to undo. */
  undo: z.string(),
  studio: controlWindowSchema,
  studio_seconds_left: countSchema,
  studio_answered: countSchema,
  studio_connected: countSchema,
  home: controlWindowSchema,
  home_seconds_left: countSchema,
  home_answered: countSchema,
  home_connected: countSchema,
  result: z.string(),
  scene: z.string(),
  /** Whether the armed question is on the stage screen. */
  on_air: z.boolean(),
  groups: countSchema,
  revealed: countSchema,
  screens: countSchema,
});
export type ControlState = z.infer<typeof controlStateSchema>;

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
