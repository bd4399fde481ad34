import { useSelector } from '@xstate/react';
import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { selectRundown } from '#machines/show/producer.ts';
import { useNewProducerActors } from '#src/screens/live-bar/hook.ts';
import { showView } from '#tests/support/show-view.ts';
import { pageWith } from './fixture.tsx';

/* A page on plain http in a LAN is not a secure context: some browser functions are absent. */

const view = showView();
const { items, ...show } = view.rundown;

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
  const { producer } = useNewProducerActors();
  const isThere = useSelector(producer, selectRundown) !== null;
  const goLive = () => producer.send({ type: 'producer.act', act: { type: 'goLive' } });
  return isThere && <button onClick={goLive}>Go live</button>;
}

it('acts work on a page without a secure context', async () => {
  const acts: unknown[] = [];
  const page = pageWith(async (request) => {
    if (request.method === 'POST') acts.push(await request.json());
    return request.url.endsWith('/api/shows')
      ? { shows: [{ ...show, itemCount: items.length }], show: view, house: view }
      : { show: view };
  });
  render(page(<Room />));
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
