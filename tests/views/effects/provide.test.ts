import { createActor, fromPromise, waitFor } from 'xstate';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { selectMessage as selectAuthMessage } from '#machines/account/auth.ts';
import { selectIsStarting, selectUser } from '#machines/app.ts';
import type { User } from '#machines/contract/entities.ts';
import { type Outcome, success } from '#machines/contract/outcome.ts';
import { type FeedRequest, feedMachine } from '#machines/answering/feed.ts';
import { questionsMachine } from '#machines/answering/questions.ts';
import type { QuestionList } from '#machines/answering/rules/feed.ts';
import type { SubmissionMachine } from '#machines/kit/submission.ts';
import { renew, restore, signIn, resend } from '#src/effects/provide/auth.ts';
import { loadList, provideApp } from '#src/effects/provide/app.ts';
import {
  provideCancelEmailChange,
  provideForgot,
  provideProfile,
  provideRegister,
  provideReset,
  saveProfile,
} from '#src/effects/provide/forms.ts';
import { provideEmailVerification } from '#src/screens/verify-email/ports.ts';
import { providePlayerAnswer } from '#src/screens/my-answer/ports.ts';
import { loadBoard } from '#src/screens/leaderboard/ports.ts';
import { createRuntime, type Runtime } from '#src/effects/runtime.ts';
import { eventually } from '#tests/support/eventually.ts';

const ann: User = { id: 'u1', name: 'Ann', email: 'ann@example.org', role_id: 2 };
const base64 = (value: object) => btoa(JSON.stringify(value)).replace(/=+$/, '');
const tokenUntil = (exp: number) => `${base64({ alg: 'HS256' })}.${base64({ ...ann, exp })}.c2ln`;
const hours = (count: number) => Math.floor(Date.now() / 1_000) + count * 3_600;
const never = new AbortController().signal;

const SIGNED_OUT = "You've been logged out. Please log in again.";

type Replies = Readonly<
  Record<string, { status?: number; body: unknown; aheadMs?: number; total?: number }>
>;
/** A backend with replies by path, and the recorded calls with their content. */
function backend(replies: Replies) {
  const asked: string[] = [];
  const bodies: unknown[] = [];
  vi.stubGlobal('fetch', async (request: Request) => {
    const { pathname } = new URL(request.url);
    asked.push(`${request.method} ${pathname}`);
    if (request.method !== 'GET') bodies.push(await request.json());
    const reply = replies[pathname];
    if (!reply) throw new TypeError('fetch failed');
    const headers = {
      'x-server-time': String(Date.now() + (reply.aheadMs ?? 0)),
      ...(reply.total !== undefined && { 'x-total-count': String(reply.total) }),
    };
    return new Response(JSON.stringify(reply.body), { status: reply.status ?? 200, headers });
  });
  return { asked, bodies, runtime: createRuntime(window) };
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
  it('accepts a session that has not expired, without a request', async () => {
    const { asked, runtime } = backend({});
    const exp = hours(1);
    runtime.session.write(tokenUntil(exp), ann);
    expect(await restore(runtime, never)).toEqual({
      ok: true,
      value: { user: ann, expiresAt: exp * 1_000 },
    });
    expect(asked).toEqual([]);
  });
  it('asks the server for the time before it treats a session as expired [R4.login-needs-unexpired]', async () => {
    const { asked, runtime } = backend({ '/api/config': { body: config, aheadMs: -7_200_000 } });
    runtime.session.write(tokenUntil(hours(-1)), ann);
    expect(await restore(runtime, never)).toMatchObject({ ok: true, value: { user: ann } });
    expect(asked).toEqual(['GET /api/config']);
  });
  it('deletes a session that has expired [R4.login-needs-unexpired]', async () => {
    const { runtime } = backend({ '/api/config': { body: config } });
    runtime.session.write(tokenUntil(hours(-1)), ann);
    expect(await restore(runtime, never)).toEqual({ ok: true, value: null });
    expect(localStorage).toHaveLength(0);
  });
  it('is signed out if nothing is stored [R4.login-needs-token]', async () => {
    expect(await restore(backend({}).runtime, never)).toEqual({ ok: true, value: null });
  });
});

