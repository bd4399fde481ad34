import { act, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Rundown } from '#machines/contract/rundown.ts';
import { success } from '#machines/contract/outcome.ts';
import { Links } from '#src/screens/control/links.tsx';
import { cardsFixture } from '#tests/support/cards-fixture.ts';
import { createRoot } from '#tests/support/root.tsx';
import { rundown, showView } from '#tests/support/show-view.ts';
import { direction } from '#tests/views/que-cards/stage-fixture.tsx';

it.each<[string, Rundown['state'], string, string]>([
  ['its own before it goes live', 'draft', 'house', '/gameshow?show=s1'],
  ["the house show's while that shows it", 'live', 's1', '/gameshow'],
])('opens the stage screen of a show for everybody: %s', async (_, state, showId, href) => {
  const { actors, load, house } = cardsFixture();
  const join = { joining: 'anybody', code: 'CDFGHJ' } as const;
  const view = showView({ rundown: rundown({ id: 's1', state, join }) });
  render(createRoot().page(<Links actors={actors} view={view} onClose={() => {}} />));
  await act(() => load.answer(success({ shows: [], view, house: house(direction({ showId })) })));
  const way = screen.getByRole('link', { name: 'Open stage screen', hidden: true });
  expect(way.getAttribute('href')).toBe(href);
});
