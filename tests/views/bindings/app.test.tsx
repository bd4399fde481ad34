import { act, render, screen } from '@testing-library/react';
import { lazy, Suspense } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createActor, fromCallback, fromPromise } from 'xstate';
import { appMachine } from '#machines/app.ts';
import { authMachine } from '#machines/auth.ts';
import { connectionMachine, type SocketCommand } from '#machines/connection.ts';
import type { QuestionFilter } from '#machines/contract/calls.ts';
import type { RoleId } from '#machines/contract/entities.ts';
import { type Outcome, success } from '#machines/contract/outcome.ts';
import { feedMachine } from '#machines/feed.ts';
import type { Session } from '#machines/kit/session.ts';
import { questionsMachine } from '#machines/questions.ts';
import type { QuestionList } from '#machines/rules/feed.ts';
import { App } from '#src/app.tsx';
import { createRuntime } from '#src/effects/runtime.ts';
import { ErrorBoundary } from '#src/error-boundary.tsx';
import { SCREENS as PRODUCT, view, type View } from '#src/routes.tsx';

interface Asked {
  readonly filter: QuestionFilter;
  readonly roleId: RoleId;
}

beforeEach(() => window.history.replaceState(null, '', '/'));
afterEach(() => vi.restoreAllMocks());

const plain = (text: string): View => ({
  Screen: lazy(async () => ({ default: () => <h1>{text}</h1> })),
  preload: () => {},
});
function fail(): never {
  throw new Error('odd');
}
function Broken(): never {
  throw new Error('The tube has blown');
}
/** One-line screens at the paths of the product. */
const SCREENS: Readonly<Record<string, View>> = {
  ...Object.fromEntries(Object.keys(PRODUCT).map((path) => [path, plain(path)])),
  '/support': { Screen: lazy(async () => ({ default: Broken })), preload: () => {} },
  '/contact': {
    Screen: lazy(() => Promise.reject(new Error('Loading chunk contact failed'))),
    preload: () => {},
  },
};

/** The whole page at `path`, once it is known who is there: nobody, or somebody of `roleId`. */
async function opened(
  path: string,
  roleId: RoleId | null,
  { isKnown = true, open = () => {} }: { isKnown?: boolean; open?: () => void } = {},
) {
  window.history.replaceState(null, '', path);
  const runtime = createRuntime(window);
  const user = roleId && { id: 'u1', name: 'Ann', email: 'ann@example.org', role_id: roleId };
  const restore = fromPromise<Outcome<Session | null>, undefined>(() =>
    isKnown
      ? Promise.resolve(success(user && { user, expiresAt: Date.now() + 60_000 }))
      : new Promise(() => {}),
  );
  const app = createActor(
    appMachine.provide({
      actors: {
        auth: authMachine.provide({
          actors: {
            restore,
            storage: fromCallback<{ type: 'session.clear' }, undefined>(() => {}),
          },
        }),
        connection: connectionMachine.provide({
          actors: { socket: fromCallback<SocketCommand, { readonly userId: string }>(() => {}) },
          actions: { open },
        }),
        questions: questionsMachine.provide({
          actors: {
            feed: feedMachine.provide({
              actors: {
                load: fromPromise<Outcome<QuestionList>, Asked>(async () =>
                  success({ questions: [], answers: [], version: null }),
                ),
              },
            }),
          },
        }),
        surroundings: fromCallback(() => {}),
      },
    }),
    { input: { now: Date.now, random: () => 0.5 } },
  ).start();
  await act(async () => {
    render(<App root={{ app, runtime }} screens={SCREENS} />);
  });
  return { app, runtime };
}
const heading = () => screen.findByRole('heading', { level: 1 });
const seen = async () => [(await heading()).textContent, window.location.pathname];

