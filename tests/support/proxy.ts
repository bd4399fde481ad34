import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { Transform } from 'node:stream';

export interface Line {
  readonly url: string;
  /** Drops every connection and takes no new one. */
  readonly cut: () => void;
  readonly restore: () => void;
  /** Whatever is sent from now on takes so long, each way, ms. */
  readonly slow: (latencyMs: number) => void;
  readonly close: () => Promise<void>;
}

/** A line to a server that can be cut and restored: what a phone in a lift sees. */
export async function openLine(target: string): Promise<Line> {
  const { hostname, port } = new URL(target);
  const open = new Set<Socket>();
  let isCut = false;
  let latencyMs = 0;
  const delayed = (): Transform =>
    new Transform({
      transform: (chunk: Buffer, _encoding, done) => {
        if (latencyMs === 0) done(null, chunk);
        else setTimeout(done, latencyMs, null, chunk);
      },
    });
  const drop = (): void => {
    for (const socket of open) socket.destroy();
  };
  const server = createServer((near) => {
    if (isCut) {
      near.destroy();
      return;
    }
    const far = connect(Number(port), hostname);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one);
      one.pipe(delayed()).pipe(other);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        open.delete(one);
        other.destroy();
      });
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    cut: () => {
      isCut = true;
      drop();
    },
    restore: () => {
      isCut = false;
    },
    slow: (ms) => {
      latencyMs = ms;
    },
    close: async () => {
      drop();
      server.close();
      await once(server, 'close');
    },
  };
}
