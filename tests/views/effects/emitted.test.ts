import { createActor, createMachine, emit, setup } from 'xstate';
import { describe, expect, it, vi } from 'vitest';
import type { EmittedEvent } from '#machines/kit/emitted.ts';
import { typesOf } from '#machines/kit/types.ts';
import { createPerformer, performEmitted } from '#src/effects/emitted.ts';
import { createNavigation } from '#src/effects/navigation.ts';
import { createAnnouncements } from '#src/effects/announcements.ts';

describe('effects emitted by charts', () => {
  it('run, each by its own handler', () => {
    const announcements = createAnnouncements();
    const navigation = createNavigation(window);
    const ways: string[] = [];
    navigation.attach((to) => ways.push(to));
    const play = vi.fn<(cue: 'release' | 'revoke') => void>();
    const log = vi.fn<(where: string, error: unknown) => void>();
    const chimes = { play, enable: play, disable: play, state: play, subscribe: play };
    const perform = createPerformer({
      navigation,
      announcements,
      log,
      chimes: {
        ...chimes,
        enable: () => {},
        disable: () => {},
        audio: () => null,
        state: () => 'enabled',
        subscribe: () => () => {},
      },
    });
    const error = new Error('odd');
    const facts: EmittedEvent[] = [
      { type: 'navigate', to: '/login' },
      { type: 'chime', cue: 'revoke' },
      { type: 'banner', text: 'Revoked', tone: 'revoked' },
      { type: 'announce', text: "Time's up", urgent: true },
      { type: 'fault', where: 'auth', error },
    ];
    for (const fact of facts) perform(fact);
    expect(ways).toEqual(['/login']);
    expect(play.mock.calls).toEqual([['revoke']]);
    expect(announcements.state()).toEqual({
      banner: { text: 'Revoked', tone: 'revoked' },
      polite: '',
      assertive: "Time's up",
    });
    expect(log.mock.calls).toEqual([['auth', error]]);
    perform({ type: 'hush' });
    expect(announcements.state()).toEqual({ banner: null, polite: '', assertive: '' });
  });
  it('are collected from an actor and all its children, from the start; other emissions are not', () => {
    const child = setup({
      types: typesOf<{ emitted: EmittedEvent | { type: 'constructor' } }>(),
    }).createMachine({
      entry: [emit({ type: 'navigate', to: '/below' }), emit({ type: 'constructor' })],
    });
    const root = createMachine({
      entry: emit({ type: 'navigate', to: '/top' }),
      invoke: { src: child },
    });
    const heard: EmittedEvent[] = [];
    const inspected: string[] = [];
    const inspect = performEmitted({
      perform: (fact) => heard.push(fact),
      inspect: ({ type }) => inspected.push(type),
    });
    createActor(root, { inspect }).start();
    // The inspector also receives events that are not emitted.
    expect(inspected).toEqual(expect.arrayContaining(['@xstate.actor', '@xstate.snapshot']));
    expect(heard).toEqual([
      { type: 'navigate', to: '/below' },
      { type: 'navigate', to: '/top' },
    ]);
  });
});

describe('navigation', () => {
  it('keeps the last requested navigation until there is a router', () => {
    const navigation = createNavigation(window);
    navigation.go('/');
    navigation.go('/login');
    const ways: string[] = [];
    const detach = navigation.attach((to) => ways.push(to));
    navigation.go('/profile');
    expect(ways).toEqual(['/login', '/profile']);
    detach();
    navigation.go('/support');
    expect(ways).toEqual(['/login', '/profile']);
    navigation.attach((to) => ways.push(`again ${to}`));
    expect(ways).toEqual(['/login', '/profile', 'again /support']);
  });
});
