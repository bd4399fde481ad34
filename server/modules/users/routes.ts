import type { Handlers } from '#server/http/route.ts';
import { remove, update, type UserServices } from './change.ts';
import { list } from './list.ts';
import { readStats } from './store.ts';

export const usersHandlers = (services: UserServices) =>
  ({
    adminStats: async () => ({ stats: await readStats(services.db) }),
    adminUsers: ({ query }) => list(services, query),
    updateUser: ({ params, body }) => update(services, { id: params.id, ...body }),
    deleteUser: ({ params }) => remove(services, params.id),
  }) satisfies Handlers;