describe('AUTH-9 renewing', () => {
  const contestant = { ...ann, role_id: 3 };
  const exp = hours(1);
  const old = tokenUntil(exp);
  const newToken = `${base64({ alg: 'HS256' })}.${base64({ ...contestant, exp })}.c2ln`;
  const replying = (reply: { status?: number; body: unknown }) => {
    const made = backend({ '/api/auth/renew': reply });
    made.runtime.session.write(old, ann);
    return made;
  };
  const good = { body: { token: newToken, user: contestant } };

  it('sends the stored token, and stores the new one', async () => {
    const { bodies, runtime } = replying(good);
    expect(await renew(runtime, never)).toEqual({
      ok: true,
      value: { user: contestant, expiresAt: exp * 1_000 },
    });
    expect(bodies).toEqual([{ token: old }]);
    expect([runtime.session.token(), runtime.session.wasAdmin()]).toEqual([newToken, false]);
  });
  it('ignores a session that has ended or begun in the meantime', async () => {
    const { runtime } = replying(good);
    const renewing = renew(runtime, never);
    runtime.session.clear();
    expect(await renewing).toEqual({ ok: true, value: null });
    expect(runtime.session.token()).toBeNull();
  });
  it.each([
    ['over', { status: 401, body: { error: 'Please log in.' } }, SIGNED_OUT],
    [
      'of a deleted account',
      { status: 401, body: { error: 'This account was deleted.', code: 'deleted' } },
      'This account was deleted.',
    ],
  ])('reports that a token is %s', async (_, reply, message) => {
    expect(await renew(replying(reply).runtime, never)).toEqual({ ok: false, message });
  });
  it('keeps the session while the server is unreachable or busy', async () => {
    const later = { ok: true, value: null };
    expect(await renew(replying({ status: 503, body: {} }).runtime, never)).toEqual(later);
    const { runtime } = backend({});
    runtime.session.write(old, ann);
    expect(await renew(runtime, never)).toEqual(later);
    expect(runtime.session.token()).toBe(old);
  });
});

