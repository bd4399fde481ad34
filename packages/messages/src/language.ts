import { getLocale } from '../dist/node/runtime.js';

/** The language of the reader; builds for browsers have one constant language (`build/plugin.ts`). */
export const language = (): string => getLocale();
