import { createActor } from 'xstate';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { selectMessage as selectAuthMessage } from '#machines/auth.ts';
import { selectIsStarting, selectUser } from '#machines/app.ts';
import type { User } from '#machines/contract/entities.ts';
import { restore, signIn, resend } from '#src/effects/provide/auth.ts';
import { loadQuestions, provideApp } from '#src/effects/provide/app.ts';
import { saveProfile } from '#src/effects/provide/forms.ts';
import { loadBoard } from '#src/effects/provide/boards.ts';
import { createRuntime } from '#src/effects/runtime.ts';

const ann: User = { id: 'u1', name: 'Ann', email: 'ann@example.org', role_id: 2 };
const base64 = (value: object) => btoa(JSON.stringify(value)).replace(/=+$/, '');
const tokenUntil = (exp: number) => `${base64({ alg: 'HS256' })}.${base64({ ...ann, exp })}.c2ln`;
const hours = (count: number) => Math.floor(Date.now() / 1_000) + count * 3_600;
const never = new AbortController().signal;

type Replies = Readonly<Record<string, { status?: number; body: unknown; aheadMs?: number }>>;
/** A backend that answers by path, and the calls it was asked for. */
function backend(replies: Replies) {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (request: Request) => {
    const { pathname } = new URL(request.url);
    asked.push(`${request.method} ${pathname}`);
    const reply = replies[pathname];
    if (!reply) throw new TypeError('fetch failed');
    const headers = { 'x-server-time': String(Date.now() + (reply.aheadMs ?? 0)) };
    return new Response(JSON.stringify(reply.body), { status: reply.status ?? 200, headers });
  });
  return { asked, runtime: createRuntime(window) };
}
const config = {
  brand: { name: 'Gameshow', slug: 'gameshow' },
  entryFee: { amount: 50, currency: 'usd', label: '$0.50' },
  payments: 'off',
  model: false,
  serverTime: 0,
};

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

describe('AUTH-1 restoring', () => {
  it('takes up a session that has not expired, without asking anybody', async () => {
    const { asked, runtime } = backend({});
    const exp = hours(1);
    runtime.session.write(tokenUntil(exp), ann);
    expect(await restore(runtime, never)).toEqual({
      ok: true,
      value: { user: ann, expiresAt: exp * 1_000 },
    });
    expect(asked).toEqual([]);
  });
  it('asks the server for the time before it takes a session for expired', async () => {
    const { asked, runtime } = backend({ '/api/config': { body: config, aheadMs: -7_200_000 } });
    runtime.session.write(tokenUntil(hours(-1)), ann);
    expect(await restore(runtime, never)).toMatchObject({ ok: true, value: { user: ann } });
    expect(asked).toEqual(['GET /api/config']);
  });
  it('forgets a session that has expired', async () => {
    const { runtime } = backend({ '/api/config': { body: config } });
    runtime.session.write(tokenUntil(hours(-1)), ann);
    expect(await restore(runtime, never)).toEqual({ ok: true, value: null });
    expect(localStorage).toHaveLength(0);
  });
  it('finds nobody where nothing is stored', async () => {
    expect(await restore(backend({}).runtime, never)).toEqual({ ok: true, value: null });
  });
});

describe('signing in', () => {
  const credentials = { email: 'ann@example.org', password: 'secret' };
  it('AUTH-3 stores the session', async () => {
    const exp = hours(12);
    const token = tokenUntil(exp);
    const { runtime } = backend({ '/api/auth/login': { body: { token, user: ann } } });
    expect(await signIn(runtime, credentials, never)).toEqual({
      ok: true,
      value: { session: { user: ann, expiresAt: exp * 1_000 } },
    });
    expect(localStorage.getItem('authToken')).toBe(token);
  });
  it('AUTH-3 is refused where the token is none', async () => {
    const { runtime } = backend({ '/api/auth/login': { body: { token: 'x', user: ann } } });
    expect(await signIn(runtime, credentials, never)).toEqual({
      ok: false,
      message: 'Login failed.',
    });
  });
  it('AUTH-4 says which address must be verified first', async () => {
    const { runtime } = backend({
      '/api/auth/login': {
        status: 403,
        body: {
          error: 'Please verify your email address before logging in.',
          requiresVerification: true,
          email: 'ann@example.org',
          verificationEmailSent: true,
        },
      },
    });
    expect(await signIn(runtime, credentials, never)).toEqual({
      ok: true,
      value: {
        session: null,
        email: 'ann@example.org',
        message: 'Please verify your email address before logging in.',
        sent: true,
      },
    });
  });
  it('AUTH-2 says why it is refused, and that nobody is there', async () => {
    const body = { error: 'Wrong email or password.' };
    const { runtime } = backend({ '/api/auth/login': { status: 401, body } });
    expect(await signIn(runtime, credentials, never)).toMatchObject({
      ok: false,
      message: 'Wrong email or password.',
    });
    expect(await signIn(backend({}).runtime, credentials, never)).toMatchObject({
      message: 'Network error. Please check if the server is running.',
    });
  });
  it('AUTH-4 has its own words for a mail that could not be sent', async () => {
    const { runtime } = backend({ '/api/auth/resend-verification': { status: 500, body: {} } });
    expect(await resend(runtime, 'ann@example.org', never)).toMatchObject({
      message: 'Failed to resend verification email.',
    });
  });
});

