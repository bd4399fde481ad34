import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  baseLocale,
  extractLocaleFromHeader,
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

/** The language of the running code, which the texts of `messages` read. */
const storage = new AsyncLocalStorage<{ readonly locale?: Locale }>();
overwriteServerAsyncLocalStorage(storage);

/** Runs `run`, and what it starts, with texts in this language. */
export const inLanguage = <T>(language: Locale, run: () => T): T =>
  storage.run({ locale: language }, run);

/** A language with a weight of zero, which the client does not want. */
const UNWANTED = /;q=0(?:\.0*)?$/i;
const COOKIE = new RegExp(String.raw`(?:^|;\s*)${LANGUAGE_COOKIE}=([^;]*)`);

/** Returns the language that an `Accept-Language` header prefers; without one, the base language. */
export function preferredLanguage(header = ''): Locale {
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
