import { m } from 'messages';
import { ADMIN_USERS, hold, refuse } from './line.ts';
import { button, see, type Scene, type Screen, seeDialog } from './state.ts';

const opened = async ({ page }: Scene, name: string): ReturnType<typeof seeDialog> => {
  await button(page, name).first().click();
  return seeDialog(page);
};

export const manageUsers: Screen = {
  name: 'manage-users',
  changesScenario: true,
  states: [
    {
      name: 'loading',
      who: 'admin',
      at: '/manage-users',
      given: ({ page }) => hold(page, ADMIN_USERS),
      reach: ({ page }) => page.getByText('Loading users').waitFor(),
    },
    {
      name: 'table',
      smoke: true,
      full: true,
      who: 'admin',
      at: '/manage-users',
      reach: ({ page }) => page.getByRole('table').waitFor(),
    },
    {
      name: 'grid',
      who: 'admin',
      at: '/manage-users',
      reach: async ({ page }) => {
        await button(page, 'Grid').click();
        await page.getByRole('article').first().waitFor();
      },
    },
    {
      name: 'a search without a hit',
      who: 'admin',
      at: '/manage-users',
      reach: async ({ page }) => {
        await page.getByLabel('Search by name or email').fill('submarine');
        await see(page, 'No users found');
      },
    },
    {
      name: 'create',
      smoke: true,
      who: 'admin',
      at: '/manage-users',
      reach: async (scene) => {
        const dialog = await opened(scene, 'Create User');
        await button(dialog, 'Generate').click();
        await dialog.getByRole('button', { name: /copy/i }).waitFor();
      },
    },
    {
      name: 'create refused',
      who: 'admin',
      at: '/manage-users',
      reach: async (scene) => {
        const dialog = await opened(scene, 'Create User');
        await dialog.getByLabel('Name').fill('Vera Again');
        await dialog.getByLabel('Email').fill('vera@show.example');
        await button(dialog, 'Generate').click();
        await button(dialog, 'Create User').click();
        await see(dialog, m.usersTaken());
      },
    },
    {
      name: 'created',
      who: 'admin',
      at: '/manage-users',
      reach: async (scene) => {
        const dialog = await opened(scene, 'Create User');
        await dialog.getByLabel('Name').fill('Wanda Newman');
        await dialog.getByLabel('Email').fill(`wanda.${Date.now()}@show.example`);
        await button(dialog, 'Generate').click();
        await button(dialog, 'Create User').click();
        await see(scene.page, m.usersCreated());
      },
    },
    {
      name: 'edit',
      who: 'admin',
      at: '/manage-users',
      reach: (scene) => opened(scene, 'Edit Ada Byrne'),
    },
    {
      name: 'delete',
      who: 'admin',
      at: '/manage-users',
      reach: (scene) => opened(scene, 'Delete Ada Byrne'),
    },
    {
      name: 'not to be had',
      who: 'admin',
      at: '/manage-users',
      given: ({ page }) => refuse(page, ADMIN_USERS, 500, m.usersFetchFailed()),
      reach: ({ page }) => button(page, 'Try Again').waitFor(),
    },
  ],
};
