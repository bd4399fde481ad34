import { getLocale, locales } from '../dist/node/runtime.js';

/** The languages that people can choose. */
export const languages: readonly string[] = locales;

/** The language of the reader; builds for browsers have one constant language (`build/plugin.ts`). */
export const language = (): string => getLocale();