describe('signing in', () => {
  const credentials = { email: 'ann@example.org', password: 'secret' };
  it('AUTH-3 stores the session [R2.login-stores-session]', async () => {
    const exp = hours(12);
    const token = tokenUntil(exp);
    const { runtime } = backend({ '/api/auth/login': { body: { token, user: ann } } });
    expect(await signIn(runtime, credentials, never)).toEqual({
      ok: true,
      value: { session: { user: ann, expiresAt: exp * 1_000 } },
    });
    expect(localStorage.getItem('authToken')).toBe(token);
  });
  it('AUTH-3 is refused if the token is invalid', async () => {
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
  it('AUTH-2 shows the reason of a refusal, or that the server is unreachable [R8.server-error-field R8.network-server]', async () => {
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
  it('AUTH-4 has a specific text for a mail that could not be sent [R8.resend-failed]', async () => {
    const { runtime } = backend({ '/api/auth/resend-verification': { status: 500, body: {} } });
    expect(await resend(runtime, 'ann@example.org', never)).toMatchObject({
      message: 'Failed to resend verification email.',
    });
  });
});

describe('loading questions', () => {
  const list = { questions: [], answers: [], versions: { house: 7 } };
  const body = { ...list, serverTime: 1 };
  const paths = {
    '/api/game-sessions/active-questions': { body },
    '/api/game-sessions/contestant-questions': { body },
  };
  it('uses the call of the role', async () => {
    const { asked, runtime } = backend(paths);
    runtime.session.write(tokenUntil(hours(1)), ann);
    expect(await loadList(runtime, { filter: 'all', roleId: 2 }, never)).toEqual({
      ok: true,
      value: list,
    });
    await loadList(runtime, { filter: 'all', roleId: 1 }, never);
    expect(await loadList(runtime, { filter: 'active', roleId: 3 }, never)).toEqual({
      ok: true,
      value: list,
    });
    expect(asked).toEqual([
      'GET /api/game-sessions/active-questions',
      'GET /api/game-sessions/active-questions',
      'GET /api/game-sessions/contestant-questions',
    ]);
  });
});

const windowsUntil = (closesAt: number) => {
  const window = { released: true, timed: false, closesAt };
  return { studio: window, home: window };
};

describe("the user's answer to the newest question", () => {
  const END = '2026-06-01T13:00:00.000Z';
  const listed = [
    {
      id: '1',
      question_id: '1',
      game_session_id: '10',
      question_text: 'Name 1.',
      start_time: END,
      end_time: END,
      created_at: END,
      windows: windowsUntil(Date.parse(END)),
    },
  ];
  it('is not requested for a released question: the list has it', async () => {
    const { asked, runtime } = backend({});
    runtime.session.write(tokenUntil(hours(1)), ann);
    const list = { questions: listed, answers: [], versions: { house: 7 } };
    const load = fromPromise<Outcome<QuestionList>, FeedRequest>(async () => success(list));
    const feed = feedMachine.provide({ actors: { load } });
    const input = { user: ann, now: Date.now, random: () => 0 };
    const questions = createActor(questionsMachine.provide({ actors: { feed } }), {
      input,
    }).start();
    const page = createActor(providePlayerAnswer(runtime, questions), { input }).start();
    await eventually(() => expect(page.getSnapshot().value).not.toBe('loading'));
    asked.splice(0);
    const [newest] = listed;
    const released = { feed: 'house', type: 'home', version: 8, question: newest ?? null } as const;
    for (const actor of [questions, page])
      actor.send({ type: 'realtime.question-released', payload: released });
    expect(page.getSnapshot().value).toBe('settling');
    await eventually(() => expect(page.getSnapshot().value).toBe('showing'));
    expect(asked).toEqual([]);
  });
});

const entry = (user_id: string, role_id: number) => ({
  rank: 1,
  username: user_id,
  user_id,
  role_id,
  total_points: 5,
});

const BOARD = '/api/game-sessions/leaderboard';
type Subject = Parameters<typeof loadBoard>[1]['subject'];

/** A board from such a backend. */
const board = (replies: Replies, subject: Subject) => {
  const { asked, runtime } = backend(replies);
  runtime.session.write(tokenUntil(hours(1)), ann);
  return { asked, answer: loadBoard(runtime, { subject }, never) };
};

describe('loading boards', () => {
  it('joins both audiences of a pair in one list, counts as the server does, and is refused if one is [R9.board-people R8.leaderboard-network R8.leaderboard-daily]', async () => {
    const replies = {
      [`${BOARD}-daily-home`]: { body: [entry('u1', 2)], total: 1_204 },
      [`${BOARD}-daily-studio`]: { body: [entry('u2', 3)] },
      [`${BOARD}/g1`]: { body: [entry('u3', 2)], total: 300 },
    };
    const daily = { kind: 'pair', period: 'daily' } as const;
    expect(await board(replies, daily).answer).toEqual({
      ok: true,
      value: { entries: [entry('u1', 2), entry('u2', 3)], people: { home: 1_204, studio: 1 } },
    });
    const failing = { ...replies, [`${BOARD}-daily-studio`]: { status: 500, body: {} } };
    expect(await board(failing, daily).answer).toMatchObject({
      ok: false,
      message: 'Failed to fetch daily leaderboards',
    });
    expect(await board(replies, { kind: 'session', gameSessionId: 'g1' }).answer).toEqual({
      ok: true,
      value: { entries: [entry('u3', 2)], people: { all: 300 } },
    });
    expect(await board(replies, { kind: 'everybody', period: 'daily' }).answer).toMatchObject({
      message: 'Network error. Please try again.',
    });
  });

  const allTime = { kind: 'pair', period: 'all-time' } as const;
  it('uses the all-time pair if available', async () => {
    const { asked, answer } = board(
      { [`${BOARD}-all-home`]: { body: [entry('u1', 2)] }, [`${BOARD}-all-studio`]: { body: [] } },
      allTime,
    );
    expect(await answer).toEqual({
      ok: true,
      value: { entries: [entry('u1', 2)], people: { home: 1, studio: 0 } },
    });
    expect(asked).toEqual([`GET ${BOARD}-all-home`, `GET ${BOARD}-all-studio`]);
  });
  it.each([
    ['one of the pair', { [`${BOARD}-all-home`]: { body: [] } }],
    ['both', {}],
  ])(
    'falls back to everybody but admins if %s of all time fails [R7.all-fallback]',
    async (_, rest) => {
      const everybody = [
        { ...entry('u1', 1), total_points: 9 },
        { ...entry('u2', 3), total_points: 8, rank: 2 },
        { ...entry('u3', 2), total_points: 7, rank: 3 },
        { ...entry('u4', 2), total_points: 6, rank: 4 },
        // The user, far below: the number of ranks in between is unknown.
        { ...entry('u5', 2), total_points: 1, rank: 1_204 },
      ];
      const { answer } = board({ ...rest, [`${BOARD}-all`]: { body: everybody } }, allTime);
      expect(await answer).toEqual({
        ok: true,
        value: {
          entries: [
            { ...entry('u2', 3), total_points: 8, rank: 1 },
            { ...entry('u3', 2), total_points: 7, rank: 1 },
            { ...entry('u4', 2), total_points: 6, rank: 2 },
          ],
          people: {},
        },
      });
    },
  );
  it('is refused if no all-time board is available [R8.leaderboard-failed]', async () => {
    const broken = { status: 500, body: {} };
    const replies = Object.fromEntries(
      ['-all-home', '-all-studio', '-all'].map((name) => [`${BOARD}${name}`, broken]),
    );
    expect(await board(replies, allTime).answer).toMatchObject({
      ok: false,
      message: 'Failed to fetch leaderboard',
    });
  });
});

describe('saving the profile', () => {
  const values = { name: 'Anna', email: 'ann@example.org', password: '', confirmation: '' };
  const anna = { ...ann, name: 'Anna' };
  it('updates the session with the new profile, and with a new token if there is one', async () => {
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
  it('trims name and address, and sends a password only if it is not blank [R3.profile-payload R5.profile-trimmed R5.profile-password-blank]', async () => {
    const { runtime, bodies } = backend({ '/api/auth/profile': { body: { user: anna } } });
    runtime.session.write(tokenUntil(hours(1)), ann);
    const untidy = { ...values, name: ' Anna ', email: ' ann@example.org ', password: '  ' };
    await saveProfile(runtime, untidy, never);
    await saveProfile(runtime, { ...untidy, password: ' violets ' }, never);
    expect(bodies).toEqual([
      { name: 'Anna', email: 'ann@example.org' },
      { name: 'Anna', email: 'ann@example.org', password: ' violets ' },
    ]);
  });
  it('needs a session [R8.log-in-profile]', async () => {
    const { asked, runtime } = backend({});
    expect(await saveProfile(runtime, values, never)).toMatchObject({
      ok: false,
      message: 'Please log in to update your profile.',
    });
    expect(asked).toEqual([]);
  });
});

const account = { name: 'Ann', email: 'ann@example.org', password: 'Violet42' };
const both = { ...account, confirmation: account.password };
/** Each form outside the show: how it is started, and what is submitted. */
const FORMS = {
  register: (runtime: Runtime) => tried(provideRegister(runtime), account),
  forgot: (runtime: Runtime) => tried(provideForgot(runtime), account),
  reset: (runtime: Runtime) => tried(provideReset(runtime), { ...both, token: 't0ken' }),
  cancel: (runtime: Runtime) => tried(provideCancelEmailChange(runtime), { token: 't0ken' }),
  profile: (runtime: Runtime) => tried(provideProfile(runtime), both),
};
/** The final text of a form after these values are submitted. */
async function tried<V extends object>(
  form: SubmissionMachine<V, string> | SubmissionMachine<V, string | undefined>,
  values: V,
): Promise<string | null> {
  const actor = createActor(form).start();
  actor.send({ type: 'form.submit', values });
  const ended = await waitFor(actor, (snapshot) => snapshot.context.message !== null);
  return ended.context.message;
}

describe('the text of a failed call', () => {
  const NOT_THERE = 'Network error. Please check if the server is running.';
  const NETWORK = 'Network error. Please try again.';
  it.each([
    ['register', '/api/auth/register', 'Registration failed.', NOT_THERE],
    ['forgot', '/api/auth/forgot-password', 'Failed to send reset email', NETWORK],
    ['reset', '/api/auth/reset-password', 'Failed to reset password', NETWORK],
    ['cancel', '/api/auth/cancel-email-change', 'Failed to cancel the change', NETWORK],
    ['profile', '/api/auth/profile', 'Failed to update profile.', NETWORK],
  ] as const)(
    '%s: its own if the server has none, the network text if the server is unreachable [R8.server-error-field R8.register-failed R8.forgot-failed R8.reset-failed R8.profile-failed R8.network R8.network-server]',
    async (form, path, failed, network) => {
      const said = async (replies: Replies) => {
        const { runtime } = backend(replies);
        runtime.session.write(tokenUntil(hours(1)), ann);
        return FORMS[form](runtime);
      };
      expect([
        await said({ [path]: { status: 500, body: {} } }),
        await said({ [path]: { status: 422, body: { error: 'Not you.' } } }),
        await said({}),
      ]).toEqual([failed, 'Not you.', network]);
    },
  );
  it('login: its own [R8.login-failed]', async () => {
    const { runtime } = backend({ '/api/auth/login': { status: 500, body: {} } });
    expect(await signIn(runtime, account, never)).toMatchObject({ message: 'Login failed.' });
  });
  it('verification: its own, then that of a mail that was not sent [R8.verification-failed R8.resend-failed]', async () => {
    const { runtime } = backend({
      '/api/auth/verify-email': { status: 500, body: {} },
      '/api/auth/resend-verification': { status: 500, body: {} },
    });
    const input = { email: 'ann@example.org', hash: 'h4sh' };
    const actor = createActor(provideEmailVerification(runtime), { input }).start();
    const failed = await waitFor(actor, (snapshot) => snapshot.matches('failed'));
    actor.send({ type: 'verification.resend', email: input.email });
    await waitFor(actor, (snapshot) => snapshot.matches('resending'));
    const again = await waitFor(actor, (snapshot) => snapshot.matches('failed'));
    expect([failed, again].map(({ context }) => context.message)).toEqual([
      'Email verification failed.',
      'Failed to resend verification email.',
    ]);
  });
});

/** The root with its real effects, and the events that it received. */
function started(replies: Replies) {
  const { asked, runtime } = backend(replies);
  const events: string[] = [];
  const app = createActor(provideApp(runtime, window), {
    input: { now: runtime.clock.now, random: () => 0.5 },
    inspect: (event) => {
      if (event.type === '@xstate.event' && event.actorRef.sessionId === event.rootId)
        events.push(event.event.type);
    },
  }).start();
  return { asked, runtime, app, events };
}
/** Sends a storage event, as another tab would. */
const tell = () =>
  window.dispatchEvent(
    new StorageEvent('storage', { key: 'authToken', storageArea: localStorage }),
  );

describe('the page as a whole', () => {
  it('starts signed out', async () => {
    const { app } = started({});
    expect(selectIsStarting(app.getSnapshot())).toBe(true);
    await eventually(() => expect(selectIsStarting(app.getSnapshot())).toBe(false));
    expect(selectUser(app.getSnapshot())).toBeNull();
    app.stop();
  });
  it('follows the network, visibility and clock corrections as long as it lives', () => {
    const { app, runtime, events } = started({});
    const sight = vi.spyOn(document, 'visibilityState', 'get');
    const happen = () => {
      for (const name of ['offline', 'online']) window.dispatchEvent(new Event(name));
      for (const state of ['hidden', 'visible'] as const) {
        sight.mockReturnValue(state);
        document.dispatchEvent(new Event('visibilitychange'));
      }
      const { clock } = runtime;
      const [at, serverTime] = [clock.local(), clock.now() + 60_000];
      clock.addSample({ serverTime, sentAt: at, receivedAt: at });
    };
    onTestFinished(() => sight.mockRestore());
    events.length = 0;
    happen();
    const all = ['network.lost', 'network.returned', 'page.shown', 'clock.corrected'];
    expect(events.filter((type) => all.includes(type))).toEqual(all);
    app.stop();
    events.length = 0;
    happen();
    expect(events).toEqual([]);
  });
  it('asks for the time when the clock of the device was set', async () => {
    const { app, runtime, asked } = started({});
    await eventually(() => expect(selectIsStarting(app.getSnapshot())).toBe(false));
    const before = asked.length;
    const set = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000);
    onTestFinished(() => set.mockRestore());
    runtime.clock.now();
    await eventually(() => expect(asked.slice(before)).toEqual(['GET /api/config']));
    app.stop();
  });
  it("AUTH-7 follows another tab's sign-in and sign-out [R4.logout-everywhere]", async () => {
    const { app, runtime } = started({});
    await eventually(() => expect(selectIsStarting(app.getSnapshot())).toBe(false));
    runtime.session.write(tokenUntil(hours(1)), ann);
    tell();
    await eventually(() => expect(selectUser(app.getSnapshot())).toEqual(ann));
    runtime.session.clear();
    tell();
    await eventually(() => expect(selectUser(app.getSnapshot())).toBeNull());
    app.stop();
  });
  it('AUTH-6 a refused token ends the session and is deleted', async () => {
    localStorage.setItem('authToken', tokenUntil(hours(1)));
    const { app, asked } = started({
      '/api/game-sessions/active-questions': { status: 401, body: { error: 'Please log in.' } },
    });
    const said = () => {
      const { auth } = app.getSnapshot().children;
      return auth && selectAuthMessage(auth.getSnapshot());
    };
    await eventually(() => expect(said()).toBe("You've been logged out. Please log in again."));
    expect(asked).toEqual(['GET /api/game-sessions/active-questions']);
    expect([selectUser(app.getSnapshot()), localStorage.getItem('authToken')]).toEqual([
      null,
      null,
    ]);
    app.stop();
  });
});
