import type { SocketCommand } from '#machines/connection/connection.ts';
import { firstPaint, lazily } from './lazily.ts';
import { deviceStorage } from './session.ts';
import type { ShowSocket, SocketPorts } from './socket.ts';

export type OpenLine = (ports: SocketPorts) => ShowSocket;

/** The socket, whose code is fetched when a line is first wanted and the page has been painted. */
export function createLine(ports: SocketPorts): ShowSocket {
  let isClosed = false;
  let opened: ShowSocket | null = null;
  const socket = lazily(async () => {
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
    close: () => {
      isClosed = true;
      opened?.close();
    },
  };
}
