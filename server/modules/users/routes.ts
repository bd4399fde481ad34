import { type Handlers, recording } from '#server/http/route.ts';
import { remove, update, type UserServices } from './change.ts';
import { list } from './list.ts';
import { readStats } from './store.ts';

export const usersHandlers = (services: UserServices) =>
  ({
    adminStats: async () => ({ stats: await readStats(services.db) }),
    adminUsers: ({ query }) => list(services, query),
    updateUser: ({ params, body, record }) =>
      update(recording(services, record), { id: params.id, ...body }),
    deleteUser: ({ params, record }) => remove(recording(services, record), params.id),
  }) satisfies Handlers;
