import { act, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { delayedRedirectMachine } from '#machines/payment/delayed-redirect.ts';
import { lacking, modelOf, titled, toursOf, unwalked } from '#tests/support/graph.ts';
import { where } from '#tests/support/root.tsx';
import { atSuccess } from './at-success.tsx';

const model = modelOf(delayedRedirectMachine, { input: { to: '/', afterMs: 3_000 }, events: {} });
const paths = toursOf(model);

afterEach(() => {
  vi.useRealTimers();
});

function expectAt(place: string, title: string): void {
  const heading = screen.getByRole('heading', { level: 1 }).textContent;
  expect([heading, where()]).toEqual([title, place]);
}

/** A user who has paid. */
async function start() {
  vi.useFakeTimers();
  await atSuccess();
  return {
    events: {
      'xstate.after.redirectDelay.delayedRedirect.reading': () =>
        act(() => vi.advanceTimersByTimeAsync(3_000)),
    },
    states: {
      reading: () => expectAt('/success', 'Payment Successful!'),
      left: () => expectAt('/', 'Elsewhere'),
    },
  };
}

describe('every path through a screen with a delayed redirect', () => {
  it.each(titled(paths))('%s', async (_, path) => {
    expect((await path.test(await start())).state.error).toBeNull();
  });
  it('walks every transition, with facts for every state', async () => {
    expect([unwalked(model, paths), lacking(paths, await start())]).toEqual([[], []]);
  });
});
