import { networkInterfaces } from 'node:os';
import type { Config } from '#server/config.ts';
import { isLoopbackHost } from '#server/http/peer.ts';

/** Returns the addresses by which other devices of the network reach a server that listens on `host`. */
export function hostsOf(host: string, interfaces = networkInterfaces): string[] {
  if (host !== '0.0.0.0' && host !== '::')
    return isLoopbackHost(host) || host === '::1' ? [] : [host];
  return Object.values(interfaces()).flatMap((addresses) =>
    (addresses ?? [])
      .filter(({ family, internal }) => family === 'IPv4' && !internal)
      .map(({ address }) => address),
  );
}

/**
 * Returns the origin that people open to join: `APP_URL`, or, if only this machine can open that, the server's first
 * network address.
 */
export function joinOrigin(
  { appUrl, host, port }: Pick<Config, 'appUrl' | 'host' | 'port'>,
  interfaces = networkInterfaces,
): string {
  const [first] = isLoopbackHost(new URL(appUrl).host) ? hostsOf(host, interfaces) : [];
  return first === undefined ? appUrl : `http://${first}:${port}`;
}
