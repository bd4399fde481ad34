import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { Transform } from 'node:stream';

export interface Line {
  readonly url: string;
  /** Drops every connection and takes no new one. */
  readonly cut: () => void;
  readonly restore: () => void;
  /** Adds this latency to everything sent from now on, each way, ms. */
  readonly slow: (latencyMs: number) => void;
  /**
   * Accepts WebSockets and drops everything sent back on them, as some proxies do; or forwards it
   * again.
   */
  readonly swallowWebSockets: (isSwallowing: boolean) => void;
  /**
   * Drops everything sent back on a connection after it has sent these texts in order; resolves
   * then.
   */
  readonly muteAfter: (...texts: readonly string[]) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** A connection to a server that can be cut and restored: like a phone in a lift. */
export async function openConnection(target: string): Promise<Line> {
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
  let isSwallowing = false;
  let awaited: { readonly texts: readonly string[]; readonly done: () => void } | null = null;
  const drop = (): void => {
    for (const socket of open) socket.destroy();
  };
  const server = createServer((near) => {
    if (isCut) {
      near.destroy();
      return;
    }
    const far = connect(Number(port), hostname);
    const [there, back] = [delayed(), delayed()];
    let sent = 0;
    near.on('data', (chunk: Buffer) => {
      if (isSwallowing && /^upgrade: websocket/im.test(chunk.toString('latin1'))) back.unpipe(near);
      while (awaited !== null && chunk.includes(awaited.texts[sent] ?? '')) {
        sent += 1;
        if (sent < awaited.texts.length) continue;
        back.unpipe(near);
        awaited.done();
        awaited = null;
      }
    });
    for (const [one, line, other] of [
      [near, there, far],
      [far, back, near],
    ] as const) {
      open.add(one);
      one.pipe(line).pipe(other);
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
    swallowWebSockets: (swallows) => {
      isSwallowing = swallows;
      if (swallows) drop();
    },
    slow: (ms) => {
      latencyMs = ms;
    },
    muteAfter: (...texts) =>
      new Promise((done) => {
        awaited = { texts, done };
      }),
    close: async () => {
      drop();
      server.close();
      await once(server, 'close');
    },
  };
}
