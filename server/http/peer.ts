import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import type { Config } from '#server/config.ts';

const FORWARDING = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'];
const LOCAL_HOST = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/i;

/**
 * Whether the request comes from this very machine: from loopback, through no proxy that says so, and
 * under a local name, so that neither a proxy beside us nor a rebound DNS name can borrow our trust.
 */
export function isFromHere({ socket, headers }: IncomingMessage): boolean {
  const peer = socket.remoteAddress ?? '';
  return (
    (peer === '::1' || /^(?:::ffff:)?127\.\d+\.\d+\.\d+$/.test(peer)) &&
    FORWARDING.every((name) => headers[name] === undefined) &&
    LOCAL_HOST.test(headers.host ?? '')
  );
}

/** Whose word on where a request comes from is believed, as Fastify and its `proxy-addr` take it. */
export const believed = (trustProxy: Exclude<Config['trustProxy'], false>) =>
  typeof trustProxy === 'number' ? (_: string, hop: number) => hop < trustProxy : trustProxy;

/** The client's address of a request that Fastify does not see, found as Fastify finds `request.ip`. */
export const clientAddress = (request: IncomingMessage, trustProxy: Config['trustProxy']): string =>
  trustProxy === false
    ? (request.socket.remoteAddress ?? '')
    : proxyAddr(request, believed(trustProxy));
