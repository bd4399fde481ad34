import type { Handlers } from '#server/http/route.ts';
import { direct, type DirectServices, hide, reveal } from './direct.ts';
import { createLink, revokeLink } from './link.ts';
import type { Look } from './look.ts';

export interface ShowRouteServices extends DirectServices {
  readonly look: () => Promise<Look>;
}

export function showHandlers(services: ShowRouteServices) {
  const reply = async () => ({ direction: (await services.look()).direction });
  return {
    show: reply,
    directShow: async ({ body }) => {
      await direct(services, body.scene, body.questionId);
      return reply();
    },
    showAnswers: async ({ params, body }) => {
      await reveal(services, params.id, body.groupId);
      return reply();
    },
    hideAnswers: async ({ params, body }) => {
      await hide(services, params.id, body.groupId);
      return reply();
    },
    createShowLink: async ({ caller }) => {
      const key = await createLink(services, caller.id);
      return { ...(await reply()), key };
    },
    revokeShowLink: async () => {
      await revokeLink(services);
      return reply();
    },
  } satisfies Handlers;
}
