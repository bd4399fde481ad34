/* Addresses of mails, and what is mailed in links. */

import { withoutExcessMarks } from './text.ts';

/** Browsers and Node have it; the language's own library declares none. */
declare const URL: new (text: string) => { readonly hostname: string };

/** What would end a host's name, or be decoded, in an address. */
const NO_DOMAIN = /[\s/?#@:%\\[\]]/u;

/** A domain of any script in the letters that mail servers use (IDNA). */
function asciiDomain(domain: string): string {
  if (isAscii(domain) || NO_DOMAIN.test(domain)) return domain;
  try {
    return new URL(`http://${domain}`).hostname;
  } catch {
    // It is refused as it was typed.
    return domain;
  }
}

export const isAscii = (text: string): boolean => /^\p{ASCII}*$/u.test(text);

/**
 * The one form of a mail address: lower case, wide letters and signs (＠) as narrow ones, without what cannot be seen, and an
 * international domain as mail servers know it.
 */
export function normalEmail(typed: string): string {
  // Putting many marks in order would take the square of their number.
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

/** A mail address in plain letters, with a domain that may be of another script (`xn--`). */
export const EMAIL =
  /^(?!\.)(?!.*\.\.)[a-z0-9_'+\-.]*[a-z0-9_+-]@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+(?:[a-z]{2,}|xn--[a-z0-9-]+)$/u;

/** The secret of a link (base64url) without the full stop or bracket that a mail program or a person put behind it. */
export const linkSecret = (text: string): string => /^[\w-]+/u.exec(text)?.[0] ?? text;
