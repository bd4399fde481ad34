import { m } from 'messages';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { refusal, success } from '#machines/contract/outcome.ts';
import { LeaderboardScreen } from '#src/screens/leaderboard/leaderboard.tsx';
import { createRoot, where } from '#tests/support/root.tsx';
import { axeFindings } from '#tests/support/screens.tsx';
import { boardOf, boardsFixture, entry, everybody, rows } from './fixture.tsx';

async function open(
  entries = everybody,
  path = '/leaderboard',
  people: Parameters<typeof boardOf>[1] = {},
) {
  const fixture = boardsFixture();
  render(
    createRoot().page(
      <main>
        <LeaderboardScreen boards={fixture.actor} userId="bob" />
      </main>,
      path,
    ),
  );
  await fixture.board.answer(boardOf(entries, people));
  return { ...fixture, person: userEvent.setup({ delay: null }) };
}
const tab = (name: RegExp) => screen.getByRole('tab', { name });

it('shows home viewers first, and ranks each audience separately [R2.lb-home R2.lb-studio]', async () => {
  const { person } = await open();
  expect(rows()).toEqual([
    ['1First place', 'ann', (1_234).toLocaleString()],
    ['2', 'bob (You)', '5'],
  ]);
  await person.click(tab(/^Scores from the studio/));
  expect(rows()).toEqual([
    ['1First place', 'cat', '8'],
    ['2', 'dan', '5'],
  ]);
});

it('has the columns Rank, Player and Points [R2.lb-columns]', async () => {
  await open();
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Rank',
    'Player',
    'Points',
  ]);
});

it('crowns everyone who shares the first place, and says how many do [R2.lb-crown]', async () => {
  const level = [entry('ann', 2, 9, 1), entry('bob', 2, 9, 1)].map((each) => ({
    ...each,
    shared: true as const,
  }));
  await open([...level, entry('eve', 2, 1, 3)]);
  expect(rows().map(([rank]) => rank)).toEqual(['1 =First place', '1 =First place', '3']);
  screen.getByText('2 share first place.');
});

it('does not say how many share the first place if some of them are not listed', async () => {
  const level = Array.from({ length: 10 }, (_, at) => ({
    ...entry(`p${at}`, 2, 9, 1),
    shared: true as const,
  }));
  await open(level);
  expect(rows()).toHaveLength(10);
  expect(screen.queryByText(/share first place/u)).toBeNull();
});

it('counts players, not rows, and ends with the own row [R2.lb-counts R9.board-own-row R9.board-people]', async () => {
  const entries = [entry('ann', 2, 9, 1), entry('bob', 2, 1, 1_204), entry('cat', 3, 5, 1)];
  await open(entries, '/leaderboard', { home: 1_300, studio: 1 });
  expect(rows()).toEqual([
    ['1First place', 'ann', '9'],
    ['1204', 'bob (You)', '1'],
  ]);
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
    'Scores from at home1300',
    'Scores from the studio1',
  ]);
});

it('keeps period and audience in the address [R2.lb-period]', async () => {
  const { person, board } = await open();
  await person.click(screen.getByRole('button', { name: 'All-Time Scores' }));
  await person.click(tab(/^Scores from the studio/));
  expect([where(), board.asked.at(-1)]).toEqual([
    '/leaderboard?period=all-time&from=studio',
    { subject: { kind: 'pair', period: 'all-time' } },
  ]);
});

it('offers the board of the show only if there is one [R2.show-board-own]', async () => {
  await open();
  expect(screen.queryByRole('button', { name: 'This Show' })).toBeNull();
  cleanup();
  const fixture = boardsFixture();
  const page = <LeaderboardScreen boards={fixture.actor} userId="bob" show="Friday" />;
  render(createRoot().page(<main>{page}</main>, '/leaderboard'));
  await userEvent.setup({ delay: null }).click(screen.getByRole('button', { name: 'This Show' }));
  expect([where(), fixture.board.asked.at(-1)]).toEqual([
    '/leaderboard?period=show',
    { subject: { kind: 'show' } },
  ]);
  await fixture.board.answer(boardOf([entry('ann', 2, 9, 1)], {}));
  expect(screen.getByText(/^"Friday": /)).toBeTruthy();
  expect(rows()).toEqual([['1First place', 'ann', '9']]);
});

