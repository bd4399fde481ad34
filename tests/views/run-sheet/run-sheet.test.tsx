import { m } from 'messages';
import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { RunSheet } from '#machines/show/run-sheet-calls.ts';
import RunSheetView from '#src/screens/run-sheet/run-sheet.tsx';
import { isReply } from '#tests/support/client.ts';
import { createRoot } from '#tests/support/root.tsx';
import { axeFindings } from '#tests/support/screens.tsx';

const SHEET: RunSheet = {
  title: 'Friday',
  startsAt: null,
  items: [
    {
      text: 'Name a fruit',
      media: { kind: 'picture', alt: 'A basket' },
      note: 'Smile',
      studioSeconds: 20,
      homeSeconds: 45,
      order: 'studio',
      isSkipped: false,
    },
    {
      text: 'Name a tree',
      note: '',
      studioSeconds: null,
      homeSeconds: null,
      order: 'both',
      isSkipped: true,
    },
    {
      text: 'Name a bird',
      note: '',
      studioSeconds: 30,
      homeSeconds: 30,
      order: 'both',
      isSkipped: false,
    },
  ],
};

/** Opens the page at an address, with a server that has one run sheet and its link. */
async function open(address: string, sheet = SHEET) {
  const sent: unknown[] = [];
  let sharedAt: number | null = null;
  const { page } = createRoot({
    effects: {
      call: async (name, request) => {
        sent.push([name, request]);
        if (name === 'shareRunSheet') sharedAt = 1;
        if (name === 'unshareRunSheet') sharedAt = null;
        const value = { sheet, sharedAt, key: 's3cret', message: 'It has ended.' };
        if (isReply(name, value)) return { ok: true, value };
        return { ok: false, message: name, status: 404, reply: undefined };
      },
    },
  });
  const routes = (
    <main>
      <Routes>
        <Route path="/run-sheet/:showId?" element={<RunSheetView />} />
      </Routes>
    </main>
  );
  await act(async () => render(page(routes, address)));
  return { sent };
}

const cells = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => [
      ...within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
      within(row).getByRole('rowheader').textContent,
    ]);

it('plans a show by its timers, read by the key of a link, without a way to share it [R2.run-sheet]', async () => {
  const { sent } = await open('/run-sheet#key=s3cret');
  expect(sent).toContainEqual(['sharedRunSheet', { body: { key: 's3cret' } }]);
  expect(cells()).toEqual([
    ['1', '+0:00', 'Studio 0:20, Home 0:45, Studio first', 'Name a fruitPicture: A basketSmile'],
    ['2', 'Skipped', 'no timer', 'Name a tree'],
    ['3', '+2:05', '0:30', 'Name a bird'],
  ]);
  expect(screen.getByText(/3 questions, 4 minutes/u)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Share' })).toBeNull();
  expect(await axeFindings()).toEqual([]);
  const print = vi.fn<() => void>();
  vi.stubGlobal('print', print);
  onTestFinished(() => void vi.unstubAllGlobals());
  await userEvent.click(screen.getByRole('button', { name: 'Print' }));
  expect(print).toHaveBeenCalledOnce();
});

it('shows times of day once the start is set [R2.run-sheet]', async () => {
  const startsAt = new Date(2026, 5, 1, 20, 15).getTime();
  await open('/run-sheet/01s', { ...SHEET, startsAt });
  const time = (minutes: number) =>
    new Date(startsAt + minutes * 60_000).toLocaleTimeString(undefined, { timeStyle: 'short' });
  expect(cells().map(([, each]) => each)).toEqual([time(0), 'Skipped', time(2)]);
  expect(screen.getByText(`until ${time(3)}`, { exact: false })).toBeTruthy();
});

it('is shared by a link that its producer makes and ends [R2.run-sheet-link]', async () => {
  await open('/run-sheet/01s');
  const user = userEvent.setup();
  const press = (name: string) => user.click(screen.getByRole('button', { name }));
  await press('Share');
  await press('Make link');
  expect(await screen.findByText(/\/run-sheet#key=s3cret$/u)).toBeTruthy();
  await press('End the link');
  expect(await screen.findByText('It has ended.')).toBeTruthy();
  expect(screen.queryByText(/s3cret/u)).toBeNull();
});

it('says that an address without its key is incomplete, without asking the server or offering another try', async () => {
  const { sent } = await open('/run-sheet');
  expect(screen.getByText(m.runSheetIncomplete())).toBeTruthy();
  expect([sent, screen.queryByRole('button')]).toEqual([[], null]);
});
