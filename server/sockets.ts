import type { FastifyInstance } from 'fastify';
import { peerOf } from './http/peer.ts';
import { waitingIn } from './realtime/engine-io.ts';
import { openGateway } from './realtime/gateway.ts';
import { openInspection } from './admin/inspector/inspection.ts';
import { createSocketAnswers } from './realtime/socket-answers.ts';
import { createUnauthenticatedSockets } from './realtime/unauthenticated-sockets.ts';
import { openControlSockets } from './show/remote-control/socket.ts';
import type { Services } from './services.ts';
import type { Wiring } from './wire.ts';

/** Opens the socket namespaces: the show's, the inspector's and the remote control's. */
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
    | 'acceptAnswer'
    | 'ownAnswers'
    | 'lastAnswered'
    | 'joined'
    | 'mediaAhead'
    | 'ready'
    | 'show'
    | 'resync'
    | 'watchWindows'
  >,
  http: Pick<FastifyInstance, 'server' | 'inject'>,
): { close(): void } {
  const unauthenticated = createUnauthenticatedSockets({
    peerOf: (request) => peerOf(request, config.trustProxy),
    count: metrics.countMisuse,
  });
  const gateway = openGateway(io, http.server, {
    emittedPoints,
    feed,
    now,
    days: days.current,
    authenticate: (token) => identity.identify(token),
    refusalOf: (token) => identity.refusalOf(token),
    standing: (session) => identity.standing(session),
    mayJoin: async (id) => (await limits.count('join', id)) === null,
    answer: createSocketAnswers({
      accept: wiring.acceptAnswer,
      limits,
      arrived: fairQueue.noteAnswer,
      now,
      measure: metrics.measureRequest,
      log,
    }),
    ownAnswers: wiring.ownAnswers,
    lastAnswered: wiring.lastAnswered,
    joined: wiring.joined,
    ready: wiring.ready,
    mediaAhead: wiring.mediaAhead,
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
  const control = openControlSockets(io, {
    call: async ({ method, path, body, token, address, language }) => {
      const reply = await http.inject({
        method,
        url: path,
        headers: { authorization: `Bearer ${token}`, 'accept-language': language },
        remoteAddress: address,
        ...(body && { payload: body }),
      });
      return { status: reply.statusCode, body: reply.json<unknown>() };
    },
    unauthenticated,
    count: metrics.countMisuse,
    log,
  });
  return {
    close: () => {
      control.close();
      inspection.close();
      gateway.close();
    },
  };
}
