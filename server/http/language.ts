import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  baseLocale,
  extractLocaleFromHeader,
  getLocale,
  type Locale,
  overwriteServerAsyncLocalStorage,
  toLocale,
} from 'messages/runtime';
import { LANGUAGE_COOKIE } from '#machines/contract/limits.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The language of the reply. */
    language: Locale;
  }
}

interface Language {
  readonly locale?: Locale;
}
/** The language of the running request. */
const storage = new AsyncLocalStorage<Language>();
/** The language of the text that is being written; null: the language of the running request. */
let writing: Language | null = null;
/** The texts of `messages` are in this language. */
overwriteServerAsyncLocalStorage({
  getStore: () => writing ?? storage.getStore(),
  run: (language: Language, run) => storage.run(language, run),
});

/**
 * Runs `run`, and what it starts, with texts in this language. If that is the current language already, no context is
 * made: the first context makes every later promise of the process slower.
 */
export const inLanguage = <T>(language: Locale, run: () => T): T =>
  language === getLocale() ? run() : storage.run({ locale: language }, run);

/** Returns what `write` returns at once, with texts in this language. */
export function textIn<T>(language: Locale, write: () => T): T {
  const before = writing;
  writing = { locale: language };
  try {
    return write();
  } finally {
    writing = before;
  }
}

/** A language with a weight of zero, which the client does not want. */
const UNWANTED = /;q=0(?:\.0*)?$/i;
const COOKIE = new RegExp(String.raw`(?:^|;\s*)${LANGUAGE_COOKIE}=([^;]*)`);

/** Returns the language that an `Accept-Language` header prefers; without one, the base language. */
export function preferredLanguage(header = ''): Locale {
  if (header === '') return baseLocale;
  // Our own program sends exactly one language.
  const only = toLocale(header);
  if (only !== undefined) return only;
  // RFC 9110 allows spaces and a weight of zero, which `extractLocaleFromHeader` does not know.
  const wanted = header
    .replaceAll(/\s/g, '')
    .split(',')
    .filter((language) => !UNWANTED.test(language));
  const headers = { 'accept-language': wanted.join(',') };
  return extractLocaleFromHeader(new Request('http://localhost', { headers })) ?? baseLocale;
}

/** Returns the language of a page: of its address, else the one that the browser keeps, else the one it prefers. */
export function pageLanguage({ url, headers }: Pick<FastifyRequest, 'url' | 'headers'>): Locale {
  const query = new URLSearchParams(/\?([^#]*)/.exec(url)?.[1]);
  return (
    toLocale(query.get(LANGUAGE_COOKIE)) ??
    toLocale(COOKIE.exec(headers.cookie ?? '')?.[1]) ??
    preferredLanguage(headers['accept-language'])
  );
}

/** Returns the language of a socket, by the tag that its page sends. */
export const socketLanguage = (tag: string | undefined): Locale => toLocale(tag) ?? baseLocale;

export const languageOf = (headers: IncomingHttpHeaders): Locale =>
  preferredLanguage(headers['accept-language']);

/** Runs the hooks and the handler of each request in its language. Must be the first hook. */
export function replyInLanguage(app: FastifyInstance): void {
  app.decorateRequest('language', baseLocale);
  app.addHook('onRequest', (request, _reply, done) => {
    request.language = languageOf(request.headers);
    inLanguage(request.language, done);
  });
  // The body arrives in events of the connection, which are outside of the request's language.
  app.addHook('preValidation', (request, _reply, done) => inLanguage(request.language, done));
}
