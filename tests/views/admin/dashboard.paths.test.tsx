import { m } from 'messages';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { type AnyEventObject, createActor } from 'xstate';
import { describe, expect, it } from 'vitest';
import { type Dashboard as Shown, statsMachine } from '#machines/admin/admin.ts';
import { refusal, success } from '#machines/contract/outcome.ts';
import { Dashboard } from '#src/screens/admin/admin.tsx';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import { fold, modelOf, toursOf } from '#tests/support/graph.ts';
import { alertText, axeFindings, manualPort } from '#tests/support/screens.tsx';
import { itWalks } from '#tests/support/tours.ts';

const SHOWN: Shown = {
  stats: {
    total_users: 10_001,
    total_questions: 12,
    total_game_sessions: 13,
    total_points: 48_000,
    user_breakdown: { admins: 1, home_viewers: 9_000, contestants: 900, guests: 100 },
    question_breakdown: { on_air: 2, to_home: 3 },
  },
};
const input = { query: null, random: () => 0.5 };
const model = modelOf(statsMachine, {
  input,
  events: {
    'load.refresh': [{ type: 'load.refresh' }],
    'load.retry': [{ type: 'load.retry' }],
  },
  done: { load: [success(SHOWN), refusal(m.adminInvalidStats())] },
  may: ({ value }, { type }) => type !== 'load.retry' || value === 'failed',
  at: ({ context }) => context.isOvertaken,
});
const paths = toursOf(model);

interface Taken {
  readonly event: AnyEventObject;
}
const CARDS = [
  ['Total Users', '10,001', '1 admin, 9,000 home viewers, 900 contestants, 100 guests'],
  ['Total Questions', '12', '2 On Air, 3 To Home'],
  ['Game Sessions', '13'],
  ['Total Points', '48,000'],
];
/** Each card with the parts that it has. */
const cards = () =>
  CARDS.flatMap(([label = '']) => {
    const card = screen.queryByText(label)?.parentElement;
    return card ? [[...card.children].map(({ textContent }) => textContent)] : [];
  });

function start() {
  const clock = createFakeClock(0);
  const load = manualPort<{ readonly query: null }, Shown>();
  const actor = createActor(statsMachine.provide({ actors: { load: load.logic } }), {
    clock,
    input,
  }).start();
  render(
    <main>
      <h1>Admin</h1>
      <Dashboard stats={actor} />
    </main>,
  );
  const passed: AnyEventObject[] = [];
  const presses: Readonly<Record<string, (taken: Taken) => void | Promise<void>>> = {
    'load.refresh': () => act(() => actor.send({ type: 'load.refresh' })),
    'load.retry': () => {
      fireEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    },
    'xstate.done.actor.load': ({ event }) => load.answer(event['output']),
    'xstate.error.actor.load': load.fail,
    'xstate.after.untilRefresh.stats.due': () => act(async () => clock.advance(10_000)),
  };
  const events = Object.fromEntries(
    Object.entries(presses).map(([type, run]) => [
      type,
      async (taken: Taken) => {
        await run(taken);
        passed.push(taken.event);
      },
    ]),
  );
  const expectShown = () => {
    const { value, message } = fold(statsMachine, input, passed).context;
    expect({
      cards: cards(),
      isUpdated: screen.queryByText('Updated today') !== null,
      isWaiting: screen.queryByText('Loading totals') !== null,
      alarm: alertText() || null,
    }).toEqual({
      cards: value === null ? [] : CARDS,
      isUpdated: value !== null,
      isWaiting: value === null && message === null,
      alarm: message,
    });
  };
  return {
    load,
    events,
    states: { loading: expectShown, fresh: expectShown, failed: expectShown, due: expectShown },
  };
}

describe('every path through the totals, by the controls of the Dashboard', () => {
  itWalks(model, paths, start);
});

describe('the Dashboard', () => {
  it('shows four cards with their parts [R2.admin-total-users R2.admin-total-questions R2.admin-game-sessions R2.admin-total-points R2.admin-updated]', async () => {
    const { load } = start();
    await load.answer(success(SHOWN));
    expect([cards(), screen.queryByText('Updated today') !== null]).toEqual([CARDS, true]);
    expect(await axeFindings()).toEqual([]);
  });
  it('shows what the operator should change', async () => {
    const { load } = start();
    await load.answer(success({ ...SHOWN, notices: ['Set this.', 'Set that.'] }));
    expect([screen.getByText('Set this.'), screen.getByText('Set that.')]).toHaveLength(2);
    expect(cards()).toEqual(CARDS);
    expect(await axeFindings()).toEqual([]);
  });
  it('shows why they failed to load, and retries [R8.admin-stats-failed]', async () => {
    const { load } = start();
    await load.fail();
    expect(alertText()).toBe('Failed to load dashboard statistics. Please try again.');
    expect(await axeFindings()).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    await load.answer(success(SHOWN));
    expect([alertText(), cards()]).toEqual(['', CARDS]);
  });
});
