import { createMachine, sendParent } from 'xstate';
import { describe, expect, it } from 'vitest';
import { authMachine } from '#machines/account/auth.ts';
import { begun, stepped } from '#machines/kit/silent.ts';
import { questionsMachine } from '#machines/answering/questions.ts';
import { releaseWindowMachine } from '#machines/answering/release-window.ts';
import { T0, timed, viewer } from '#tests/support/game.ts';
import { elapsed, foldInTime } from '#tests/support/graph.ts';

const released = { type: 'window.released', window: timed(5) } as const;
const due = elapsed('untilClosing', 'releaseWindow.open');

const found = (now: () => number) => ({
  state: { open: 'timed' },
  context: { now, window: timed(5) },
  children: [],
});

/** Where a window of 5 s is, released and looked at so long after T0, ms. */
const at = (...instants: readonly [number, number]) =>
  foldInTime(releaseWindowMachine, (now) => ({ input: { now } }), [
    T0,
    [T0 + instants[0], released],
    [T0 + instants[1], due],
  ]).value;

describe('a chart taken step by step', () => {
  it('reads at each step the instant of that step', () => {
    expect([at(0, 4_999), at(0, 5_000), at(5_000, 5_000)]).toEqual([
      { open: 'timed' },
      'lapsed',
      'lapsed',
    ]);
  });
  it('begins where it was found, and does what it does from there', () => {
    expect(foldInTime(releaseWindowMachine, found, [T0]).value).toEqual({ open: 'timed' });
    expect(foldInTime(releaseWindowMachine, found, [T0, [T0 + 5_000, due]]).value).toBe('lapsed');
  });
  it('has the children it was found with, for what it sends them', () => {
    const input = { user: viewer, now: () => T0, random: () => 0.5 };
    const { context } = begun(questionsMachine, { input });
    const holding = (children: readonly string[]) =>
      begun(questionsMachine, { state: 'browsing', context, children });
    const retry = { type: 'questions.retry' } as const;
    const { snapshot, noted } = stepped(questionsMachine, holding(['feed', 'windows']), retry);
    expect([snapshot.status, noted.sent]).toEqual(['active', [retry]]);
    expect(() => stepped(questionsMachine, holding([]), retry)).toThrow('feed');
  });
  it('says what it took, sent and emitted', () => {
    const session = { user: viewer, expiresAt: T0 + 1_000 };
    const snapshot = begun(authMachine, {
      state: { signedIn: 'settled' },
      context: { now: () => T0, session, message: null, unverified: null },
      children: ['storage'],
    });
    const { noted } = stepped(authMachine, snapshot, { type: 'auth.signOut' });
    expect(noted.taken.map(({ eventType }) => eventType)).toEqual(['auth.signOut']);
    expect(noted.emitted).toEqual([{ type: 'navigate', to: '/login' }]);
    expect(noted.sent).toEqual([
      { type: 'session.clear' },
      { type: 'auth.changed', session: null },
    ]);
  });
  it('says nothing of what the charts do that it starts', () => {
    const child = createMachine({
      id: 'child',
      initial: 'fresh',
      states: { fresh: { always: 'settled' }, settled: {} },
    });
    const parent = createMachine({
      id: 'parent',
      initial: 'idle',
      states: { idle: { on: { start: 'busy' } }, busy: { invoke: { src: child } } },
    });
    const { noted } = stepped(parent, begun(parent, { input: undefined }), { type: 'start' });
    expect(noted.taken.map(({ eventType }) => eventType)).toEqual(['start']);
  });
  it('begins also with a chart that says something to its parent at once', () => {
    const chart = createMachine({ id: 'polite', entry: sendParent({ type: 'hello' }) });
    expect(begun(chart, { input: undefined }).status).toBe('active');
  });
});
