import { act, fireEvent, render, screen } from '@testing-library/react';
import type { AnyEventObject } from 'xstate';
import { describe, expect, it } from 'vitest';
import {
  type BoardsContext,
  boardsMachine,
  type BoardsEvent,
  type BoardSubject,
  type Period,
} from '#machines/boards.ts';
import { MESSAGES } from '#machines/contract/messages.ts';
import { refusal, success } from '#machines/contract/outcome.ts';
import { Leaderboard } from '#src/views/home/leaderboard.tsx';
import { Scores } from '#src/views/home/scores.tsx';
import { NO_EVENTS, realtime } from '#tests/support/game.ts';
import { fold, lacking, modelOf, pathsOf, titled, unwalked } from '#tests/support/graph.ts';
import { createRoot } from '#tests/support/root.tsx';
import { alertText } from '#tests/support/screens.tsx';
import { boardsStage, entry, rows } from '../leaderboard/stage.tsx';

const input = { userId: 'bob', random: () => 0.5 };
const moved = realtime('boards-updated', {});
const back = { type: 'line.back' } as const;
const accepted = { type: 'answer.accepted', gameSessionId: 'g1' } as const;
const EVENTS = {
  ...NO_EVENTS,
  'realtime.boards-updated': [moved],
  'line.lost': [],
  'line.back': [back],
  'clock.corrected': [],
  'answer.accepted': [accepted],
  'board.look': [],
  'board.leave': [],
  'board.retry': [],
  'points.look': [],
  'points.leave': [],
} as const;

interface Taken {
  readonly event: AnyEventObject;
}
type Executors = Readonly<Record<string, (step: Taken) => unknown>>;

/** What has happened so far, as the chart alone would hear it: where it is now, to compare with. */
function notes() {
  const taken: AnyEventObject[] = [];
  return {
    context: (): BoardsContext => fold(boardsMachine, input, taken).context,
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
/** What both parts of the page hear, and what is answered to them. */
const told = ({ send, board, points, pass }: ReturnType<typeof boardsStage>): Executors => ({
  'realtime.boards-updated': () => send(moved),
  'line.back': () => send(back),
  'answer.accepted': () => send(accepted),
  'xstate.done.actor.loadBoard': ({ event }) => board.answer(event['output']),
  'xstate.error.actor.loadBoard': board.fail,
  'xstate.done.actor.loadPoints': ({ event }) => points.answer(event['output']),
  'xstate.error.actor.loadPoints': points.fail,
  'xstate.after.untilRefresh.boards.board.shown.settling': () => pass(8_000),
  'xstate.after.untilRefresh.boards.points.shown.settling': () => pass(8_000),
});
const press = (name: string | RegExp) =>
  act(async () => fireEvent.click(screen.getByText(name, { selector: 'button, button > span' })));
const namesOf = (transitions: readonly string[], region: string): string[] =>
  transitions
    .map((transition) => transition.split(' [')[0] ?? '')
    .filter((transition) => transition.startsWith(`boards.${region}`));

describe('every way through the boards beside the questions, by their controls', () => {
  const entries = [entry('ann', 2, 9, 1), entry('bob', 3, 5, 2)];
  const ROWS = [
    ['1First place', 'ann', 'Home', '9'],
    ['2', 'bob (You)', 'Studio', '5'],
  ];
  const look = (subject: BoardSubject): BoardsEvent & { type: 'board.look' } => ({
    type: 'board.look',
    subject,
  });
  const model = modelOf(boardsMachine, {
    input,
    events: {
      ...EVENTS,
      'board.look': [
        look({ kind: 'session', gameSessionId: 'g1' }),
        look({ kind: 'everybody', period: 'daily' }),
        look({ kind: 'everybody', period: 'all-time' }),
      ],
      'board.leave': [{ type: 'board.leave' }],
      'board.retry': [{ type: 'board.retry' }],
    },
    done: { loadBoard: [success(entries), success([]), refusal(MESSAGES.leaderboard.failed)] },
    at: ({ context: { subject } }) => subject,
  });
  const paths = pathsOf(model);

  const TABS = { session: 'This Question', daily: "Today's Scores", 'all-time': 'All-Time Scores' };
  const tabOf = (subject: BoardSubject): string =>
    TABS[subject.kind === 'session' ? 'session' : subject.period];
  const EMPTY: Readonly<Record<string, string>> = {
    'This Question': 'No answers submitted yet.',
    "Today's Scores": 'No scores recorded today yet.',
    'All-Time Scores': 'No scores recorded yet.',
  };
  const details = () => document.querySelector('details');
  /** Presses the heading; the platform opens or closes, and tells. */
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
  });

  async function start() {
    const stage = boardsStage('bob');
    const board = <Leaderboard boards={stage.actor} userId="bob" gameSessionId="g1" />;
    render(createRoot().page(board));
    // The chart begins with nobody looking.
    await turn();
    const { context, noting } = notes();
    const events = noting({
      ...told(stage),
      'board.look': async ({ event }) => {
        const name = tabOf(event['subject']);
        const isNew = details()?.open !== true || seen().tab !== name;
        await press(name);
        if (details()?.open !== true) await turn();
        // Pressing what is pressed asks for nothing new; another part of the page may.
        if (!isNew) await stage.send(look(event['subject']));
      },
      'board.leave': () => (details()?.open === true ? turn() : undefined),
      'board.retry': () =>
        screen.queryByText('Try Again') ? press('Try Again') : stage.send({ type: 'board.retry' }),
    });
    /** What there is to show, whether or not more is on its way. */
    const shown = () => {
      const { subject, entries: held, message } = context();
      const tab = tabOf(subject);
      return {
        tab,
        rows: held?.length === 2 ? ROWS : [],
        empty: held?.length === 0 && message === null ? EMPTY[tab] : null,
        isWaiting: held === null && message === null,
        alarm: message,
      };
    };
    const expectShown = () => expect(seen()).toEqual(shown());
    const states = {
      'board.hidden': () => expect(details()?.open).toBe(false),
      'board.shown.loading': expectShown,
      'board.shown.showing': expectShown,
      'board.shown.settling': expectShown,
      'board.shown.failed': () => {
        expectShown();
        expect(
          screen.getByText('Try Again', { selector: 'span' }).closest('button'),
        ).not.toBeNull();
      },
    };
    return { events, states };
  }

  it.each(titled(paths))('%s', async (_, path) => {
    expect((await path.test(await start())).state.error).toBeNull();
  });
  it('has an executor of every event, and facts for every state', async () => {
    expect(lacking(paths, await start())).toEqual([]);
  });
  it('walks every transition but those of the pair of boards, which another page shows', () => {
    expect(namesOf(unwalked(model, paths), 'board.')).toEqual([
      // To the fallback, which only a pair has.
      'boards.board.shown.loading on xstate.done.actor.loadBoard',
      'boards.board.shown.loading on xstate.error.actor.loadBoard',
      'boards.board.shown.fallingBack on xstate.done.actor.loadFallback',
      'boards.board.shown.fallingBack on xstate.done.actor.loadFallback',
      'boards.board.shown.fallingBack on xstate.error.actor.loadFallback',
    ]);
  });
});

