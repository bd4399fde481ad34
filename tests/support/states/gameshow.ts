import { m } from 'messages';
import type { QuestionKey } from './people-and-questions.ts';
import { QUESTIONS } from './people-and-questions.ts';
import { watchLiveLine } from './line.ts';
import { heading, see, type Scene, type Screen } from './state.ts';
import { stageOver } from '#tests/support/stage.ts';

/** Both questions have all answers: one is open to both audiences, one has ended. */
const OPEN = 'pizza';
const OVER = 'animals';

const stageIn = ({ scenario: { ask, seats } }: Pick<Scene, 'scenario'>) =>
  stageOver(ask, seats.admin.token);
const direct = async (scene: Scene, key: QuestionKey) =>
  (await stageIn(scene).question(scene.scenario.questions[key].id)).groups;
/** Puts the ended question on the stage, with this many of its most popular groups hidden. */
const reveal = async (scene: Scene, hidden: number): Promise<void> => {
  const stage = stageIn(scene);
  const { id } = scene.scenario.questions[OVER];
  const places = await direct(scene, OVER);
  for (const [index, { groupId, revealed }] of places.entries())
    if (revealed !== index >= hidden)
      await (revealed ? stage.hide(id, groupId) : stage.reveal(id, groupId));
};
const seeQuestion = ({ page }: Pick<Scene, 'page'>, key: QuestionKey): Promise<void> =>
  heading(page, QUESTIONS[key]).waitFor();

export const gameshow: Screen = {
  name: 'gameshow',
  changesScenario: true,
  states: [
    {
      name: 'idle',
      full: true,
      who: 'admin',
      at: '/gameshow',
      scenario: 'bare',
      reach: ({ page }) => heading(page, 'Gameshow').waitFor(),
    },
    {
      name: 'a question open to both',
      who: 'admin',
      at: '/gameshow',
      given: async (scene) => {
        await scene.scenario.open(OPEN, { studio: 10 * 60, home: 12 * 60 });
        await direct(scene, OPEN);
      },
      reach: async (scene) => {
        await seeQuestion(scene, OPEN);
        for (const name of ['Studio', 'Home'])
          await see(scene.page.getByRole('region', { name }), /^\d+:\d\d$/);
      },
    },
    {
      name: 'a question that is not open',
      who: 'admin',
      at: '/gameshow',
      given: (scene) => direct(scene, 'long'),
      reach: (scene) => seeQuestion(scene, 'long'),
    },
    {
      name: 'revealing',
      who: 'admin',
      at: '/gameshow',
      given: (scene) => reveal(scene, 2),
      reach: (scene) => see(scene.page, 'sloth'),
    },
    {
      name: 'all revealed',
      smoke: true,
      who: 'admin',
      at: '/gameshow',
      given: (scene) => reveal(scene, 0),
      reach: (scene) => see(scene.page, /koala/i),
    },
    {
      name: 'board',
      who: 'admin',
      at: '/gameshow',
      given: (scene) => stageIn(scene).scene('board'),
      reach: ({ page }) => heading(page, "Today's scores").waitFor(),
    },
    {
      name: 'stale',
      who: 'admin',
      at: '/gameshow',
      given: (scene) => reveal(scene, 2),
      reach: async (scene) => {
        const line = await watchLiveLine(scene.page);
        await scene.page.reload();
        await seeQuestion(scene, OVER);
        await line.cut();
        await see(scene.page, /As of/);
      },
    },
    {
      name: 'a link that has just been revoked',
      who: 'nobody',
      at: async ({ ask, seats }) => {
        const { key } = await ask('createShowLink', { token: seats.admin.token });
        return `/gameshow#key=${key}`;
      },
      given: (scene) => reveal(scene, 2),
      reach: async (scene) => {
        const { ask, seats } = scene.scenario;
        await seeQuestion(scene, OVER);
        await ask('revokeShowLink', { token: seats.admin.token });
        await see(scene.page, m.showLinkRevoked());
      },
    },
    {
      name: 'a key that is not good',
      who: 'nobody',
      at: '/gameshow#key=of-another-day',
      reach: ({ page }) => see(page, m.showLinkRevoked()),
    },
  ],
};
