import type { Server } from 'node:http';
import { peerOf } from './http/peer.ts';
import { waitingIn } from './realtime/engine-io.ts';
import { openGateway } from './realtime/gateway.ts';
import { openInspection } from './admin/inspector/inspection.ts';
import { createUnauthenticatedSockets } from './realtime/unauthenticated-sockets.ts';
import type { Services } from './services.ts';
import type { Wiring } from './wire.ts';

/** Opens the socket namespaces: the show's and the inspector's. */
export function openSockets(
  {
    config,
    log,
    now,
    days,
    metrics,
    limits,
    identity,
    fairQueue,
    audit,
    io,
    cluster,
    emittedPoints,
    feed,
    inspector,
  }: Services,
  wiring: Pick<
    Wiring,
    'ownAnswers' | 'lastAnswered' | 'joined' | 'show' | 'resync' | 'watchWindows'
  >,
  server: Server,
): { close(): void } {
  const unauthenticated = createUnauthenticatedSockets({
    peerOf: (request) => peerOf(request, config.trustProxy),
    count: metrics.countMisuse,
  });
  const gateway = openGateway(io, server, {
    emittedPoints,
    feed,
    now,
    days: days.current,
    authenticate: (token) => identity.identify(token),
    refusalOf: (token) => identity.refusalOf(token),
    standing: (session) => identity.standing(session),
    mayJoin: async (id) => (await limits.count('join', id)) === null,
    ownAnswers: wiring.ownAnswers,
    lastAnswered: wiring.lastAnswered,
    joined: wiring.joined,
    show: wiring.show,
    resync: wiring.resync,
    count: metrics.countMisuse,
    log,
    cluster,
    unauthenticated,
  });
  // Queues handshakes and polls; `createHttp` queues all other requests.
  io.engine.use(waitingIn(fairQueue, (request) => peerOf(request, config.trustProxy).address));
  const inspection = openInspection(io, {
    now,
    access: inspector.access,
    authenticate: (token) => identity.identify(token),
    mayTry: (address) => limits.count('inspection', address),
    unauthenticated,
    audit: (auditRecord) => audit.recordLater(auditRecord, 200),
    watchWindows: wiring.watchWindows,
    count: metrics.countMisuse,
    log,
    cluster,
  });
  return {
    close: () => {
      inspection.close();
      gateway.close();
    },
  };
}