describe("every way through one's own rank and score, by their cards", () => {
  const look = (period: Period) => ({ type: 'points.look', period }) as const;
  const model = modelOf(boardsMachine, {
    input,
    events: { ...EVENTS, 'points.look': [look('daily'), look('all-time')] },
    done: {
      loadPoints: [
        success({ points: 1_234, rank: 3 }),
        success({ points: 0, rank: null }),
        refusal('No.'),
      ],
    },
    at: ({ context: { period } }) => period,
  });
  /** The cards look as soon as they are there, at today. */
  const paths = pathsOf(model).filter(
    ({ steps }) => JSON.stringify(steps[1]?.event) === JSON.stringify(look('daily')),
  );
  const seen = () =>
    [...document.querySelectorAll('section button')].map((card) =>
      [...card.children].map(({ textContent }) => textContent),
    );

  async function start() {
    const stage = boardsStage('bob');
    render(createRoot().page(<Scores boards={stage.actor} />));
    const { context, noting } = notes();
    let isOpened = false;
    const events = noting({
      ...told(stage),
      'points.look': async ({ event }) => {
        const isNew =
          seen()[0]?.[0] !== (event['period'] === 'daily' ? 'Rank today' : 'Rank all-time');
        if (isNew) await act(async () => fireEvent.click(screen.getByText(/^Rank/)));
        else if (isOpened) await stage.send(look(event['period']));
        isOpened = true;
      },
    });
    const expectShown = () => {
      const { period, points } = context();
      const [when, next] =
        period === 'daily' ? ['today', 'Show all-time'] : ['all-time', 'Show today'];
      const rank = points?.rank === 3 ? '3rd' : '-';
      const score = points === null ? '-' : points.points.toLocaleString();
      expect(seen()).toEqual([
        [`Rank ${when}`, rank, next],
        [`Score ${when}`, score, next],
      ]);
    };
    const states = {
      'points.shown.loading': expectShown,
      'points.shown.showing': expectShown,
      'points.shown.settling': expectShown,
      'points.hidden': () => {},
    };
    return { events, states };
  }

  it.each(titled(paths))('%s', async (_, path) => {
    expect((await path.test(await start())).state.error).toBeNull();
  });
  it('has an executor of every event, and facts for every state', async () => {
    expect(lacking(paths, await start())).toEqual([]);
  });
  it('walks every transition but the way out, which is to leave the page', () => {
    expect(namesOf(unwalked(model, paths), 'points')).toEqual(['boards.points on points.leave']);
  });
});
