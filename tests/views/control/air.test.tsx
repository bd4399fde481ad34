import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createActor } from 'xstate';
import { expect, it } from 'vitest';
import type { Direction } from '#machines/contract/entities.ts';
import { showControlMachine } from '#machines/show-control.ts';
import { Air } from '#src/screens/control/air.tsx';
import { realtime } from '#tests/support/game.ts';
import { direction, hidden } from '#tests/views/que-cards/show-stage.tsx';

const item = {
  id: 'i1',
  questionId: 'q1',
  gameSessionId: 'game-q1',
  text: 'Question 1',
  state: 'armed' as const,
  studioSeconds: 30,
  homeSeconds: 30,
  order: 'both' as const,
  note: '',
};
const [towel, book] = hidden;

/** Whether the producer is warned before the towel is revealed. */
async function isWarned(places: Direction['places'], next = 'towel'): Promise<boolean> {
  const show = createActor(showControlMachine, { input: { now: () => 0 } }).start();
  const { unmount } = render(<Air show={show} main={{ type: 'reveal', item, groupId: next }} />);
  await act(async () => show.send(realtime('show-directed', { direction: direction({ places }) })));
  const found = screen.queryByText(/^"towel" may be unfit for air\./u);
  unmount();
  return found !== null;
}

it('warns of the group that is revealed next when it may be unfit for air, unless it is held back', async () => {
  if (!towel || !book) throw new Error('no places');
  const flagged = { ...towel, isFlagged: true as const };
  expect(await isWarned([flagged, book])).toBe(true);
  expect(await isWarned([flagged, book], 'book')).toBe(false);
  expect(await isWarned([{ ...flagged, isHeld: true }, book])).toBe(false);
  expect(await isWarned([towel, book])).toBe(false);
});

it('says when a screen lost its line, until it is said that it was closed [R2.show-desk-lost]', async () => {
  const show = createActor(showControlMachine, { input: { now: () => 0 } }).start();
  render(<Air show={show} main={{ type: 'none' }} />);
  const told = (screens: number) =>
    act(async () => show.send(realtime('show-directed', { direction: direction({ screens }) })));
  await told(2);
  expect(screen.getByRole('status').textContent).toBe('');
  await told(1);
  expect(screen.getByRole('status').textContent).toMatch(
    /^1 screen lost the line at .+\. The last picture stays there\./u,
  );
  await userEvent.click(screen.getByText('It was closed'));
  expect(screen.getByRole('status').textContent).toBe('');
});
