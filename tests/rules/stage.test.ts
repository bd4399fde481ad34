import { describe, expect, it } from 'vitest';
import type { StageView } from '#machines/contract/stage.ts';
import { NO_WINDOW } from '#machines/answering/rules/schedule.ts';
import {
  formerRows,
  hasBoardChanged,
  revealStepMs,
  REVEAL_STEPS,
  isCorrected,
  isCovered,
  isEverybodyIn,
  isOpenAt,
  isOverAt,
  justRevealed,
  lastTimerEnd,
} from '#machines/show/rules/stage.ts';

const place = (groupId: string, count = 3, revealedAt?: number): StageView['groups'][number] => ({
  groupId,
  rank: 1,
  representative: groupId,
  count,
  homePoints: 0,
  contestantPoints: 0,
  ...(revealedAt !== undefined && { revealedAt }),
});
/** A row of a board. */
const row = (username: string, rank: number) => ({ username, rank, total_points: 9 - rank });
const timed = (closesAt: number) => ({ released: true, timed: true, closesAt });

/** Duration of a reveal, without its points, ms. */
const lengthOf = (at: number) =>
  REVEAL_STEPS.filter((step) => step !== 'points').reduce(
    (sum, step) => sum + revealStepMs(step, at),
    0,
  );

describe('the scenes of the stage screen', () => {
  it('show a reveal for as long as its place is worth, apart from points', () => {
    expect([8, 4, 3, 2, 1].map(lengthOf)).toEqual([1_920, 1_920, 2_720, 2_720, 5_020]);
  });

  it('have the newest reveal, unless it is old', () => {
    expect(justRevealed([null, null], [null, place('b')], 0)).toBe('b');
    expect(justRevealed([], [place('a', 3, 900), place('b', 3, 1_000)], 1_500)).toBe('b');
    expect(justRevealed([null], [place('a', 3, 1_000)], 9_000)).toBeNull();
    expect(justRevealed([place('a')], [place('a', 4)], 0)).toBeNull();
  });

  it('distinguish hiding a group from correcting it', () => {
    const both = [place('a'), place('b')];
    expect([isCovered(both, [null, place('b')]), isCorrected(both, both)]).toEqual([true, false]);
    // A new release covers all groups again.
    expect(isCovered(both, [])).toBe(false);
    expect(isCorrected(both, [place('a', 4), place('b')])).toBe(true);
    expect(isCorrected(both, [place('b'), place('a')])).toBe(true);
    expect(isCorrected(both, [place('a'), place('c')])).toBe(true);
    expect(isCorrected([null, place('b')], both)).toBe(false);
  });

  it('have the time from which, and until which, players can answer', () => {
    const windows = { studio: timed(1_000), home: timed(5_000) };
    expect([0, 1_000, 5_000].map((now) => isOpenAt(windows, now))).toEqual([true, true, false]);
    expect([0, 5_000].map((now) => isOverAt(windows, now))).toEqual([false, true]);
    expect([0, 5_000].map((now) => lastTimerEnd(windows, now))).toEqual([5_000, null]);
    const none = { studio: NO_WINDOW, home: NO_WINDOW };
    expect([isOpenAt(none, 0), isOverAt(none, 0), lastTimerEnd(none, 0)]).toEqual([
      false,
      false,
      null,
    ]);
  });

  it('know when everybody of the audiences that have the question has answered', () => {
    const home = { studio: NO_WINDOW, home: timed(9) };
    const isIn = (answered: number, studio: number, players: number) =>
      isEverybodyIn(
        { windows: home, answered: { studio: 0, home: answered } },
        { studio, home: players },
      );
    expect([isIn(2, 5, 3), isIn(3, 5, 3), isIn(4, 5, 3), isIn(0, 5, 0)]).toEqual([
      false,
      true,
      true,
      false,
    ]);
    const both = { studio: timed(9), home: timed(9) };
    const answered = { studio: 1, home: 3 };
    expect(isEverybodyIn({ windows: both, answered }, { studio: 2, home: 3 })).toBe(false);
    expect(isEverybodyIn({ windows: both, answered }, { studio: 0, home: 3 })).toBe(true);
  });

  it('have the rows of a board before the last question, with those that are gone', () => {
    const noah = { ...row('Noah', 1), before: { rank: 3, total_points: 2 }, sharing: 4 };
    const vera = { ...row('Vera', 2), before: { rank: 1, total_points: 7 }, members: 2 };
    const home = [noah, vera, row('Lena', 3)];
    const gone = [row('Omar', 2)];
    expect(formerRows(home, gone)).toEqual([
      { username: 'Vera', rank: 1, total_points: 7, members: 2 },
      row('Omar', 2),
      { username: 'Noah', rank: 3, total_points: 2 },
    ]);
    const rise = { ...row('Ida', 4), before: { rank: 30, total_points: 1 } };
    const others = Array.from({ length: 10 }, (_, at) => row(`Gone ${at}`, at + 1));
    expect(formerRows([rise], others)).toEqual(others);
    expect(hasBoardChanged({ studio: [], home })).toBe(true);
    // Before the first question there was no board.
    expect(hasBoardChanged({ studio: [], home: [row('Lena', 1)] })).toBe(false);
  });
});
