import { m } from 'messages';
import { hold, refuse } from './line.ts';
import { button, see, type Scene, type Screen, seeDialog, type State } from './state.ts';

const SHOWS = '**/api/shows*';
const TITLE = 'Friday night';
const FIRST = 'Name something found in a kitchen drawer';
const rundown = (page: Scene['page']) => page.getByRole('list', { name: 'Rundown' });

/** The show of this scenario, made by the first visit. */
const prepared = async ({ scenario }: Scene): Promise<void> => {
  const { token } = scenario.seats.admin;
  const { shows } = await scenario.ask('shows', { token });
  if (shows.length > 0) return;
  const made = await scenario.ask('createShow', { token, body: { title: TITLE } });
  const lines = [FIRST, 'Name a fruit', 'Name a reason to be late'];
  await scenario.ask('actOnShow', {
    token,
    params: { id: made.show.rundown.id },
    body: {
      version: made.show.rundown.version,
      requestId: 'states-of-control',
      act: { type: 'add', questions: lines.map((text) => ({ text })) },
    },
  });
};

const dialogOf = (
  name: string,
  open: readonly (string | RegExp)[],
  title: string | RegExp,
): State => ({
  name,
  who: 'admin',
  at: '/control',
  given: prepared,
  reach: async ({ page }) => {
    await rundown(page).waitFor();
    for (const pressed of open) await button(page, pressed).click();
    await seeDialog(page, title);
  },
});

export const control: Screen = {
  name: 'control',
  changesScenario: true,
  states: [
    {
      name: 'no show yet',
      full: true,
      who: 'admin',
      at: '/control',
      reach: ({ page }) => see(page, 'No show yet'),
    },
    {
      name: 'loading',
      who: 'admin',
      at: '/control',
      given: ({ page }) => hold(page, SHOWS),
      reach: ({ page }) => page.getByText('Loading the show').waitFor(),
    },
    {
      name: 'not to be had',
      who: 'admin',
      at: '/control',
      given: ({ page }) => refuse(page, SHOWS),
      reach: ({ page }) => see(page, m.serverUnavailable()),
    },
    {
      name: 'a rundown',
      smoke: true,
      who: 'admin',
      at: '/control',
      given: prepared,
      reach: ({ page }) => rundown(page).waitFor(),
    },
    dialogOf('questions to be added', ['Add questions'], 'Add questions'),
    dialogOf('a new show', ['More', 'New show'], 'New show'),
    dialogOf('a copy of the show', ['More', 'Duplicate'], 'Duplicate the show'),
    dialogOf('remote control', ['More', 'Remote control'], /.+/),
    dialogOf('settings of the show', ['Settings'], 'Show settings'),
    dialogOf('the end of the show', ['More', 'End show'], 'End the show?'),
    dialogOf('the links of the show', [/^Join code/u], 'Links'),
    {
      name: 'an item armed',
      who: 'admin',
      at: '/control',
      given: prepared,
      reach: async ({ page }) => {
        const armed = page.getByRole('region', { name: 'Armed' });
        const arm = button(page, `Arm "${FIRST}"`);
        await rundown(page).waitFor();
        if (await arm.isVisible()) await arm.click();
        await armed.getByRole('heading', { name: FIRST }).waitFor();
      },
    },
  ],
};
