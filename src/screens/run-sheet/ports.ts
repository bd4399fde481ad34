import { m } from 'messages';
import { success } from '#machines/contract/outcome.ts';
import {
  type LoadedRunSheet,
  runSheetMachine,
  type RunSheetQuery,
  shareForm,
  type ShareValues,
  unshareForm,
} from '#machines/show/run-sheet.ts';
import { formPort, promiseActor, serverMessage } from '#src/effects/provide/effect.ts';
import type { Runtime } from '#src/effects/runtime.ts';

const TEXTS = { fallback: m.runSheetFailed(), network: m.network() };

export const provideRunSheet = ({ call }: Runtime) =>
  runSheetMachine.provide({
    actors: {
      load: promiseActor<{ readonly query: RunSheetQuery }, LoadedRunSheet>(
        async ({ query }, signal) => {
          if ('showId' in query)
            return call('runSheet', { params: { id: query.showId } }, TEXTS, signal);
          return call('sharedRunSheet', { body: { key: query.key } }, TEXTS, signal);
        },
      ),
    },
  });

export const provideShare = ({ call }: Runtime) =>
  shareForm.provide(
    formPort(async ({ showId: id }: ShareValues, signal) => {
      const made = await call('shareRunSheet', { params: { id } }, TEXTS, signal);
      return made.ok ? success(made.value.key) : made;
    }),
  );
export const provideUnshare = ({ call }: Runtime) =>
  unshareForm.provide(
    formPort(async ({ showId: id }: ShareValues, signal) =>
      serverMessage(await call('unshareRunSheet', { params: { id } }, TEXTS, signal)),
    ),
  );
