import { m } from 'messages';
import type { Locator, Page } from 'playwright';
import { calls } from '#machines/contract/calls.ts';
import { QUESTIONS } from './people-and-questions.ts';
import { card, MERGES } from './home.ts';
import { ADMIN_QUESTIONS, answerWith, goOffline, hold, holdMoments, refuse } from './line.ts';
import { button, heading, see, type Scene, type Screen, seeDialog } from './state.ts';

const lane = (
  scene: Pick<Scene, 'page'>,
  name: 'Studio' | 'Home',
  text: string = QUESTIONS.beach,
) => card(scene, text).getByRole('group', { name });
const seeCards = async (scene: Scene): Promise<void> => {
  await card(scene).waitFor();
  await see(lane(scene, 'Home'), /connected now$/);
};

const MERGES_WAIT = '2 AI suggestions wait for you';
/** Every question has pending merges. */
const withMerges = (page: Page): Promise<unknown> =>
  page.route(ADMIN_QUESTIONS, async (route) => {
    const response = await route.fetch();
    const reply = calls.adminQuestions.reply.parse(await response.json());
    const questions = reply.questions.map((question) => ({ ...question, mergesHeld: 2 }));
    await route.fulfill({ response, json: { ...reply, questions } });
  });

const showLane = (page: Page): Locator => lane({ page }, 'Home');

export const queCards: Screen = {
  name: 'que-cards',
  changesScenario: true,
  states: [
    {
      name: 'loading',
      who: 'admin',
      at: '/que-cards',
      given: ({ page }) => hold(page, ADMIN_QUESTIONS),
      reach: ({ page }) => page.getByText('Loading questions').waitFor(),
    },
    {
      name: 'empty',
      who: 'admin',
      at: '/que-cards',
      scenario: 'bare',
      reach: ({ page }) => see(page, m.questionsNone()),
    },
    {
      name: 'a timer running at home, the studio waits',
      smoke: true,
      full: true,
      who: 'admin',
      at: '/que-cards',
      given: ({ scenario }) => scenario.open('beach', { studio: 'untimed', home: 12 * 60 }),
      reach: seeCards,
      show: showLane,
    },
    {
      name: 'timers running in both',
      who: 'admin',
      at: '/que-cards',
      given: ({ scenario }) => scenario.open('beach', { studio: 25, home: 12 * 60 }),
      reach: seeCards,
      show: showLane,
    },
    {
      name: 'a search without a hit',
      who: 'admin',
      at: '/que-cards',
      reach: async (scene) => {
        await seeCards(scene);
        await button(scene.page, m.queCardsSearchAndOrder()).click();
        await scene.page.getByLabel('Search by question or id').fill('submarine');
        await see(scene.page, 'Try another search or date.');
      },
    },
    {
      name: 'the last page, with a very long question',
      who: 'admin',
      at: '/que-cards?order=z-a',
      reach: async (scene) => {
        await button(scene.page, 'Next').click();
        await see(scene.page, 'Page 2 of 2');
      },
      show: (page) => button(page, 'Previous'),
    },
    {
      name: 'release dialog',
      who: 'admin',
      at: '/que-cards',
      given: ({ scenario }) => scenario.open('beach', { studio: 'withheld', home: 'withheld' }),
      reach: async (scene) => {
        await button(lane(scene, 'Home'), 'Release to Home').click();
        await seeDialog(scene.page, 'Release to Home');
      },
    },
    {
      name: 'release dialog in a conflict',
      smoke: true,
      who: 'admin',
      at: '/que-cards',
      given: ({ scenario }) => scenario.open('beach', { studio: 'untimed', home: 12 * 60 }),
      reach: async (scene) => {
        await lane(scene, 'Studio')
          .getByRole('button', { name: /^Release/ })
          .click();
        await seeDialog(scene.page);
      },
    },
    {
      name: 'release dialog without time',
      who: 'admin',
      at: '/que-cards',
      reach: async (scene) => {
        await lane(scene, 'Home')
          .getByRole('button', { name: /^Release/ })
          .click();
        const dialog = await seeDialog(scene.page);
        await dialog.getByLabel('Minutes').fill('0');
        await see(dialog, m.releaseNoTime());
      },
    },
    {
      name: 'release refused',
      who: 'admin',
      at: '/que-cards',
      given: ({ page }) => refuse(page, '**/api/shows/*/acts'),
      reach: async (scene) => {
        await lane(scene, 'Home')
          .getByRole('button', { name: /^Release/ })
          .click();
        const dialog = await seeDialog(scene.page);
        await button(dialog, 'Release with timer').click();
        await see(scene.page, /^Failed to release question/);
      },
    },
    {
      name: 'undo offered',
      who: 'admin',
      at: '/que-cards',
      given: ({ scenario }) => scenario.open('beach', { studio: 'withheld', home: 12 * 60 }),
      reach: async (scene) => {
        await button(lane(scene, 'Home'), 'Revoke from Home').click();
        await button(lane(scene, 'Home'), 'Undo revoke').waitFor();
      },
      show: showLane,
    },
    {
      name: 'keys',
      who: 'admin',
      at: '/que-cards',
      reach: async (scene) => {
        await seeCards(scene);
        // A phone has no button for it.
        await scene.page.keyboard.press('?');
        await seeDialog(scene.page, 'Keyboard');
      },
    },
    {
      name: 'a key that did nothing',
      who: 'admin',
      at: '/que-cards',
      given: async ({ page, scenario }) => {
        await holdMoments(page);
        await scenario.open('beach', { studio: 'withheld', home: 'withheld' });
      },
      reach: async (scene) => {
        await seeCards(scene);
        await scene.page.keyboard.press('j');
        await see(scene.page, /did nothing/);
      },
    },
    {
      name: 'merges wait for the producer',
      who: 'admin',
      at: '/que-cards',
      given: ({ page }) => withMerges(page),
      reach: (scene) => button(card(scene), MERGES_WAIT).waitFor(),
      show: (page) => button(card({ page }), MERGES_WAIT),
    },
    {
      name: 'merges being decided',
      who: 'admin',
      at: '/que-cards',
      given: async ({ page }) => {
        await withMerges(page);
        await answerWith(page, '**/ai-grouping/*', MERGES);
      },
      reach: async (scene) => {
        await button(card(scene), MERGES_WAIT).click();
        await button(await seeDialog(scene.page, QUESTIONS.beach), 'Accept all 2').waitFor();
      },
    },
    {
      name: 'stale',
      who: 'admin',
      at: '/que-cards',
      reach: async (scene) => {
        await seeCards(scene);
        await goOffline(scene.page);
        await see(scene.page, 'This page is out of date');
      },
    },
    {
      name: 'not to be had',
      who: 'admin',
      at: '/que-cards',
      given: ({ page }) => refuse(page, ADMIN_QUESTIONS),
      reach: ({ page }) => button(page, 'Try Again').waitFor(),
    },
  ],
};

