import { act, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import MyShows from '#src/screens/home/my-shows.tsx';
import { question, realtime, T0, untimed, viewer } from '#tests/support/game.ts';
import { questionsFixture } from '#tests/support/questions-fixture.ts';
import { pageWith } from '#tests/views/control/fixture.tsx';

const lines = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);

it('says that a show is over only until it is reopened', async () => {
  const { actor, load, send } = questionsFixture(viewer);
  const asked = question(1, { home: untimed, studio: untimed });
  await load({ questions: [{ ...asked, endedAt: T0 }], versions: { house: 1 } });
  const shows = [
    { id: 's2', title: 'Friday', state: 'ended', endedAt: T0 },
    { id: 's1', title: 'Last week', state: 'ended', endedAt: T0 - 1_000 },
  ];
  render(pageWith(() => ({ shows }))(<MyShows questions={actor} onTitle={() => {}} />));
  await screen.findByRole('list');
  const ended = ["You're in Friday, which is over.", "You're in Last week, which is over."];
  expect(lines()).toEqual(ended);
  const changed = { feed: 'house', gameSessionId: 'g1' };
  const reopened = realtime('questions-updated', { ...changed, version: 2, question: asked });
  await act(() => send(reopened));
  expect(lines()).toEqual(["You're in Friday.", "You're in Last week, which is over."]);
  const again = { ...asked, endedAt: T0 + 1_000 };
  await act(() => send(realtime('questions-updated', { ...changed, version: 3, question: again })));
  expect(lines()).toEqual(ended);
});
