import { language } from 'messages/language';
import { LANGUAGE_COOKIE } from '#machines/contract/limits.ts';

type Page = Pick<Document, 'cookie'>;

/** How long the browser keeps the language: a year, s. */
const KEPT_S = 31_536_000;

/** Keeps the language in which the server sends pages to this browser. */
export function keepLanguage(page: Page, chosen: string): void {
  page.cookie = `${LANGUAGE_COOKIE}=${chosen}; path=/; max-age=${KEPT_S}; samesite=lax`;
}

/** Whether this page is in another language than the one that the browser keeps, so that it must be loaded again. */
export function isOtherLanguage(page: Page): boolean {
  const kept = page.cookie.split('; ').find((each) => each.startsWith(`${LANGUAGE_COOKIE}=`));
  return kept !== undefined && kept.slice(LANGUAGE_COOKIE.length + 1) !== language();
}