describe('loading questions', () => {
  const list = { questions: [], answers: [], version: 7 };
  const paths = {
    '/api/game-sessions/active-questions': { body: list },
    '/api/game-sessions/contestant-questions': { body: [] },
  };
  it('asks the call of the role', async () => {
    const { asked, runtime } = backend(paths);
    runtime.session.write(tokenUntil(hours(1)), ann);
    expect(await loadQuestions(runtime, { filter: 'all', roleId: 2 }, never)).toEqual({
      ok: true,
      value: list,
    });
    await loadQuestions(runtime, { filter: 'all', roleId: 1 }, never);
    // A backend that answers a bare list knows nothing of answers and versions.
    expect(await loadQuestions(runtime, { filter: 'active', roleId: 3 }, never)).toEqual({
      ok: true,
      value: { questions: [], answers: null, version: null },
    });
    expect(asked).toEqual([
      'GET /api/game-sessions/active-questions',
      'GET /api/game-sessions/active-questions',
      'GET /api/game-sessions/contestant-questions',
    ]);
  });
});

const entry = (user_id: string, role_id: number) => ({
  rank: 1,
  username: user_id,
  user_id,
  role_id,
  total_points: 5,
});

describe('loading boards', () => {
  it('puts both audiences of a pair into one list, and is refused where one is', async () => {
    const path = '/api/game-sessions/leaderboard-daily';
    const { runtime } = backend({
      [`${path}-home`]: { body: [entry('u1', 2)] },
      [`${path}-studio`]: { body: [entry('u2', 3)] },
      '/api/game-sessions/leaderboard-all-home': { body: [] },
      '/api/game-sessions/leaderboard-all-studio': { status: 500, body: {} },
      '/api/game-sessions/leaderboard/g1': { body: [entry('u3', 2)] },
    });
    runtime.session.write(tokenUntil(hours(1)), ann);
    const load = (subject: Parameters<typeof loadBoard>[1]['subject']) =>
      loadBoard(runtime, { subject }, never);
    expect(await load({ kind: 'pair', period: 'daily' })).toEqual({
      ok: true,
      value: [entry('u1', 2), entry('u2', 3)],
    });
    expect(await load({ kind: 'pair', period: 'all-time' })).toMatchObject({
      ok: false,
      message: 'Failed to fetch leaderboard',
    });
    expect(await load({ kind: 'session', gameSessionId: 'g1' })).toEqual({
      ok: true,
      value: [entry('u3', 2)],
    });
    expect(await load({ kind: 'everybody', period: 'daily' })).toMatchObject({
      message: 'Network error. Please try again.',
    });
  });
});

describe('saving the profile', () => {
  const values = { name: 'Anna', email: 'ann@example.org', password: '', confirmation: '' };
  const anna = { ...ann, name: 'Anna' };
  it('lets the session know who one is now, under a new token if there is one', async () => {
    const { runtime } = backend({
      '/api/auth/profile': { body: { user: anna, message: 'Saved.' } },
    });
    const token = tokenUntil(hours(1));
    runtime.session.write(token, ann);
    expect(await saveProfile(runtime, values, never)).toEqual({ ok: true, value: 'Saved.' });
    expect((await runtime.session.read())?.user.name).toBe('Anna');
    expect(runtime.session.token()).toBe(token);

    const newer = tokenUntil(hours(2));
    const changed = backend({ '/api/auth/profile': { body: { user: anna, token: newer } } });
    await saveProfile(changed.runtime, { ...values, password: 'violets' }, never);
    expect(changed.runtime.session.token()).toBe(newer);
  });
});

const soon = { timeout: 2_000, interval: 5 };
/** The root with its real effects. */
function started(replies: Replies) {
  const { asked, runtime } = backend(replies);
  const app = createActor(provideApp(runtime, window), {
    input: { now: runtime.clock.now, random: () => 0.5 },
  }).start();
  return { asked, runtime, app };
}
/** As a browser tells of another tab. */
const tell = () =>
  window.dispatchEvent(
    new StorageEvent('storage', { key: 'authToken', storageArea: localStorage }),
  );

describe('the page as a whole', () => {
  it('finds out that nobody is signed in', async () => {
    const { app } = started({});
    expect(selectIsStarting(app.getSnapshot())).toBe(true);
    await vi.waitFor(() => expect(selectIsStarting(app.getSnapshot())).toBe(false), soon);
    expect(selectUser(app.getSnapshot())).toBeNull();
    app.stop();
  });
  it('AUTH-7 follows another tab in and out', async () => {
    const { app, runtime } = started({});
    await vi.waitFor(() => expect(selectIsStarting(app.getSnapshot())).toBe(false), soon);
    runtime.session.write(tokenUntil(hours(1)), ann);
    tell();
    await vi.waitFor(() => expect(selectUser(app.getSnapshot())).toEqual(ann), soon);
    runtime.session.clear();
    tell();
    await vi.waitFor(() => expect(selectUser(app.getSnapshot())).toBeNull(), soon);
    app.stop();
  });
  it('AUTH-6 a refused token ends the session and is forgotten', async () => {
    localStorage.setItem('authToken', tokenUntil(hours(1)));
    const { app, asked } = started({
      '/api/game-sessions/active-questions': { status: 401, body: { error: 'Please log in.' } },
    });
    const said = () => {
      const { auth } = app.getSnapshot().children;
      return auth && selectAuthMessage(auth.getSnapshot());
    };
    await vi.waitFor(
      () => expect(said()).toBe('You have been signed out. Please log in again.'),
      soon,
    );
    expect(asked).toEqual(['GET /api/game-sessions/active-questions']);
    expect([selectUser(app.getSnapshot()), localStorage.getItem('authToken')]).toEqual([
      null,
      null,
    ]);
    app.stop();
  });
});
