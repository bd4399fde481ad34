import { realtime } from '#tests/support/game.ts';
import { render, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { boardsMachine, type Period } from '#machines/results/boards.ts';
import { ROLE, type RoleId } from '#machines/contract/entities.ts';
import { refusal, success } from '#machines/contract/outcome.ts';
import { Scores } from '#src/screens/home/scores.tsx';
import { lacking, modelOf, pathsOf, titled, toursOf, unwalked } from '#tests/support/graph.ts';
import { createRoot } from '#tests/support/root.tsx';
import {
  boardsFixture,
  EVENTS,
  INPUT,
  inRegion,
  notes,
  press,
  serverExecutors,
} from '#tests/views/leaderboard/fixture.tsx';

const look = (period: Period) => ({ type: 'points.show', period }) as const;
const model = modelOf(boardsMachine, {
  input: INPUT,
  events: {
    ...EVENTS,
    'realtime.standing-updated': [],
    'points.show': [look('daily'), look('all-time')],
  },
  done: {
    loadPoints: [
      success({ points: 1_234, rank: 3 }),
      success({ points: 0, rank: null }),
      refusal('No.'),
    ],
  },
  at: ({ context: { period } }) => period,
});
/** The cards request today's scores as soon as they are shown. */
const paths = toursOf(
  model,
  pathsOf(model).filter(
    ({ steps }) => JSON.stringify(steps[1]?.event) === JSON.stringify(look('daily')),
  ),
);

const WORDS = {
  daily: { when: 'today', next: 'Show all-time' },
  'all-time': { when: 'all-time', next: 'Show today' },
};
/** The label, the value, and the action of each card. */
const seen = () =>
  [...document.querySelectorAll('section button')].map((card) =>
    [...card.children].map(({ textContent }) => textContent),
  );

async function start(roleId: RoleId = ROLE.home) {
  const fixture = boardsFixture('bob');
  render(createRoot().page(<Scores boards={fixture.actor} roleId={roleId} />));
  const { context, noting } = notes();
  let isOpened = false;
  const events = noting({
    ...serverExecutors(fixture),
    'points.show': async ({ event }) => {
      const period: Period = event['period'];
      if (seen()[0]?.[0] !== `Rank in Home ${WORDS[period].when}`) await press(/^Rank/);
      else if (isOpened) await fixture.send(look(period));
      isOpened = true;
    },
  });
  const expectShown = () => {
    const { period, points } = context();
    const { when, next } = WORDS[period];
    expect(seen()).toEqual([
      [`Rank in Home ${when}`, points?.rank === 3 ? '3rd' : '-', next],
      [`Score ${when}`, points === null ? '-' : points.points.toLocaleString(), next],
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

it.each([
  ['a home viewer', ROLE.home, 'Rank in Home today'],
  ['a contestant', ROLE.contestant, 'Rank in Studio today'],
  ['an admin', ROLE.admin, 'Rank today'],
])(
  'shows in which audience %s is ranked [R2.main-rank-card R9.rank-audience]',
  async (_, roleId, label) => {
    await start(roleId);
    expect(seen()[0]?.[0]).toBe(label);
  },
);

describe('every path through the own rank and score, by their cards [R2.main-rank-card R2.main-score-card R2.main-cards-toggle R2.main-rank-ordinal R2.main-rank-none]', () => {
  it.each(titled(paths))('%s', async (_, path) => {
    expect((await path.test(await start())).state.error).toBeNull();
  });
  it('has an executor of every event, and facts for every state', async () => {
    expect(lacking(paths, await start())).toEqual([]);
  });
  it('every transition is walked except leaving the page and events of the server', () => {
    expect(inRegion(unwalked(model, paths), 'points')).toEqual([
      'boards.points on points.show',
      'boards.points on points.leave',
      'boards.points.shown on realtime.standing-updated',
    ]);
  });
});

it('the own standing is updated by events, for today and all time, without a request', async () => {
  const fixture = boardsFixture('bob');
  render(createRoot().page(<Scores boards={fixture.actor} roleId={ROLE.home} />));
  await fixture.send(
    realtime('standing-updated', {
      daily: { points: 12, rank: 2, overall: { points: 12, rank: 4 } },
      'all-time': { points: 1_234, rank: 3, overall: { points: 1_234, rank: 5 } },
    }),
  );
  expect(seen().map(([, value]) => value)).toEqual(['2nd', '12']);
  await press(/^Rank/);
  expect(seen().map(([, value]) => value)).toEqual(['3rd', '1,234']);
});

it('shows the points by hand with their reason [R2.points-by-hand]', async () => {
  const fixture = boardsFixture('bob');
  render(createRoot().page(<Scores boards={fixture.actor} roleId={ROLE.home} />));
  const own = { points: 6, rank: 1, overall: { points: 6, rank: 1 } };
  const adjustments = [
    { id: 'a1', points: 5, reason: 'Best costume' },
    { id: 'a2', points: -1, reason: 'Too loud', team: 'Red' },
  ];
  const standing = { daily: own, 'all-time': own };
  await fixture.send(realtime('standing-updated', { ...standing, adjustments }));
  const list = within(document.body).getByRole('list', { name: 'Points by hand' });
  expect([...list.children].map(({ textContent }) => textContent)).toEqual([
    '5 points by the producer: Best costume',
    '-1 point by the producer for team "Red": Too loud',
  ]);
  await fixture.send(realtime('standing-updated', standing));
  expect(within(document.body).queryByRole('list', { name: 'Points by hand' })).toBeNull();
});
