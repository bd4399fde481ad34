import { m } from 'messages';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { Adjustment } from '#machines/contract/entities.ts';
import { success } from '#machines/contract/outcome.ts';
import { REST_MS } from '#machines/show/producer.ts';
import { Adjustments, LastPoints, Points } from '#src/screens/control/points.tsx';
import { Seats } from '#src/screens/control/seats.tsx';
import { producerFixture } from '#tests/support/producer-fixture.ts';
import { createRoot } from '#tests/support/root.tsx';
import { axeFindings } from '#tests/support/screens.tsx';
import { rundown, showView } from '#tests/support/show-view.ts';
import { direction } from '#tests/views/que-cards/stage-fixture.tsx';
import { pageWith } from './fixture.tsx';

const SHOW = rundown({
  state: 'live',
  join: { code: 'CDFGHJ', joining: 'anybody' },
  teams: { mode: 'chosen', list: [{ id: 'r', name: 'Red' }] },
});

async function open() {
  const { clock, producer, loads, perform } = producerFixture();
  const view = showView({ rundown: SHOW });
  await loads(success(direction()), view);
  const user = userEvent.setup({ delay: null });
  return {
    producer,
    press: (name: string) => user.click(screen.getByRole('button', { name })),
    type: (name: string, text: string) => user.type(screen.getByRole('textbox', { name }), text),
    done: async () => {
      await perform.answer(success(view));
      await act(async () => clock.advance(REST_MS));
      return perform.asked.at(-1)?.act;
    },
  };
}

const given = {
  id: 'a1',
  name: 'Ann',
  points: 5,
  reason: 'Best costume',
  at: 0,
  by: 'Pat',
  undoneAt: null,
  undoneBy: null,
};

it('gives a person points for a reason, or takes them [R2.points-by-hand]', async () => {
  const { producer, press, type, done } = await open();
  render(createRoot().page(<Points producer={producer} name="Ann" to={{ userId: 'ann' }} />));
  await press('Points of Ann');
  await type('Points', '1.5');
  screen.getByText(m.pointsBadPoints());
  await type('Points', '{Backspace}{Backspace}2');
  expect(screen.getByRole('button', { name: 'Give' })).toHaveProperty('disabled', true);
  await type('Reason', ' Best costume ');
  expect(await axeFindings()).toEqual([]);
  await press('Take');
  const points = { type: 'givePoints', to: { userId: 'ann' } };
  expect(await done()).toEqual({ ...points, points: -12, reason: 'Best costume' });
  await press('Points of Ann');
  await type('Points', '3');
  await type('Reason', 'Sorry{Enter}');
  expect(await done()).toEqual({ ...points, points: 3, reason: 'Sorry' });
});

it('lists points by hand with their reason, and undoes them [R2.points-by-hand]', async () => {
  const { producer, press, done } = await open();
  const undone = { ...given, id: 'a2', name: null, points: -1, undoneAt: 1, undoneBy: 'Kim' };
  render(createRoot().page(<Adjustments producer={producer} adjustments={[undone, given]} />));
  const [first, second] = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(first).toMatch(/^A deleted account: -1 point, "Best costume"undone by Kim at /u);
  expect(second).toMatch(/^Ann: 5 points, "Best costume"Pat at .*Undo$/u);
  await press('Undo Ann: 5 points');
  expect(await done()).toEqual({ type: 'undoPoints', adjustmentId: 'a1' });
});

it('undoes the last points where they were given, once [R2.points-by-hand]', async () => {
  const { producer, press, done } = await open();
  const adjustments = [given, { ...given, id: 'a0', points: 1 }];
  let reply: readonly Adjustment[] = adjustments;
  const page = pageWith(() => ({ people: [], adjustments: reply }));
  const { unmount } = render(page(<LastPoints producer={producer} showId="s1" />));
  await screen.findByRole('button', { name: 'Undo Ann: 5 points' });
  await press('Undo Ann: 5 points');
  expect(await done()).toEqual({ type: 'undoPoints', adjustmentId: 'a1' });
  unmount();
  reply = [{ ...given, undoneAt: 1 }, ...adjustments.slice(1)];
  render(page(<LastPoints producer={producer} showId="s1" />));
  await screen.findByText('Ann: 5 points');
  expect(screen.queryByRole('button')).toBeNull();
});

it('is found beside the people and the teams of a show that has begun [R2.points-by-hand]', async () => {
  const { producer } = await open();
  const person = { userId: 'ann', name: 'Ann', shownName: 'Ann', role_id: 2, isGuest: false };
  const people = [{ ...person, hasAnswered: false }];
  const page = pageWith(() => ({ people, adjustments: [given] }));
  const { unmount } = render(page(<Seats producer={producer} rundown={SHOW} onClose={() => {}} />));
  await screen.findByRole('button', { name: 'Points of Ann' });
  screen.getByRole('button', { name: 'Points of Red' });
  screen.getByRole('button', { name: 'Undo Ann: 5 points' });
  unmount();
  const draft = { ...SHOW, state: 'draft' } as const;
  render(page(<Seats producer={producer} rundown={draft} onClose={() => {}} />));
  await screen.findByRole('list', { name: 'Points by hand' });
  expect(screen.queryByRole('button', { name: 'Points of Red' })).toBeNull();
});
