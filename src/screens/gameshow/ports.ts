import { type EventObject, fromCallback } from 'xstate';
import { showMachine } from '#machines/show/show.ts';
import type { Runtime } from '#src/effects/runtime.ts';
import { provideConnection, watchLine } from '#src/effects/provide/connection.ts';

/** The show page on a line of its own: by the key of its link, or (null) by an admin's session. */
export const provideShow = (runtime: Runtime, tab: Window, key: string | null) =>
  showMachine.provide({
    actors: {
      connection: provideConnection(runtime, () =>
        key === null
          ? { show: {}, token: runtime.session.token() ?? undefined }
          : { show: { key } },
      ),
      surroundings: fromCallback<EventObject, undefined>(({ sendBack }) => {
        const listening = new AbortController();
        watchLine(tab, listening.signal, sendBack);
        const stop = runtime.clock.onCorrection(() => sendBack({ type: 'clock.corrected' }));
        return () => {
          listening.abort();
          stop();
        };
      }),
    },
  });
