import { m } from 'messages';
import { QUESTIONS } from './people-and-questions.ts';
import { hold, refuse, watchLiveLine } from './line.ts';
import { heading, see, type Screen, type Scene } from './state.ts';

const LAST = '**/api/game-sessions/my-last-answer';
const answered = async ({ scenario }: Scene): Promise<void> => {
  await scenario.open('beach', { studio: 12 * 60, home: 'withheld' });
  await scenario.ask('submitAnswer', {
    token: scenario.seats.contestant.token,
    body: { gameSessionId: scenario.questions.beach.gameSessionId, answerText: 'beach umbrella' },
  });
};
const connected = async ({ page }: Scene): Promise<void> => {
  await page.getByRole('article').waitFor();
  await see(page, 'Connected');
};

export const myAnswer: Screen = {
  name: 'my-answer',
  changesScenario: true,
  states: [
    {
      name: 'loading',
      who: 'contestant',
      at: '/my-answer',
      given: ({ page }) => hold(page, LAST),
      reach: ({ page }) => page.getByText('Loading your answer').waitFor(),
    },
    {
      name: 'no recent question',
      who: 'contestant',
      at: '/my-answer',
      scenario: 'bare',
      reach: ({ page }) => see(page, m.questionsNoRecent()),
    },
    {
      name: 'waiting while home viewers answer',
      who: 'contestant',
      at: '/my-answer',
      reach: ({ page }) => page.getByRole('article').waitFor(),
    },
    {
      name: 'countdown, not answered',
      who: 'contestant',
      at: '/my-answer',
      given: ({ scenario }) => scenario.open('sport', { studio: 12 * 60, home: 'withheld' }),
      reach: connected,
    },
    {
      name: 'countdown in its last seconds',
      who: 'contestant',
      at: '/my-answer',
      given: ({ scenario }) => scenario.open('sport', { studio: 10, home: 'withheld' }),
      reach: connected,
    },
    {
      name: 'countdown, answered',
      smoke: true,
      full: true,
      who: 'contestant',
      at: '/my-answer',
      given: answered,
      reach: connected,
    },
    {
      name: 'over, answered',
      who: 'contestant',
      at: '/my-answer',
      given: async (scene) => {
        await answered(scene);
        await scene.scenario.open('beach', { studio: 'untimed', home: 'withheld' });
      },
      reach: async ({ page }) => {
        await see(page, 'beach umbrella');
        await see(page, 'Connected');
      },
    },
    {
      name: 'over, no answer',
      who: 'longName',
      at: '/my-answer',
      given: ({ scenario }) => scenario.open('sport', { studio: 1, home: 'withheld' }),
      reach: async ({ page }) => {
        await see(page, m.questionsNoAnswer());
        await see(page, 'Connected');
      },
    },
    {
      name: 'a very long question',
      who: 'contestant',
      at: '/my-answer',
      given: ({ scenario }) => scenario.open('long', { studio: 12 * 60, home: 'withheld' }),
      reach: async ({ page }) => {
        await see(page, QUESTIONS.long);
        await see(page, 'Connected');
      },
    },
    {
      name: 'not to be had',
      who: 'contestant',
      at: '/my-answer',
      given: ({ page }) => refuse(page, LAST),
      reach: ({ page }) => see(page, m.serverUnavailable()),
    },
    {
      name: 'reconnecting',
      who: 'contestant',
      at: '/my-answer',
      reach: async (scene) => {
        const line = await watchLiveLine(scene.page);
        await scene.page.reload();
        await heading(scene.page, 'My Answer').waitFor();
        await see(scene.page, 'Connected');
        await line.cut();
        await see(scene.page, 'Reconnecting');
      },
    },
  ],
};
