import { act, render, screen } from '@testing-library/react';
import { type AnyEventObject, createActor } from 'xstate';
import { describe, expect, it } from 'vitest';
import type { DistributionItem, Grouping } from '#machines/contract/entities.ts';
import { refusal, success } from '#machines/contract/outcome.ts';
import {
  distributionMachine,
  groupingMachine,
  type InsightsQuery,
} from '#machines/results/insights.ts';
import { Insights } from '#src/screens/insights/insights.tsx';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import { fold, lacking, modelOf, titled, toursOf, unwalked } from '#tests/support/graph.ts';
import { alertText, manualPort } from '#tests/support/screens.tsx';

const input = { query: { gameSessionId: 'g1' }, random: () => 0.5 };
const ITEMS: DistributionItem[] = [{ answer_text: 'apple', count: 3 }];
const GROUPING: Grouping = {
  showId: 's1',
  itemId: 'i1',
  aiEnabled: true,
  totalAnswers: 3,
  totalGroups: 1,
  explanation: 'Grouped by a model.',
  groupingDetails: [
    {
      groupId: 'k1',
      representative: 'Apple',
      count: 3,
      pointsPerAnswer: 2,
      contestantPoints: 5,
      answers: [],
    },
  ],
};
const refused = refusal('Not now.');
const EVENTS = {
  'load.refresh': [{ type: 'load.refresh' }],
  'load.retry': [{ type: 'load.retry' }],
} as const;

const distribution = modelOf(distributionMachine, {
  input,
  events: EVENTS,
  done: { load: [success(ITEMS), refused] },
  at: ({ context: { value, isOvertaken } }) => [value !== null, isOvertaken],
});
const grouping = modelOf(groupingMachine, {
  input,
  events: EVENTS,
  done: { load: [success(GROUPING), refused] },
  at: ({ context: { value, isOvertaken } }) => [value !== null, isOvertaken],
});

interface Taken {
  readonly event: AnyEventObject;
}
type Panel = 'Answer distribution' | 'AI grouping';
const WAITING = {
  'Answer distribution': 'Loading the answers',
  'AI grouping': 'Loading the groups',
} as const;
const SHOWN = { 'Answer distribution': 'apple', 'AI grouping': 'Apple' } as const;

/** Opens both panels; the load of the other one stays pending. */
function start(name: Panel) {
  const clock = createFakeClock(0);
  type Asked = { readonly query: InsightsQuery };
  const items = manualPort<Asked, readonly DistributionItem[]>();
  const groups = manualPort<Asked, Grouping>();
  const actors = {
    distribution: createActor(distributionMachine.provide({ actors: { load: items.logic } }), {
      clock,
      input,
    }).start(),
    grouping: createActor(groupingMachine.provide({ actors: { load: groups.logic } }), {
      clock,
      input,
    }).start(),
  };
  render(<Insights producer={null} {...actors} />);
  const isItems = name === 'Answer distribution';
  const actor = isItems ? actors.distribution : actors.grouping;
  const taken: AnyEventObject[] = [];
  const noting =
    (execute: (step: Taken) => unknown) =>
    async (step: Taken): Promise<void> => {
      taken.push(step.event);
      await execute(step);
    };
  const events = {
    'load.refresh': noting(() => act(async () => actor.send({ type: 'load.refresh' }))),
    'load.retry': noting(() => act(async () => actor.send({ type: 'load.retry' }))),
    'xstate.done.actor.load': noting(({ event }) =>
      isItems ? items.answer(event['output']) : groups.answer(event['output']),
    ),
    'xstate.error.actor.load': noting(isItems ? items.fail : groups.fail),
    [`xstate.after.untilRefresh.${isItems ? 'distribution' : 'grouping'}.due`]: noting(() =>
      act(async () => clock.advance(1_000)),
    ),
  };
  /** Loaded content stays; without any, the panel is hidden and no error is shown. */
  const facts = () => {
    const { value, message } = isItems
      ? fold(distributionMachine, input, taken).context
      : fold(groupingMachine, input, taken).context;
    const found = screen.queryByRole('region', { name });
    expect({
      isThere: found !== null,
      isWaiting: found?.textContent.includes(WAITING[name]) === true,
      isShown: found?.textContent.includes(SHOWN[name]) === true,
      alarms: alertText(),
      buttons: screen.queryAllByRole('button').length,
    }).toEqual({
      isThere: value !== null || message === null,
      isWaiting: value === null && message === null,
      isShown: value !== null,
      alarms: '',
      buttons: 0,
    });
    const other = isItems ? 'AI grouping' : 'Answer distribution';
    expect(screen.queryAllByText(WAITING[other]).length).toBe(1);
  };
  const states = {
    loading: facts,
    fresh: facts,
    due: facts,
    failed: facts,
  };
  return { events, states };
}

describe('every path through the answer distribution [R8.insights-failed]', () => {
  const name = 'Answer distribution';
  const paths = toursOf(distribution);
  it.each(titled(paths))('%s', async (_, path) => {
    expect((await path.test(start(name))).state.error).toBeNull();
  });
  it('has an executor of every event, and facts for every state', () => {
    expect(lacking(paths, start(name))).toEqual([]);
  });
  it('walks every transition', () => {
    expect(unwalked(distribution, paths)).toEqual([]);
  });
});

describe('every path through the AI grouping [R8.insights-failed]', () => {
  const name = 'AI grouping';
  const paths = toursOf(grouping);
  it.each(titled(paths))('%s', async (_, path) => {
    expect((await path.test(start(name))).state.error).toBeNull();
  });
  it('has an executor of every event, and facts for every state', () => {
    expect(lacking(paths, start(name))).toEqual([]);
  });
  it('walks every transition', () => {
    expect(unwalked(grouping, paths)).toEqual([]);
  });
});
