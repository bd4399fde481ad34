import { getLocale } from 'messages/runtime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inLanguage, pageLanguage, preferredLanguage, textIn } from '#server/http/language.ts';
import { createHttp } from '#server/http/server.ts';
import { ApiError } from '#server/http/route.ts';
import { createLog } from '#server/log.ts';

describe('a language is chosen by', () => {
  it.each([
    [undefined, 'en'],
    ['', 'en'],
    ['de', 'de'],
    ['DE-at', 'de'],
    ['tlh, xx;q=0.5', 'en'],
    ['en;q=0.4, de ; q=0.7', 'de'],
    ['fr-CH, fr;q=0.9, de-CH;q=0.8, en;q=0.7, *;q=0.1', 'de'],
    ['de;q=0, en;q=0.1', 'en'],
    ['de; q=0.000', 'en'],
    ['\u00FF;;q=,,=', 'en'],
  ])('the header %j: %s', (header, language) => {
    expect(preferredLanguage(header)).toBe(language);
  });

  it.each([
    ['/login?language=de&x=1', 'language=en', 'en', 'de'],
    ['/login?language=xx', 'a=1; language=de', 'en', 'de'],
    ['/login', 'mylanguage=de', 'en', 'en'],
    ['/login', undefined, 'de-AT', 'de'],
  ])('the page %s with the cookie %s and the header %s: %s', (url, cookie, header, language) => {
    const headers = { ...(cookie !== undefined && { cookie }), 'accept-language': header };
    expect(pageLanguage({ url, headers })).toBe(language);
  });
});

it('a text in another language leaves the language of what runs, also if it cannot be written', () => {
  const seen = inLanguage('de', () => {
    const written = textIn('ar', () => [getLocale(), textIn('es', getLocale), getLocale()]);
    expect(() =>
      textIn('ar', () => {
        throw new Error('unwritten');
      }),
    ).toThrow('unwritten');
    return [...written, getLocale()];
  });
  expect(seen).toEqual(['ar', 'es', 'ar', 'de']);
});

const said = () => ({ language: getLocale() });

describe('the texts of a request are in its language', () => {
  const german = { 'accept-language': 'de-DE', 'content-type': 'application/json' };
  /** Waits, and lets every other request go on in the language of the one before it. */
  const waiting: ((refusal?: ApiError) => void)[] = [];
  let mayWait = false;
  const app = createHttp({
    config: { appUrl: 'http://show.example', trustProxy: false },
    log: createLog('silent'),
    now: () => 0,
    measure: () => {},
    enqueue: (_request, go) => {
      if (mayWait) waiting.push(go);
      else go();
    },
  });
  app.setValidatorCompiler(() => () => ({ error: new ApiError(422, getLocale()) }));
  app.get('/said', async () => {
    await new Promise(setImmediate);
    return said();
  });
  app.post('/said', said);
  app.post('/invalid', { schema: { body: {} } }, said);
  app.get('/failing', { config: { failure: getLocale } }, () => {
    throw new Error('an expected failure');
  });
  let port: number;
  beforeAll(async () => {
    port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
  });
  afterAll(() => app.close());
  const ask = async (path: string, options: RequestInit = {}): Promise<unknown> => {
    const reply = await fetch(`http://127.0.0.1:${port}${path}`, { headers: german, ...options });
    return reply.json();
  };

  it('in a handler', async () => {
    expect(await ask('/said')).toEqual({ language: 'de' });
    expect(await ask('/said', { headers: { 'accept-language': 'tlh' } })).toEqual({
      language: 'en',
    });
  });
  it('in a handler that waited for a body', async () => {
    expect(await ask('/said', { method: 'POST', body: '{"a":1}' })).toEqual({ language: 'de' });
  });
  it('in a handler that waited for its turn', async () => {
    mayWait = true;
    const replies = [ask('/said'), ask('/said', { headers: { 'accept-language': 'en' } })];
    await expect.poll(() => waiting.length).toBe(2);
    mayWait = false;
    // One continues in the event of the other.
    waiting.toReversed().forEach((go) => go());
    expect(await Promise.all(replies)).toEqual([{ language: 'de' }, { language: 'en' }]);
  });
  it('in the replies to errors', async () => {
    expect(await ask('/failing')).toEqual({ error: 'de' });
    expect(await ask('/invalid', { method: 'POST', body: '{}' })).toEqual({ error: 'de' });
  });
});
