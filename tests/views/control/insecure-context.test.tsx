import { useSelector } from '@xstate/react';
import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Rundown } from '#machines/contract/entities.ts';
import { selectRundown } from '#machines/control.ts';
import { createApi } from '#src/effects/api.ts';
import { useControl } from '#src/screens/control/hook.ts';
import { createRoot } from '#tests/support/root.tsx';

/* A page on plain http in a LAN is not a secure context: some browser functions are absent. */

const rundown: Rundown = {
  id: 's1',
  title: 'Friday',
  state: 'draft',
  version: 1,
  createdAt: 1,
  homeDelaySeconds: 0,
  suspense: true,
  items: [],
};
const { items, ...show } = rundown;
const shows = [{ ...show, itemCount: items.length }];

beforeEach(() => {
  const { crypto: browser } = globalThis;
  vi.stubGlobal('crypto', {
    getRandomValues: (into: Uint8Array<ArrayBuffer>) => browser.getRandomValues(into),
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

/** A page's first call loads the code for calls, which takes a while on a busy machine. */
const SOON = { timeout: 10_000 };

function Room() {
  const control = useControl();
  const isThere = useSelector(control, selectRundown) !== null;
  const goLive = () => control.send({ type: 'control.act', act: { type: 'goLive' } });
  return isThere && <button onClick={goLive}>Go live</button>;
}

it('acts on the show where the page is no secure context', async () => {
  const acts: unknown[] = [];
  const { runtime } = createRoot();
  const call = createApi({
    origin: 'http://studio.local',
    brand: runtime.brand,
    clock: runtime.clock,
    token: () => 'token',
    onUnauthorized: () => {},
    log: () => {},
    fetch: async (request) => {
      const asked = new Request(request);
      if (asked.method === 'POST') acts.push(await asked.json());
      return Response.json(asked.url.endsWith('/api/shows') ? { shows } : { rundown });
    },
  });
  render(createRoot({ effects: { call } }).page(<Room />));
  fireEvent.click(await screen.findByRole('button', { name: 'Go live' }, SOON));
  await vi.waitFor(() => {
    expect(acts).toEqual([
      expect.objectContaining({
        requestId: expect.stringMatching(/^[\da-f]{24}$/),
        act: { type: 'goLive' },
      }),
    ]);
  }, SOON);
});
