import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link, Route, Routes } from 'react-router-dom';
import { describe, expect, it, onTestFinished } from 'vitest';
import { DEFAULT_BRAND } from '#machines/contract/brand.ts';
import type { RoleId, User } from '#machines/contract/entities.ts';
import { success } from '#machines/contract/outcome.ts';
import { Page } from '#src/components/layout.tsx';
import ShellView from '#src/screens/shell/shell.tsx';
import { titleOf } from '#src/screens/shell/title.ts';
import { createRoot, signedIn } from '#tests/support/root.tsx';
import { axeFindings, linksIn } from '#tests/support/screens.tsx';

const person = (role_id: RoleId): User => ({
  id: 'u1',
  name: 'Ann',
  email: 'ann@example.org',
  role_id,
});
const ADMIN_WAYS = [
  'Control Room',
  'Que Cards',
  'Gameshow',
  'Admin Dashboard',
  'Generate Question',
  'Manage Users',
];

async function open(user: User | null, path = '/how-it-works') {
  const root = createRoot();
  const view = (
    <ShellView>
      <Page title="A screen">Text</Page>
    </ShellView>
  );
  render(root.page(view, path));
  await root.ports.restore.answer(user === null ? success(null) : signedIn(user));
  return root;
}
const frame = () => ({
  main: linksIn('Main'),
  admin: linksIn('Admin'),
  help: linksIn('Help'),
  welcome: screen.queryByRole('link', { name: 'Welcome, Ann' })?.getAttribute('href') ?? null,
  badge: screen.queryByText('Gameshow Player') !== null,
  mayLeave: screen.queryByRole('button', { name: 'Logout' }) !== null,
});
const HELP = ['Contact', 'Support', 'Feedback'];

/** Polite announcements: the connection, the banner, the text for screen readers. */
const said = () =>
  screen
    .getAllByRole('status')
    .map(({ textContent }) => textContent)
    .join('|');
const focused = () => document.activeElement?.textContent;

describe('the links of the frame', () => {
  it('keep their room while the user is unknown and was last an admin', async () => {
    localStorage.setItem('userRole', '1');
    onTestFinished(() => localStorage.removeItem('userRole'));
    const root = createRoot();
    render(root.page(<ShellView>Text</ShellView>));
    const room = screen.getByRole('navigation', { name: 'Admin' });
    expect(room.dataset['waiting']).toBe('true');
    await root.ports.restore.answer(success(null));
    expect(screen.queryByRole('navigation', { name: 'Admin' })).toBe(null);
  });

  it.each([
    [
      'nobody [R2.header-out-home R2.header-out-how-it-works R2.header-out-register R2.header-out-login R2.footer-contact R2.footer-support R2.footer-feedback]',
      null,
      {
        main: ['Home', 'How It Works', 'Register', 'Login'],
        admin: [],
        help: HELP,
        welcome: null,
        badge: false,
        mayLeave: false,
      },
    ],
    [
      'a home viewer [R2.header-in-home R2.header-in-how-it-works R2.header-in-my-answers R2.header-in-leaderboard R2.header-welcome R2.header-logout R2.sidebar-admins]',
      person(2),
      {
        main: ['Home', 'How It Works', 'My Answers', 'Leaderboard'],
        admin: [],
        help: HELP,
        welcome: '/profile',
        badge: false,
        mayLeave: true,
      },
    ],
    [
      'a contestant [R2.header-contestant-answer-questions R2.header-contestant-how-it-works R2.header-contestant-my-answers R2.header-contestant-no-leaderboard R2.header-contestant-badge R2.sidebar-admins]',
      person(3),
      {
        main: ['Answer Questions', 'How It Works', 'My Answers'],
        admin: [],
        help: HELP,
        welcome: '/profile',
        badge: true,
        mayLeave: true,
      },
    ],
    [
      'an admin [R2.sidebar-admins R2.sidebar-que-cards R2.sidebar-product R2.sidebar-admin-dashboard R2.sidebar-generate-question R2.sidebar-manage-users]',
      person(1),
      {
        main: ['Home', 'How It Works', 'My Answers', 'Leaderboard'],
        admin: ADMIN_WAYS,
        help: HELP,
        welcome: '/profile',
        badge: false,
        mayLeave: true,
      },
    ],
  ] as const)('are those of %s', async (_, user, facts) => {
    await open(user);
    expect(frame()).toEqual(facts);
    expect(await axeFindings()).toEqual([]);
  });

  it.each([
    [
      'nobody [R2.header-out-home R2.header-out-how-it-works R2.header-out-register R2.header-out-login R2.footer-contact R2.footer-support R2.footer-feedback]',
      null,
      [
        ['Home', '/'],
        ['How It Works', '/how-it-works'],
        ['Register', '/register'],
        ['Login', '/login'],
        ['Contact', '/contact'],
        ['Support', '/support'],
        ['Feedback', '/feedback'],
      ],
    ],
    [
      'a contestant [R2.header-contestant-answer-questions R2.header-contestant-how-it-works R2.header-contestant-my-answers R2.header-welcome]',
      person(3),
      [
        ['Answer Questions', '/'],
        ['How It Works', '/how-it-works'],
        ['My Answers', '/my-answer'],
        ['Welcome, Ann', '/profile'],
      ],
    ],
    [
      'an admin [R2.header-in-home R2.header-in-how-it-works R2.header-in-my-answers R2.header-in-leaderboard R2.sidebar-que-cards R2.sidebar-product R2.sidebar-admin-dashboard R2.sidebar-generate-question R2.sidebar-manage-users]',
      person(1),
      [
        ['Home', '/'],
        ['How It Works', '/how-it-works'],
        ['My Answers', '/my-answer'],
        ['Leaderboard', '/leaderboard'],
        ['Control Room', '/control'],
        ['Que Cards', '/que-cards'],
        ['Gameshow', '/gameshow'],
        ['Admin Dashboard', '/admin'],
        ['Generate Question', '/generate-question'],
        ['Manage Users', '/manage-users'],
      ],
    ],
  ] as const)('lead %s to their targets', async (_, user, ways) => {
    await open(user);
    expect(
      ways.map(([name]) => [
        name,
        // The brand leads home, too, and has the show's name.
        screen.getAllByRole('link', { name }).at(-1)?.getAttribute('href'),
      ]),
    ).toEqual(ways);
  });

  it('keep the control room open: the stage screen opens beside it', async () => {
    await open(person(1));
    const admin = within(screen.getByRole('navigation', { name: 'Admin' })).getAllByRole('link');
    expect(admin.filter((link) => link.getAttribute('target') === '_blank')).toEqual([
      screen.getByRole('link', { name: 'Gameshow', description: 'Opens in a new tab' }),
    ]);
  });

  it('include none that may be wrong before the user is known', () => {
    const root = createRoot();
    render(root.page(<ShellView>Text</ShellView>));
    expect(frame()).toEqual({
      main: [],
      admin: [],
      help: HELP,
      welcome: null,
      badge: false,
      mayLeave: false,
    });
  });

  it('mark the current one', async () => {
    await open(null);
    const here = screen.getAllByRole('link', { current: 'page' });
    expect(here.map(({ textContent }) => textContent)).toEqual(['How It Works']);
  });
});

