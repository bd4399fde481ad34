import { ROLE } from '#machines/contract/roles.ts';
import { type Handlers, recording } from '#server/http/route.ts';
import type { Devices } from '#server/account/devices.ts';
import { createTurns } from '#server/http/requester-queue.ts';
import { newId } from '#server/id.ts';
import { joinShow, type JoinServices, returnAsGuest, showToJoin, teamsToChoose } from './join.ts';
import { readJoined } from './store.ts';
import { addSeat, listPeople, removeSeat, renewSeat, type SeatServices } from './seats.ts';

/** The subject of the cookie that identifies a device which has joined a show. */
const JOINING = 'joining';

/** How many people join at the same time, and how many may wait: 300 phones behind one address take 15 ms each. */
const TURNS = { atOnce: 8, most: 1_000 };

export const joinHandlers = ({
  devices,
  ...others
}: Omit<JoinServices, 'inTurn'> & { readonly devices: Devices }) => {
  const services = { ...others, inTurn: createTurns(TURNS) };
  return {
    showToJoin: async ({ params, caller }) => {
      const show = await showToJoin(services, params.code);
      const teams = await teamsToChoose(services, show, caller);
      const { id, title, state, joining } = show;
      const joined = caller === null ? [] : await readJoined(services.db.read, caller.id);
      const isJoined = joined.some((each) => each.id === id);
      return {
        show: {
          id,
          title,
          state,
          joining,
          ...(teams && { teams }),
          ...(isJoined && { isJoined: true as const }),
        },
      };
    },
    myShows: async ({ caller }) => ({ shows: await readJoined(services.db.read, caller.id) }),
    joinShow: async ({ body, caller, address, cookies, setCookie }) => {
      const device = devices.idOf(cookies, JOINING) ?? newId(services.now());
      const reply = await joinShow(services, body, { caller, address, device });
      setCookie(devices.cookieFor(JOINING, device));
      return reply;
    },
    returnAsGuest: async ({ body, caller, address, setCookie }) => {
      const sender = { caller, address };
      const { device, ...reply } = await returnAsGuest(services, body.personalCode, sender);
      // All devices of a guest count as the device with which the guest joined.
      if (device !== null) setCookie(devices.cookieFor(JOINING, device));
      return reply;
    },
  } satisfies Handlers;
};

export const seatHandlers = (services: SeatServices) =>
  ({
    showPeople: ({ params, query, caller }) =>
      listPeople(services, params.id, {
        search: query.search ?? '',
        onlyMembers: caller.roleId !== ROLE.admin,
      }),
    addSeat: ({ params, body, caller, record }) =>
      addSeat(recording(services, record), { showId: params.id, name: body.name, by: caller }),
    renewSeat: ({ params, body, caller, record }) =>
      renewSeat(recording(services, record), params, body, caller),
    removeSeat: async ({ params, caller, record }) => {
      await removeSeat(recording(services, record), params, caller);
      return { userId: params.userId };
    },
  }) satisfies Handlers;
