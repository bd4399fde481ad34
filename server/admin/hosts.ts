import { networkInterfaces } from 'node:os';
import { isLoopbackHost } from '#server/http/peer.ts';

/** The addresses by which other devices of the network reach a server that listens on `host`. */
export function hostsOf(host: string, interfaces = networkInterfaces): string[] {
  if (host !== '0.0.0.0' && host !== '::')
    return isLoopbackHost(host) || host === '::1' ? [] : [host];
  return Object.values(interfaces()).flatMap((addresses) =>
    (addresses ?? [])
      .filter(({ family, internal }) => family === 'IPv4' && !internal)
      .map(({ address }) => address),
  );
}
