import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { MemoryRouter, useLocation, useNavigate } from 'react-router-dom';
import { createActor, emit, fromCallback, setup } from 'xstate';
import { describe, expect, it, vi } from 'vitest';
import { appMachine, type AppEvent, type Published } from '#machines/app.ts';
import type { User } from '#machines/contract/entities.ts';
import type { EmittedEvent } from '#machines/kit/emitted.ts';
import { typesOf } from '#machines/kit/types.ts';
import { useAudio } from '#src/screens/home/audio.hook.ts';
import { useAnnouncements } from '#src/bindings/announcements.ts';
import { RootProvider, useApp, useSignedIn, useUser } from '#src/bindings/runtime.tsx';
import { forwardPublished, useRelay, useScreen } from '#src/bindings/screen.ts';
import { useUrlChoice, useUrlState } from '#src/bindings/url-state.ts';
import { useWakeLock } from '#src/bindings/wake-lock.ts';
import type { AudioState } from '#src/effects/chime.ts';
import { createRuntime, type Runtime } from '#src/effects/runtime.ts';
import { NO_TOPS } from '#tests/support/game.ts';
import { createRoot, signedIn } from '#tests/support/root.tsx';

const ann: User = { id: 'u1', name: 'Ann', email: 'ann@example.org', role_id: 2 };

/** A page around `view`; no root runs, and the user is signed out. */
function shown(view: ReactNode, more: { path?: string; runtime?: Partial<Runtime> } = {}) {
  const runtime = { ...createRuntime(window), ...more.runtime };
  const app = createActor(appMachine, { input: { now: runtime.clock.now, random: () => 0.5 } });
  const page = (content: ReactNode) => (
    <RootProvider root={{ app, runtime }}>
      <MemoryRouter initialEntries={[more.path ?? '/']}>{content}</MemoryRouter>
    </RootProvider>
  );
  const { rerender, unmount } = render(page(view), { reactStrictMode: true });
  return { runtime, unmount, again: (content: ReactNode) => rerender(page(content)) };
}

/** Shows the current location. */
function Where() {
  const { pathname, search } = useLocation();
  return <output>{pathname + search}</output>;
}
const said = () => screen.getByRole('status').textContent;

function Back() {
  const navigate = useNavigate();
  return <button onClick={() => void navigate(-1)}>Back</button>;
}

function Frame() {
  const { banner, polite, assertive } = useAnnouncements();
  return <p>{[banner?.text, polite, assertive].join(' | ')}</p>;
}

describe('useFacts', () => {
  it('navigates as charts request, and shows their announcements', () => {
    const { runtime } = shown(
      <>
        <Frame />
        <Where />
      </>,
    );
    act(() => {
      runtime.perform({ type: 'navigate', to: '/login' });
      runtime.perform({ type: 'banner', text: 'Released' });
      runtime.perform({ type: 'announce', text: 'Name a fruit' });
      runtime.perform({ type: 'announce', text: "Time's up", urgent: true });
    });
    expect(said()).toBe('/login');
    expect(screen.getByRole('paragraph').textContent).toBe("Released | Name a fruit | Time's up");
  });
  it('leaves no form in the history that has led to the main page', async () => {
    const { runtime } = shown(
      <>
        <Frame />
        <Where />
        <Back />
      </>,
      { path: '/support' },
    );
    act(() => runtime.perform({ type: 'navigate', to: '/join' }));
    act(() => runtime.perform({ type: 'navigate', to: '/' }));
    expect(said()).toBe('/');
    await userEvent.click(screen.getByRole('button'));
    expect(said()).toBe('/support');
  });
});

const Somebody = () => <output>{useUser()?.name ?? 'nobody'}</output>;

const Only = () => <output>{useSignedIn().name}</output>;

describe('the signed-in user', () => {
  it('is unknown until the root has it', async () => {
    const { page, ports } = createRoot();
    render(page(<p>{<Somebody />}</p>));
    expect(screen.getByRole('paragraph').textContent).toBe('nobody');
    await ports.restore.answer(signedIn(ann));
    expect(screen.getByRole('paragraph').textContent).toBe('Ann');
  });
  it('throws on a screen for signed-in users only', () => {
    const silent = vi.spyOn(console, 'error').mockReturnValue();
    expect(() => shown(<Only />)).toThrow('nobody is signed in');
    expect(() => render(<Only />)).toThrow('outside of RootProvider');
    silent.mockRestore();
  });
});

