import { m } from 'messages';
import { BOARDS, cut, goOffline, hold, refuse, slow } from './line.ts';
import { button, heading, see, type Screen } from './state.ts';

export const leaderboard: Screen = {
  name: 'leaderboard',
  states: [
    {
      name: 'loading',
      who: 'viewer',
      at: '/leaderboard',
      given: ({ page }) => hold(page, BOARDS),
      reach: ({ page }) => page.getByText('Loading scores').waitFor(),
    },
    {
      name: 'empty today',
      who: 'viewer',
      at: '/leaderboard',
      scenario: 'bare',
      reach: ({ page }) => see(page, m.questionsNoneToday()),
    },
    {
      name: 'empty for ever',
      who: 'viewer',
      at: '/leaderboard',
      scenario: 'bare',
      reach: async ({ page }) => {
        await button(page, 'All-Time Scores').click();
        await see(page, m.questionsNoneEver());
      },
    },
    {
      name: 'today at home',
      smoke: true,
      full: true,
      who: 'viewer',
      at: '/leaderboard',
      given: ({ page }) => slow(page, BOARDS),
      reach: ({ page }) => page.getByRole('row', { name: /\(You\)/ }).waitFor(),
    },
    {
      name: 'all time in the studio',
      who: 'viewer',
      at: '/leaderboard',
      reach: async ({ page }) => {
        await button(page, 'All-Time Scores').click();
        await page.getByRole('tab', { name: /studio/ }).click();
        await page.getByRole('row', { name: /Cora Lind/ }).waitFor();
      },
    },
    {
      name: 'not to be had',
      who: 'viewer',
      at: '/leaderboard',
      given: ({ page }) => refuse(page, BOARDS, 500, m.leaderboardDailyFailed()),
      reach: ({ page }) => button(page, 'Try Again').waitFor(),
    },
    {
      name: 'the line breaks',
      who: 'viewer',
      at: '/leaderboard',
      given: ({ page }) => cut(page, BOARDS),
      reach: ({ page }) => button(page, 'Try Again').waitFor(),
    },
    {
      name: 'offline',
      who: 'viewer',
      at: '/leaderboard',
      reach: async ({ page }) => {
        await heading(page, 'Leaderboard').waitFor();
        await page.getByRole('row', { name: /\(You\)/ }).waitFor();
        await goOffline(page);
        await see(page, m.connectionOffline());
      },
    },
  ],
};
