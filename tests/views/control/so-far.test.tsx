import { act, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { success } from '#machines/contract/outcome.ts';
import { ProducerActorsContext } from '#src/bindings/producer-actors.ts';
import { ControlScreen } from '#src/screens/control/control.tsx';
import { SoFar } from '#src/screens/control/so-far.tsx';
import { QueCardsScreen } from '#src/screens/que-cards/que-cards.tsx';
import { cardsFixture } from '#tests/support/cards-fixture.ts';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import { T0, timed } from '#tests/support/game.ts';
import { createRoot } from '#tests/support/root.tsx';
import { axeFindings } from '#tests/support/screens.tsx';
import { rundown, showView } from '#tests/support/show-view.ts';
import { question } from '#tests/views/que-cards/question.ts';
import { pageWith } from './fixture.tsx';

it('lists the largest groups, and who still has to answer: contestants first, players without a name counted', async () => {
  const member = { shownName: 'x', isGuest: true, hasAnswered: false };
  const people = [
    { ...member, userId: 'ann', name: 'Ann', role_id: 2 },
    { ...member, userId: 'ben', name: 'Ben', role_id: 2, hasAnswered: true },
    { ...member, userId: 'cleo', name: 'Cleo', role_id: 3 },
    { ...member, userId: 'dan', name: 'Dan', role_id: 2, isHere: false },
  ];
  const { cards, producer, lists } = cardsFixture(createFakeClock(T0));
  const asked = question('q1', {
    windows: { studio: timed(30), home: timed(30) },
    answered: { studio: 1, home: 7 },
    topGroups: [{ representative: 'towel', count: 7 }],
  });
  await act(() => lists([asked]));
  const page = pageWith(() => ({ people, adjustments: [] }));
  render(
    page(<SoFar producer={producer} cards={cards} showId="s1" simulated={0} question={asked} />),
  );
  await screen.findByRole('heading', { name: 'Still to answer: 74' });
  expect(screen.getByText('Cleo, Ann, and 72 more')).toBeDefined();
  expect(screen.getByRole('region', { name: 'Top answers' }).textContent).toMatch(/towel7/u);
  expect(await axeFindings()).toEqual([]);
});

it('counts simulated players apart from the players who are connected', async () => {
  const { cards, producer, lists } = cardsFixture();
  await act(() => lists([]));
  const page = pageWith(() => ({ people: [], adjustments: [] }));
  render(
    page(
      <SoFar producer={producer} cards={cards} showId="s1" simulated={40} question={undefined} />,
    ),
  );
  expect(screen.getByRole('region', { name: 'Players' }).textContent).toMatch(
    /Simulated players: 40Real players connected/u,
  );
});

it.each([
  ['draft', false],
  ['rehearsal', true],
  ['live', true],
  ['ended', false],
] as const)('leaves navigation away while a show runs: %s', async (state, isRunning) => {
  const { actors, load } = cardsFixture();
  render(createRoot().page(<ControlScreen actors={actors} />));
  const view = showView({ rundown: rundown({ state }) });
  await load.answer(success({ shows: [], view, house: null }));
  expect(document.querySelector('[data-run]') !== null).toBe(isRunning);
});

it('leaves navigation away from the que cards while a show runs, with a way to the control room', async () => {
  const { actors, load, lists } = cardsFixture();
  const { page } = createRoot();
  render(
    page(
      <ProducerActorsContext value={actors}>
        <QueCardsScreen actors={actors} />
      </ProducerActorsContext>,
    ),
  );
  await act(() => lists([]));
  expect(document.querySelector('[data-run]')).toBeNull();
  const view = showView({ rundown: rundown({ state: 'live' }) });
  await act(() => load.answer(success({ shows: [], view: null, house: view })));
  expect(screen.getByRole('link', { name: 'Control Room' }).dataset['run']).toBe('desk');
});
