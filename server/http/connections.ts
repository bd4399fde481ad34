import { readFileSync } from 'node:fs';
import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Log } from '#server/log.ts';

/** File descriptors reserved for the database, files, Redis and mails. */
const RESERVE = 256;
/** Maximum number of connections of one address that have sent no request; beyond it the oldest are closed. */
const MOST_SILENT = 200;
/** Age (ms) below which a connection without a request is kept, because it may just be slow. */
const SILENT_MS = 3_000;
/** How often silent connections are counted, ms. */
const CHECK_MS = 1_000;
/** The minimum time between two log lines about closed connections, ms. */
const LOG_EVERY_MS = 60_000;

export interface ConnectionBounds {
  readonly log: Pick<Log, 'warn'>;
  /** Maximum number of open connections; null: the system does not report its limit of open files. */
  readonly most?: number | null;
  readonly mostSilent?: number;
}

/** Returns how many connections fit into the limit of open files; null: the system does not report it. */
function connectionsThatFit(): number | null {
  try {
    const limits = readFileSync('/proc/self/limits', 'utf8');
    const files = Number(/^Max open files\s+(\d+)/mu.exec(limits)?.[1] ?? Number.NaN);
    return Number.isFinite(files) ? Math.max(1, files - RESERVE) : null;
  } catch {
    // Only Linux has this file.
    return null;
  }
}

/**
 * Keeps connections from using up the process's file descriptors. Connections beyond the limit are closed at once. One
 * address may have at most 200 connections without a request, which even a full hall behind one router exceeds for
 * seconds at most. Closed connections are logged at most once a minute.
 */
export function boundConnections(
  server: Server,
  { log, most = connectionsThatFit(), mostSilent = MOST_SILENT }: ConnectionBounds,
): void {
  /** Connections without a request and when each was opened, oldest first. */
  const silent = new Map<Socket, number>();
  let closed = 0;
  let loggedAt = -Infinity;

  function noteClosed(why: string): void {
    closed += 1;
    if (performance.now() - loggedAt < LOG_EVERY_MS) return;
    loggedAt = performance.now();
    log.warn({ closed, most }, why);
    closed = 0;
  }

  function closeSilent(): void {
    const ofAddress = new Map<string, number>();
    for (const { remoteAddress = '' } of silent.keys())
      ofAddress.set(remoteAddress, (ofAddress.get(remoteAddress) ?? 0) + 1);
    for (const [socket, openedAt] of silent) {
      if (performance.now() - openedAt < SILENT_MS) return;
      const { remoteAddress = '' } = socket;
      const count = ofAddress.get(remoteAddress) ?? 0;
      if (count <= mostSilent) continue;
      ofAddress.set(remoteAddress, count - 1);
      silent.delete(socket);
      socket.destroy();
      noteClosed('one address keeps many connections open without a request');
    }
  }

  if (most !== null) server.maxConnections = most;
  server.on('drop', () => noteClosed('there are more connections than open files allow'));
  server.on('connection', (socket: Socket) => {
    silent.set(socket, performance.now());
    socket.once('close', () => silent.delete(socket));
  });
  for (const event of ['request', 'upgrade'])
    server.prependListener(event, ({ socket }: IncomingMessage) => silent.delete(socket));
  // Checked on a timer and not only on new connections, because a flood may open all its connections at once and then
  // no more.
  const checking = setInterval(closeSilent, CHECK_MS).unref();
  server.on('close', () => clearInterval(checking));
}
