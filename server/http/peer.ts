import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import proxyAddr from '@fastify/proxy-addr';
import type { Config } from '#server/config.ts';
import { addressKey } from './limits.ts';

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
const clientAddress = (request: IncomingMessage, trustProxy: Config['trustProxy']): string =>
  trustProxy === false
    ? (request.socket.remoteAddress ?? '')
    : proxyAddr(request, believed(trustProxy));

/** Where an undeclared proxy usually is: this machine, its containers, its network. */
const NEARBY = new BlockList();
for (const [network, prefix] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  NEARBY.addSubnet(network, prefix);
NEARBY.addAddress('::1', 'ipv6');
NEARBY.addSubnet('fc00::', 7, 'ipv6');

/**
 * Whom limits count a request for. `isOwn`: the address is the client's; without TRUST_PROXY one of a near network or
 * behind a forwarding header may be that of a proxy, and so everybody's.
 */
export function peerOf(
  request: IncomingMessage,
  trustProxy: Config['trustProxy'],
): { address: string; isOwn: boolean } {
  const address = clientAddress(request, trustProxy);
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  const isOwn =
    trustProxy !== false ||
    (FORWARDING.every((name) => request.headers[name] === undefined) &&
      isIP(plain) !== 0 &&
      !NEARBY.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4'));
  return { address: addressKey(address), isOwn };
}
