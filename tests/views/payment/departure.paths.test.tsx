import { act, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { departureMachine } from '#machines/departure.ts';
import ShellView from '#src/views/shell/shell.tsx';
import SuccessView from '#src/views/success/success.tsx';
import { lacking, modelOf, pathsOf, titled, unwalked } from '#tests/support/graph.ts';
import { createRoot, where } from '#tests/support/root.tsx';

const model = modelOf(departureMachine, { input: { to: '/', afterMs: 3_000 }, events: {} });
const paths = pathsOf(model);

afterEach(() => {
  vi.useRealTimers();
});

function expectAt(place: string): void {
  const heading = screen.getByRole('heading', { level: 1 }).textContent;
  expect([heading, where()]).toEqual(['Payment Successful!', place]);
}

/** Somebody who has paid. */
function start() {
  vi.useFakeTimers();
  const view = (
    <ShellView>
      <SuccessView />
    </ShellView>
  );
  render(createRoot().page(view, '/success'));
  return {
    events: {
      'xstate.after.untilDeparture.departure.reading': () =>
        act(() => vi.advanceTimersByTimeAsync(3_000)),
    },
    states: { reading: () => expectAt('/success'), left: () => expectAt('/') },
  };
}

describe('every way through a screen that leads on', () => {
  it.each(titled(paths))('%s', async (_, path) => {
    expect((await path.test(start())).state.error).toBeNull();
  });
  it('walks every transition, with facts for every state', () => {
    expect([unwalked(model, paths), lacking(paths, start())]).toEqual([[], []]);
  });
});
