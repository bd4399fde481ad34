import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createActor } from 'xstate';
import { appMachine } from '#machines/app.ts';
import { useCountdown } from '#src/bindings/countdown.ts';
import { RootProvider } from '#src/bindings/runtime.tsx';
import { createRuntime } from '#src/effects/runtime.ts';

beforeEach(() => vi.useFakeTimers({ now: 0 }));
afterEach(() => vi.useRealTimers());

function Countdown({
  closesAt,
  stepMs,
}: {
  readonly closesAt: number | null;
  readonly stepMs?: number;
}) {
  const left = useCountdown(closesAt, stepMs);
  return <output>{left === null ? 'none' : left}</output>;
}
/** Countdowns on one page, without a running root. */
function shown(...ends: (number | null)[]) {
  const runtime = createRuntime(window);
  const app = createActor(appMachine, { input: { now: runtime.clock.now, random: () => 0.5 } });
  const root = { app, runtime };
  const page = (closings: (number | null)[]) => (
    <RootProvider root={root}>
      {closings.map((closesAt, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the place is what stays
        <Countdown key={index} closesAt={closesAt} />
      ))}
    </RootProvider>
  );
  const { rerender } = render(page(ends));
  return { runtime, rerender: (...closings: (number | null)[]) => rerender(page(closings)) };
}
const pass = (ms: number): void =>
  act(() => {
    vi.advanceTimersByTime(ms);
  });
const said = () => screen.getAllByRole('status').map(({ textContent }) => textContent);

describe('a countdown', () => {
  it('counts whole seconds, rounded up, to zero [R9.timer-main-page]', () => {
    shown(2_500);
    const seen = said();
    for (let time = 0; time < 6; time += 1) {
      pass(500);
      seen.push(...said());
    }
    expect(seen).toEqual(['3', '2', '2', '1', '1', '0', '0']);
  });
  it('all change at the exact instant, each by its own end, with one timer', () => {
    shown(1_400, 1_700);
    expect([said(), vi.getTimerCount()]).toEqual([['2', '2'], 1]);
    pass(400);
    expect([said(), vi.getTimerCount()]).toEqual([['1', '2'], 1]);
    pass(300);
    expect(said()).toEqual(['1', '1']);
    pass(1_000);
    expect([said(), vi.getTimerCount()]).toEqual([['0', '0'], 0]);
  });
  it("uses the server's clock [R4.server-clock]", () => {
    const { runtime } = shown(610_000);
    expect(said()).toEqual(['610']);
    act(() => runtime.clock.addSample({ sentAt: 0, receivedAt: 0, serverTime: 600_000 }));
    expect(said()).toEqual(['10']);
  });
  it('follows another end, or none', () => {
    const { rerender } = shown(2_000);
    rerender(9_000);
    expect(said()).toEqual(['9']);
    pass(1_000);
    expect(said()).toEqual(['8']);
    rerender(null);
    expect([said(), vi.getTimerCount()]).toEqual([['none'], 0]);
  });
});
