import type { Transport } from 'chart-inspector/link';
import { io } from 'socket.io-client';
import { INSPECTION } from '#machines/admin/inspection.ts';

/** Connects inspected browser windows with inspectors in other browsers, over the server. */
export const serverTransport =
  (origin: string, token: () => string | null): Transport =>
  ({ code, side, id, receive, whenUp }) => {
    let sentToken: string | null = null;
    const socket = io(`${origin}${INSPECTION.namespace}`, {
      forceNew: true,
      transports: ['websocket', 'polling'],
      tryAllTransports: true,
      auth: (give) => {
        sentToken = token();
        give({
          code,
          side,
          ...(id === undefined ? {} : { id }),
          ...(sentToken === null ? {} : { token: sentToken }),
        });
      },
    });
    socket.on('connect', () => whenUp(null));
    socket.on('connect_error', ({ message }) => whenUp(message));
    socket.on('disconnect', (reason) => whenUp(reason));
    socket.on(INSPECTION.event, receive);
    return {
      send: (message) => {
        if (!socket.connected) return;
        // The window's user has changed.
        const bearer = token();
        if (side === 'window' && bearer !== sentToken) {
          sentToken = bearer;
          socket.emit(INSPECTION.identity, bearer);
        }
        socket.emit(INSPECTION.event, message);
      },
      retry: () => void socket.connect(),
      close: () => {
        socket.removeAllListeners();
        socket.disconnect();
      },
    };
  };
