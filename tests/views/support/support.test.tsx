import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { DEFAULT_BRAND } from '#machines/contract/brand.ts';
import { routeAccess } from '#machines/account/rules/access.ts';
import { faqItems, findFaq } from '#src/screens/support/faq.ts';
import SupportView from '#src/screens/support/support.tsx';
import { createRoot, where } from '#tests/support/root.tsx';
import { axeFindings } from '#tests/support/screens.tsx';

const items = faqItems(DEFAULT_BRAND, 'midnight UTC');

function open(path = '/support') {
  render(
    createRoot().page(
      <main>
        <SupportView />
      </main>,
      path,
    ),
  );
  return userEvent.setup({ delay: null });
}
const questions = () =>
  [...document.querySelectorAll('summary')].map(
    (summary) => summary.firstElementChild?.firstElementChild?.lastChild?.textContent,
  );
const count = () => screen.getByRole('status').textContent;

it('has at least fifteen questions, some in every category, each once [R2.support-faq]', () => {
  expect(items.length).toBeGreaterThanOrEqual(15);
  expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
  expect(new Set(items.map(({ question }) => question)).size).toBe(items.length);
  expect(new Set(items.map(({ category }) => category))).toEqual(
    new Set(['gameplay', 'technical', 'account', 'scoring']),
  );
});

it('links only to existing screens', () => {
  const dead = items
    .flatMap(({ link }) => (link ? [link.to] : []))
    .filter((to) => 'notFound' in routeAccess(to, { role_id: 2 }, DEFAULT_BRAND.slug));
  expect(dead).toEqual([]);
});

it('has the rules of the show with its numbers [R2.support-faq R9.daily-reset-faq]', () => {
  const text = JSON.stringify(items);
  for (const fact of ['24 hours', '60 minutes', '12 hours', 'midnight UTC', '200 characters'])
    expect(text).toContain(fact);
});

it('makes no promise about forms that only pretend to send [R2.support-faq]', () => {
  open();
  expect(document.body.textContent).not.toMatch(/write to us|ask us/i);
  const item = items.find(({ id }) => id === 'forms');
  expect(item?.answer.join(' ')).toContain('isn’t sent to anyone');
});

it('finds every word, in question or answer, in any case and order [R2.support-search]', () => {
  const found = (query: string, category: Parameters<typeof findFaq>[2] = 'all') =>
    findFaq(items, query, category).map(({ id }) => id);
  expect(found('  ')).toEqual(items.map(({ id }) => id));
  expect(found('MIDNIGHT utc')).toEqual(['daily']);
  expect(found('spam folder')).toEqual(['verification']);
  expect(found('folder spam', 'scoring')).toEqual([]);
  expect(found('', 'account').length).toBe(
    items.filter(({ category }) => category === 'account').length,
  );
});

it('shows all, folded, and unfolds one [R2.support-expand R2.support-category-all]', async () => {
  const user = open();
  expect(questions()).toEqual(items.map(({ question }) => question));
  expect(document.querySelectorAll('details[open]').length).toBe(0);
  await user.click(screen.getByText('Do quick answers earn more?'));
  expect(document.querySelector('details[open]')?.textContent).toContain(
    'An answer in the last second is worth as much as one in the first.',
  );
  expect(await axeFindings()).toEqual([]);
});

it('filters by search and category, shows how many match, and keeps both in the address [R2.support-search R2.support-category-scoring R2.support-category-all]', async () => {
  const user = open();
  await user.type(screen.getByRole('searchbox', { name: 'Search the answers' }), 'rank');
  await user.click(screen.getByRole('button', { name: 'Scoring' }));
  expect(questions()).toEqual([
    'How many points do contestants get in the studio?',
    'Do quick answers earn more?',
    'Why am I not on the leaderboard?',
  ]);
  expect([count(), where()]).toEqual(['3 answers', '/support?search=rank&category=scoring']);
  await user.click(screen.getByRole('button', { name: 'All' }));
  await user.clear(screen.getByRole('searchbox'));
  expect([count(), where()]).toEqual([`${items.length} answers`, '/support']);
});

it.each([
  ['Gameplay [R2.support-category-gameplay]', 'gameplay'],
  ['Technical [R2.support-category-technical]', 'technical'],
  ['Account [R2.support-category-account]', 'account'],
  ['Scoring [R2.support-category-scoring]', 'scoring'],
] as const)('shows only what belongs to %s', async (label, category) => {
  const user = open();
  await user.click(screen.getByRole('button', { name: label.split(' ')[0] ?? '' }));
  expect(questions()).toEqual(
    items.filter((item) => item.category === category).map(({ question }) => question),
  );
});

it('opens with the search and category of a link', () => {
  open('/support?search=UTC&category=scoring');
  expect([questions(), count()]).toEqual([['When do today’s scores start again?'], '1 answer']);
  expect(screen.getByRole('button', { name: 'Scoring', pressed: true })).toBeDefined();
});

it('leads on when nothing matches, and has ways to write [R2.support-nothing R2.support-contact R2.support-feedback]', () => {
  open('/support?search=xyzzy');
  expect(screen.getByText('No answers found')).toBeDefined();
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/contact',
    '/contact',
    '/feedback',
  ]);
});