it('offers the seasons only where there are any, and keeps the chosen one in the address [R2.season-board]', async () => {
  await open();
  expect(screen.queryByRole('button', { name: 'Season' })).toBeNull();
  cleanup();
  const { actor, board } = boardsFixture();
  const page = <LeaderboardScreen boards={actor} userId="bob" hasSeasons />;
  render(createRoot().page(<main>{page}</main>, '/leaderboard'));
  const person = userEvent.setup({ delay: null });
  await person.click(screen.getByRole('button', { name: 'Season' }));
  expect(board.asked.at(-1)).toEqual({ subject: { kind: 'season' } });
  const [autumn, spring] = [
    { id: 'a', name: 'Autumn' },
    { id: 's', name: 'Spring' },
  ];
  const friday = { id: 'f', title: 'Friday', state: 'ended' } as const;
  const answer = (season: typeof autumn, shows: number) =>
    board.answer(
      success({
        entries: [entry('ann', 2, 9, 1)],
        people: {},
        ofSeason: {
          seasons: [autumn, spring],
          season: { ...season, shows: Array.from({ length: shows }, () => friday) },
        },
      }),
    );
  await answer(autumn, 2);
  screen.getByText('"Autumn": points from 2 shows, published so far.');
  expect(rows()).toEqual([['1First place', 'ann', '9']]);
  expect(await axeFindings()).toEqual([]);
  await person.selectOptions(screen.getByRole('combobox', { name: 'Season' }), 'Spring');
  expect([where(), board.asked.at(-1)]).toEqual([
    '/leaderboard?period=season&season=s',
    { subject: { kind: 'season', seasonId: 's' } },
  ]);
  await answer(spring, 1);
  screen.getByText('"Spring": points from one show, published so far.');
});

it('says that there is no season to see', async () => {
  const { actor, board } = boardsFixture();
  const page = <LeaderboardScreen boards={actor} userId="bob" />;
  render(createRoot().page(<main>{page}</main>, '/leaderboard?period=season'));
  await board.answer(success({ entries: [], people: {}, ofSeason: { seasons: [], season: null } }));
  expect(screen.getByRole('tabpanel').textContent).toBe(m.questionsNoSeason());
});

it.each([
  ['/leaderboard', 'No scores recorded today yet.'],
  ['/leaderboard?period=all-time', 'No scores recorded yet.'],
])(
  'shows at %s that it is empty: %s [R2.empty-today R2.empty-ever R2.lb-counts]',
  async (path, words) => {
    await open([], path);
    expect(screen.getByRole('tabpanel').textContent).toBe(words);
    expect(tab(/^Scores from at home/).textContent).toBe('Scores from at home0');
  },
);

it('shows that it is retrying [R2.lb-try-again]', async () => {
  const { board, person, send } = await open();
  await send({ type: 'board.retry' });
  await board.answer(refusal(m.network()));
  const button = screen.getByRole('button', { name: 'Try Again' });
  expect(button.getAttribute('aria-busy')).toBeNull();
  await person.click(button);
  expect(button.getAttribute('aria-busy')).toBe('true');
});

it('has no axe finding', async () => {
  await open();
  expect(await axeFindings()).toEqual([]);
});

const team = (name: string, rank: number, points: number, members: number) => ({
  id: name,
  name,
  rank,
  points,
  members,
});

it('has a board of the teams of a show, with the mean of their points and the own team marked [R2.teams-board]', async () => {
  const { actor, board } = boardsFixture();
  render(
    createRoot().page(
      <main>
        <LeaderboardScreen boards={actor} userId="bob" show="Friday" />
      </main>,
      '/leaderboard?period=show&from=teams',
    ),
  );
  const shared = { shared: true } as const;
  const entries = [
    { ...team('Red', 1, 25, 2), ...shared },
    { ...team('Blue', 1, 50, 4), ...shared },
    team('Green', 3, 1, 3),
  ];
  await board.answer(success({ entries: [], people: {}, teams: { entries, own: 'Blue' } }));
  expect(rows()).toEqual([
    ['1 =First place', 'Red', '2', '12.5'],
    ['1 =First place', 'Blue (Your team)', '4', '12.5'],
    ['3', 'Green', '3', '0.3'],
  ]);
  screen.getByText('2 share first place.');
  expect(tab(/teams/).textContent).toBe('Scores of the teams3');
  expect(await axeFindings()).toEqual([]);
  // Other boards have no teams.
  await userEvent.click(screen.getByRole('button', { name: "Today's Scores" }));
  await board.answer(boardOf(everybody));
  expect(screen.queryByRole('tab', { name: /teams/ })).toBeNull();
  expect(rows()[0]).toEqual(['1First place', 'ann', (1_234).toLocaleString()]);
});
