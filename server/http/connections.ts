import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Log } from '#server/log.ts';

/** File descriptors that are left for stores, files, Redis and mails. */
const RESERVE = 256;
/** Connections of one address that have not asked for anything yet; beyond them the oldest are closed. */
const MOST_SILENT = 200;
/** A connection that is younger than this may just be slow, ms. */
const SILENT_MS = 3_000;
/** How often silent connections are counted, ms. */
const CHECK_MS = 1_000;
/** How often the log says at most that connections were closed, ms. */
const LOG_EVERY_MS = 60_000;

export interface ConnectionBounds {
  readonly log: Pick<Log, 'warn'>;
  /** More connections than this are closed at once; null: the system does not say how many files may be open. */
  readonly most?: number | null;
  readonly mostSilent?: number;
}

/** How many connections fit into the descriptors of this process; null where the system does not say. */
function connectionsThatFit(): number | null {
  try {
    const limits = readFileSync('/proc/self/limits', 'utf8');
    const files = Number(/^Max open files\s+(\d+)/mu.exec(limits)?.[1] ?? Number.NaN);
    return Number.isFinite(files) ? Math.max(1, files - RESERVE) : null;
  } catch {
    // Only Linux has it.
    return null;
  }
}

/**
 * Keeps connections from using up the descriptors of the process: more than fit are closed at once, and of one address at most
 * 200 may stay silent, which a hall of people behind one router never does for seconds. The log says so once a minute.
 */
export function boundConnections(
  server: Server,
  { log, most = connectionsThatFit(), mostSilent = MOST_SILENT }: ConnectionBounds,
): void {
  /** By address, in the order of arrival, with the time of it. */
  const silent = new Map<string, Map<Socket, number>>();
  let closed = 0;
  let loggedAt = -Infinity;

  function noteClosed(why: string): void {
    closed += 1;
    if (performance.now() - loggedAt < LOG_EVERY_MS) return;
    loggedAt = performance.now();
    log.warn({ closed, most }, why);
    closed = 0;
  }

  function speaks(socket: Socket): void {
    const address = socket.remoteAddress ?? '';
    const sockets = silent.get(address);
    sockets?.delete(socket);
    if (sockets?.size === 0) silent.delete(address);
  }

  function closeOldest(sockets: Map<Socket, number>): void {
    for (const [socket, arrivedAt] of sockets) {
      if (sockets.size <= mostSilent || performance.now() - arrivedAt < SILENT_MS) return;
      sockets.delete(socket);
      socket.destroy();
      noteClosed('one address keeps many connections open without a request');
    }
  }

  if (most !== null) server.maxConnections = most;
  server.on('drop', () => noteClosed('there are more connections than open files allow'));
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    const sockets = silent.get(address) ?? new Map<Socket, number>();
    silent.set(address, sockets.set(socket, performance.now()));
    socket.once('close', () => {
      sockets.delete(socket);
      if (sockets.size === 0 && silent.get(address) === sockets) silent.delete(address);
    });
  });
  // By time, not by connections: those that came at once may be the last ones, or leave no room for another.
  const checking = setInterval(() => {
    for (const sockets of silent.values()) closeOldest(sockets);
  }, CHECK_MS).unref();
  server.on('close', () => clearInterval(checking));
  server.prependListener('request', ({ socket }) => speaks(socket));
  server.prependListener('upgrade', ({ socket }) => speaks(socket));
}
