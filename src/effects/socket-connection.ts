import type { SocketCommand } from '#machines/connection/connection.ts';
import { firstPaint, loadOnce } from './load-once.ts';
import { deviceStorage } from './session.ts';
import type { ShowSocket, SocketPorts } from './socket.ts';

export type OpenConnection = (ports: SocketPorts) => ShowSocket;

/** A socket whose code loads on first use, after the first paint. */
export function openSocketConnection(ports: SocketPorts): ShowSocket {
  let isClosed = false;
  let opened: ShowSocket | null = null;
  const socket = loadOnce(async () => {
    await firstPaint();
    const { createSocket } = await import('./socket.ts');
    opened = createSocket({ ...ports, storage: deviceStorage(window) });
    return opened;
  });

  async function command(what: SocketCommand): Promise<void> {
    try {
      const { command: tell } = await socket();
      if (!isClosed) tell(what);
    } catch (error) {
      if (!isClosed) ports.emit({ type: 'socket.lost', reason: String(error) });
    }
  }
  return {
    command: (what) => void command(what),
    submitAnswer: async (body) => opened?.submitAnswer?.(body) ?? null,
    close: () => {
      isClosed = true;
      opened?.close();
    },
  };
}
