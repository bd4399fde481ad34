import { createHmac } from 'node:crypto';

/**
 * The origin of an answer as keyed hashes: equal for equal origins within one game session, and useless without the
 * server's secret or for another game session.
 */
export interface AnswerOrigin {
  /** Hash of the network: an IPv4 address, or the /64 of an IPv6 address. */
  readonly network: string;
  /** Hash of the network together with the domain of the author's e-mail address. */
  readonly networkDomain: string;
}

/** Hashes an origin. `network` comes from `addressKey`. */
export type OriginOf = (answer: {
  readonly gameSessionId: string;
  readonly network: string;
  readonly email: string;
}) => AnswerOrigin;

const HASH_BYTES = 12;

export const createOriginOf =
  (secret: string): OriginOf =>
  ({ gameSessionId, network, email }) => {
    const hashOf = (...parts: readonly string[]): string =>
      createHmac('sha256', secret)
        .update(['origin', gameSessionId, ...parts].join('\n'))
        .digest()
        .subarray(0, HASH_BYTES)
        .toString('base64url');
    const domain = email.slice(email.lastIndexOf('@') + 1);
    return { network: hashOf(network), networkDomain: hashOf(network, domain) };
  };
