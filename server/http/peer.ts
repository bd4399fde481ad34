import type { IncomingMessage } from 'node:http';

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
