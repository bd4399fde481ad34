import { ENGLISH } from './english.ts';
import type { Language } from './language.ts';
import { otherLanguage } from './other.ts';

const BASE = 'en';
const loaded = new Map<string, Language>([[BASE, ENGLISH]]);

/**
 * Returns the rules of a language, English by default. Those of another language are made at its first use, which takes
 * some 50 ms.
 * @param language a primary language subtag of BCP 47: 'de'
 */
export function rulesOf(language = BASE): Language {
  const known = loaded.get(language);
  if (known !== undefined) return known;
  const fresh = otherLanguage(language);
  loaded.set(language, fresh);
  return fresh;
}
