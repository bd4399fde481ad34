import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Log } from '#server/log.ts';

/** File descriptors reserved for stores, files, Redis and mails. */
const RESERVE = 256;
/** Most connections of one address without a request; beyond it the oldest is closed. */
const MOST_SILENT = 200;
/** A younger connection (ms) may just be slow. */
const SILENT_MS = 3_000;
/** How often silent connections are counted, ms. */
const CHECK_MS = 1_000;
/** The least time between two log lines about closed connections, ms. */
const LOG_EVERY_MS = 60_000;

export interface ConnectionBounds {
  readonly log: Pick<Log, 'warn'>;
  /** Most open connections; null: the system does not report its limit of open files. */
  readonly most?: number | null;
  readonly mostSilent?: number;
}

/** How many connections the limit of open files allows; null: the system does not report it. */
function connectionsThatFit(): number | null {
  try {
    const limits = readFileSync('/proc/self/limits', 'utf8');
    const files = Number(/^Max open files\s+(\d+)/mu.exec(limits)?.[1] ?? Number.NaN);
    return Number.isFinite(files) ? Math.max(1, files - RESERVE) : null;
  } catch {
    // Linux only.
    return null;
  }
}

/**
 * Keeps connections from using up the process's file descriptors. Connections beyond the limit are closed at once. One address
 * may have at most 200 connections without a request: a hall behind one router never needs more for seconds. Logged once a minute.
 */
export function boundConnections(
  server: Server,
  { log, most = connectionsThatFit(), mostSilent = MOST_SILENT }: ConnectionBounds,
): void {
  /** Silent connections by address, in order of arrival, each with its time. */
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
