import { act, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { NO_TOPS, question, realtime, timed, viewer } from '#tests/support/game.ts';
import { boardOf, entry, rows } from '#tests/views/leaderboard/fixture.tsx';
import { type homeFixture, homeFixtureWith } from './fixture.tsx';

const q1 = question(1, { home: timed(90) });
const players = () => rows().map(([, player]) => player);
/** Counts requests for the leaderboard after points have changed. */
const askedFor = async (page: Awaited<ReturnType<typeof homeFixture>>) => {
  await page.board.answer(boardOf([]));
  const before = page.board.asked.length;
  await page.tellBoards(realtime('boards-updated', { boards: NO_TOPS }));
  await page.advance(8_000);
  return page.board.asked.length - before;
};

describe('the leaderboard', () => {
  it('shows the top and the own row, and the rest on demand [R2.main-board-you]', async () => {
    const page = await homeFixtureWith(viewer, q1);
    const names = Array.from({ length: 15 }, (_, index) => (index === 12 ? 'viewer' : `p${index}`));
    await page.board.answer(
      boardOf(names.map((name, index) => entry(name, 2, 15 - index, index + 1))),
    );
    expect(players()).toEqual([...names.slice(0, 10), 'viewer (You)']);
    await page.person.click(screen.getByRole('button', { name: 'Show all 15' }));
    expect(players().length).toBe(15);
    await page.person.click(screen.getByRole('button', { name: 'Show fewer' }));
    expect(players().length).toBe(11);
  });
  it('shows of how many players it lists the best [R9.board-people R9.board-own-row]', async () => {
    const page = await homeFixtureWith(viewer, q1);
    const best = Array.from({ length: 100 }, (_, index) =>
      entry(`p${index}`, 2, 999 - index, index + 1),
    );
    await page.board.answer(boardOf([...best, entry('viewer', 2, 1, 1_204)], { all: 1_300 }));
    expect(screen.getByText('Everyone, ranked by points.').tagName).toBe('P');
    expect(rows().at(-1)).toEqual(['1204', 'viewer (You)', 'Home', '1']);
    expect(screen.getByRole('button', { name: /^Show/u }).textContent).toBe('Show 100 of 1300');
  });
  it('has the columns Rank, Player, Type and Points [R2.main-board-columns]', async () => {
    const page = await homeFixtureWith(viewer, q1);
    await page.board.answer(boardOf([entry('ann', 2, 9, 1)]));
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Rank',
      'Player',
      'Type',
      'Points',
    ]);
  });
  it('is updated while it is open, but not while it is collapsed [R2.main-board-collapsible]', async () => {
    const page = await homeFixtureWith(viewer, q1);
    expect(await askedFor(page)).toBe(1);
    const details = screen.getByText('Leaderboard').closest('details');
    await act(async () => {
      details?.removeAttribute('open');
      details?.dispatchEvent(new Event('toggle'));
    });
    expect(await askedFor(page)).toBe(0);
  });
});
