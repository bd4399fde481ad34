import type { Handlers } from '#server/http/route.ts';
import type { ResultServices } from './act.ts';
import { makeAppeal } from './appeals.ts';
import { createExplaining } from './explain.ts';

export function resultsHandlers(services: ResultServices) {
  const explain = createExplaining(services);
  return {
    explainAnswer: async ({ caller, params }) => ({
      explanation: await explain(caller.id, params.gameSessionId),
    }),
    appeal: async ({ caller, params, body }) => ({
      appeal: await makeAppeal(services, {
        ...params,
        userId: caller.id,
        produces: caller.produces,
        wanted: body.wanted,
        groupId: body.groupId ?? null,
      }),
    }),
  } satisfies Handlers;
}
