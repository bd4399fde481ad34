/* E-mail addresses and mailed links. */

import { withoutExcessMarks } from './text.ts';

/** Declared here, because the `es` libraries lack it; browsers and Node have it. */
declare const URL: new (text: string) => { readonly hostname: string };

/** Characters that would end a host name in a URL, or be decoded. */
const NO_DOMAIN = /[\s/?#@:%\\[\]]/u;

/** Converts an international domain to ASCII, as mail servers use it (IDNA). */
function asciiDomain(domain: string): string {
  if (isAscii(domain) || NO_DOMAIN.test(domain)) return domain;
  try {
    return new URL(`http://${domain}`).hostname;
  } catch {
    // An invalid domain stays as typed and is refused later.
    return domain;
  }
}

export const isAscii = (text: string): boolean => /^\p{ASCII}*$/u.test(text);

/**
 * Normalises a mail address: lower case, full-width characters (＠) as ASCII, no invisible characters, and an international
 * domain in ASCII.
 */
export function normalEmail(typed: string): string {
  // Normalising many combining marks takes quadratic time.
  const text = withoutExcessMarks(typed)
    .normalize('NFKC')
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .trim()
    .toLowerCase();
  const domainAt = text.lastIndexOf('@') + 1;
  return text.slice(0, domainAt) + asciiDomain(text.slice(domainAt));
}

/** The part before the @. */
export const localPart = (email: string): string => email.slice(0, email.lastIndexOf('@'));

/** A mail address in ASCII; its domain may be of another script (`xn--`). */
export const EMAIL =
  /^(?!\.)(?!.*\.\.)[a-z0-9_'+\-.]*[a-z0-9_+-]@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+(?:[a-z]{2,}|xn--[a-z0-9-]+)$/u;

/** Removes a full stop or bracket that was appended to a link's secret (base64url). */
export const linkSecret = (text: string): string => /^[\w-]+/u.exec(text)?.[0] ?? text;
