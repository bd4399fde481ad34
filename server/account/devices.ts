import { createHmac, timingSafeEqual } from 'node:crypto';
import { newId } from '#server/id.ts';

const NAME = 'device';
const LIFETIME_S = 30 * 24 * 60 * 60;
/** Format of the cookie's value: id, expiry in epoch seconds, signature. */
const VALUE = /^([\w-]{28})\.(\d{1,12})\.([\w-]{43})$/;
const COOKIE = new RegExp(String.raw`(?:^|;\s*)${NAME}=([^;]*)`);

/**
 * Cookies that recognise a browser which was here before, for one subject (an account or a show). A cookie grants no
 * access. After a sign-in, it gives the browser its own count of sign-in attempts, so that guesses from the same
 * network address do not lock it out. After joining a show, it keeps a removed guest from coming back under another
 * name.
 */
export interface Devices {
  /** Returns the device id in this `Cookie` header; null if the browser has no valid cookie for this subject. */
  idOf(cookieHeader: string, subject: string): string | null;
  /** Returns the `Set-Cookie` header for a browser, with a new id by default. */
  cookieFor(subject: string, id?: string | null): string;
}

export interface DevicesOptions {
  /** The URL path of the calls with which the browser sends the cookie. */
  readonly path: string;
  readonly secret: string;
  readonly now: () => number;
  /** Whether the public address is https, which makes the cookie `Secure`. */
  readonly isSecure: boolean;
}

export function createDevices({ path, secret, now, isSecure }: DevicesOptions): Devices {
  const signatureOf = (id: string, endS: string, subject: string): Buffer =>
    createHmac('sha256', secret).update(['device', id, endS, subject].join('\n')).digest();
  const attributes = [
    `Path=${path}`,
    `Max-Age=${LIFETIME_S}`,
    'HttpOnly',
    'SameSite=Strict',
    ...(isSecure ? ['Secure'] : []),
  ];
  return {
    idOf: (cookieHeader, subject) => {
      const [, value = ''] = COOKIE.exec(cookieHeader) ?? [];
      const [, id = '', endS = '', signature = ''] = VALUE.exec(value) ?? [];
      if (id === '' || Number(endS) * 1_000 <= now()) return null;
      const sent = Buffer.from(signature, 'base64url');
      const right = signatureOf(id, endS, subject);
      return sent.length === right.length && timingSafeEqual(sent, right) ? id : null;
    },
    cookieFor: (subject, id) => {
      const device = id ?? newId(now());
      const endS = String(Math.floor(now() / 1_000) + LIFETIME_S);
      const value = [device, endS, signatureOf(device, endS, subject).toString('base64url')].join(
        '.',
      );
      return [`${NAME}=${value}`, ...attributes].join('; ');
    },
  };
}
