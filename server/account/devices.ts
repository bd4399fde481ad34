import { createHmac, timingSafeEqual } from 'node:crypto';
import { calls } from '#machines/contract/calls.ts';
import { newId } from '#server/id.ts';

const NAME = 'device';
const LIFETIME_S = 30 * 24 * 60 * 60;
/** Cookie value: id, expiry in epoch seconds, signature. */
const VALUE = /^([\w-]{28})\.(\d{1,12})\.([\w-]{43})$/;
const COOKIE = new RegExp(String.raw`(?:^|;\s*)${NAME}=([^;]*)`);

/**
 * Cookies of browsers that have signed in to an account before. A cookie grants no access: it only gives the browser sign-in
 * tries of its own, so that guesses from the same network address do not lock it out.
 */
export interface Devices {
  /** The device id in this `Cookie` header, or null if the device has never signed in to the account with this address. */
  idOf(cookieHeader: string, email: string): string | null;
  /** A `Set-Cookie` header for a browser that signs in. */
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
