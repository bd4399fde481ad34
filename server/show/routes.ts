import { HOUSE_SHOW } from '#machines/contract/entities.ts';
import { ROLE } from '#machines/contract/roles.ts';
import { currentShow } from '#machines/show/rules/rundown.ts';
import { type Handlers, recording } from '#server/http/route.ts';
import { actOnShow } from './act.ts';
import { createShow } from './create.ts';
import { exportShow } from './export/export.ts';
import { refuseBeyondShow } from './producers/acts.ts';
import type { ShowsServices } from './services.ts';
import { LISTED_SHOWS, readShows } from './store.ts';
import { readShowView } from './view.ts';

export const showsHandlers = (services: ShowsServices) =>
  ({
    shows: async ({ query, caller }) => {
      const isAdmin = caller.roleId === ROLE.admin;
      const producedBy = isAdmin ? undefined : caller.id;
      const shows = await readShows(services.db.read, LISTED_SHOWS, { producedBy });
      const id = query.show ?? currentShow(shows)?.id ?? shows[0]?.id;
      return {
        shows,
        show: id === undefined ? null : await readShowView(services, id),
        house: isAdmin ? await readShowView(services, HOUSE_SHOW) : null,
      };
    },
    createShow: async ({ body, caller, record }) => {
      const { id } = await createShow(recording(services, record), body, caller.id);
      return { show: await readShowView(services, id) };
    },
    showView: async ({ params }) => ({ show: await readShowView(services, params.id) }),
    actOnShow: async ({ params, body, caller, record }) => {
      await refuseBeyondShow(services, params.id, body.act, caller);
      return { show: await actOnShow(recording(services, record), params.id, body, caller.id) };
    },
    exportShow: ({ params: { id, format } }) => exportShow(services, id, format),
  }) satisfies Handlers;
