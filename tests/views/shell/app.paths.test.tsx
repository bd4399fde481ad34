import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { lazy } from 'react';
import type { AnyEventObject } from 'xstate';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type AppContext, appMachine } from '#machines/app.ts';
import type { User } from '#machines/contract/entities.ts';
import { success } from '#machines/contract/outcome.ts';
import { UTC_DAYS } from '#machines/results/rules/day.ts';
import { App } from '#src/app.tsx';
import { SCREENS as PRODUCT, type View } from '#src/routes.tsx';
import { NO_TOPS, contestant, NO_EVENTS, realtime, viewer } from '#tests/support/game.ts';
import {
  lacking,
  modelOf,
  pathsOf,
  titled,
  toursOf,
  unexampled,
  unwalked,
} from '#tests/support/graph.ts';
import { createRoot } from '#tests/support/root.tsx';
import { linksIn } from '#tests/support/screens.tsx';
import { eventually } from '#tests/support/eventually.ts';

const END = 24 * 60 * 60_000;
const become = (user: User | null) => ({
  type: 'auth.changed' as const,
  session: user && { user, expiresAt: END },
});
const boards = realtime('boards-updated', { boards: NO_TOPS });
const newDays = realtime('days-changed', { days: UTC_DAYS });
const everything = realtime('snapshot', {
  versions: { house: 1 },
  serverTime: 0,
  questions: [],
  answers: [],
});
const sent = {
  'clock.corrected': { type: 'clock.corrected' },
  'network.lost': { type: 'network.lost' },
  'network.returned': { type: 'network.returned' },
  'page.shown': { type: 'page.shown' },
  'connection.lost': { type: 'connection.lost' },
  'connection.restored': { type: 'connection.restored' },
  'data.unconfirmed': { type: 'data.unconfirmed' },
  'feed.behind': { type: 'feed.behind' },
  'answer.accepted': { type: 'answer.accepted', gameSessionId: 'g1' },
  'day.turned': { type: 'day.turned' },
} as const;

const model = modelOf(appMachine, {
  input: { now: () => 0, random: () => 0.5 },
  events: {
    ...NO_EVENTS,
    'auth.changed': [
      become(viewer),
      become({ ...viewer, name: 'Vera' }),
      become({ ...viewer, role_id: 3 }),
      become(contestant),
      become(null),
    ],
    // The session decides where it leads; its own suite covers that.
    'session.ended': [],
    'clock.corrected': [sent['clock.corrected']],
    'network.lost': [sent['network.lost']],
    'network.returned': [sent['network.returned']],
    'page.shown': [sent['page.shown']],
    'connection.lost': [sent['connection.lost']],
    'connection.restored': [sent['connection.restored']],
    'data.unconfirmed': [sent['data.unconfirmed']],
    'feed.behind': [sent['feed.behind']],
    'answer.accepted': [sent['answer.accepted']],
    'day.turned': [sent['day.turned']],
    'realtime.boards-updated': [boards],
    'realtime.days-changed': [newDays],
    'realtime.snapshot': [everything],
  },
  at: ({ context }) => context.session?.user,
});
/** None of them can be made to fail from outside; tests/machines cover the consequences. */
const UNBREAKABLE = new Set([
  'xstate.error.actor.auth',
  'xstate.error.actor.surroundings',
  'xstate.error.actor.questions',
  'xstate.error.actor.day',
]);
const paths = toursOf(
  model,
  pathsOf(model).filter(({ steps }) => !steps.some(({ event }) => UNBREAKABLE.has(event.type))),
);

/** One-line screens at the paths of the product. */
const plain = (path: string): View => ({
  Screen: lazy(async () => ({ default: () => <h1>At {path}</h1> })),
  preload: () => Promise.resolve(),
});
const SCREENS = Object.fromEntries(Object.keys(PRODUCT).map((path) => [path, plain(path)]));

/** Everything that the page shows of the user. */
const seen = () => ({
  heading: screen.queryByRole('heading', { level: 1 })?.textContent ?? null,
  place: window.location.pathname,
  ways: linksIn('Main'),
  welcome: screen.queryByRole('link', { name: /^Welcome/ })?.textContent ?? null,
});
const expectSeen = (facts: object) => eventually(() => expect(seen()).toEqual(facts));

const OUT = ['Home', 'How It Works', 'Register', 'Login'];
const WAYS = {
  2: ['Home', 'How It Works', 'My Answers', 'Leaderboard'],
  3: ['Answer Questions', 'How It Works', 'My Answers'],
} as const;
const waysOf = (user: User | undefined) => (user?.role_id === 3 ? WAYS[3] : WAYS[2]);

const logout = () => screen.queryByRole('button', { name: 'Logout' });

async function start() {
  window.history.replaceState(null, '', '/');
  const { app, runtime, ports, say, line, garble, send } = createRoot();
  await act(async () => {
    render(<App root={{ app, runtime }} screens={SCREENS} />);
  });
  const user = userEvent.setup({ delay: null });

  const events = {
    ...Object.fromEntries(
      Object.values(sent).map((event) => [event.type, () => send(event)] as const),
    ),
    'realtime.boards-updated': () => line(boards),
    'realtime.days-changed': () => line(newDays),
    'realtime.snapshot': () => line(everything),
    'auth.changed': async ({ event: { session } }: Taken) => {
      const change = { type: 'session.changed', session };
      const button = logout();
      if (screen.queryByText('Loading') && linksIn('Main').length === 0)
        await ports.restore.answer(success(session));
      else if (session === null && button !== null) await user.click(button);
      // The act of another tab.
      else await say(change);
    },
    // An event that cannot be parsed: the chart of the connection fails unexpectedly.
    'xstate.error.actor.connection': () => garble('realtime.signed-out'),
  };
  const states = {
    starting: () => expectSeen({ heading: null, place: '/', ways: [], welcome: null }),
    signedOut: () =>
      expectSeen({ heading: 'At /login', place: '/login', ways: OUT, welcome: null }),
    signedIn: ({ context: { session } }: Reached) =>
      expectSeen({
        heading: 'At /',
        place: '/',
        ways: waysOf(session?.user),
        welcome: `Welcome, ${session?.user.name}`,
      }),
    broken: () =>
      eventually(() => {
        expect(seen().heading).toBe('Unexpected Application Error!');
        expect(screen.getByText('Failed to initialize user session')).toBeDefined();
        expect(screen.getByRole('button', { name: 'Reload' })).toBeDefined();
      }),
  };
  return { events, states };
}

interface Taken {
  readonly event: AnyEventObject;
}
interface Reached {
  readonly context: AppContext;
}

beforeEach(() => void vi.spyOn(console, 'error').mockReturnValue());
afterEach(() => vi.restoreAllMocks());

describe('every path through the root, by what the page shows', () => {
  it.each(titled(paths))('%s', async (_, path) => {
    expect((await path.test(await start())).state.error).toBeNull();
  });
  it('has an executor of every event, and facts for every state', async () => {
    expect(unexampled(model)).toEqual(['session.ended']);
    expect(lacking(paths, await start())).toEqual([]);
  });
  it('walks every other transition', () => {
    expect(unwalked(model, paths).map((name) => name.split(' [')[0])).toEqual([
      'app on session.ended',
      'app on xstate.error.actor.auth',
      'app on xstate.error.actor.surroundings',
      'app.signedIn on xstate.error.actor.questions',
      'app.signedIn on xstate.error.actor.day',
    ]);
  });
});
