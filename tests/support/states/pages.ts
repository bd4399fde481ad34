import { m } from 'messages';
import { newcomer } from './accounts.ts';
import { card } from './home.ts';
import { cut, hold } from './line.ts';
import { button, heading, see, type Screen } from './state.ts';

export const support: Screen = {
  name: 'support',
  states: [
    {
      name: 'all',
      full: true,
      who: 'nobody',
      at: '/support',
      reach: ({ page }) => heading(page, 'Support').waitFor(),
    },
    {
      name: 'search without a hit',
      who: 'nobody',
      at: '/support',
      reach: async ({ page }) => {
        await page.getByLabel('Search the answers').fill('submarine');
        await see(page, 'No answers found');
      },
    },
    {
      name: 'a category with an opened answer',
      who: 'viewer',
      at: '/support',
      reach: async ({ page }) => {
        await button(page, 'Scoring').click();
        await page.locator('main summary').first().click();
        await page.locator('main details[open] p').first().waitFor();
      },
      show: (page) => page.locator('main details[open]'),
    },
  ],
};

export const join: Screen = {
  name: 'join',
  states: [
    {
      name: 'without a code',
      who: 'nobody',
      at: '/join',
      reach: ({ page }) => heading(page, 'Join a Show').waitFor(),
    },
    {
      name: 'with an unknown code',
      who: 'nobody',
      at: '/join/CCCCCC',
      reach: ({ page }) => see(page, m.joinUnknown()),
    },
    {
      name: 'with a personal code',
      who: 'nobody',
      at: '/join',
      reach: async ({ page }) => {
        await button(page, 'I have a personal code').click();
        await heading(page, 'Welcome Back').waitFor();
      },
    },
  ],
};

export const howItWorks: Screen = {
  name: 'how-it-works',
  states: [
    {
      name: 'signed out',
      full: true,
      who: 'nobody',
      at: '/how-it-works',
      reach: ({ page }) => heading(page, 'How It Works').waitFor(),
    },
    {
      name: 'the example, for a contestant',
      who: 'contestant',
      at: '/how-it-works',
      reach: async ({ page }) => {
        await see(page, 'This is how you play');
      },
      show: (page) => page.getByRole('heading', { name: 'Today and all time' }),
    },
  ],
};

export const shell: Screen = {
  name: 'shell',
  states: [
    {
      name: 'not found',
      who: 'nobody',
      at: '/a-page-that-never-was',
      reach: ({ page }) => heading(page, 'Page Not Found').waitFor(),
    },
    {
      name: 'access denied to a home viewer',
      who: 'viewer',
      at: '/manage-users',
      reach: ({ page }) => heading(page, m.accessDenied()).waitFor(),
    },
    {
      name: 'access denied to a contestant',
      who: 'contestant',
      at: '/que-cards',
      reach: ({ page }) => heading(page, m.accessDenied()).waitFor(),
    },
    {
      name: 'the code of a page on its way',
      who: 'viewer',
      at: '/',
      given: ({ page }) => hold(page, '**/assets/support-*.js'),
      reach: async ({ page }) => {
        await card({ page }).waitFor();
        await page.goto('/support');
        await see(page.locator('main'), /^Loading$/);
      },
    },
    {
      name: 'the code of a page lost',
      who: 'viewer',
      at: '/',
      given: ({ page }) => cut(page, '**/assets/support-*.js'),
      reach: async ({ page }) => {
        await card({ page }).waitFor();
        await page.getByRole('link', { name: 'Support' }).click();
        await see(page, 'Loading chunk support failed');
      },
    },
    {
      name: 'unexpected application error',
      who: 'admin',
      at: '/',
      given: ({ page }) => cut(page, '**/assets/insights-*.js'),
      reach: ({ page }) => heading(page, 'Unexpected Application Error!').waitFor(),
    },
  ],
};

export const mailbox: Screen = {
  name: 'dev-mailbox',
  states: [
    {
      name: 'no mails',
      who: 'nobody',
      at: '/dev/mailbox?to=nobody@show.example',
      reach: ({ page }) => see(page, 'No mails yet.'),
    },
    {
      name: 'mails',
      who: 'nobody',
      at: async (scenario) => {
        await scenario.mailedPath(await newcomer(scenario));
        return '/dev/mailbox';
      },
      reach: ({ page }) => page.getByRole('article').first().waitFor(),
    },
  ],
};
