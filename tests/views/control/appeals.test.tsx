import { act, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Appeals } from '#src/screens/control/appeals.tsx';
import { cardsFixture } from '#tests/support/cards-fixture.ts';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import { realtime, T0 } from '#tests/support/game.ts';
import { createRoot } from '#tests/support/root.tsx';
import { item } from '#tests/support/show-view.ts';
import { question } from '#tests/views/que-cards/question.ts';

const way = () => screen.queryByRole('link');

it('counts the appeals of the whole show and leads to the first question with one [R2.appeal-waits]', async () => {
  const { cards, lists } = cardsFixture(createFakeClock(T0));
  render(createRoot().page(<Appeals cards={cards} items={[item('1'), item('2'), item('3')]} />));
  await lists([question('q3', { appeals: 1 }), question('q2'), question('q1')]);
  const seen = () => [way()?.textContent, way()?.getAttribute('href')];
  expect(seen()).toEqual(['1 appeal', '/grouping/game-q3']);
  const of = (id: string, appeals: number) => {
    const counts = { answered: { studio: 0, home: 1 }, connected: { studio: 0, home: 1 } };
    const payload = { gameSessionId: `game-${id}`, ...counts, appeals };
    return act(async () => cards.send(realtime('answers-counted', payload)));
  };
  await of('q2', 2);
  expect(seen()).toEqual(['3 appeals', '/grouping/game-q2']);
  expect(screen.getByRole('status').textContent).toBe('3 appeals to decide');
  await of('q2', 0);
  await of('q3', 0);
  expect([way(), screen.getByRole('status').textContent]).toEqual([null, '']);
});
