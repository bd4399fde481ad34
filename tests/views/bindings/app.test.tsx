import { act, render, screen } from '@testing-library/react';
import { lazy, Suspense } from 'react';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createActor, fromCallback, fromPromise } from 'xstate';
import { appMachine } from '#machines/app.ts';
import { authMachine } from '#machines/account/auth.ts';
import { connectionMachine, type SocketCommand } from '#machines/connection/connection.ts';
import type { RoleId } from '#machines/contract/entities.ts';
import { type Outcome, success } from '#machines/contract/outcome.ts';
import { ROUTE_RIGHTS } from '#machines/contract/rights.ts';
import { type FeedRequest, feedMachine } from '#machines/answering/feed.ts';
import type { Session } from '#machines/connection/session.ts';
import { questionsMachine } from '#machines/answering/questions.ts';
import type { QuestionList } from '#machines/answering/rules/feed.ts';
import { App } from '#src/app.tsx';
import { createRuntime, type Runtime } from '#src/effects/runtime.ts';
import { createAnnouncements } from '#src/effects/announcements.ts';
import { ErrorBoundary } from '#src/error-boundary.tsx';
import { SCREENS as PRODUCT, view, type View } from '#src/routes.tsx';
import { adminLinks, mainLinks } from '#src/screens/shell/links.ts';
import { eventually } from '#tests/support/eventually.ts';

beforeEach(() => window.history.replaceState(null, '', '/'));
afterEach(() => vi.restoreAllMocks());

const plain = (text: string): View => ({
  Screen: lazy(async () => ({ default: () => <h1>{text}</h1> })),
  preload: () => Promise.resolve(),
});
function fail(): never {
  throw new Error('odd');
}
function Broken(): never {
  throw new Error('The tube has blown');
}
/** One-line screens at the paths of the product. */
const SCREENS: Readonly<Record<string, View>> = Object.fromEntries(
  Object.keys(PRODUCT).map((path) => [path, plain(path)]),
);

interface Scene {
  readonly isKnown?: boolean;
  /** How the connection behaves when it is opened. */
  readonly open?: () => void;
  readonly screens?: typeof SCREENS;
  /** Replaces the page's own effects. */
  readonly effects?: Partial<Runtime>;
}

/** The same, with two screens that fail. */
const FAILING: typeof SCREENS = {
  ...SCREENS,
  '/support': { Screen: lazy(async () => ({ default: Broken })), preload: () => Promise.resolve() },
  '/contact': {
    Screen: lazy(() => Promise.reject(new Error('Loading chunk contact failed'))),
    preload: () => Promise.resolve(),
  },
};

