import { m } from 'messages';
import { hold, refuse } from './line.ts';
import { button, see, type Scene, type Screen, seeDialog } from './state.ts';

const DESK = '**/api/game-sessions/grouping-desk/*';
const ACTS = '**/api/shows/*/acts';
const deskOf =
  (key: 'pizza' | 'animals' | 'sport') =>
  ({ questions }: Scene['scenario']): string =>
    `/grouping/${questions[key].gameSessionId}`;
const groups = ({ page }: Scene) =>
  page.getByRole('list', { name: 'Groups' }).getByRole('checkbox', { name: /^Group/ });
const choose = async (scene: Scene, count: number): Promise<void> => {
  await groups(scene).first().waitFor();
  for (let at = 0; at < count; at += 1) await groups(scene).nth(at).check();
};

export const grouping: Screen = {
  name: 'grouping',
  changesScenario: true,
  states: [
    {
      name: 'loading',
      who: 'admin',
      at: deskOf('pizza'),
      given: ({ page }) => hold(page, DESK),
      reach: ({ page }) => page.getByText('Loading the groups').waitFor(),
    },
    {
      name: 'not to be had',
      who: 'admin',
      at: deskOf('pizza'),
      given: ({ page }) => refuse(page, DESK),
      reach: ({ page }) => see(page, m.serverUnavailable()),
    },
    {
      name: 'no answers',
      who: 'admin',
      at: deskOf('sport'),
      reach: ({ page }) => see(page, m.questionsNoAnswers()),
    },
    {
      name: 'groups',
      full: true,
      who: 'admin',
      at: deskOf('pizza'),
      reach: (scene) => groups(scene).first().waitFor(),
    },
    {
      name: 'a search without a hit',
      who: 'admin',
      at: (scenario) => `${deskOf('pizza')(scenario)}?search=submarine`,
      reach: ({ page }) => see(page, 'No matching answers'),
    },
    {
      name: 'groups chosen',
      who: 'admin',
      at: deskOf('pizza'),
      reach: (scene) => choose(scene, 2),
    },
    {
      name: 'a group chosen to be moved',
      who: 'admin',
      at: deskOf('pizza'),
      reach: async (scene) => {
        await choose(scene, 1);
        await button(scene.page, /^Move to/).click();
        await seeDialog(scene.page, 'Move to which group?');
      },
    },
    {
      name: 'a group to be renamed',
      who: 'admin',
      at: deskOf('pizza'),
      reach: async (scene) => {
        await choose(scene, 1);
        await button(scene.page, /^Rename/).click();
        await seeDialog(scene.page, 'Rename the group');
      },
    },
    {
      name: 'a merge before it is done',
      smoke: true,
      who: 'admin',
      at: deskOf('pizza'),
      reach: async (scene) => {
        await choose(scene, 2);
        await button(scene.page, /^Merge/).click();
        await button(await seeDialog(scene.page), 'Confirm').waitFor();
      },
    },
    {
      name: 'an act refused',
      who: 'admin',
      at: deskOf('pizza'),
      reach: async (scene) => {
        await choose(scene, 1);
        await refuse(scene.page, ACTS);
        await button(scene.page, /^Hold back/).click();
        await see(scene.page, m.serverUnavailable());
      },
    },
    {
      name: 'somebody else was first',
      who: 'admin',
      at: deskOf('pizza'),
      reach: async (scene) => {
        await choose(scene, 1);
        const json = { error: m.deskOutdated(), code: 'outdated' };
        await scene.page.route(ACTS, (route) => route.fulfill({ status: 409, json }));
        await button(scene.page, /^Hold back/).click();
        await seeDialog(scene.page, 'Not done');
      },
    },
    {
      name: 'held back, with its history',
      who: 'admin',
      at: deskOf('animals'),
      reach: async (scene) => {
        const { page } = scene;
        await choose(scene, 1);
        const toHold = button(page, /^Hold back/);
        if (await toHold.isVisible()) {
          await toHold.click();
          await page.getByText('Held back', { exact: true }).first().waitFor();
        }
        await page.locator('summary', { hasText: /^History/ }).click();
        await page.locator('details[open] li').first().waitFor();
      },
    },
  ],
};
