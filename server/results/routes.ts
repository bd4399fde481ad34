import type { AdminQuestion } from '#machines/contract/entities.ts';
import { inTransaction } from '#server/db/client.ts';
import { type Handlers, recording } from '#server/http/route.ts';
import type { QuestionRecord } from '#server/answering/view.ts';
import type { ResultServices } from './act.ts';
import { listAppeals, makeAppeal, settleAppeals, announceSettled } from './appeals.ts';
import { createExplaining } from './explain.ts';

export interface ResultRouteServices extends ResultServices {
  /** Returns the question as the producer sees it. */
  readonly describe: (record: QuestionRecord) => Promise<AdminQuestion>;
}

export function resultsHandlers(services: ResultRouteServices) {
  const explain = createExplaining(services);
  return {
    explainAnswer: async ({ caller, params }) => ({
      explanation: await explain(caller.id, params.gameSessionId),
    }),
    appeal: async ({ caller, params, body }) => ({
      appeal: await makeAppeal(services, {
        ...params,
        userId: caller.id,
        wanted: body.wanted,
        groupId: body.groupId ?? null,
      }),
    }),
    appeals: async ({ params }) => ({ appeals: await listAppeals(services, params.gameSessionId) }),
    settleAppeals: async ({ caller, params, body, record }) => {
      const asked = { ...params, ...body, by: caller.id, at: services.now() };
      const settled = await inTransaction(
        recording(services, record).db,
        (tx) => settleAppeals(tx, asked),
        ({ appeals }) => ({
          after: { [body.accepted ? 'accepted' : 'declined']: appeals.map(({ wanted }) => wanted) },
        }),
      );
      await announceSettled(services, settled);
      return { appeals: await listAppeals(services, params.gameSessionId) };
    },
  } satisfies Handlers;
}
