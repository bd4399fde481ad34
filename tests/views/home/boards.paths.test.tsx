import { m } from 'messages';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { boardsMachine, type BoardSubject } from '#machines/results/boards.ts';
import { ROLE } from '#machines/contract/roles.ts';
import { refusal } from '#machines/contract/outcome.ts';
import { Leaderboard } from '#src/screens/home/leaderboard.tsx';
import { lacking, modelOf, titled, toursOf, unwalked } from '#tests/support/graph.ts';
import { createRoot } from '#tests/support/root.tsx';
import { alertText } from '#tests/support/screens.tsx';
import {
  boardOf,
  boardsFixture,
  entry,
  EVENTS,
  INPUT,
  inRegion,
  notes,
  press,
  rows,
  serverExecutors,
} from '#tests/views/leaderboard/fixture.tsx';

const entries = [entry('ann', 2, 9, 1), entry('bob', 3, 5, 2)];
const ROWS = [
  ['1First place', 'ann', 'Home', '9'],
  ['2', 'bob (You)', 'Studio', '5'],
];
const look = (subject: BoardSubject) => ({ type: 'board.show', subject }) as const;
const model = modelOf(boardsMachine, {
  input: INPUT,
  events: {
    ...EVENTS,
    'board.show': [
      look({ kind: 'session', gameSessionId: 'g1' }),
      look({ kind: 'everybody', period: 'daily' }),
      look({ kind: 'everybody', period: 'all-time' }),
    ],
    'board.whole': [{ type: 'board.whole' }],
    'board.leave': [{ type: 'board.leave' }],
    'board.retry': [{ type: 'board.retry' }],
  },
  done: { loadBoard: [boardOf(entries), boardOf([]), refusal(m.leaderboardFailed())] },
  at: ({ context: { subject } }) => subject,
});
const paths = toursOf(model);
const BOB = { id: 'bob', name: 'bob', email: 'bob@show.example', role_id: ROLE.contestant };

const TABS = { session: 'This Question', daily: "Today's Scores", 'all-time': 'All-Time Scores' };
const tabOf = (subject: BoardSubject): string =>
  TABS['period' in subject ? subject.period : 'session'];
const EMPTY: Readonly<Record<string, string>> = {
  'This Question': 'No answers submitted yet.',
  "Today's Scores": 'No scores recorded today yet.',
  'All-Time Scores': 'No scores recorded yet.',
};
const details = () => document.querySelector('details');
/** Presses the heading; the browser opens or closes the panel and sends the event. */
const turn = () =>
  act(async () => {
    const part = details();
    if (part === null) throw new Error('no boards');
    part.open = !part.open;
    fireEvent(part, new Event('toggle'));
  });
const seen = () => ({
  tab: document.querySelector('[aria-selected="true"]')?.textContent,
  rows: rows(),
  empty: Object.values(EMPTY).find((words) => screen.queryByText(words) !== null) ?? null,
  isWaiting: screen.queryByText('Loading scores') !== null,
  alarm: alertText() || null,
  mayRetry: screen.queryByText('Try Again') !== null,
});

async function start() {
  const fixture = boardsFixture('bob');
  render(
    createRoot().page(
      <Leaderboard
        boards={fixture.actor}
        user={BOB}
        question={{ gameSessionId: 'g1', answer: null }}
      />,
    ),
  );
  // The chart starts with the board closed.
  await turn();
  const { context, noting } = notes();
  const events = noting({
    ...serverExecutors(fixture),
    'board.show': async ({ event }) => {
      const name = tabOf(event['subject']);
      const isNew = details()?.open !== true || seen().tab !== name;
      await press(name);
      if (details()?.open !== true) await turn();
      // Pressing the selected button sends no event, but another part of the page may.
      if (!isNew) await fixture.send(look(event['subject']));
    },
    'board.whole': () => fixture.send({ type: 'board.whole' }),
    'board.leave': () => (details()?.open === true ? turn() : undefined),
    'board.retry': () =>
      seen().mayRetry ? press('Try Again') : fixture.send({ type: 'board.retry' }),
  });
  /** Checks that the loaded rows are shown, whether or not a request is pending. */
  const expectShown = () => {
    const { subject, board, message } = context();
    const held = board?.entries ?? null;
    const tab = tabOf(subject);
    expect(seen()).toEqual({
      tab,
      rows: held?.length === 2 ? ROWS : [],
      empty: held?.length === 0 && message === null ? EMPTY[tab] : null,
      isWaiting: held === null && message === null,
      alarm: message,
      mayRetry: message !== null,
    });
  };
  const states = {
    'board.hidden': () => expect(details()?.open).toBe(false),
    'board.shown.loading': expectShown,
    'board.shown.showing': expectShown,
    'board.shown.settling': expectShown,
  };
  return { events, states };
}

describe('every path through the boards beside the questions, by their controls [R6.home-label R6.contestant-label R2.main-board-collapsible R2.main-board-this-question R2.main-board-today R2.main-board-all-time R2.main-board-type R2.main-board-you R2.empty-answers R2.empty-today R2.empty-ever]', () => {
  it.each(titled(paths))('%s', async (_, path) => {
    expect((await path.test(await start())).state.error).toBeNull();
  });
  it('has an executor of every event, and facts for every state', async () => {
    expect(lacking(paths, await start())).toEqual([]);
  });
  it('walks every transition', () => {
    expect(inRegion(unwalked(model, paths), 'board.')).toEqual([]);
  });
});
