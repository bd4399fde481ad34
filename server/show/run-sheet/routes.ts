import { m } from 'messages';
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
      return { message: m.runSheetUnshared() };
    },
    sharedRunSheet: async ({ body }) => ({ sheet: await openRunSheet(services, body.key) }),
  }) satisfies Handlers;
