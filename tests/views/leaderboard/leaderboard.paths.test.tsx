import { m } from 'messages';
import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { boardsMachine, type Period } from '#machines/results/boards.ts';
import { refusal } from '#machines/contract/outcome.ts';
import { LeaderboardScreen } from '#src/screens/leaderboard/leaderboard.tsx';
import { lacking, modelOf, pathsOf, titled, toursOf, unwalked } from '#tests/support/graph.ts';
import { createRoot } from '#tests/support/root.tsx';
import { alertText } from '#tests/support/screens.tsx';
import {
  boardOf,
  boardsFixture,
  EVENTS,
  everybody,
  INPUT,
  inRegion,
  notes,
  press,
  rows,
  serverExecutors,
} from './fixture.tsx';

const look = (period: Period) =>
  ({ type: 'board.show', subject: { kind: 'pair', period } }) as const;
const model = modelOf(boardsMachine, {
  input: INPUT,
  events: {
    ...EVENTS,
    'board.show': [look('daily'), look('all-time')],
    'board.retry': [{ type: 'board.retry' }],
  },
  done: { loadBoard: [boardOf(everybody, { home: 1_204 }), refusal(m.leaderboardFailed())] },
  at: ({ context: { subject, isOld } }) => [subject, isOld.board],
});
/** The page requests boards as soon as it is shown. */
const paths = toursOf(
  model,
  pathsOf(model).filter(({ steps }) => steps[1]?.event.type === 'board.show'),
);
const openingOf = (path: (typeof paths)[number]): string =>
  path.steps[1]?.event['subject'].period === 'daily' ? '' : '?period=all-time';

const NAMES = { daily: "Today's Scores", 'all-time': 'All-Time Scores' };
/** The rows of home viewers; the first has a crown, and the user's own row is marked. */
const HOME = [
  ['1First place', 'ann', (1_234).toLocaleString()],
  ['2', 'bob (You)', '5'],
];
/** Everything that the page shows of the boards. */
const seen = () => ({
  period: document.querySelector('[aria-pressed="true"]')?.textContent,
  tabs: [...document.querySelectorAll('[role="tab"]')].map(({ textContent }) => textContent),
  rows: rows(),
  isWaiting: screen.queryByText('Loading scores') !== null,
  alarm: alertText() || null,
  mayRetry: screen.queryByText('Try Again') !== null,
});

async function start(opening = '') {
  const fixture = boardsFixture('bob');
  render(
    createRoot().page(
      <LeaderboardScreen boards={fixture.actor} userId="bob" />,
      `/leaderboard${opening}`,
    ),
  );
  const { context, noting } = notes();
  let isOpened = false;
  const events = noting({
    ...serverExecutors(fixture),
    'board.show': async ({ event }) => {
      const period: Period = event['subject'].period;
      // Pressing the selected period sends no event; opening the page has requested it already.
      if (seen().period !== NAMES[period]) await press(NAMES[period]);
      else if (isOpened) await fixture.send(look(period));
      isOpened = true;
    },
    'board.retry': () =>
      seen().mayRetry ? press('Try Again') : fixture.send({ type: 'board.retry' }),
  });
  /** Checks that the loaded rows are shown, whether or not a request is pending. */
  const expectShown = () => {
    const { subject, board, message } = context();
    const isWaiting = board === null && message === null;
    const counts = board === null ? [0, 0] : [1_204, 2];
    const [home, studio] = isWaiting ? ['', ''] : counts;
    expect(seen()).toEqual({
      period: NAMES[subject.kind === 'pair' ? subject.period : 'daily'],
      tabs: [`Scores from at home${home}`, `Scores from the studio${studio}`],
      rows: board === null ? [] : HOME,
      isWaiting,
      alarm: message,
      mayRetry: message !== null,
    });
  };
  const states = {
    'board.hidden': () => {},
    'board.shown.loading': expectShown,
    'board.shown.showing': expectShown,
    'board.shown.settling': expectShown,
  };
  return { events, states };
}

describe('every path through both boards, by the controls of their page [R2.lb-period R2.lb-tab-home R2.lb-tab-studio R2.lb-counts R2.lb-loading R2.lb-error R2.lb-try-again R8.leaderboard-network]', () => {
  it.each(titled(paths))('%s', async (_, path) => {
    expect((await path.test(await start(openingOf(path)))).state.error).toBeNull();
  });
  it('has an executor of every event, and facts for every state', async () => {
    expect(lacking(paths, await start())).toEqual([]);
  });
  it('every transition of an open board is walked, until the page is left', () => {
    // Events never contain a pair of boards, and a pair has no further pages.
    expect(inRegion(unwalked(model, paths), 'board')).toEqual([
      'boards.board on board.show',
      'boards.board on board.leave',
      'boards.board.shown on board.whole',
      'boards.board.shown on realtime.boards-updated',
    ]);
  });
});
