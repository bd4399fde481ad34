import { act, render, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { ActiveQuestion, ShownPlace } from '#machines/contract/entities.ts';
import { NEW_RESULT } from '#machines/results/rules/result.ts';
import { createTicker } from '#src/effects/ticker.ts';
// Loaded beforehand, as on a phone that has shown a board before.
import MissedBoard from '#src/screens/home/missed-board.tsx';
import { settled } from '#tests/support/fake-clock.ts';
import { answerTo, question, realtime, T0, viewer } from '#tests/support/game.ts';
import { createRoot } from '#tests/support/root.tsx';
import { axeFindings } from '#tests/support/screens.tsx';
import { homeFixture } from './fixture.tsx';

const over = { released: true, timed: false, closesAt: T0 - 1_000 };
const missed = (n: number, board: ActiveQuestion['board'], lockedAt = T0): ActiveQuestion => ({
  ...question(n, { home: over, studio: over }),
  result: { ...NEW_RESULT, state: 'locked', version: 1, lockedAt },
  board,
});
const place = (label: string, count: number, shownAt: number): ShownPlace => ({
  label,
  count,
  shownAt,
});
const rows = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);
const boardRows = () =>
  [...screen.getByRole('list', { name: 'Board' }).children].map(({ textContent }) => textContent);
const said = () => screen.getByRole('list', { name: 'Board' }).nextElementSibling?.textContent;

const covered = (number: number) => `${number}Not revealed yet`;

const DAY_MS = 24 * 3_600_000;
const hero = () => within(screen.getByRole('region', { name: 'Now' }));

async function open(questions: readonly ActiveQuestion[], answeredAt?: number) {
  const fixture = await homeFixture(viewer);
  const answers = answeredAt === undefined ? [] : [{ ...answerTo(1), answeredAt }];
  await fixture.load({ questions, answers, versions: { house: 1 } });
  await act(settled);
  return fixture;
}

describe('a missed question', () => {
  const counting = { ...missed(2, undefined), result: NEW_RESULT };
  it('stays on the first screen from the end of its time until its board', async () => {
    const fixture = await open([missed(1, undefined), counting], T0 - 60_000);
    const headings = () =>
      hero()
        .getAllByRole('heading')
        .map(({ textContent }) => textContent);
    expect(headings()).toEqual(['Question 2?', "Time's up"]);
    expect(hero().getByText('Not answered')).toBeTruthy();
    expect(await axeFindings()).toEqual([]);
    const locked = missed(2, [null]);
    const lock = { feed: 'house', version: 2, question: locked, gameSessionId: 'g2' };
    await fixture.send(realtime('show-answers', lock));
    expect([headings(), boardRows()]).toEqual([['Question 2?'], [covered(1)]]);
  });
  it('gives way once it does not count', async () => {
    const voided = { ...NEW_RESULT, voided: { at: T0, reason: 'Misprint' } };
    await open([missed(1, undefined), { ...counting, result: voided }], T0 - 60_000);
    expect(hero().getByRole('heading').textContent).toBe('Question 1?');
  });
});

describe('the board of a missed question', () => {
  it('opens row by row in time with the stage screen, and says each row once', async () => {
    const fixture = await open([missed(1, [null, null, null])]);
    expect(boardRows()).toEqual([covered(1), covered(2), covered(3)]);
    const board = [null, place('apple', 4, T0 + 2_000), null];
    const reveal = { feed: 'house', version: 2, question: missed(1, board), gameSessionId: 'g1' };
    await fixture.send(realtime('show-answers', reveal));
    expect([boardRows()[1], said()]).toEqual([covered(2), '']);
    await fixture.advance(2_000);
    expect([boardRows()[1], said()]).toEqual(['2Apple4 answers', 'Number 2: Apple, 4 answers']);
    expect(await axeFindings()).toEqual([]);
  });
  it('shows the number that groups of equal size share as soon as the first of them opens, but not of number one', async () => {
    const plum = { ...place('plum', 1, T0 + 1_000), sharedPlace: 2 };
    const fig = { ...place('fig', 1, T0 + 2_000), sharedPlace: 1 };
    const fixture = await open([missed(1, [null, null, plum])]);
    await fixture.advance(1_000);
    expect(boardRows()).toEqual([covered(1), covered(2), '2 =Plum1 answer']);
    expect(said()).toBe('Joint number 2: Plum, 1 answer');
    const board = [{ ...fig, shownAt: T0 + 3_000 }, fig];
    const reveal = { feed: 'house', version: 2, question: missed(1, board), gameSessionId: 'g1' };
    await fixture.send(realtime('show-answers', reveal));
    await fixture.advance(1_000);
    expect(boardRows()).toEqual([covered(1), '2Fig1 answer']);
    await fixture.advance(1_000);
    expect(boardRows()).toEqual(['1 =Fig1 answer', '1 =Fig1 answer']);
  });
  it.each([
    ['gives way to a question that was answered after it', T0 + 1, false],
    ['comes before a question that was answered before it', T0 - 1, true],
  ])('%s', async (_title, answeredAt, isShown) => {
    const answered = { ...missed(1, undefined), board: undefined };
    await open([answered, missed(2, [null])], answeredAt);
    expect(screen.queryByRole('list', { name: 'Board' }) !== null).toBe(isShown);
    expect(rows().length).toBeGreaterThan(0);
  });
});

describe('the first screen after a show', () => {
  const answered = missed(1, undefined);
  it('thanks for playing once the show of the last answer has ended', async () => {
    const fixture = await open([answered], T0 - 60_000);
    expect(hero().getByRole('heading').textContent).toBe('Question 1?');
    const question1 = { ...answered, endedAt: T0 };
    const end = { feed: 'house', version: 2, gameSessionId: 'g1', question: question1 };
    await fixture.send(realtime('questions-updated', end));
    expect(hero().getByRole('heading').textContent).toBe('Thanks for playing!');
    expect(hero().queryByRole('paragraph')).toBe(null);
  });
  it('waits for the next question the day after an answer', async () => {
    await open([answered], T0 - 2 * DAY_MS);
    expect(hero().getByRole('heading').textContent).toBe('Next question soon');
  });
  it('waits for the next question the day after a show', async () => {
    await open([{ ...answered, endedAt: T0 - DAY_MS }], T0 - 2 * DAY_MS);
    expect(hero().getByRole('heading').textContent).toBe('Next question soon');
  });
});

it('opens every row of a board whose rows are shown within milliseconds', async () => {
  let time = T0;
  // The clock goes on while the page renders.
  const now = () => {
    time += 0.25;
    return time;
  };
  const board = [5, 4, 3, 2, 1].map((ms) => place('apple', ms, T0 + 100 + ms));
  const ticker = createTicker({ now, onCorrection: () => () => {} });
  render(createRoot({ now, effects: { ticker } }).page(<MissedBoard board={board} />));
  await expect.poll(() => boardRows().filter((row) => row?.includes('Apple')).length).toBe(5);
});
