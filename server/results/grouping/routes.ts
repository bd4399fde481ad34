import type { Handlers } from '#server/http/route.ts';
import { newId } from '#server/id.ts';
import { countSuggestions, type DeskReaders, readDesk } from './desk.ts';
import { distribution, grouping } from './overview.ts';
import type { GroupingService } from './service.ts';

export const groupingHandlers = (services: DeskReaders & Pick<GroupingService, 'decide'>) =>
  ({
    answerDistribution: async ({ params }) => ({
      distribution: await distribution(services, params.gameSessionId),
    }),
    aiGrouping: async ({ params }) => ({
      grouping: await grouping(services, params.gameSessionId),
    }),
    decideJoins: async ({ caller, params, body, record, receivedAt }) => {
      const { joinIds, accepted, reason = null } = body;
      const act = { kind: accepted ? 'accept' : 'dismiss', joinIds } as const;
      const asked = { act, version: null, reason, requestId: newId(receivedAt) };
      await services.decide({ ...params, ...asked, userId: caller.id }, record);
      return { grouping: await grouping(services, params.gameSessionId) };
    },
    groupingDesk: async ({ params }) => ({
      desk: await readDesk(services, params.gameSessionId),
    }),
    countSuggestions: async ({ params }) => ({
      count: await countSuggestions(services, params.gameSessionId),
    }),
    actOnGroups: async ({ caller, params, body: { reason = null, ...asked }, record }) => {
      await services.decide({ ...params, ...asked, reason, userId: caller.id }, record);
      return { desk: await readDesk(services, params.gameSessionId) };
    },
  }) satisfies Handlers;
