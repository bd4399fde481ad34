import { HOUSE_SHOW } from '#machines/contract/entities.ts';
import { type Handlers, recording } from '#server/http/route.ts';
import type { ShowsServices } from '../services.ts';
import { readShowView } from '../view.ts';
import { createLink, type LinkServices, revokeLink } from './link.ts';

/** Handlers of the calls about the link of a show's screens. */
export function stageHandlers(stage: LinkServices, services: ShowsServices) {
  const reply = async ({ show = HOUSE_SHOW }: { readonly show?: string | undefined }) => ({
    show: await readShowView(services, show),
  });
  return {
    createShowLink: async ({ caller, query, record }) => {
      const key = await createLink(recording(stage, record), caller, query.show);
      return { ...(await reply(query)), key };
    },
    revokeShowLink: async ({ query, record }) => {
      await revokeLink(recording(stage, record), query.show);
      return reply(query);
    },
  } satisfies Handlers;
}
