import { fromCallback } from 'xstate';
import {
  connectionMachine,
  type DeviceEvent,
  type SocketCommand,
} from '#machines/connection/connection.ts';
import type { Handshake } from '#machines/contract/events.ts';
import { rootOptions } from '../emitted.ts';
import type { Runtime } from '../runtime.ts';

/**
 * The connection to the server with a socket of its own; `handshake`: the credentials. `tab`: the page that
 * says goodbye to the server when it is closed.
 */
export const provideConnection = (
  runtime: Runtime,
  handshake: () => Handshake,
  tab: Window | null = null,
) => {
  const { origin, clock, log, openConnection, answerOver } = runtime;
  const actors = rootOptions(runtime);
  return connectionMachine.provide({
    actors: {
      socket: fromCallback<SocketCommand, { readonly userId: string | null }>(
        ({ input: { userId }, sendBack, receive }) => {
          const line = openConnection({
            origin,
            userId,
            handshake,
            clock,
            actors,
            log,
            emit: sendBack,
          });
          receive(line.command);
          const stopAnswering = userId === null ? () => {} : answerOver(line);
          const leave = () => line.command({ type: 'socket.leave' });
          tab?.addEventListener('pagehide', leave);
          return () => {
            stopAnswering();
            tab?.removeEventListener('pagehide', leave);
            line.close();
          };
        },
      ),
    },
  });
};

/** Reports the device's network and the page becoming visible, until `signal` aborts. */
export function watchConnection(
  tab: Window,
  signal: AbortSignal,
  send: (event: DeviceEvent) => void,
): void {
  tab.addEventListener('offline', () => send({ type: 'network.lost' }), { signal });
  tab.addEventListener('online', () => send({ type: 'network.returned' }), { signal });
  tab.document.addEventListener(
    'visibilitychange',
    () => {
      if (tab.document.visibilityState === 'visible') send({ type: 'page.shown' });
    },
    { signal },
  );
}
