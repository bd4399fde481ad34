import { type Handlers, recording } from '#server/http/route.ts';
import { joinShow, type JoinServices, returnAsGuest, showToJoin } from './join.ts';
import { addSeat, listPeople, removeSeat, renewSeat, type SeatServices } from './seats.ts';

export const joinHandlers = (services: JoinServices) =>
  ({
    showToJoin: async ({ params }) => ({ show: await showToJoin(services, params.code) }),
    joinShow: ({ body, caller, address }) => joinShow(services, body, { caller, address }),
    returnAsGuest: ({ body, caller, address }) =>
      returnAsGuest(services, body.personalCode, { caller, address }),
  }) satisfies Handlers;

export const seatHandlers = (services: SeatServices) =>
  ({
    showPeople: ({ params, query }) => listPeople(services, params.id, query.search ?? ''),
    addSeat: ({ params, body, caller, record }) =>
      addSeat(recording(services, record), { showId: params.id, name: body.name, by: caller }),
    renewSeat: ({ params, body, caller, record }) =>
      renewSeat(recording(services, record), params, body, caller),
    removeSeat: async ({ params, caller, record }) => {
      await removeSeat(recording(services, record), params, caller);
      return { userId: params.userId };
    },
  }) satisfies Handlers;
