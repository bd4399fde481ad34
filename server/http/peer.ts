import type { IncomingMessage } from 'node:http';
import proxyAddr, { compile } from '@fastify/proxy-addr';
import type { Config } from '#server/config.ts';
import { addressKey } from './limits.ts';

const FORWARDING = /^(?:forwarded|x-forwarded-.+|x-real-ip|via)$/;
const LOCAL_HOST = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d{1,5})?$/i;

/** Whether this host is a loopback name, with or without a port. */
export const isLoopbackHost = (host: string): boolean => LOCAL_HOST.test(host);

const isLoopback = compile('loopback');
/** Addresses at which an undeclared proxy usually is: this machine, its containers, its network. */
const isNearby = compile(['loopback', 'uniquelocal', '0.0.0.0']);

/** Whether a device of the local network would use this host name: an address of that network, or a `.local` name. */
function isNearbyHost(host: string): boolean {
  const url = `http://${host}`;
  if (!URL.canParse(url)) return false;
  const name = new URL(url).hostname.replace(/^\[|\]$/gu, '');
  return name.endsWith('.local') || isNearby(name, 0);
}

/** The parts of a request that this module examines. */
type Examined = Pick<IncomingMessage, 'headers' | 'httpVersion'> & {
  readonly socket: { readonly remoteAddress?: string | undefined };
};

const hasLoopbackAddress = ({ socket }: Examined): boolean =>
  isLoopback(socket.remoteAddress ?? '', 0);

/**
 * Returns what shows that a proxy has forwarded this request; null if nothing does. A proxy that adds no header is
 * recognised by HTTP/1.0, or because the request comes from loopback for a page of a public host.
 */
export function proxyEvidence(request: Examined): string | null {
  const { headers, httpVersion } = request;
  const forwarding = Object.keys(headers).find((name) => FORWARDING.test(name));
  if (forwarding !== undefined) return forwarding;
  if (httpVersion === '1.0') return 'HTTP/1.0';
  const { host = '', origin = '' } = headers;
  // Requests from the local network reach the server without a proxy.
  const isLocal = isLoopbackHost(host) || isNearbyHost(host);
  const page = URL.canParse(origin) ? new URL(origin).host : '';
  const isForeign = page !== '' && !isLoopbackHost(page);
  if (isForeign && (page !== host || (hasLoopbackAddress(request) && !isLocal))) return 'origin';
  return host !== '' && !isLocal && hasLoopbackAddress(request) ? 'host' : null;
}

/**
 * Whether the request comes from this machine: from loopback, through no recognisable proxy, and under a loopback host
 * name. Together these keep a proxy on this machine and DNS rebinding from getting local rights.
 */
export const isDirectFromLoopback = (request: Examined): boolean =>
  hasLoopbackAddress(request) &&
  proxyEvidence(request) === null &&
  isLoopbackHost(request.headers.host ?? '');

/** Returns TRUST_PROXY in the form that Fastify and `proxy-addr` take. */
export const trustedProxies = (trustProxy: Exclude<Config['trustProxy'], false>) =>
  typeof trustProxy === 'number' ? (_: string, hop: number) => hop < trustProxy : trustProxy;

/**
 * Returns the network address by which limits count a request that bypasses Fastify. `isOwn`: the address is certainly
 * the client's own. Without TRUST_PROXY, a local address, or one with a forwarding header, may belong to a proxy that
 * all its clients share.
 */
export function peerOf(
  request: IncomingMessage,
  trustProxy: Config['trustProxy'],
): { address: string; isOwn: boolean } {
  if (trustProxy !== false)
    return { address: addressKey(proxyAddr(request, trustedProxies(trustProxy))), isOwn: true };
  const { remoteAddress = '' } = request.socket;
  const isOwn =
    remoteAddress !== '' && proxyEvidence(request) === null && !isNearby(remoteAddress, 0);
  return { address: addressKey(remoteAddress), isOwn };
}
