import { type Handlers, recording } from '#server/http/route.ts';
import { direct, type DirectServices, hide, reveal } from './direct.ts';
import { createLink, revokeLink } from './link.ts';
import type { ShowSnapshot } from './snapshot.ts';

export interface ShowRouteServices extends DirectServices {
  readonly readSnapshot: () => Promise<ShowSnapshot>;
}

export function showHandlers(services: ShowRouteServices) {
  const reply = async () => ({ direction: (await services.readSnapshot()).direction });
  return {
    show: reply,
    directShow: async ({ body, record }) => {
      await direct(recording(services, record), body.scene, body.questionId);
      return reply();
    },
    showAnswers: async ({ caller, params, body, record }) => {
      await reveal(recording(services, record), params.id, body.groupId, caller.id);
      return reply();
    },
    hideAnswers: async ({ params, body, record }) => {
      await hide(recording(services, record), params.id, body.groupId);
      return reply();
    },
    createShowLink: async ({ caller, record }) => {
      const key = await createLink(recording(services, record), caller);
      return { ...(await reply()), key };
    },
    revokeShowLink: async ({ record }) => {
      await revokeLink(recording(services, record));
      return reply();
    },
  } satisfies Handlers;
}
