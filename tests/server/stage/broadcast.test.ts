import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type BroadcastOptions, createBroadcast } from '#server/show/stage/broadcast.ts';
import type { StageSnapshot } from '#server/show/stage/snapshot.ts';
import { showView } from '#tests/support/show-view.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A show whose state is a number, sent to its watchers. */
function openFixture() {
  let isFailing = false;
  const state = {
    value: 0,
    isWatched: true,
    takesMs: 0,
    changesInMs: Infinity,
    revision: 0,
    screens: 0,
  };
  const told: number[] = [];
  const directed: number[] = [];
  const calls: string[] = [];
  const room: BroadcastOptions['room'] = {
    toPages: (_linkId, { serverTime }) => told.push(serverTime),
    toProducers: ({ direction }) => directed.push(direction.screens),
  };
  const readSnapshot = async (): Promise<StageSnapshot> => {
    calls.push('look');
    const { value, takesMs, changesInMs } = state;
    await new Promise((resolve) => {
      setTimeout(resolve, takesMs);
    });
    if (isFailing) throw new Error('the store is away');
    return {
      show: { serverTime: value, scene: 'idle', question: null, groups: [], board: null },
      direction: { ...showView().direction, screens: state.screens },
      linkId: null,
      revision: state.revision,
      changesInMs,
    };
  };
  const warnings: string[] = [];
  const log = { warn: (_details: object, message: string) => warnings.push(message) };
  const readState = () => Promise.resolve({ revision: state.revision, linkId: null });
  const broadcast = createBroadcast({
    room,
    isWatched: () => state.isWatched,
    touchOthers: () => calls.push('others'),
    readSnapshot,
    readView: async (direction) => showView({ direction }),
    readState,
    log,
  });
  return {
    state,
    told,
    directed,
    calls,
    warnings,
    ...broadcast,
    change: (value: number) => {
      state.value = value;
      broadcast.touch();
    },
    hear: broadcast.touchHere,
    fail: (failing: boolean) => {
      isFailing = failing;
    },
  };
}

describe('rapid changes [R2.show-calm]', () => {
  it('are sent at once, then at most four times a second, always including the last one', async () => {
    const { told, change } = openFixture();
    for (let value = 1; value <= 100; value += 1) {
      change(value);
      await vi.advanceTimersByTimeAsync(10);
    }
    expect(told[0]).toBe(1);
    expect(told.length).toBeLessThanOrEqual(5);
    await vi.advanceTimersByTimeAsync(250);
    expect(told.at(-1)).toBe(100);
  });

  it('during a read are sent after it', async () => {
    const { state, told, change } = openFixture();
    state.takesMs = 400;
    change(1);
    await vi.advanceTimersByTimeAsync(10);
    change(2);
    change(3);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(told).toEqual([1, 3]);
  });

  it('cost nothing without watchers, but other processes are notified', async () => {
    const { state, calls, told, change } = openFixture();
    state.isWatched = false;
    change(1);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(calls).toEqual(['others']);
    state.isWatched = true;
    change(2);
    await vi.advanceTimersByTimeAsync(300);
    expect(told).toEqual([2]);
  });
});

describe('without an announcement', () => {
  it('by this process, one of another process is enough, and is not forwarded', async () => {
    const { state, calls, told, hear } = openFixture();
    state.value = 7;
    hear();
    await vi.advanceTimersByTimeAsync(10);
    expect([told, calls]).toEqual([[7], ['look']]);
  });

  it('by any process, changes over time are sent on time', async () => {
    const { state, told, change } = openFixture();
    state.changesInMs = 1_251;
    change(1);
    await vi.advanceTimersByTimeAsync(10);
    state.value = 2;
    state.changesInMs = Infinity;
    await vi.advanceTimersByTimeAsync(1_250);
    expect(told).toEqual([1, 2]);
  });

  it('by a killed process, its direction is visible within a second', async () => {
    const { state, told, calls, change } = openFixture();
    change(1);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(calls).toEqual(['others', 'look']);
    state.value = 2;
    state.revision += 1;
    await vi.advanceTimersByTimeAsync(1_000);
    expect(told).toEqual([1, 2]);
  });

  it('by any process, the state is read again within five seconds', async () => {
    const { state, told, change } = openFixture();
    change(1);
    await vi.advanceTimersByTimeAsync(10);
    state.value = 2;
    await vi.advanceTimersByTimeAsync(5_000);
    expect(told).toEqual([1, 2]);
  });
});

describe('the producer [R2.show-direct-events]', () => {
  it('is not sent an unchanged state again', async () => {
    const { state, directed, change } = openFixture();
    change(1);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(directed).toEqual([0]);
    state.screens = 2;
    await vi.advanceTimersByTimeAsync(5_000);
    expect(directed).toEqual([0, 2]);
  });

  it('is sent a state that an act left unchanged: another client may have read an intermediate one', async () => {
    const { directed, change } = openFixture();
    change(1);
    await vi.advanceTimersByTimeAsync(1_000);
    change(2);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(directed).toEqual([0, 0]);
  });

  it('is sent at the next read what changed during a failed one', async () => {
    const { directed, change, fail } = openFixture();
    change(1);
    await vi.advanceTimersByTimeAsync(1_000);
    fail(true);
    change(2);
    await vi.advanceTimersByTimeAsync(1_000);
    fail(false);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(directed).toEqual([0, 0]);
  });
});

it('sends, once the store is back, what a failed read could not', async () => {
  const { told, change, fail, warnings } = openFixture();
  fail(true);
  change(1);
  await vi.advanceTimersByTimeAsync(10);
  expect([told, warnings]).toEqual([[], ['the stage screens could not be updated']]);
  fail(false);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(told).toEqual([1]);
});

it('sends nothing once it is stopped', async () => {
  const { told, change, stop } = openFixture();
  change(1);
  await stop();
  change(2);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(told).toEqual([]);
});
