import type { Page } from 'playwright';
import { button, heading, see, type Scene, type Screen } from './state.ts';

const CODE = 'TEST2345';

/** A window of the same browser on the front page, inspected by the code. */
async function openWindow({ page, scenario }: Scene): Promise<void> {
  const other = await page.context().newPage();
  await other.goto(`${scenario.url}/?inspect=${CODE}`);
  await other.getByText(`Inspected · ${CODE}`).waitFor();
  await page.bringToFront();
}
const actor = (page: Page, name: RegExp) =>
  button(page.getByRole('region', { name: 'Actors' }), name).first();
/** Follows `app` of that window. */
const follow = (tab: string) => async (scene: Scene) => {
  const { page } = scene;
  await openWindow(scene);
  await button(page.getByRole('region', { name: 'Windows' }), /^\/ /u)
    .first()
    .click();
  await actor(page, /^app/u).click();
  await page.getByRole('tab', { name: tab }).click();
};

export const inspect: Screen = {
  name: 'inspect',
  states: [
    {
      name: 'this window alone',
      who: 'nobody',
      at: `/inspect?code=${CODE}`,
      reach: async ({ page }) => {
        await heading(page, 'Inspector').waitFor();
        await actor(page, /^auth/u).waitFor();
      },
    },
    {
      name: 'a player, what an actor knows',
      who: 'viewer',
      at: `/inspect?code=${CODE}`,
      reach: follow('Context'),
    },
    {
      name: 'a player, the events of an actor',
      who: 'viewer',
      at: `/inspect?code=${CODE}`,
      reach: async (scene) => {
        await follow('Events')(scene);
        await actor(scene.page, /^connection/u).click();
        await scene.page.getByRole('combobox', { name: 'Event' }).waitFor();
      },
    },
    {
      name: 'a player, disturbed',
      who: 'viewer',
      at: `/inspect?code=${CODE}`,
      reach: follow('Disturb'),
      show: (page) => page.getByRole('tabpanel'),
    },
    {
      name: 'switched off',
      who: 'nobody',
      at: `/inspect?code=${CODE}`,
      given: ({ page }) =>
        page.route('**/api/config', async (route) => {
          const response = await route.fetch();
          await route.fulfill({
            response,
            json: { ...(await response.json()), inspector: 'nobody' },
          });
        }),
      reach: ({ page }) => see(page, 'Inspecting is off'),
    },
  ],
};

export const atlas: Screen = {
  name: 'atlas',
  states: [
    {
      name: 'all charts',
      who: 'nobody',
      at: '/inspect/atlas',
      reach: ({ page }) => page.getByRole('region', { name: 'auth', exact: true }).waitFor(),
    },
    {
      name: 'a search without a hit',
      who: 'nobody',
      at: '/inspect/atlas?search=submarine',
      reach: ({ page }) => see(page, 'No chart has that'),
    },
  ],
};
