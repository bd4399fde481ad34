import { type Handlers, recording } from '#server/http/route.ts';
import { actOnShow } from './act.ts';
import { createShow } from './create.ts';
import { exportShow } from './export/export.ts';
import { rundownOf, type ShowsServices } from './services.ts';
import { readShows } from './store.ts';

/** So many of the newest. */
export const LISTED_SHOWS = 100;

export const showsHandlers = (services: ShowsServices) =>
  ({
    shows: async () => ({ shows: await readShows(services.db.read, LISTED_SHOWS) }),
    createShow: async ({ body, caller, record }) => ({
      rundown: await createShow(recording(services, record), body, caller.id),
    }),
    rundown: async ({ params }) => ({ rundown: await rundownOf(services.db.read, params.id) }),
    actOnShow: async ({ params, body, caller, record }) => ({
      rundown: await actOnShow(recording(services, record), params.id, body, caller.id),
    }),
    exportShow: ({ params: { id, format } }) => exportShow(services, id, format),
  }) satisfies Handlers;
