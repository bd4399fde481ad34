import { inTransaction } from '#server/db/client.ts';
import type { Database } from '#server/db/client.ts';
import { ApiError, type Handlers, recording } from '#server/http/route.ts';
import { readMediaFile } from './file-type.ts';
import { insertMedia } from './store.ts';

export const mediaHandlers = (services: { readonly db: Database; readonly now: () => number }) =>
  ({
    uploadMedia: async ({ body, record }) => {
      const file = readMediaFile(body);
      if ('problem' in file) throw new ApiError(422, file.problem);
      const { db, now } = recording(services, record);
      const media = await inTransaction(
        db,
        (tx) => insertMedia(tx, file, now()),
        ({ id, kind }) => ({
          target: id,
          after: { kind, type: file.type, bytes: file.bytes.length },
        }),
      );
      return { media };
    },
  }) satisfies Handlers;