describe('messages over every screen', () => {
  it('show the state of the connection while signed in', async () => {
    const { line, pass } = await open(person(2));
    expect(said()).toBe('||');
    await line({ type: 'socket.connected' });
    await line({ type: 'socket.lost', reason: 'transport close' });
    expect(said()).toBe('Reconnecting...||');
    await pass(2_000);
    await line({ type: 'socket.connected' });
    expect(said()).toBe('Back online||');
    await pass(3_000);
    expect(said()).toBe('||');
  });

  it('show the banner, and the text for screen readers', async () => {
    const { runtime } = await open(person(2));
    act(() => {
      runtime.perform({ type: 'banner', text: 'A question is open.', tone: 'released' });
      runtime.perform({ type: 'announce', text: 'What is it?' });
      runtime.perform({ type: 'announce', text: "Time's up", urgent: true });
    });
    expect(said()).toBe('|A question is open.|What is it?');
    expect(screen.getByRole('alert').textContent).toBe("Time's up");
  });
});

describe('a navigation', () => {
  const screens = (
    <ShellView>
      <Routes>
        <Route
          path="/support"
          element={
            <Page title="Support">
              <Link to="/contact">Write</Link>
              <Link to="/support?search=x">Search</Link>
            </Page>
          }
        />
        <Route path="/contact" element={<Page title="Contact">Text</Page>} />
      </Routes>
    </ShellView>
  );
  it("moves the focus to the heading of the new screen, and sets the window's title", async () => {
    const root = createRoot();
    render(root.page(screens, '/support'));
    await root.ports.restore.answer(success(null));
    expect([document.activeElement, document.title]).toEqual([document.body, 'Support · Gameshow']);
    await userEvent.click(screen.getByRole('link', { name: 'Write' }));
    expect([focused(), document.title]).toEqual(['Contact', 'Contact · Gameshow']);
  });

  it('keeps the focus when only the query of a screen changes', async () => {
    const root = createRoot();
    render(root.page(screens, '/support'));
    await root.ports.restore.answer(success(null));
    await userEvent.click(screen.getByRole('link', { name: 'Search' }));
    expect(focused()).toBe('Search');
  });
});

describe('the title of the window', () => {
  it.each([
    ['/', 2, 'Home · Gameshow'],
    ['/', 3, 'Answer Questions · Gameshow'],
    ['/login', null, 'Login · Gameshow'],
    ['/Reset-Password/abc', null, 'Reset Password · Gameshow'],
    ['/cancel-email-change/abc', null, 'Take Your Account Back · Gameshow'],
    ['/que-cards', 1, 'Que Cards · Gameshow'],
    ['/control', 1, 'Control Room · Gameshow'],
    ['/que-cards', 2, 'Access Denied · Gameshow'],
    ['/gameshow', 1, 'On Air · Gameshow'],
    ['/my-answer', 2, 'My Answer · Gameshow'],
    ['/nowhere', null, 'Page Not Found · Gameshow'],
  ] as const)('of %s for role %s is %s', (path, roleId, title) => {
    expect(titleOf(path, roleId && { role_id: roleId }, DEFAULT_BRAND)).toBe(title);
  });
  it('has the name of the show', () => {
    const brand = { name: 'Quiz Night', slug: 'quiz' };
    expect(titleOf('/quiz', { role_id: 1 }, brand)).toBe('On Air · Quiz Night');
  });
});
