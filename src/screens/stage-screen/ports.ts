import { type EventObject, fromCallback } from 'xstate';
import { stageScreenMachine } from '#machines/show/stage-screen.ts';
import type { Runtime } from '#src/effects/runtime.ts';
import { provideConnection, watchConnection } from '#src/effects/provide/connection.ts';

/** What a stage screen was opened with: the key of its link, or by an admin the show (null: the house show). */
export type Opened = { readonly key: string } | { readonly showId: string | null };

/**
 * Provides the stage screen's chart, with its own connection, authenticated by the key of its link or by an admin's
 * session.
 */
export const provideShow = (runtime: Runtime, tab: Window, opened: Opened) =>
  stageScreenMachine.provide({
    actors: {
      connection: provideConnection(
        runtime,
        () =>
          'key' in opened
            ? { show: { key: opened.key } }
            : {
                show: opened.showId === null ? {} : { id: opened.showId },
                token: runtime.session.token() ?? undefined,
              },
        tab,
      ),
      surroundings: fromCallback<EventObject, undefined>(({ sendBack }) => {
        const listening = new AbortController();
        watchConnection(tab, listening.signal, sendBack);
        const stop = runtime.clock.onCorrection(() => sendBack({ type: 'clock.corrected' }));
        return () => {
          listening.abort();
          stop();
        };
      }),
    },
  });