describe('who sees which screen', () => {
  it.each<[string, RoleId | null, string, string]>([
    ['/', 2, '/', '/'],
    ['/', null, '/login', '/login'],
    ['/my-answer', 3, '/my-answer', '/my-answer'],
    ['/leaderboard', 3, '/', '/'],
    ['/leaderboard', 2, '/leaderboard', '/leaderboard'],
    ['/que-cards', 1, '/que-cards', '/que-cards'],
    ['/que-cards', 2, 'Access Denied', '/que-cards'],
    ['/que-cards', null, '/login', '/login'],
    ['/admin', 2, '/', '/'],
    ['/register', null, '/register', '/register'],
    ['/reset-password/abc', null, '/reset-password/:token', '/reset-password/abc'],
    ['/nowhere', 2, 'Page Not Found', '/nowhere'],
    // Whoever is signed in has nothing to do at the login.
    ['/login', 2, '/', '/'],
  ])('%s for role %j is %s at %s', async (path, roleId, text, place) => {
    await opened(path, roleId);
    await vi.waitFor(async () => expect(await seen()).toEqual([text, place]));
  });
  it('nobody sees any before it is known who is there', async () => {
    await opened('/', null, { isKnown: false });
    expect(screen.queryByRole('heading', { level: 1 })).toBeNull();
    expect([window.location.pathname, screen.getByText('Loading').textContent]).toEqual([
      '/',
      'Loading',
    ]);
  });
  it('signing out leads to the login, from wherever', async () => {
    const { app } = await opened('/que-cards', 1);
    expect(await seen()).toEqual(['/que-cards', '/que-cards']);
    await act(async () => app.getSnapshot().children.auth?.send({ type: 'auth.signOut' }));
    expect(await seen()).toEqual(['/login', '/login']);
  });
});

describe('what nobody thought of', () => {
  beforeEach(() => {
    vi.spyOn(console, 'error').mockReturnValue();
  });
  it.each([
    ['/support', 'The tube has blown'],
    ['/contact', 'Loading chunk contact failed'],
  ])('at %s is said in its place, the frame stays, and other places work', async (path, text) => {
    const { runtime } = await opened(path, 2);
    expect((await heading()).textContent).toBe('Unexpected Application Error!');
    expect(screen.getByText(text)).toBeDefined();
    expect(screen.getByRole('button', { name: 'Reload' })).toBeDefined();
    await act(async () => runtime.perform({ type: 'navigate', to: '/profile' }));
    expect(await seen()).toEqual(['/profile', '/profile']);
  });
  it('in a chart is said as well', async () => {
    await opened('/profile', 2, { open: fail });
    expect((await heading()).textContent).toBe('Unexpected Application Error!');
    expect(screen.getByText('Failed to initialize user session')).toBeDefined();
  });
});

const Slow = () => <h1>Slow</h1>;
const text = async (chunk: View): Promise<string | null> => {
  render(
    <ErrorBoundary place="/" onError={() => {}}>
      <Suspense>
        <chunk.Screen />
      </Suspense>
    </ErrorBoundary>,
  );
  await act(() => vi.advanceTimersByTimeAsync(119_999));
  return screen.queryByText(/failed|Slow/)?.textContent ?? null;
};

describe('the code of a screen', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.spyOn(console, 'error').mockReturnValue();
  });
  afterEach(() => vi.useRealTimers());

  it('is given up after 120 s', async () => {
    const never = view('slow', () => new Promise(() => {}));
    expect(await text(never)).toBeNull();
    await act(() => vi.advanceTimersByTimeAsync(1));
    expect(screen.getByText('Loading chunk slow failed')).toBeDefined();
  });
  it('that cannot be had is said at once', async () => {
    const absent = view('absent', () => Promise.reject(new TypeError('fetch failed')));
    expect(await text(absent)).toBe('Loading chunk absent failed');
  });
  it('that arrives leaves no timer behind, and a preload that fails harms nothing', async () => {
    const slow = view('slow', async () => ({ default: Slow }));
    expect(await text(slow)).toBe('Slow');
    expect(vi.getTimerCount()).toBe(0);
    view('absent', () => Promise.reject(new TypeError('fetch failed'))).preload();
  });
});
