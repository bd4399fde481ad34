import { m } from 'messages';
import { type Handlers, recording } from '#server/http/route.ts';
import { type InvitationServices, inviteToRehearsal, joinRehearsal } from './invitation.ts';

export const rehearsalHandlers = (services: InvitationServices) =>
  ({
    inviteToRehearsal: async ({ query, record }) => ({
      key: await inviteToRehearsal(recording(services, record), query.show),
    }),
    joinRehearsal: async ({ body, caller }) => {
      await joinRehearsal(services, body.key, caller);
      return { message: m.invitationJoined() };
    },
  }) satisfies Handlers;
