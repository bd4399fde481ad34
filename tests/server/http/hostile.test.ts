import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Call } from '#machines/contract/call.ts';
import { calls } from '#machines/contract/calls.ts';
import { freshSchema, postgresIsMissing } from '#tests/support/postgres.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { SPECIFIED_CALLS, type SpecifiedCall } from '#tests/support/specified-calls.ts';
import { openShow, send, type Sent, type Show } from '#tests/support/specified-show.ts';

/** Text that no store accepts, and text that is only unusual. */
const UNSTORABLE = ['a\0b', 'a\uD800b'];
const STRANGE = ['', 'x'.repeat(20_000), "\u{10FFFF}'; --"];

/** The value with one of its texts replaced, once for each text; numbers are unchanged. */
function replacing(value: unknown, text: string): unknown[] {
  if (typeof value === 'string') return [text];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    replacing(inner, text).map((replaced) =>
      Array.isArray(value) ? [replaced] : { ...value, [key]: replaced },
    ),
  );
}
const PARTS = ['params', 'query', 'body'] as const;
/** Whether the text can be sent in this part: an address cannot contain lone surrogates or long texts. */
const isSendable = (part: (typeof PARTS)[number], text: string): boolean =>
  part === 'body' || (text.length < 1_000 && !text.includes('\uD800'));
const encoded = (params: Sent['params'] = {}) =>
  Object.fromEntries(Object.entries(params).map(([key, id]) => [key, encodeURIComponent(id)]));

function* hostile(sent: Sent, texts: readonly string[]): Generator<Sent> {
  for (const text of texts) {
    for (const part of PARTS) {
      if (!isSendable(part, text)) continue;
      for (const replaced of replacing(sent[part], text)) yield { ...sent, [part]: replaced };
    }
  }
}

/** Calls that accept any text. */
const TAKING = Object.entries(SPECIFIED_CALLS).filter(([key]) =>
  Object.values(calls).some(
    (call: Call) =>
      key === `${call.method} ${call.path}` &&
      call.mostBytes === undefined &&
      (call.params ?? call.query ?? call.body) !== undefined,
  ),
);

describe('any input', () => {
  let server: TestServer;
  let show: Show;
  let schema: Awaited<ReturnType<typeof freshSchema>> | null = null;
  beforeAll(async () => {
    let env = {};
    // Use PostgreSQL if installed, since it refuses more texts.
    if (postgresIsMissing === null) {
      schema = await freshSchema();
      env = { DATABASE_URL: schema.url, JWT_SECRET: 'a secret of the tests, long enough' };
    }
    server = await startTestServer({ env });
    show = await openShow(server);
  });
  afterAll(async () => {
    await server.close();
    await schema?.drop();
  });
  /** Public calls are made with a token as well. */
  const tokenOf = (by: SpecifiedCall['by']) => show[by === 'nobody' ? 'viewer' : by].token;

  it.each(TAKING)('%s causes no server error', async (call, { by, send: make }) => {
    const sent = await make(show);
    const statuses = async (all: Iterable<Sent>): Promise<number[]> => {
      const found: number[] = [];
      for (const each of all) {
        const made = { ...each, params: encoded(each.params) };
        found.push((await send(server, call, made, tokenOf(by))).status);
      }
      return found;
    };
    const refused = await statuses(hostile(sent, UNSTORABLE));
    expect(refused.filter((status) => status < 400 || status >= 500)).toEqual([]);
    const strange = await statuses(hostile(sent, STRANGE));
    // 502 and 503 come from the model and payments, which are not configured.
    expect(strange.filter((status) => status === 500)).toEqual([]);
  });

  it.each(['/dev/mailbox?to=a%00', '/api/config?x=a%00b', '/api/a%00', '/a%00b', '/assets/a%00'])(
    '%s causes no error',
    async (path) => {
      const { status } = await server.raw(path);
      expect([200, 404, 422]).toContain(status);
    },
  );

  it.each([
    ['2026-06-01T12:00:00Z', '9999-12-31T23:59:59-23:59'],
    ['0000-01-01T00:00:00+23:59', '2026-06-01T12:00:00Z'],
  ])(
    'a question from %s to %s is refused, and the list still works',
    async (startTime, endTime) => {
      const { token } = show.admin;
      const body = { question: 'When?', startTime, endTime };
      expect((await server.call('generate', { token, body })).status).toBe(422);
      expect((await server.call('adminQuestions', { token })).status).toBe(200);
    },
  );
});
