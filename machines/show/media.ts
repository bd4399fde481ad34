import { m } from 'messages';
import type { ActorRefFrom } from 'xstate';
import type { StoredMedia } from '#machines/contract/entities.ts';
import { LIMITS } from '#machines/contract/limits.ts';
import { refusal, success } from '#machines/contract/outcome.ts';
import { submission } from '#machines/kit/submission.ts';

/* Stores a picture or sound for an item (MED-1); a `submission` in the dialog that edits the item. */

/** A chosen file. */
export interface UploadValues {
  /** In bytes. */
  readonly size: number;
  readonly read: () => Promise<Uint8Array<ArrayBuffer>>;
}
/** MED-1. Refuses a large file before it is read. */
export const uploadForm = submission<UploadValues, StoredMedia>({
  id: 'uploadMedia',
  check: ({ size }) => (size > LIMITS.mediaBytes ? refusal(m.mediaTooLarge()) : success(null)),
  done: ({ kind }) => m.showReadySave({ kind }),
  unexpected: m.mediaFailed(),
});
export type UploadActor = ActorRefFrom<typeof uploadForm>;
