import { type Handlers, recording } from '#server/http/route.ts';
import { listAuditEntries } from './audit-list.ts';
import { remove, update, type UserServices } from './change-user.ts';
import { list, type ListServices } from './list-users.ts';
import { readStats } from './user-store.ts';

export const usersHandlers = (services: UserServices & ListServices) =>
  ({
    adminStats: async () => {
      const notices = [...services.notices()];
      return {
        stats: await readStats(services.db),
        ...(notices.length === 0 ? {} : { notices }),
      };
    },
    adminUsers: ({ query }) => list(services, query),
    adminAudit: ({ query }) => listAuditEntries(services, query),
    updateUser: ({ params, query, body, caller, record }) =>
      update(recording(services, record), { id: params.id, ...body }, caller, {
        unlessAnswering: query.unlessAnswering !== undefined,
        allowName: query.allowName !== undefined,
      }),
    deleteUser: ({ params, caller, record }) =>
      remove(recording(services, record), params.id, caller),
  }) satisfies Handlers;
