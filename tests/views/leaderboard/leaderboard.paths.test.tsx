import { act, fireEvent, render, screen } from '@testing-library/react';
import type { AnyEventObject } from 'xstate';
import { describe, expect, it } from 'vitest';
import { type BoardsContext, boardsMachine, type Period } from '#machines/boards.ts';
import { MESSAGES } from '#machines/contract/messages.ts';
import { refusal, success } from '#machines/contract/outcome.ts';
import { LeaderboardScreen } from '#src/views/leaderboard/leaderboard.tsx';
import { NO_EVENTS, realtime } from '#tests/support/game.ts';
import { fold, lacking, modelOf, pathsOf, titled, unwalked } from '#tests/support/graph.ts';
import { createRoot } from '#tests/support/root.tsx';
import { alertText } from '#tests/support/screens.tsx';
import { boardsStage, everybody, rows } from './stage.tsx';

const input = { userId: 'bob', random: () => 0.5 };
const look = (period: Period) =>
  ({ type: 'board.look', subject: { kind: 'pair', period } }) as const;

const model = modelOf(boardsMachine, {
  input,
  events: {
    ...NO_EVENTS,
    'realtime.boards-updated': [realtime('boards-updated', {})],
    'line.lost': [],
    'line.back': [{ type: 'line.back' }],
    'clock.corrected': [],
    'answer.accepted': [{ type: 'answer.accepted', gameSessionId: 'g1' }],
    'board.look': [look('daily'), look('all-time')],
    'board.leave': [],
    'board.retry': [{ type: 'board.retry' }],
    'points.look': [],
    'points.leave': [],
  },
  done: {
    loadBoard: [success(everybody), refusal(MESSAGES.leaderboard.failed)],
    loadFallback: [success(everybody), refusal(MESSAGES.leaderboard.failed)],
  },
  at: ({ context: { subject, isBoardOld } }) => [subject, isBoardOld],
});
/** The page looks as soon as it is there. */
const paths = pathsOf(model).filter(({ steps }) => steps[1]?.event.type === 'board.look');
const openingOf = (path: (typeof paths)[number]): string =>
  path.steps[1]?.event['subject'].period === 'daily' ? '' : '?period=all-time';

interface Taken {
  readonly event: AnyEventObject;
}

const NAMES = { daily: "Today's Scores", 'all-time': 'All-Time Scores' };
const tabs = () =>
  [...document.querySelectorAll('[role="tab"]')].map(({ textContent }) => textContent);
/** All that the page tells of the boards. */
const seen = () => ({
  period: document.querySelector('[aria-pressed="true"]')?.textContent,
  tabs: tabs(),
  rows: rows(),
  isWaiting: screen.queryByText('Loading scores') !== null,
  alarm: alertText() || null,
});
/** The home viewers among everybody; the first has a crown, the reader a mark. */
const HOME = [
  ['1First place', 'ann', '1,234'],
  ['2', 'bob (You)', '5'],
];

async function start(opening = '') {
  const stage = boardsStage('bob');
  const root = createRoot();
  render(
    root.page(<LeaderboardScreen boards={stage.actor} userId="bob" />, `/leaderboard${opening}`),
  );
  const taken: AnyEventObject[] = [];
  const context = (): BoardsContext => fold(boardsMachine, input, taken).context;
  const noting =
    (execute: (step: Taken) => unknown) =>
    async (step: Taken): Promise<void> => {
      taken.push(step.event);
      await execute(step);
    };
  const press = (name: string) =>
    act(async () => fireEvent.click(screen.getByText(name, { selector: 'button' })));
  const executors = {
    'board.look': async ({ event }: Taken) => {
      const period: Period = event['subject'].period;
      const isShown = seen().period === NAMES[period];
      // Pressing what is pressed asks for nothing new; opening the page has asked already.
      if (!isShown) await press(NAMES[period]);
      else if (taken.length > 1) await stage.send(look(period));
    },
    'board.retry': async () => {
      const button = screen.queryByText('Try Again');
      if (button === null) await stage.send({ type: 'board.retry' });
      else await act(async () => fireEvent.click(button));
    },
    'realtime.boards-updated': () => stage.send(realtime('boards-updated', {})),
    'line.back': () => stage.send({ type: 'line.back' }),
    'answer.accepted': () => stage.send({ type: 'answer.accepted', gameSessionId: 'g1' }),
    'xstate.done.actor.loadBoard': ({ event }: Taken) => stage.board.answer(event['output']),
    'xstate.error.actor.loadBoard': stage.board.fail,
    'xstate.done.actor.loadFallback': ({ event }: Taken) => stage.board.answer(event['output']),
    'xstate.error.actor.loadFallback': stage.board.fail,
    'xstate.after.untilRefresh.boards.board.shown.settling': () => stage.pass(8_000),
  };
  /** What there is to show, whether or not more is on its way. */
  const shown = () => {
    const { subject, entries, message } = context();
    const isThere = entries !== null || message !== null;
    return {
      period: NAMES[subject.kind === 'pair' ? subject.period : 'daily'],
      tabs: ['Scores from at home', 'Scores from the studio'].map((name, index) =>
        isThere ? `${name}${entries === null ? 0 : [2, 2][index]}` : name,
      ),
      rows: entries === null ? [] : HOME,
      isWaiting: !isThere,
      alarm: message,
    };
  };
  const states = {
    'board.hidden': () => {},
    'board.shown.loading': () => expect(seen()).toEqual(shown()),
    'board.shown.fallingBack': () => {
      expect(seen()).toEqual(shown());
      expect(stage.board.asked.at(-1)).toEqual({
        subject: { kind: 'everybody', period: 'all-time' },
      });
    },
    'board.shown.showing': () =>
      expect(seen()).toEqual({ ...shown(), rows: HOME, isWaiting: false, alarm: null }),
    'board.shown.settling': () => expect(seen()).toEqual({ ...shown(), isWaiting: false }),
    'board.shown.failed': () =>
      expect(seen()).toEqual({ ...shown(), isWaiting: false, alarm: context().message }),
  };
  const events = Object.fromEntries(
    Object.entries(executors).map(([name, execute]) => [name, noting(execute)]),
  );
  return { events, states };
}

describe('every way through both boards, by the controls of their page', () => {
  it.each(titled(paths))('%s', async (_, path) => {
    expect((await path.test(await start(openingOf(path)))).state.error).toBeNull();
  });
  it('has an executor of every event, and facts for every state', async () => {
    expect(lacking(paths, await start())).toEqual([]);
  });
  it('walks every transition of a board that is looked at', () => {
    const missed = unwalked(model, paths).map((transition) => transition.split(' [')[0]);
    expect(missed.filter((transition) => !transition?.startsWith('boards.points'))).toEqual([
      // It is looked at until the page is left.
      'boards.board on board.leave',
    ]);
  });
});
