import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import proxyAddr from '@fastify/proxy-addr';
import type { Config } from '#server/config.ts';
import { addressKey } from './limits.ts';

const FORWARDING = /^(?:forwarded|x-forwarded-.+|x-real-ip|via)$/;
const LOCAL_HOST = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d{1,5})?$/i;

/** Whether this is a name of the machine itself; a port may follow. */
export const isLoopbackHost = (host: string): boolean => LOCAL_HOST.test(host);

/** Where an undeclared proxy usually is: this machine, its containers, its network. */
const NEARBY = new BlockList();
for (const [network, prefix] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  NEARBY.addSubnet(network, prefix);
NEARBY.addAddress('0.0.0.0');
NEARBY.addAddress('::1', 'ipv6');
NEARBY.addSubnet('fc00::', 7, 'ipv6');

const isNearby = (address: string): boolean =>
  isIP(address) !== 0 && NEARBY.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

/**
 * Whether this is how devices of one's own network name a machine: by an address of that network, or a `.local` name. A
 * port may follow.
 */
function isNearbyHost(host: string): boolean {
  const url = `http://${host}`;
  if (!URL.canParse(url)) return false;
  const name = new URL(url).hostname.replace(/^\[|\]$/gu, '');
  return name.endsWith('.local') || isNearby(name);
}

/** What of a request is looked at. */
type Looked = Pick<IncomingMessage, 'headers' | 'httpVersion'> & {
  readonly socket: { readonly remoteAddress?: string | undefined };
};

const isLoopbackPeer = ({ socket }: Looked): boolean =>
  /^(?:::1|(?:::ffff:)?127\.\d+\.\d+\.\d+)$/.test(socket.remoteAddress ?? '');

/**
 * What of this request shows that a proxy has passed it on; null: nothing. A proxy that adds no header is known
 * by HTTP/1.0, or because it comes from loopback for a page of a public host.
 */
export function signOfProxy(request: Looked): string | null {
  const { headers, httpVersion } = request;
  const forwarding = Object.keys(headers).find((name) => FORWARDING.test(name));
  if (forwarding !== undefined) return forwarding;
  if (httpVersion === '1.0') return 'HTTP/1.0';
  const { host = '', origin = '' } = headers;
  // Whom a local network lets in is here without a proxy.
  const isLocal = isLoopbackHost(host) || isNearbyHost(host);
  const page = URL.canParse(origin) ? new URL(origin).host : '';
  const isForeign = page !== '' && !isLoopbackHost(page);
  if (isForeign && (page !== host || (isLoopbackPeer(request) && !isLocal))) return 'origin';
  return host !== '' && !isLocal && isLoopbackPeer(request) ? 'host' : null;
}

/**
 * Whether the request comes from this very machine: from loopback, through no proxy that can be told, and
 * under a local name, so that neither a proxy beside us nor a rebound DNS name can borrow our trust.
 */
export const isFromHere = (request: Looked): boolean =>
  isLoopbackPeer(request) &&
  signOfProxy(request) === null &&
  isLoopbackHost(request.headers.host ?? '');

/** Whose word on where a request comes from is believed, as Fastify and its `proxy-addr` take it. */
export const believed = (trustProxy: Exclude<Config['trustProxy'], false>) =>
  typeof trustProxy === 'number' ? (_: string, hop: number) => hop < trustProxy : trustProxy;

/** The client's address of a request that Fastify does not see, found as Fastify finds `request.ip`. */
const clientAddress = (request: IncomingMessage, trustProxy: Config['trustProxy']): string =>
  trustProxy === false
    ? (request.socket.remoteAddress ?? '')
    : proxyAddr(request, believed(trustProxy));

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
    (signOfProxy(request) === null && isIP(plain) !== 0 && !isNearby(plain));
  return { address: addressKey(address), isOwn };
}
