import type { Plugin } from 'vite';
import settings from '../../project.inlang/settings.json' with { type: 'json' };
import { compiledMessages } from './compile.ts';

/** The end of a compiled text, which chooses a language; the text in each language stands before it. */
const CHOICE =
  /\/\*\*(?:(?!\*\/)[^])*@returns(?:[^]*export \{ (?<name>\w+) as (?<key>"\w+") \}|[^]*export const (?<plain>\w+) = [^]*)/u;

interface Options {
  /** The language that an environment is built for; null: one that knows all languages. */
  readonly languageOf: (environment: string) => string | null;
}

/** Compiles the texts before anything else starts, and gives each build for browsers the texts of its language. */
export function messages({ languageOf }: Options): Plugin {
  /** The texts for browsers; null: nothing is built. */
  let forBrowsers: string | null = null;
  return {
    name: 'messages',
    enforce: 'pre',
    async config(_, { command }) {
      await compiledMessages('node');
      if (command === 'build') forBrowsers = await compiledMessages('browser');
    },
    resolveId: {
      filter: { id: /^messages(?:\/language)?$/ },
      handler(id) {
        if (forBrowsers === null || languageOf(this.environment.name) === null) return null;
        return id === 'messages'
          ? { id: forBrowsers, moduleSideEffects: false }
          : { id: `\0${id}`, moduleSideEffects: false };
      },
    },
    load: {
      filter: { id: /^\0messages\/language$/ },
      handler() {
        const language = JSON.stringify(languageOf(this.environment.name));
        return `export const languages = ${JSON.stringify(settings.locales)};\nexport const language = () => ${language};`;
      },
    },
    transform: {
      filter: { id: /\/messages\/dist\/browser\/messages\/(?!_index)\w+\.js/ },
      handler(code, id) {
        const language = languageOf(this.environment.name);
        if (language === null) return null;
        const { plain = '', name = plain, key = plain } = CHOICE.exec(code)?.groups ?? {};
        if (name === '') throw new Error(`${id} is not a text as Paraglide compiles them.`);
        return {
          code: code.replace(CHOICE, `export { ${language}_${name} as ${key} }`),
          map: null,
          moduleSideEffects: false,
        };
      },
    },
  };
}