describe("a screen's actor", () => {
  const lives: string[] = [];
  const chart = setup({
    types: typesOf<{
      input: { readonly name: string };
      context: { readonly name: string };
      emitted: EmittedEvent;
    }>(),
    actors: {
      life: fromCallback(() => {
        lives.push('begins');
        return () => void lives.push('ends');
      }),
    },
  }).createMachine({
    context: ({ input }) => input,
    entry: emit({ type: 'announce', text: 'Here I am' }),
    invoke: { id: 'life', src: 'life', onError: {} },
  });
  function Screen({ name }: { readonly name: string }) {
    const actor = useScreen(() => chart, { name });
    return <output>{actor.getSnapshot().context.name}</output>;
  }
  it('lives as long as the screen, reads its input once, and is observed from the start', async () => {
    const { runtime, again, unmount } = shown(<Screen name="first" />);
    expect([said(), runtime.announcements.state().polite]).toEqual(['first', 'Here I am']);
    again(<Screen name="second" />);
    expect([said(), lives]).toEqual(['first', ['begins']]);
    await act(async () => unmount());
    expect(lives).toEqual(['begins', 'ends']);
  });
});

describe('events of the root', () => {
  it('are forwarded, without its emitted facts, as long as the screen is mounted', async () => {
    const heard: Published[] = [];
    function Listener() {
      useRelay(useApp(), forwardPublished, { send: (event: Published) => void heard.push(event) });
      return null;
    }
    const { page, ports, send } = createRoot();
    const { unmount } = render(page(<Listener />));
    await ports.restore.answer(signedIn(ann));
    const told: (AppEvent & Published)[] = [
      { type: 'realtime.boards-updated', payload: { boards: NO_TOPS } },
      { type: 'connection.lost' },
      { type: 'connection.restored' },
      { type: 'clock.corrected' },
      { type: 'answer.accepted', gameSessionId: 'g1' },
    ];
    for (const event of told) await send(event);
    await send({ type: 'auth.changed', session: null });
    expect(heard).toEqual(told);
    unmount();
    await ports.restore.answer(signedIn(ann));
    await send({ type: 'connection.lost' });
    expect(heard).toEqual(told);
  });
});

function Search() {
  const [search, setSearch] = useUrlState('search');
  const [order, setOrder] = useUrlChoice('order', ['newest', 'oldest']);
  return (
    <>
      <input
        aria-label="Search"
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      <button type="button" onClick={() => setOrder(order === 'newest' ? 'oldest' : 'newest')}>
        {order}
      </button>
      <Where />
    </>
  );
}

describe('state in the address', () => {
  it('keeps filters in the address, leaves defaults out, and starts at page one', async () => {
    const user = userEvent.setup();
    shown(<Search />, { path: '/manage-users?view=grid&page=2' });
    await user.type(screen.getByLabelText('Search'), 'Ann');
    expect(said()).toBe('/manage-users?view=grid&search=Ann');
    await user.click(screen.getByRole('button'));
    expect(said()).toBe('/manage-users?view=grid&search=Ann&order=oldest');
    await user.click(screen.getByRole('button'));
    await user.clear(screen.getByLabelText('Search'));
    expect(said()).toBe('/manage-users?view=grid');
  });
  it('treats an address with an unknown choice as the first one', () => {
    shown(<Search />, { path: '/manage-users?order=sideways' });
    expect(screen.getByRole('button').textContent).toBe('newest');
  });
});

function Switch() {
  const audio = useAudio();
  return (
    <button type="button" onClick={audio.toggle}>
      {audio.state}
    </button>
  );
}

describe('useAudio', () => {
  it('switches sound on and off', async () => {
    let state: AudioState = 'unset';
    const listeners = new Set<() => void>();
    const become = (next: AudioState) => () => {
      state = next;
      for (const listener of listeners) listener();
    };
    const chimes = {
      play: () => {},
      enable: become('enabled'),
      disable: become('disabled'),
      audio: () => null,
      state: () => state,
      subscribe: (listener: () => void) => {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
    };
    const user = userEvent.setup();
    shown(<Switch />, { runtime: { chimes } });
    const seen = [screen.getByRole('button').textContent];
    for (let time = 0; time < 3; time += 1) {
      await user.click(screen.getByRole('button'));
      seen.push(screen.getByRole('button').textContent);
    }
    expect(seen).toEqual(['unset', 'enabled', 'disabled', 'enabled']);
  });
});

function Awake({ wanted }: { readonly wanted: boolean }) {
  useWakeLock(wanted);
  return null;
}

describe('useWakeLock', () => {
  it('holds the lock while it is wanted, and no longer than the screen', () => {
    const log: string[] = [];
    const wakeLock = {
      isThere: true,
      acquire: () => void log.push('acquire'),
      release: () => void log.push('release'),
    };
    const { again, unmount } = shown(<Awake wanted={false} />, { runtime: { wakeLock } });
    expect(log).toEqual([]);
    again(<Awake wanted />);
    again(<Awake wanted={false} />);
    again(<Awake wanted />);
    unmount();
    expect(log).toEqual(['acquire', 'release', 'acquire', 'release']);
  });
});
