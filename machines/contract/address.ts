/* E-mail addresses and mailed links. */

import { withoutExcessMarks } from './text.ts';

/** `URL` exists in browsers and Node, but not in the `es` type libraries that this code is checked with. */
declare const URL: new (text: string) => { readonly hostname: string };

/** Characters that would end the host name in a URL, or be decoded there. */
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

/** A mail address in ASCII; an international domain is in its ASCII form (`xn--`). */
export const EMAIL =
  /^(?!\.)(?!.*\.\.)[a-z0-9_'+\-.]*[a-z0-9_+-]@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+(?:[a-z]{2,}|xn--[a-z0-9-]+)$/u;

/** Removes characters that a mail program appended to a link's secret (base64url), such as a full stop or bracket. */
export const linkSecret = (text: string): string => /^[\w-]+/u.exec(text)?.[0] ?? text;
