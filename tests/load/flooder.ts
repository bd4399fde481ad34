/**
 * A flood in its own process: each connection sends the next request as soon as it gets a reply. It sends raw bytes to
 * keep its own cost small. Commands come over IPC; see `commandSchema`.
 */
import { connect } from 'node:net';
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

let isOn = false;
let sent = 0;
let statuses: Record<string, number> = {};
let startedAt = 0;

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

function open(port: number, nextRequest: () => string | null): void {
  const socket = connect(port, '127.0.0.1');
  const read = createReader();
  const send = (): void => {
    const request = nextRequest();
    if (request === null) socket.destroy();
    else socket.write(request);
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
  // The server closed it: open another one.
  socket.on('close', () => {
    if (isOn) open(port, nextRequest);
  });
}

process.on('message', (message) => {
  const command = commandSchema.parse(message);
  if (command.do === 'stop') {
    isOn = false;
    report({ flooded: statuses, tookMs: performance.now() - startedAt });
    return;
  }
  const { port, connections, requests, most } = command;
  isOn = true;
  sent = 0;
  statuses = {};
  startedAt = performance.now();
  const nextRequest = (): string | null => {
    if (!isOn || sent >= most) isOn = false;
    sent += 1;
    return isOn ? (requests[sent % requests.length] ?? null) : null;
  };
  for (let count = 0; count < connections; count += 1) open(port, nextRequest);
  report({ flooding: true });
});
report({ ready: true });
