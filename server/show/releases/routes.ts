import type { ReleaseBody } from '#machines/show/question-calls.ts';
import { type Caller, type Handlers, recording } from '#server/http/route.ts';
import type { AdminQuestion } from '#machines/contract/entities.ts';
import { type QuestionRecord, timersOf } from '#server/answering/view.ts';
import { changeWindow, type ReleaseServices, restoreWindow } from './change-window.ts';
import type { Act } from './store.ts';

export interface ReleaseRouteServices extends ReleaseServices {
  /** The question as the producer sees it. */
  describe(record: QuestionRecord): Promise<AdminQuestion>;
}

const releaseAct = (
  { timerMinutes, timerSeconds, reason, opensAt }: ReleaseBody,
  { id: by }: Caller,
): Act => ({
  type: 'release',
  timer:
    timerMinutes === undefined && timerSeconds === undefined
      ? null
      : { minutes: timerMinutes ?? 0, seconds: timerSeconds ?? 0 },
  reopening: { by, reason: reason ?? null },
  opensAt,
});

export const releasesHandlers = (services: ReleaseRouteServices) =>
  ({
    release: async ({ caller, params, body, record: recordAudit }) => {
      const record = await changeWindow(
        recording(services, recordAudit),
        params.id,
        'studio',
        releaseAct(body, caller),
      );
      const { contestantTimer } = timersOf(record);
      const question = await services.describe(record);
      const message = 'Question released to contestants.';
      return { message, question, ...(contestantTimer && { contestantTimer }) };
    },
    releaseHome: async ({ caller, params, body, record: recordAudit }) => {
      const record = await changeWindow(
        recording(services, recordAudit),
        params.id,
        'home',
        releaseAct(body, caller),
      );
      const { homeViewerTimer } = timersOf(record);
      const question = await services.describe(record);
      const message = 'Question released to home viewers.';
      return { message, question, ...(homeViewerTimer && { homeViewerTimer }) };
    },
    revoke: async ({ params, record: recordAudit }) => {
      const record = await changeWindow(recording(services, recordAudit), params.id, 'studio', {
        type: 'revoke',
      });
      const question = await services.describe(record);
      return { message: 'Question revoked from contestants.', question };
    },
    revokeHome: async ({ params, record: recordAudit }) => {
      const record = await changeWindow(recording(services, recordAudit), params.id, 'home', {
        type: 'revoke',
      });
      const question = await services.describe(record);
      return { message: 'Question revoked from home viewers.', question };
    },
    restoreEnded: async ({ params, body, record: recordAudit }) => {
      const record = await restoreWindow(
        recording(services, recordAudit),
        params.id,
        body.audience,
      );
      return { message: 'Question restored.', question: await services.describe(record) };
    },
  }) satisfies Handlers;
