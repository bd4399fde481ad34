import { PRODUCER_MESSAGES } from '#machines/contract/producer-messages.ts';
import { type Handlers, recording } from '#server/http/route.ts';
import {
  openRunSheet,
  readRunSheet,
  type RunSheetServices,
  shareRunSheet,
  unshareRunSheet,
} from './links.ts';

export const runSheetHandlers = (services: RunSheetServices) =>
  ({
    runSheet: ({ params }) => readRunSheet(services, params.id),
    shareRunSheet: async ({ params, caller, record }) => ({
      key: await shareRunSheet(recording(services, record), params.id, caller),
    }),
    unshareRunSheet: async ({ params, record }) => {
      await unshareRunSheet(recording(services, record), params.id);
      return { message: PRODUCER_MESSAGES.runSheet.unshared };
    },
    sharedRunSheet: async ({ body }) => ({ sheet: await openRunSheet(services, body.key) }),
  }) satisfies Handlers;