const GENERATE = '**/api/game-sessions/generate';
const GENERATE_TEXT = '**/api/game-sessions/ai-generate';
const localTime = (minutes: number): string => {
  const at = new Date(Date.now() + minutes * 60_000);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
};
const create = async ({ page }: Scene, from: number, to: number): Promise<void> => {
  await page.getByLabel('Question', { exact: true }).fill('Name something that is always late');
  await page.getByLabel('Start time').fill(localTime(from));
  await page.getByLabel('End time').fill(localTime(to));
  await button(page, 'Create Question Session').click();
};

const generate = async ({ page }: Scene, seen: string | RegExp): Promise<void> => {
  await page.getByLabel('Topic').last().fill('holidays by the sea');
  await button(page, 'Generate with AI').click();
  await see(page, seen);
};

export const generateQuestion: Screen = {
  name: 'generate-question',
  changesScenario: true,
  states: [
    {
      name: 'empty',
      smoke: true,
      who: 'admin',
      at: '/generate-question',
      reach: ({ page }) => heading(page, 'Generate Question').waitFor(),
    },
    {
      name: 'nothing typed',
      who: 'admin',
      at: '/generate-question',
      reach: async ({ page }) => {
        await button(page, 'Create Question Session').click();
        await see(page, m.generateNoQuestion());
      },
    },
    {
      name: 'ends before it starts',
      who: 'admin',
      at: '/generate-question',
      reach: async (scene) => {
        await create(scene, 60, 0);
        await see(scene.page, m.generateEndFirst());
      },
    },
    {
      name: 'creating',
      who: 'admin',
      at: '/generate-question',
      given: ({ page }) => hold(page, GENERATE),
      reach: async (scene) => {
        await create(scene, 0, 60);
        await see(scene.page, 'Creating…');
      },
    },
    {
      name: 'refused',
      who: 'admin',
      at: '/generate-question',
      given: ({ page }) => refuse(page, GENERATE),
      reach: async (scene) => {
        await create(scene, 0, 60);
        await see(scene.page, m.serverUnavailable());
      },
    },
    {
      name: 'no language model',
      who: 'admin',
      at: '/generate-question',
      reach: ({ page }) => see(page, m.generateQuestionAiIsntSetUp()),
    },
    {
      name: 'generating',
      who: 'admin',
      at: '/generate-question',
      scenario: 'model',
      given: ({ page }) => hold(page, GENERATE_TEXT),
      reach: (scene) => generate(scene, 'Generating…'),
    },
    {
      name: 'generated, with Undo',
      who: 'admin',
      at: '/generate-question',
      scenario: 'model',
      reach: async (scene) => {
        await scene.page.getByLabel('Question', { exact: true }).fill('Name something wet');
        await generate(scene, /^Your question is in the field below/);
        await button(scene.page, 'Undo').waitFor();
      },
      show: (page) => button(page, 'Undo'),
    },
    {
      name: 'the model fails',
      who: 'admin',
      at: '/generate-question',
      scenario: 'model',
      given: ({ page }) => refuse(page, GENERATE_TEXT),
      reach: (scene) => generate(scene, m.serverUnavailable()),
    },
  ],
};