/** The whole page at `path`, once the user is known: signed out, or with `roleId`. */
async function opened(
  path: string,
  roleId: RoleId | null,
  { isKnown = true, open = () => {}, screens = SCREENS, effects = {} }: Scene = {},
) {
  window.history.replaceState(null, '', path);
  const runtime = { ...createRuntime(window), ...effects };
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
          actors: {
            socket: fromCallback<SocketCommand, { readonly userId: string | null }>(() => {}),
          },
          actions: { open },
        }),
        questions: questionsMachine.provide({
          actors: {
            feed: feedMachine.provide({
              actors: {
                load: fromPromise<Outcome<QuestionList>, FeedRequest>(async () =>
                  success({ questions: [], answers: [], versions: { house: 1 } }),
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
  onTestFinished(() => void app.stop());
  await act(async () => {
    render(<App root={{ app, runtime }} screens={screens} />);
  });
  return { app, runtime };
}
const heading = () => screen.findByRole('heading', { level: 1 });
const seen = async () => [(await heading()).textContent, window.location.pathname];

type Sight = 'here' | 'denied' | '/' | '/login';
const EVERYBODY: readonly Sight[] = ['here', 'here', 'here', 'here'];
const SIGNED_IN: readonly Sight[] = ['/login', 'here', 'here', 'here'];
const NOT_CONTESTANTS: readonly Sight[] = ['/login', 'here', 'here', '/'];
const ADMINS: readonly Sight[] = ['/login', 'here', 'denied', 'denied'];
const ROLES = [null, 1, 2, 3] as const;

/** What a visitor, an admin, a home viewer and a contestant see at each path (specification §2). */
const SIGHTS: readonly (readonly [string, readonly Sight[]])[] = [
  ['/register [R2.route-register]', EVERYBODY],
  // A signed-in user does not need the login.
  ['/login [R2.route-login]', ['here', '/', '/', '/']],
  ['/forgot-password [R2.route-forgot-password]', EVERYBODY],
  ['/reset-password [R2.route-reset-password]', EVERYBODY],
  ['/reset-password/abc [R2.route-reset-password-token]', EVERYBODY],
  ['/verify-email [R2.route-verify-email]', EVERYBODY],
  ['/cancel-email-change [R2.route-cancel-email-change]', EVERYBODY],
  ['/cancel-email-change/abc [R2.route-cancel-email-change]', EVERYBODY],
  ['/how-it-works [R2.route-how-it-works]', EVERYBODY],
  ['/support [R2.route-support]', EVERYBODY],
  ['/contact [R2.route-contact]', EVERYBODY],
  ['/feedback [R2.route-feedback]', EVERYBODY],
  // This page contains the login.
  ['/rehearsal', EVERYBODY],
  ['/run-sheet', EVERYBODY],
  ['/join', EVERYBODY],
  ['/join/abc', EVERYBODY],
  ['/ [R2.route-home R2.signed-out-to-login R6.nobody-main]', SIGNED_IN],
  ['/my-answer [R2.route-my-answer R2.signed-out-to-login R6.nobody-pages]', SIGNED_IN],
  ['/profile [R2.route-profile R2.signed-out-to-login R6.nobody-pages]', SIGNED_IN],
  [
    '/leaderboard [R2.route-leaderboard R2.signed-out-to-login R6.home-pages R6.contestant-pages R6.nobody-pages]',
    NOT_CONTESTANTS,
  ],
  [
    '/payment [R2.route-payment R2.signed-out-to-login R6.home-pages R6.contestant-pages R6.nobody-pages]',
    NOT_CONTESTANTS,
  ],
  [
    '/success [R2.route-success R2.signed-out-to-login R6.home-pages R6.contestant-pages R6.nobody-pages]',
    NOT_CONTESTANTS,
  ],
  [
    '/cancel [R2.route-cancel R2.signed-out-to-login R6.home-pages R6.contestant-pages R6.nobody-pages]',
    NOT_CONTESTANTS,
  ],
  [
    '/admin [R2.route-admin R2.signed-out-to-login R6.admin-pages R6.nobody-pages]',
    ['/login', 'here', '/', '/'],
  ],
  [
    '/que-cards [R2.route-que-cards R2.access-denied R2.signed-out-to-login R6.admin-pages R6.nobody-pages]',
    ADMINS,
  ],
  [
    '/generate-question [R2.route-generate-question R2.access-denied R2.signed-out-to-login R6.admin-pages R6.nobody-pages]',
    ADMINS,
  ],
  [
    '/manage-users [R2.route-manage-users R2.access-denied R2.signed-out-to-login R6.admin-pages R6.nobody-pages]',
    ADMINS,
  ],
  // Additions to the specification's table.
  ['/control', ADMINS],
  ['/grouping/abc', ADMINS],
  ['/run-sheet/abc', ADMINS],
  ['/inspect', EVERYBODY],
  ['/inspect/atlas', EVERYBODY],
];

const pathOf = (route: string): string => route.split(' ')[0] ?? '';
/** The path as written in the table of rights. */
const patternOf = (path: string): string =>
  path
    .replace('/grouping/abc', '/grouping/:gameSessionId')
    .replace('/run-sheet/abc', '/run-sheet/:showId')
    .replace('/join/abc', '/join/:code')
    .replace('/abc', '/:token');

describe('access to screens', () => {
  it.each(
    SIGHTS.flatMap(([route, sights]) =>
      sights.map((sight, index) => [route, ROLES[index] ?? null, sight] as const),
    ),
  )('at %s role %j sees: %s', async (route, roleId, sight) => {
    const [path = ''] = route.split(' ');
    await opened(path, roleId);
    const place = sight === 'here' || sight === 'denied' ? path : sight;
    const text = sight === 'denied' ? 'Access Denied' : patternOf(place);
    await eventually(async () => expect(await seen()).toEqual([text, place]));
  });
  it.each([
    [null, '/login', '/login'],
    [2, 'Access Denied', '/gameshow'],
    [3, 'Access Denied', '/gameshow'],
  ] as const)(
    'the stage screen is refused to role %j [R2.route-product]',
    async (roleId, text, place) => {
      await opened('/gameshow', roleId);
      await eventually(async () => expect(await seen()).toEqual([text, place]));
    },
  );
  it('is tested for every page', () => {
    const said = SIGHTS.map(([route]) => patternOf(pathOf(route)));
    expect(new Set([...said, '/{product}'])).toEqual(new Set(Object.keys(ROUTE_RIGHTS)));
  });
  it("matches the frame's links: admins to their pages, all others to what they may see", () => {
    const { brand } = createRuntime(window);
    const ofAdmins = SIGHTS.filter(([route]) => route.includes('R6.admin-pages'));
    expect(new Set(adminLinks(brand).map(({ to }) => to))).toEqual(
      new Set([...ofAdmins.map(([route]) => pathOf(route)), '/control', '/gameshow']),
    );
    const sightsOf = (path: string) => SIGHTS.find(([route]) => pathOf(route) === path)?.[1] ?? [];
    for (const [index, role] of [...ROLES.entries()].slice(1)) {
      const links = mainLinks(role && { role_id: role });
      expect(links.map(({ to }) => sightsOf(to)[index])).toEqual(links.map(() => 'here'));
    }
  });
  it('shows Not Found for an unknown path', async () => {
    await opened('/nowhere', 2);
    await eventually(async () => expect(await seen()).toEqual(['Page Not Found', '/nowhere']));
  });
  it('shows no screen before the user is known [R6.signed-out-public-only]', async () => {
    await opened('/', null, { isKnown: false });
    expect(screen.queryByRole('heading', { level: 1 })).toBeNull();
    expect([window.location.pathname, screen.getByText('Loading').textContent]).toEqual([
      '/',
      'Loading',
    ]);
  });
  it('signing out leads to the login from every screen [R4.logout-to-login]', async () => {
    const { app } = await opened('/que-cards', 1);
    expect(await seen()).toEqual(['/que-cards', '/que-cards']);
    await act(async () => app.getSnapshot().children.auth?.send({ type: 'auth.signOut' }));
    expect(await seen()).toEqual(['/login', '/login']);
  });
});

/** At /profile, with a chunk of /support that loads when the test decides. */
async function openingSupport() {
  const door = new EventTarget();
  const code = async () => {
    await new Promise((open) => door.addEventListener('open', open, { once: true }));
    return { default: () => <h1 tabIndex={-1}>Support</h1> };
  };
  const slow = view('support', code);
  const { runtime } = await opened('/profile', 2, { screens: { ...SCREENS, '/support': slow } });
  await heading();
  return {
    slow,
    go: () => act(async () => runtime.perform({ type: 'navigate', to: '/support' })),
    arrive: () => act(async () => door.dispatchEvent(new Event('open'))),
  };
}
const sightNow = () => [
  screen.getByRole('heading', { level: 1 }).textContent,
  screen.queryByText('Loading') !== null,
  document.activeElement?.textContent,
];

describe('a screen whose chunk is loading', () => {
  it('is announced at once in place of the previous one, and gets the focus when it is ready', async () => {
    const { go, arrive } = await openingSupport();
    await go();
    expect(sightNow()).toEqual(['Gameshow', true, 'Gameshow']);
    await arrive();
    await eventually(() => expect(sightNow()).toEqual(['Support', false, 'Support']));
  });
  it('does not take the focus if the user has moved on', async () => {
    const { go, arrive } = await openingSupport();
    await go();
    act(() => screen.getByRole('link', { name: 'Contact' }).focus());
    await arrive();
    await eventually(() => expect(sightNow()).toEqual(['Support', false, 'Contact']));
  });
  it('is shown at once if its chunk was prefetched', async () => {
    const { slow, go, arrive } = await openingSupport();
    void slow.preload();
    await arrive();
    await go();
    expect(sightNow()).toEqual(['Support', false, 'Support']);
  });
});

describe('an unexpected error', () => {
  beforeEach(() => {
    vi.spyOn(console, 'error').mockReturnValue();
  });
  it.each([
    ['/support', 'The tube has blown [R8.error-heading R8.error-message]'],
    ['/contact', 'Loading chunk contact failed [R8.chunk-failed]'],
  ])('at %s is shown in its place, the frame stays, and other screens work', async (path, text) => {
    const { runtime } = await opened(path, 2, { screens: FAILING });
    expect((await heading()).textContent).toBe('Unexpected Application Error!');
    const [words = ''] = text.split(' [');
    expect(screen.getByText(words)).toBeDefined();
    expect(screen.getByRole('button', { name: 'Reload' })).toBeDefined();
    await act(async () => runtime.perform({ type: 'navigate', to: '/profile' }));
    expect(await seen()).toEqual(['/profile', '/profile']);
  });
  it('in the frame of all screens is shown in its place [R8.error-heading R8.error-message]', async () => {
    await opened('/profile', 2, {
      effects: { announcements: { ...createAnnouncements(), state: fail } },
    });
    expect((await heading()).textContent).toBe('Unexpected Application Error!');
    expect(screen.getByText('odd')).toBeDefined();
  });
  it('in a chart is shown as well [R8.session-failed]', async () => {
    await opened('/profile', 2, { open: fail });
    expect((await heading()).textContent).toBe('Unexpected Application Error!');
    expect(screen.getByText('Failed to initialize user session')).toBeDefined();
  });
});

const Slow = () => <h1>Slow</h1>;
const text = async (chunk: View): Promise<string | null> => {
  render(
    <ErrorBoundary resetKey="/" onError={() => {}}>
      <Suspense>
        <chunk.Screen />
      </Suspense>
    </ErrorBoundary>,
  );
  await act(() => vi.advanceTimersByTimeAsync(119_999));
  return screen.queryByText(/failed|Slow/)?.textContent ?? null;
};

describe('the chunk of a screen', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.spyOn(console, 'error').mockReturnValue();
  });
  afterEach(() => vi.useRealTimers());

  it('is given up after 120 s [R2.chunk-timeout R9.chunk-timeout]', async () => {
    const never = view<object>('slow', () => new Promise(() => {}));
    expect(await text(never)).toBeNull();
    await act(() => vi.advanceTimersByTimeAsync(1));
    expect(screen.getByText('Loading chunk slow failed')).toBeDefined();
  });
  it('that cannot be loaded shows an error at once [R8.chunk-failed]', async () => {
    const absent = view<object>('absent', () => Promise.reject(new TypeError('fetch failed')));
    expect(await text(absent)).toBe('Loading chunk absent failed');
  });
  it('that arrives leaves no timer', async () => {
    const slow = view<object>('slow', async () => ({ default: Slow }));
    expect(await text(slow)).toBe('Slow');
    expect(vi.getTimerCount()).toBe(0);
  });
  it.each([
    ['fetch failed', 'is asked for again', 'Slow'],
    // A second import would come without the styles.
    ['Unable to preload CSS for /slow.css', 'is not shown bare', 'Loading chunk slow failed'],
  ])('that could not be prefetched (%s) %s [R8.chunk-failed]', async (message, _, shown) => {
    const load = vi.fn<() => Promise<{ default: typeof Slow }>>(async () => ({ default: Slow }));
    load.mockRejectedValueOnce(new Error(message));
    const slow = view<object>('slow', load);
    await slow.preload();
    expect(await text(slow)).toBe(shown);
  });
});
