import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import settings from '../../project.inlang/settings.json' with { type: 'json' };

const LANGUAGES = join(import.meta.dirname, '../../languages');
/** Scripts that are written from right to left. */
const RIGHT_TO_LEFT = new Set(['Arab', 'Hebr', 'Thaa', 'Syrc', 'Nkoo', 'Adlm']);

/**
 * Returns a page with its language, its direction and the texts that it names, as `{{m.key}}`: the ones that a browser
 * shows without the program.
 * @throws Error for a text that the page names and the language lacks
 */
export function pageIn(html: string, language: string): string {
  const texts: unknown = JSON.parse(readFileSync(join(LANGUAGES, `${language}.json`), 'utf8'));
  const isMirrored = RIGHT_TO_LEFT.has(new Intl.Locale(language).maximize().script ?? '');
  return html
    .replace(
      `<html lang="${settings.baseLocale}">`,
      `<html lang="${language}"${isMirrored ? ' dir="rtl"' : ''}>`,
    )
    .replaceAll(/\{\{m\.(\w+)\}\}/g, (_, key: string) => {
      const text: unknown = Object.getOwnPropertyDescriptor(texts, key)?.value;
      if (typeof text !== 'string') throw new Error(`${language}.json has no text ${key}.`);
      return text;
    });
}
