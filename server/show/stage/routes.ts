import { type Handlers, recording } from '#server/http/route.ts';
import { direct, type DirectServices, hide, reveal } from './direct.ts';
import { createLink, revokeLink } from './link.ts';
import type { ShowSnapshot } from './snapshot.ts';

export interface ShowRouteServices extends DirectServices {
  /** Of the screens of a show. */
  readonly readSnapshot: (showId?: string) => Promise<ShowSnapshot>;
}

export function showHandlers(services: ShowRouteServices) {
  const reply = async ({ show }: { readonly show?: string | undefined }) => ({
    direction: (await services.readSnapshot(show)).direction,
  });
  return {
    show: ({ query }) => reply(query),
    directShow: async ({ body, record }) => {
      await direct(recording(services, record), body.scene, body.questionId, body.show);
      return reply(body);
    },
    showAnswers: async ({ caller, params, query, body, record }) => {
      await reveal(recording(services, record), params.id, body.groupId, caller.id);
      return reply(query);
    },
    hideAnswers: async ({ params, query, body, record }) => {
      await hide(recording(services, record), params.id, body.groupId);
      return reply(query);
    },
    createShowLink: async ({ caller, query, record }) => {
      const key = await createLink(recording(services, record), caller, query.show);
      return { ...(await reply(query)), key };
    },
    revokeShowLink: async ({ query, record }) => {
      await revokeLink(recording(services, record), query.show);
      return reply(query);
    },
  } satisfies Handlers;
}
