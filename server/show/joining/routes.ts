import type { Handlers } from '#server/http/route.ts';
import { joinShow, type JoinServices, returnAsGuest, showToJoin } from './join.ts';

export const joinHandlers = (services: JoinServices) =>
  ({
    showToJoin: async ({ params }) => ({ show: await showToJoin(services, params.code) }),
    joinShow: ({ body, caller, address }) => joinShow(services, body, { caller, address }),
    returnAsGuest: ({ body, address }) => returnAsGuest(services, body.personalCode, address),
  }) satisfies Handlers;
