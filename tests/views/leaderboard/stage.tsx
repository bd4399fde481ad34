import { act } from '@testing-library/react';
import { createActor } from 'xstate';
import {
  type BoardAsked,
  boardsMachine,
  type BoardsEvent,
  type OwnPoints,
  type PointsAsked,
} from '#machines/boards.ts';
import type { LeaderboardEntry } from '#machines/contract/entities.ts';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import { manualPort } from '#tests/support/screens.tsx';

export const entry = (
  username: string,
  role_id: 2 | 3,
  total_points: number,
  rank: number,
): LeaderboardEntry => ({ username, user_id: username, role_id, total_points, rank });

/** Everybody of one period, as the server ranks them. */
export const everybody = [
  entry('ann', 2, 1_234, 1),
  entry('cat', 3, 8, 2),
  entry('bob', 2, 5, 3),
  entry('dan', 3, 5, 3),
];

/** The boards' actor, what it asks for in the hands of the test. `userId` is the reader. */
export function boardsStage(userId = 'bob') {
  const clock = createFakeClock(0);
  const board = manualPort<BoardAsked, readonly LeaderboardEntry[]>();
  const points = manualPort<PointsAsked, OwnPoints>();
  const actor = createActor(
    boardsMachine.provide({ actors: { loadBoard: board.logic, loadPoints: points.logic } }),
    { clock, input: { userId, random: () => 0.5 } },
  ).start();
  return {
    actor,
    board,
    points,
    send: (event: BoardsEvent) => act(async () => actor.send(event)),
    pass: (ms: number) => act(async () => clock.advance(ms)),
  };
}

/** The cells of each row on the page. */
export const rows = (): string[][] =>
  [...document.querySelectorAll('tbody tr')].map((row) =>
    [...row.children].map(({ textContent }) => textContent),
  );
