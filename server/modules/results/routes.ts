import type { AdminQuestion } from '#machines/contract/entities.ts';
import { MESSAGES } from '#machines/contract/messages.ts';
import { type Handlers, recording } from '#server/http/route.ts';
import type { QuestionRecord } from '#server/realtime/view.ts';
import { act, type ResultServices } from './act.ts';

export interface ResultRouteServices extends ResultServices {
  /** The question as the producer sees it. */
  readonly describe: (record: QuestionRecord) => Promise<AdminQuestion>;
}

export const resultsHandlers = (services: ResultRouteServices) =>
  ({
    actOnResult: async ({ caller, params, body, record: deed }) => {
      const asked = { ...params, ...body, by: caller.id };
      const record = await act(recording(services, deed), asked);
      return {
        message: MESSAGES.result.done[body.act],
        question: await services.describe(record),
      };
    },
  }) satisfies Handlers;
