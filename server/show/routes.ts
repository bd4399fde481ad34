import { HOUSE_SHOW } from '#machines/contract/entities.ts';
import { currentShow } from '#machines/show/rules/rundown.ts';
import { type Handlers, recording } from '#server/http/route.ts';
import { actOnShow } from './act.ts';
import { createShow } from './create.ts';
import { exportShow } from './export/export.ts';
import type { ShowsServices } from './services.ts';
import { LISTED_SHOWS, readShows } from './store.ts';
import { readShowView } from './view.ts';

export const showsHandlers = (services: ShowsServices) =>
  ({
    shows: async ({ query }) => {
      const shows = await readShows(services.db.read, LISTED_SHOWS);
      const id = query.show ?? currentShow(shows)?.id ?? shows[0]?.id;
      return {
        shows,
        show: id === undefined ? null : await readShowView(services, id),
        house: await readShowView(services, HOUSE_SHOW),
      };
    },
    createShow: async ({ body, caller, record }) => {
      const { id } = await createShow(recording(services, record), body, caller.id);
      return { show: await readShowView(services, id) };
    },
    showView: async ({ params }) => ({ show: await readShowView(services, params.id) }),
    actOnShow: async ({ params, body, caller, record }) => ({
      show: await actOnShow(recording(services, record), params.id, body, caller.id),
    }),
    exportShow: ({ params: { id, format } }) => exportShow(services, id, format),
  }) satisfies Handlers;
