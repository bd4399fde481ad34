// @vitest-environment node
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { DEFAULT_BRAND } from '#machines/contract/brand.ts';
import type { SocketReply } from '#machines/contract/events.ts';
import { type CallApi, createApi } from '#src/effects/api.ts';
import { createClock } from '#src/effects/clock.ts';

interface Asked {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly authorization: string | undefined;
  readonly contentType: string | undefined;
  readonly language: string | undefined;
  readonly body: unknown;
}
type Reply = { status?: number; body?: unknown; headers?: Record<string, string>; raw?: string };

const cleanups: (() => void)[] = [];
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup();
});

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text === '' ? undefined : JSON.parse(text);
}

/** A server that sends `reply` to every request, and records requests. */
async function serving(reply: Reply | ((response: ServerResponse) => void)) {
  const asked: Asked[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { method, url, headers } = request;
    const { authorization, 'content-type': contentType, 'accept-language': language } = headers;
    asked.push({ method, url, authorization, contentType, language, body: await bodyOf(request) });
    if (typeof reply === 'function') {
      reply(response);
      return;
    }
    const { status = 200, body = {}, headers: more = {}, raw } = reply;
    response.writeHead(status, { 'content-type': 'application/json', ...more });
    response.end(raw ?? JSON.stringify(body));
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  cleanups.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (!isInternet(address)) throw new Error('no port');
  return { asked, origin: `http://127.0.0.1:${address.port}` };
}
const isInternet = (address: string | AddressInfo | null): address is AddressInfo =>
  typeof address === 'object' && address !== null;

function calling(
  origin: string,
  token: string | null = 'T1',
  { timeoutMs = 10_000, submitOverSocket }: Partial<Parameters<typeof createApi>[0]> = {},
) {
  const clock = createClock();
  const refusedTokens: (readonly string[])[] = [];
  const faults: string[] = [];
  const call: CallApi = createApi({
    origin,
    brand: DEFAULT_BRAND,
    clock,
    timeoutMs,
    ...(submitOverSocket && { submitOverSocket }),
    token: () => token,
    onUnauthorized: (refused, reason) => refusedTokens.push([refused, reason]),
    log: (where) => faults.push(where),
  });
  return { call, clock, refusedTokens, faults };
}

const texts = { fallback: 'It failed.' };
const account = { name: 'Ann', email: 'ann@example.org', password: 'violets', role_id: 2 } as const;
const user = { id: 'u1', name: 'Ann', email: 'ann@example.org', role_id: 2 };

describe('a call', () => {
  it('is made as its table entry says, with brand, parameters, body and bearer [R7.json R7.bearer R7.brand-path]', async () => {
    const { asked, origin } = await serving({ status: 201, body: { message: 'ok', user } });
    const { call } = calling(origin);
    expect(await call('createUser', { body: account }, texts)).toEqual({
      ok: true,
      value: { message: 'ok', user },
    });
    await call('deleteUser', { params: { id: 'u1' } }, texts);
    expect(asked).toEqual([
      {
        method: 'POST',
        url: '/api/auth/admin/create-gameshow-user',
        authorization: 'Bearer T1',
        contentType: 'application/json',
        language: 'en',
        body: account,
      },
      {
        method: 'DELETE',
        url: '/api/game-sessions/admin/users/u1',
        authorization: 'Bearer T1',
        contentType: 'application/json',
        language: 'en',
        body: undefined,
      },
    ]);
  });
  it('to answer is made over the connection, and over HTTP if that gives no reply', async () => {
    const stored = { gameSessionId: 'g1', answer_text: 'pear', awardedPoints: 1, answeredAt: 1 };
    const reply = { awardedPoints: 1, answer: stored };
    const body = { gameSessionId: 'g1', answerText: 'pear' };
    const { asked, origin } = await serving({ status: 201, body: reply });
    const sent: unknown[] = [];
    const over = (replied: SocketReply | null) =>
      calling(origin, 'T1', {
        submitOverSocket: async (answer) => {
          sent.push(answer);
          return replied;
        },
      });
    const accepted = { ok: true, value: reply };
    expect(await over({ status: 201, reply }).call('submitAnswer', { body }, texts)).toEqual(
      accepted,
    );
    const ended = over({ status: 401, reply: { error: 'Sign in.', code: 'role' } });
    expect(await ended.call('submitAnswer', { body }, texts)).toMatchObject({
      ok: false,
      message: 'Sign in.',
    });
    expect(ended.refusedTokens).toEqual([['T1', 'role']]);
    expect(asked).toEqual([]);
    expect(await over(null).call('submitAnswer', { body }, texts)).toEqual(accepted);
    expect(asked).toMatchObject([{ method: 'POST', body }]);
    expect(sent).toEqual([body, body, body]);
  });
  it.each([
    ['register', { name: 'Ann', email: 'a@b.cd', password: 'violets' }],
    ['login', { email: 'a@b.cd', password: 'violets' }],
    ['forgotPassword', { email: 'a@b.cd' }],
    ['resetPassword', { token: 't', newPassword: 'Violets1' }],
  ] as const)(
    '%s has the bearer token, if any, and is JSON [R7.json R7.bearer]',
    async (name, body) => {
      const { asked, origin } = await serving({ body: { message: 'ok' } });
      await calling(origin).call(name, { body }, texts);
      await calling(origin, null).call(name, { body }, texts);
      const json = { contentType: 'application/json', language: 'en', body };
      expect(asked).toMatchObject([
        { ...json, authorization: 'Bearer T1' },
        { ...json, authorization: undefined },
      ]);
    },
  );
  it('bypasses every cache if the contract has the parameter for it [R7.questions-timestamp]', async () => {
    const { asked, origin } = await serving({ body: { questions: [] } });
    await calling(origin).call('activeQuestions', { query: { filter: 'active' } }, texts);
    expect(asked[0]?.url).toMatch(/^\/api\/game-sessions\/active-questions\?filter=active&t=\d+$/);
  });
  it('has no bearer where the specification has none, except for a payment and the own row of a board [R7.no-bearer-verify R7.no-bearer-resend R7.session-board-bearer R7.payment-bearer]', async () => {
    const { asked, origin } = await serving({ body: { message: 'ok', clientSecret: 's' } });
    const { call } = calling(origin);
    const query = { email: 'ann@example.org', hash: 'h' };
    await call('verifyEmail', { query }, texts);
    await call('resendVerification', { body: { email: query.email } }, texts);
    await call('leaderboardSession', { params: { gameSessionId: 'g1' } }, texts);
    await call('createPaymentIntent', { body: { amount: 50, currency: 'usd' } }, texts);
    await call('confirmPayment', { body: { paymentIntentId: 'p1' } }, texts);
    expect(asked.map(({ authorization }) => authorization)).toEqual([
      undefined,
      undefined,
      'Bearer T1',
      'Bearer T1',
      'Bearer T1',
    ]);
  });
  it('is not made without a session where one is needed', async () => {
    const { asked, origin } = await serving({});
    const { call } = calling(origin, null);
    const logIn = 'Please log in to view users.';
    expect(await call('adminUsers', { query: {} }, { ...texts, logIn })).toMatchObject({
      ok: false,
      message: logIn,
    });
    expect(await call('adminStats', {}, texts)).toMatchObject({ message: 'Please log in.' });
    expect(asked).toEqual([]);
  });
  it('may be made without a session where none is needed', async () => {
    const { asked, origin } = await serving({ body: { message: 'sent' } });
    const { call } = calling(origin, null);
    expect(await call('forgotPassword', { body: { email: 'a@b.cd' } }, texts)).toEqual({
      ok: true,
      value: { message: 'sent' },
    });
    expect(asked[0]?.authorization).toBeUndefined();
  });
});

describe('a reply', () => {
  it.each<[string, Reply, object]>([
    [
      'an error in the server words, at its field',
      {
        status: 422,
        body: {
          error: 'Too long.',
          code: 'long',
          details: [{ field: 'name', message: 'Too long.' }],
        },
      },
      { message: 'Too long.', code: 'long', field: 'name', status: 422 },
    ],
    ['an error without words', { status: 400, body: {} }, { message: 'It failed.', status: 400 }],
    [
      'a page of a proxy',
      { status: 502, raw: '<html>Bad gateway</html>' },
      { message: 'It failed.', code: 'busy', status: 502 },
    ],
    [
      'a busy server',
      { status: 503, body: { error: 'The service is busy.' } },
      { message: 'The service is busy.', code: 'busy', status: 503 },
    ],
    [
      'an error that comes as a success',
      { status: 200, body: { error: 'Not now.' } },
      { message: 'Not now.', status: 200 },
    ],
    [
      'too many attempts, in the words of the catalogue alone [R8.server-error-field]',
      { status: 429, body: { error: 'Too many attempts.' }, headers: { 'retry-after': '12' } },
      { message: 'Too many attempts.', code: 'busy', status: 429 },
    ],
  ])('refuses: %s', async (_, reply, refusal) => {
    const { origin } = await serving(reply);
    const answer = await calling(origin).call('updateProfile', { body: account }, texts);
    expect(answer).toEqual({ ok: false, reply: reply.body, ...refusal });
  });
  it('that breaks the contract is refused and logged [R7.stats-invalid]', async () => {
    const { origin } = await serving({ body: { stats: 'none' } });
    const { call, faults } = calling(origin);
    const invalid = 'Invalid stats response format';
    expect(await call('adminStats', {}, { ...texts, invalid })).toMatchObject({ message: invalid });
    expect(await call('adminStats', {}, texts)).toMatchObject({ message: 'It failed.' });
    expect(faults).toEqual(['api.adminStats', 'api.adminStats']);
  });
  it('of 401 names the expired token, except for a call that needs none', async () => {
    const { origin } = await serving({ status: 401, body: { error: 'Please log in.' } });
    const { call, refusedTokens } = calling(origin);
    await call('login', { body: { email: 'a@b.cd', password: 'x' } }, texts);
    await call('createPaymentIntent', { body: { amount: 50, currency: 'usd' } }, texts);
    expect(refusedTokens).toEqual([]);
    expect(await call('adminStats', {}, texts)).toMatchObject({ message: 'Please log in.' });
    expect(refusedTokens).toEqual([['T1', 'expired']]);
  });
  it.each(['role', 'deleted'])('of 401 gives the reason: %s', async (code) => {
    const { origin } = await serving({ status: 401, body: { error: 'No more.', code } });
    const { call, refusedTokens } = calling(origin);
    await call('adminStats', {}, texts);
    expect(refusedTokens).toEqual([['T1', code]]);
  });
  it('corrects the clock', async () => {
    const serverTime = Date.now() + 600_000;
    const { origin } = await serving({
      body: { message: 'sent' },
      headers: { 'x-server-time': String(serverTime) },
    });
    const { call, clock } = calling(origin);
    await call('forgotPassword', { body: { email: 'a@b.cd' } }, texts);
    expect(Math.abs(clock.now() - Date.now() - 600_000)).toBeLessThan(5_000);
  });
});

describe('a missing reply', () => {
  const nobody = 'http://127.0.0.1:9';
  it('is a network error, with the text of the call', async () => {
    const { call } = calling(nobody);
    const refused = { ok: false, code: 'network', status: null, reply: undefined };
    expect(await call('adminStats', {}, texts)).toEqual({
      ...refused,
      message: 'Network error. Please try again.',
    });
    expect(await call('adminStats', {}, { ...texts, network: 'Is it running?' })).toEqual({
      ...refused,
      message: 'Is it running?',
    });
  });
  it('is a network error also where the reply breaks off', async () => {
    const { origin } = await serving((response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('{');
      response.destroy();
    });
    expect(await calling(origin).call('adminStats', {}, texts)).toMatchObject({ code: 'network' });
  });
  it.each<[string, (response: ServerResponse) => void]>([
    ['never begins', () => {}],
    [
      'begins and then stalls',
      (response) => {
        response.writeHead(200, { 'content-length': '100' });
        response.write('{');
      },
    ],
  ])('is a network error if the reply %s', async (_, stall) => {
    const { origin } = await serving(stall);
    const { call } = calling(origin, 'T1', { timeoutMs: 50 });
    expect(await call('adminStats', {}, texts)).toMatchObject({ code: 'network' });
  });
  it('is not a network error after an internal error', async () => {
    await expect(calling('no origin').call('adminStats', {}, texts)).rejects.toThrow(TypeError);
  });
  it.each<[string, (response: ServerResponse) => void]>([
    ['', () => {}],
    [', its answer half read,', (response) => response.writeHead(200).write('{')],
  ])('to an aborted call%s rejects', async (_, stall) => {
    const { origin } = await serving(stall);
    const stop = new AbortController();
    const answer = calling(origin).call('adminStats', {}, texts, stop.signal);
    stop.abort();
    await expect(answer).rejects.toThrow(/abort/i);
  });
});
