import { m } from 'messages';
import { QUESTIONS } from './people-and-questions.ts';
import { ADMIN_QUESTIONS, ADMIN_USERS, answerWith, hold, refuse } from './line.ts';
import { button, see, type Scene, type Screen, seeDialog } from './state.ts';

const STATS = '**/api/game-sessions/admin/stats';
const INSPECTOR = '**/api/admin/inspector';
/** A date far in the future, so that pictures do not depend on today. */
const FAR = Date.UTC(2100, 0, 1, 18, 40);
const openTab = async ({ page }: Scene, name: 'Users' | 'Questions'): Promise<void> => {
  await page.getByRole('tab', { name }).click();
  await page.getByRole('table').waitFor();
};

export const admin: Screen = {
  name: 'admin',
  states: [
    {
      name: 'dashboard loading',
      who: 'admin',
      at: '/admin',
      given: ({ page }) => hold(page, STATS),
      reach: ({ page }) => page.getByText('Loading totals').waitFor(),
    },
    {
      name: 'dashboard',
      smoke: true,
      full: true,
      who: 'admin',
      at: '/admin',
      reach: ({ page }) => see(page, 'Total Users'),
    },
    {
      name: 'dashboard of a new show',
      who: 'admin',
      at: '/admin',
      scenario: 'bare',
      reach: ({ page }) => see(page, 'Total Users'),
    },
    {
      name: 'dashboard not to be had',
      who: 'admin',
      at: '/admin',
      given: ({ page }) => refuse(page, STATS, 500, m.adminStatsFailed()),
      reach: ({ page }) => button(page, 'Try Again').waitFor(),
    },
    {
      name: 'dashboard with invalid totals',
      who: 'admin',
      at: '/admin',
      given: ({ page }) => answerWith(page, STATS, { stats: 'many' }),
      reach: ({ page }) => see(page, m.adminInvalidStats()),
    },
    {
      name: 'dashboard, inspecting is off',
      full: true,
      who: 'admin',
      at: '/admin',
      given: ({ page }) => answerWith(page, INSPECTOR, { inspector: 'nobody', until: null }),
      reach: ({ page }) => see(page, 'Off. Once on, it turns itself off after four hours.'),
    },
    {
      name: 'dashboard, inspecting is on',
      full: true,
      who: 'admin',
      at: '/admin',
      given: ({ page }) => answerWith(page, INSPECTOR, { inspector: 'admins', until: FAR }),
      reach: ({ page }) => page.getByRole('link', { name: 'Open the inspector' }).waitFor(),
    },
    {
      name: 'dashboard, who may inspect is not to be had',
      full: true,
      who: 'admin',
      at: '/admin',
      given: ({ page }) => refuse(page, INSPECTOR, 500, m.inspectorFailed()),
      reach: ({ page }) => see(page, m.inspectorFailed()),
    },
    {
      name: 'users loading',
      who: 'admin',
      at: '/admin?tab=users',
      given: ({ page }) => hold(page, ADMIN_USERS),
      reach: ({ page }) => page.getByText('Loading users').waitFor(),
    },
    { name: 'users', who: 'admin', at: '/admin', reach: (scene) => openTab(scene, 'Users') },
    {
      name: 'users: a search without a hit',
      who: 'admin',
      at: '/admin?tab=users&search=submarine',
      reach: ({ page }) => see(page, 'No users found'),
    },
    {
      name: 'users: edit',
      who: 'admin',
      at: '/admin?tab=users',
      reach: async ({ page }) => {
        await button(page, 'Edit Ada Byrne').click();
        await seeDialog(page);
      },
    },
    {
      name: 'users: delete',
      who: 'admin',
      at: '/admin?tab=users',
      reach: async ({ page }) => {
        await button(page, 'Delete Ada Byrne').click();
        await seeDialog(page);
      },
    },
    {
      name: 'users not to be had',
      who: 'admin',
      at: '/admin?tab=users',
      given: ({ page }) => refuse(page, ADMIN_USERS, 500, m.adminDataFailed()),
      reach: ({ page }) => button(page, 'Try Again').waitFor(),
    },
    {
      name: 'questions loading',
      who: 'admin',
      at: '/admin?tab=questions',
      given: ({ page }) => hold(page, ADMIN_QUESTIONS),
      reach: ({ page }) => page.getByText('Loading questions').waitFor(),
    },
    {
      name: 'questions',
      smoke: true,
      who: 'admin',
      at: '/admin',
      reach: (scene) => openTab(scene, 'Questions'),
    },
    {
      name: 'questions: none',
      who: 'admin',
      at: '/admin?tab=questions',
      scenario: 'bare',
      reach: ({ page }) => see(page, 'No questions found'),
    },
    {
      name: 'questions: edit',
      who: 'admin',
      at: '/admin?tab=questions',
      reach: async ({ page }) => {
        await button(page, `Edit ${QUESTIONS.pizza}`).click();
        await seeDialog(page);
      },
    },
    {
      name: 'questions: delete',
      who: 'admin',
      at: '/admin?tab=questions',
      reach: async ({ page }) => {
        await button(page, `Delete ${QUESTIONS.pizza}`).click();
        await seeDialog(page);
      },
    },
    {
      name: 'questions: delete refused',
      who: 'admin',
      at: '/admin?tab=questions',
      given: ({ page }) =>
        page.route('**/api/game-sessions/admin/questions/*', (route) =>
          route.request().method() === 'DELETE'
            ? route.fulfill({
                status: 500,
                json: { error: m.adminQuestionDeleteFailed() },
              })
            : route.fallback(),
        ),
      reach: async ({ page }) => {
        await button(page, `Delete ${QUESTIONS.pizza}`).click();
        const dialog = await seeDialog(page);
        await button(dialog, 'Delete question').click();
        await see(dialog, m.adminQuestionDeleteFailed());
      },
    },
  ],
};
