/**
 * A flood in its own process: each connection sends the next request as soon as it gets a reply. It sends raw bytes to
 * keep its own cost small. Commands come over IPC; see `commandSchema`.
 */
import { connect, type Socket } from 'node:net';
import { z } from 'zod';

const commandSchema = z.discriminatedUnion('do', [
  z.object({
    do: z.literal('flood'),
    port: z.number(),
    connections: z.number(),
    /** Complete requests, which the connections send in turn. */
    requests: z.array(z.string()),
    /** The flood ends after this many requests at the latest. */
    most: z.number(),
  }),
  z.object({ do: z.literal('stop') }),
]);

const report = (message: object): void => void process.send?.(message);

/** One flood. Connections belong to one, so that late replies of the last flood do not go on in the next. */
interface Flood {
  readonly port: number;
  readonly requests: readonly string[];
  readonly most: number;
  readonly startedAt: number;
  /** The number of replies by status. */
  readonly statuses: Record<string, number>;
  readonly sockets: Set<Socket>;
  sent: number;
  isOn: boolean;
}
let flood: Flood | null = null;

/** Reads replies one after the other; returns whether a chunk completes one. */
function createReader() {
  let head = '';
  let left = 0;
  let status = '';
  return (chunk: Buffer): string | null => {
    let rest = chunk;
    if (left === 0) {
      head += chunk.toString('latin1');
      const end = head.indexOf('\r\n\r\n');
      if (end < 0) return null;
      status = head.slice(9, 12);
      left = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
      rest = Buffer.from(head.slice(end + 4), 'latin1');
      head = '';
    }
    left = Math.max(0, left - rest.length);
    return left === 0 ? status : null;
  };
}

function open(of: Flood): void {
  const { port, requests, most, statuses, sockets } = of;
  const socket = connect(port, '127.0.0.1');
  sockets.add(socket);
  const read = createReader();
  const send = (): void => {
    const request = requests[of.sent % requests.length];
    if (of.sent >= most) of.isOn = false;
    if (!of.isOn || request === undefined) {
      socket.destroy();
      return;
    }
    of.sent += 1;
    socket.write(request);
  };
  socket.on('connect', send);
  socket.on('data', (chunk) => {
    const status = read(Buffer.from(chunk));
    if (status === null) return;
    statuses[status] = (statuses[status] ?? 0) + 1;
    send();
  });
  socket.on('error', () => {
    statuses['cut'] = (statuses['cut'] ?? 0) + 1;
  });
  // If the server closed it, open another one.
  socket.on('close', () => {
    sockets.delete(socket);
    if (of.isOn) open(of);
  });
}

function stop({ statuses, sockets, startedAt }: Flood): void {
  for (const socket of sockets) socket.destroy();
  report({ flooded: statuses, tookMs: performance.now() - startedAt });
}

process.on('message', (message) => {
  const command = commandSchema.parse(message);
  if (command.do === 'stop') {
    if (flood === null) return;
    flood.isOn = false;
    stop(flood);
    return;
  }
  const { port, connections, requests, most } = command;
  flood = {
    port,
    requests,
    most,
    startedAt: performance.now(),
    statuses: {},
    sockets: new Set(),
    sent: 0,
    isOn: true,
  };
  for (let count = 0; count < connections; count += 1) open(flood);
  report({ flooding: true });
});
report({ ready: true });
