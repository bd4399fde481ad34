import type { Database } from '#server/db/client.ts';
import type { Handlers } from '#server/http/route.ts';
import { distribution, grouping } from './overview.ts';
import type { GroupingService } from './service.ts';

export const groupingHandlers = (
  services: { db: Pick<Database, 'read' | 'consistent'> } & Pick<GroupingService, 'decide'>,
) =>
  ({
    answerDistribution: async ({ params }) => ({
      distribution: await distribution(services, params.gameSessionId),
    }),
    aiGrouping: async ({ params }) => ({
      grouping: await grouping(services, params.gameSessionId),
    }),
    decideJoins: async ({ caller, params, body, record }) => {
      const { reason = null, ...decision } = body;
      await services.decide({ ...params, ...decision, reason, by: caller.id }, record);
      return { grouping: await grouping(services, params.gameSessionId) };
    },
  }) satisfies Handlers;
