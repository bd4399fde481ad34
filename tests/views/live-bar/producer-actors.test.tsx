import { useSelector } from '@xstate/react';
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { NO_WINDOW } from '#machines/answering/rules/schedule.ts';
import { releaseAct } from '#machines/show/producer.ts';
import { selectQuestions } from '#machines/show/que-cards.ts';
import { useNewProducerActors } from '#src/screens/live-bar/hook.ts';
import { item, rundown, showView } from '#tests/support/show-view.ts';
import { pageWith } from '../control/fixture.tsx';
import { question } from '../que-cards/question.ts';

const windows = {
  studio: NO_WINDOW,
  home: { released: true, timed: false, closesAt: null },
};
const release = { type: 'releaseTo', itemId: 'item-q1', audience: 'home', seconds: null } as const;

/** A page's first call loads the code for calls, which takes a while on a busy machine. */
const SOON = { timeout: 10_000 };

function Card() {
  const { cards, producer } = useNewProducerActors();
  const isReleased = useSelector(
    cards,
    (snapshot) => selectQuestions(snapshot)?.[0]?.windows.home.released,
  );
  if (isReleased === undefined) return null;
  return (
    <button onClick={() => producer.send(releaseAct('s1', release, NO_WINDOW))}>
      {isReleased ? 'Released' : 'Release'}
    </button>
  );
}

it('loads the que cards again after a release whose event did not arrive [R4.release-list]', async () => {
  let isReleased = false;
  const show = () =>
    showView({
      rundown: rundown({
        items: [item('1', { id: 'item-q1', ...(isReleased && { windows }) })],
      }),
    });
  const page = pageWith(async ({ method, url }) => {
    isReleased ||= method === 'POST';
    if (method === 'POST') return { show: show() };
    if (url.endsWith('/api/shows')) return { shows: [], show: show(), house: show() };
    const questions = [question('q1', isReleased ? { windows } : {})];
    return { questions, total: 1, versions: {}, connected: { studio: 0, home: 0 } };
  });
  render(page(<Card />));
  fireEvent.click(await screen.findByRole('button', { name: 'Release' }, SOON));
  expect(await screen.findByRole('button', { name: 'Released' }, SOON)).toBeTruthy();
});
