import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { User } from '#machines/contract/entities.ts';
import { success } from '#machines/contract/outcome.ts';
import { dayEnd, UTC_DAYS } from '#machines/results/rules/day.ts';
import HowItWorksView from '#src/screens/how-it-works/how-it-works.tsx';
import { resetTime } from '#src/screens/how-it-works/reset-time.ts';
import { createRoot, signedIn } from '#tests/support/root.tsx';
import { axeFindings } from '#tests/support/screens.tsx';

const person = (role_id: User['role_id']): User => ({
  id: 'u1',
  name: 'Ann',
  email: 'ann@example.org',
  role_id,
});
async function open(user: User | null) {
  const root = createRoot();
  render(
    root.page(
      <main>
        <HowItWorksView />
      </main>,
    ),
  );
  await root.ports.restore.answer(user === null ? success(null) : signedIn(user));
}
const rule = (name: string) => screen.getByRole('region', { name }).textContent;
const yours = () =>
  ['Points at home', 'Points in the studio'].filter((name) =>
    rule(name).includes('This is how you play'),
  );

it('computes the points of its example by the rules of the show [R2.how-example R2.how-rule-home R2.how-rule-studio]', async () => {
  await open(null);
  const rows = [...document.querySelectorAll('li')]
    .filter((row) => row.textContent.includes(' in the studioHome'))
    .map((row) => row.textContent);
  expect(rows).toEqual([
    'Towel7 people‘towel’, ‘towels’, ‘a towle’6 at home, 1 in the studioHome6 pointsStudio5 points',
    'Sunscreen6 people‘sunscreen’, ‘sunblock’, ‘sunscrean’4 at home, 2 in the studioHome4 pointsStudio4 points',
    'Book4 people‘book’, ‘a book’3 at home, 1 in the studioHome3 pointsStudio3 points',
    'Snacks4 people‘snacks’, ‘snack’4 at home, 0 in the studioHome4 pointsStudio3 points',
    'Parasol3 people‘parasol’, ‘parasols’3 at home, 0 in the studioHome3 pointsStudio2 points',
    'Radio2 people‘radio’1 at home, 1 in the studioHome1 pointStudio1 point',
    'Dog1 person‘my dog’1 at home, 0 in the studioHome1 pointStudio0 points',
  ]);
  const text = document.body.textContent;
  expect(text).toContain('6 home viewers are in the group, so you get 6 points.');
  expect(text).toContain(
    'which means the same as sunscreen, the second most popular group. That’s worth 4 points.',
  );
  expect(text).toContain('Book and Snacks have 4 people each and share third place: 3 points');
  expect(text).toContain('Parasol comes fourth.');
});

it('explains the game in four steps, both rules of scoring, and when players can answer [R2.how-it-works R2.how-rule-home R2.how-rule-studio]', async () => {
  await open(null);
  expect(
    screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent),
  ).toEqual([
    'A question opens',
    'You answer in your own words',
    'Matching answers team up',
    'Your group earns points',
    'What an answer is worth',
    'For example',
    'When you can answer',
    'Today and all time',
  ]);
  expect(rule('Points at home')).toContain('You get one point for each home viewer in your group.');
  expect(rule('Points in the studio')).toContain('5, 4, 3, 2, 1 by popularity');
});

it.each([
  ['nobody', null, [], '/register'],
  ['a home viewer', person(2), ['Points at home'], '/'],
  ['a contestant', person(3), ['Points in the studio'], '/'],
  ['an admin', person(1), [], '/'],
] as const)(
  'shows %s which rule applies, and leads on [R2.how-own-rule]',
  async (_, user, rules, way) => {
    await open(user);
    expect([yours(), screen.getAllByRole('link')[0]?.getAttribute('href')]).toEqual([rules, way]);
    expect(await axeFindings()).toEqual([]);
  },
);

describe('the daily reset [R2.how-daily-reset]', () => {
  const SUMMER = Date.UTC(2026, 6, 1, 12);
  it.each([
    ['UTC', SUMMER, '12:00 AM UTC'],
    ['Europe/Berlin', SUMMER, '2:00 AM GMT+2'],
    ['America/New_York', SUMMER, '8:00 PM EDT'],
    ['Asia/Kolkata', SUMMER, '5:30 AM GMT+5:30'],
    // The night on which summer time ends: the next reset counts.
    ['Europe/Berlin', Date.UTC(2026, 9, 25, 12), '1:00 AM GMT+1'],
    ['Europe/Berlin', Date.UTC(2026, 9, 24, 12), '2:00 AM GMT+2'],
  ])('in %s is at midnight UTC, shown in local time', (zone, now, text) => {
    expect(resetTime(dayEnd(UTC_DAYS, now), zone)).toBe(text);
  });
  it('is shown on the screen', async () => {
    await open(null);
    expect(document.body.textContent).toContain(
      `start again at midnight UTC. For you, that’s ${resetTime(0)}.`,
    );
  });
});
