import type { Handlers } from '#server/http/route.ts';
import { countSuggestions, type DeskReaders, readDesk } from './desk.ts';
import { distribution, grouping } from './overview.ts';

export const groupingHandlers = (services: DeskReaders) =>
  ({
    answerDistribution: async ({ params }) => ({
      distribution: await distribution(services, params.gameSessionId),
    }),
    aiGrouping: async ({ params }) => ({
      grouping: await grouping(services, params.gameSessionId),
    }),
    groupingDesk: async ({ params }) => ({
      desk: await readDesk(services, params.gameSessionId),
    }),
    countSuggestions: async ({ params }) => ({
      count: await countSuggestions(services, params.gameSessionId),
    }),
  }) satisfies Handlers;
