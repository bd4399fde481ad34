import * as z from 'zod/mini';
import { storedMediaSchema } from '#machines/contract/entities.ts';
import { LIMITS } from '#machines/contract/limits.ts';
import { call } from '#machines/contract/call.ts';

/** Path of a stored picture or sound, without its id. */
export const MEDIA_PATH = '/api/media';
/** Path of sealed bytes, without their show and seal. */
export const SEALED_PATH = `${MEDIA_PATH}/sealed`;

/** The call that stores a picture or sound; the act `edit` puts it into an item. */
export const mediaCalls = {
  uploadMedia: call({
    method: 'POST',
    path: MEDIA_PATH,
    limit: 'account',
    status: 201,
    summary:
      'Store a picture (PNG, JPEG, WebP, SVG) or sound (MP3) for an item; one that no item uses is deleted after a day',
    body: z.instanceof(Uint8Array),
    mostBytes: LIMITS.mediaBytes,
    reply: z.object({ media: storedMediaSchema }),
  }),
} as const;
