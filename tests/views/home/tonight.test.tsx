import { act, cleanup, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { success } from '#machines/contract/outcome.ts';
import type { ShowSummary } from '#machines/contract/rundown.ts';
import { HOUSE_SHOW } from '#machines/contract/entities.ts';
import type { ShowView } from '#machines/show/calls.ts';
import { ProducerActorsContext } from '#src/bindings/producer-actors.ts';
import Tonight from '#src/screens/home/tonight.tsx';
import { cardsFixture } from '#tests/support/cards-fixture.ts';
import { createRoot } from '#tests/support/root.tsx';
import { axeFindings } from '#tests/support/screens.tsx';
import { item, rundown, showView } from '#tests/support/show-view.ts';

const { items: _items, ...summary } = rundown({ id: 's2', title: 'Friday', state: 'live' });
const live: ShowSummary = { ...summary, itemCount: 2 };

/** The card, with these shows and the one that is displayed. */
async function open(
  shows: readonly ShowSummary[],
  { view = showView(), house = null }: { view?: ShowView; house?: ShowView | null } = {},
) {
  const { actors, load } = cardsFixture();
  const run: (readonly string[])[] = [];
  render(
    createRoot().page(
      <ProducerActorsContext value={actors}>
        <Tonight onRun={(ids) => run.push(ids)} />
      </ProducerActorsContext>,
    ),
  );
  await act(() => load.answer(success({ shows, view, house })));
  return run;
}

it('names the live show and leads to its control room, and says which questions the reader runs', async () => {
  const shown = rundown({ id: 's2', state: 'live', items: [item('1')] });
  const run = await open([live], { view: showView({ rundown: shown }) });
  expect(screen.getByRole('heading', { name: 'Tonight: Friday' })).toBeDefined();
  expect(screen.getByText('Live now, 2 questions')).toBeDefined();
  const way = screen.getByRole('link', { name: 'Open the control room' });
  expect(way.getAttribute('href')).toBe('/control');
  expect(run.at(-1)).toEqual(['game-q1']);
  expect(await axeFindings()).toEqual([]);
});

it('leads an admin to a new show when none is planned, and not a producer, who makes none', async () => {
  const ended: ShowSummary = { ...live, state: 'ended' };
  await open([ended]);
  expect(screen.getByRole('link', { name: 'Open the control room' })).toBeDefined();
  cleanup();
  await open([ended], { house: showView({ rundown: rundown({ id: HOUSE_SHOW }) }) });
  expect(screen.getByText('No show is planned.')).toBeDefined();
  expect(screen.getByRole('link', { name: 'New show' }).getAttribute('href')).toBe('/control');
});
