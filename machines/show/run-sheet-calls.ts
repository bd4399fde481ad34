import * as z from 'zod/mini';
import { presetsSchema } from '#machines/contract/rundown.ts';
import { epochMsSchema, mediaSchema } from '#machines/contract/entities.ts';
import { call, idParams, messageReply } from '#machines/contract/call.ts';

/** A question of a run sheet, with the presets of its item. */
const runSheetItemSchema = z.extend(presetsSchema, {
  text: z.string(),
  /** What the picture or sound of the question shows or plays. */
  media: z.optional(z.pick(mediaSchema, { kind: true, alt: true })),
  isSkipped: z.boolean(),
});
export type RunSheetItem = z.infer<typeof runSheetItemSchema>;

/** The plan of a show, to print or to share: nothing of its answers, players or settings. */
export const runSheetSchema = z.object({
  title: z.string(),
  /** When the show starts, for its countdown; null: not set. */
  startsAt: z.nullable(epochMsSchema),
  items: z.array(runSheetItemSchema),
});
export type RunSheet = z.infer<typeof runSheetSchema>;

/** Calls about run sheets and the links that share them. */
export const runSheetCalls = {
  runSheet: call({
    method: 'GET',
    path: '/api/shows/{id}/run-sheet',
    limit: 'account',
    summary: 'The run sheet of a show, and since when a link shares it',
    params: idParams,
    reply: z.object({
      sheet: runSheetSchema,
      /** Null: no link shares it. */
      sharedAt: z.nullable(epochMsSchema),
    }),
  }),
  shareRunSheet: call({
    method: 'POST',
    path: '/api/shows/{id}/run-sheet/link',
    limit: 'account',
    status: 201,
    summary:
      'Make the key that shows the run sheet of a show without an account; the previous key ends',
    params: idParams,
    reply: z.object({ key: z.string() }),
  }),
  unshareRunSheet: call({
    method: 'DELETE',
    path: '/api/shows/{id}/run-sheet/link',
    limit: 'account',
    summary: 'End the key that shows the run sheet of a show',
    params: idParams,
    reply: messageReply,
  }),
  sharedRunSheet: call({
    method: 'POST',
    path: '/api/run-sheet',
    limit: 'address',
    summary: 'The run sheet that a key shows',
    body: z.strictObject({ key: z.string().check(z.minLength(1), z.maxLength(200)) }),
    reply: z.object({ sheet: runSheetSchema }),
  }),
} as const;
