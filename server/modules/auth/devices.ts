import { createHmac, timingSafeEqual } from 'node:crypto';
import { calls } from '#machines/contract/calls.ts';
import { newId } from '#server/id.ts';

const NAME = 'device';
const LIFETIME_S = 30 * 24 * 60 * 60;
/** Id, end in seconds since the epoch, signature. */
const VALUE = /^([\w-]{28})\.(\d{1,12})\.([\w-]{43})$/;
const COOKIE = new RegExp(String.raw`(?:^|;\s*)${NAME}=([^;]*)`);

/**
 * Cookies that say that a browser has signed in to an account before. They let nobody in: they only give the browser tries of its own,
 * so that guesses of others at the same network address do not shut it out.
 */
export interface Devices {
  /** The id of the device that sends this `Cookie` header, if it has signed in to the account with this address; null: it has not. */
  idOf(cookieHeader: string, email: string): string | null;
  /** A `Set-Cookie` header for a browser that has signed in. */
  cookieFor(email: string, id?: string | null): string;
}

export interface DevicesOptions {
  readonly secret: string;
  readonly now: () => number;
  /** Whether the public address is https. */
  readonly isSecure: boolean;
}

export function createDevices({ secret, now, isSecure }: DevicesOptions): Devices {
  const signatureOf = (id: string, endS: string, email: string): Buffer =>
    createHmac('sha256', secret).update(['device', id, endS, email].join('\n')).digest();
  const attributes = [
    `Path=${calls.login.path}`,
    `Max-Age=${LIFETIME_S}`,
    'HttpOnly',
    'SameSite=Strict',
    ...(isSecure ? ['Secure'] : []),
  ];
  return {
    idOf: (cookieHeader, email) => {
      const [, value = ''] = COOKIE.exec(cookieHeader) ?? [];
      const [, id = '', endS = '', signature = ''] = VALUE.exec(value) ?? [];
      if (id === '' || Number(endS) * 1_000 <= now()) return null;
      const sent = Buffer.from(signature, 'base64url');
      const right = signatureOf(id, endS, email);
      return sent.length === right.length && timingSafeEqual(sent, right) ? id : null;
    },
    cookieFor: (email, id) => {
      const device = id ?? newId(now());
      const endS = String(Math.floor(now() / 1_000) + LIFETIME_S);
      const value = [device, endS, signatureOf(device, endS, email).toString('base64url')].join(
        '.',
      );
      return [`${NAME}=${value}`, ...attributes].join('; ');
    },
  };
}
