import { act, fireEvent, screen } from '@testing-library/react';
import { type AnyEventObject, createActor } from 'xstate';
import {
  type Board,
  type BoardRequest,
  type BoardsContext,
  boardsMachine,
  type BoardsEvent,
  type OwnRow,
  type PointsRequest,
} from '#machines/results/boards.ts';
import type { LeaderboardEntry } from '#machines/contract/entities.ts';
import { type Outcome, success } from '#machines/contract/outcome.ts';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import { NO_TOPS, NO_EVENTS, realtime } from '#tests/support/game.ts';
import { fold } from '#tests/support/graph.ts';
import { manualPort } from '#tests/support/screens.tsx';

export const entry = (
  username: string,
  role_id: 2 | 3,
  total_points: number,
  rank: number,
): LeaderboardEntry => ({ username, user_id: username, role_id, total_points, rank });

/** A reply with these rows. */
export const boardOf = (
  entries: readonly LeaderboardEntry[],
  people: Board['people'] = {},
): Outcome<Board> => success({ entries, people });

/** All players of one period, ranked within their audience. */
export const everybody = [
  entry('ann', 2, 1_234, 1),
  entry('cat', 3, 8, 1),
  entry('bob', 2, 5, 2),
  entry('dan', 3, 5, 2),
];

/** The boards' actor with its requests controlled by the test. `userId`: the user on whose page it runs. */
export function boardsFixture(userId = 'bob') {
  const clock = createFakeClock(0);
  const board = manualPort<BoardRequest, Board>();
  const points = manualPort<PointsRequest, OwnRow>();
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

export const press = (name: string | RegExp) =>
  act(async () => fireEvent.click(screen.getByText(name, { selector: 'button, button > *' })));

/* Shared by the path suites of the boards' chart. */

export const INPUT = { userId: 'bob', random: () => 0.5 };
const moved = realtime('boards-updated', { boards: NO_TOPS });
/** An event with the top rows of boards. */
const toldBoards = realtime('boards-updated', {
  gameSessionId: 'g1',
  boards: {
    daily: { entries: [], people: 0 },
    'all-time': { entries: [], people: 0 },
    sessions: { g1: { entries: [], people: 0, tally: [] } },
  },
});
const NONE = { points: 0, rank: null, overall: { points: 0, rank: null } };
const toldStanding = realtime('standing-updated', { daily: NONE, 'all-time': NONE });
const back = { type: 'connection.restored' } as const;
const turned = { type: 'day.turned' } as const;
const accepted = { type: 'answer.accepted', gameSessionId: 'g1' } as const;
/** Examples of events from the server; each suite adds the user's events. */
export const EVENTS = {
  ...NO_EVENTS,
  'realtime.boards-updated': [moved, toldBoards],
  'realtime.standing-updated': [toldStanding],
  'connection.lost': [],
  'connection.restored': [back],
  'clock.corrected': [],
  'answer.accepted': [accepted],
  'day.turned': [turned],
  'board.show': [],
  'board.whole': [],
  'board.leave': [],
  'board.retry': [],
  'points.show': [],
  'points.leave': [],
} as const;

interface Taken {
  readonly event: AnyEventObject;
}
type Executors = Readonly<Record<string, (step: Taken) => unknown>>;

/** Executors for events from the server and for replies. */
export const serverExecutors = ({
  send,
  board,
  points,
  pass,
}: ReturnType<typeof boardsFixture>): Executors => ({
  'realtime.boards-updated': ({ event }) => send(realtime('boards-updated', event['payload'])),
  'realtime.standing-updated': () => send(toldStanding),
  'connection.restored': () => send(back),
  'answer.accepted': () => send(accepted),
  'day.turned': () => send(turned),
  'xstate.done.actor.loadBoard': ({ event }) => board.answer(event['output']),
  'xstate.error.actor.loadBoard': board.fail,
  'xstate.done.actor.loadPoints': ({ event }) => points.answer(event['output']),
  'xstate.error.actor.loadPoints': points.fail,
  'xstate.after.untilRefresh.boards.board.shown.settling': () => pass(8_000),
  'xstate.after.untilRefresh.boards.points.shown.settling': () => pass(8_000),
});

/** Folds the same events over the chart alone; `context` is compared with the screen. */
export function notes() {
  const taken: AnyEventObject[] = [];
  return {
    context: (): BoardsContext => fold(boardsMachine, INPUT, taken).context,
    noting: (executors: Executors) =>
      Object.fromEntries(
        Object.entries(executors).map(([name, execute]) => [
          name,
          async (step: Taken): Promise<void> => {
            taken.push(step.event);
            await execute(step);
          },
        ]),
      ),
  };
}

/** The transitions of one region, without their order and target. */
export const inRegion = (transitions: readonly string[], region: string): string[] =>
  transitions
    .map((transition) => transition.split(' [')[0] ?? '')
    .filter((transition) => transition.startsWith(`boards.${region}`));
