import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Log } from '#server/log.ts';

/** File descriptors that are left for stores, files, Redis and mails. */
const RESERVE = 256;
/** Connections of one address that have not asked for anything yet; beyond them the oldest is closed. */
const MOST_SILENT = 200;
/** A connection that is younger than this may just be slow, ms. */
const SILENT_MS = 3_000;
/** How often the log says at most that connections were closed, ms. */
const LOG_EVERY_MS = 60_000;

export interface ConnectionBounds {
  readonly log: Pick<Log, 'warn'>;
  /** More connections than this are closed at once; null: the system does not say how many files may be open. */
  readonly most?: number | null;
  readonly mostSilent?: number;
  readonly elapsed?: () => number;
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
  {
    log,
    most = connectionsThatFit(),
    mostSilent = MOST_SILENT,
    elapsed = () => performance.now(),
  }: ConnectionBounds,
): void {
  /** By address, in the order of arrival, with the time of it. */
  const silent = new Map<string, Map<Socket, number>>();
  let closed = 0;
  let loggedAt = -Infinity;

  function noteClosed(why: string): void {
    closed += 1;
    if (elapsed() - loggedAt < LOG_EVERY_MS) return;
    loggedAt = elapsed();
    log.warn({ closed, most }, why);
    closed = 0;
  }

  function speaks(socket: Socket): void {
    const address = socket.remoteAddress ?? '';
    const sockets = silent.get(address);
    sockets?.delete(socket);
    if (sockets?.size === 0) silent.delete(address);
  }

  if (most !== null) server.maxConnections = most;
  server.on('drop', () => noteClosed('there are more connections than open files allow'));
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    const sockets = silent.get(address) ?? new Map<Socket, number>();
    silent.set(address, sockets.set(socket, elapsed()));
    socket.once('close', () => {
      sockets.delete(socket);
      if (sockets.size === 0 && silent.get(address) === sockets) silent.delete(address);
    });
    const [oldest] = sockets;
    if (sockets.size > mostSilent && oldest !== undefined && elapsed() - oldest[1] > SILENT_MS) {
      oldest[0].destroy();
      noteClosed('one address keeps many connections open without a request');
    }
  });
  server.prependListener('request', ({ socket }) => speaks(socket));
  server.prependListener('upgrade', ({ socket }) => speaks(socket));
}
