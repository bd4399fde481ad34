import type { Database } from '#server/db/client.ts';
import type { Handlers } from '#server/http/route.ts';
import { distribution, grouping } from './overview.ts';

export const groupingHandlers = (services: { db: Pick<Database, 'read'> }) =>
  ({
    answerDistribution: async ({ params }) => ({
      distribution: await distribution(services, params.gameSessionId),
    }),
    aiGrouping: async ({ params }) => ({
      grouping: await grouping(services, params.gameSessionId),
    }),
  }) satisfies Handlers;
