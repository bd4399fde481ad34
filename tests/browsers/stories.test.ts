import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ROLE } from '#machines/contract/roles.ts';
import { askQuestion, localTime } from '#tests/e2e/acts.ts';
import { producerSeat, PASSWORD, seated } from '#tests/e2e/people.ts';
import { removeDataDir, type RunningServer, startProcess, until } from '#tests/support/process.ts';
import { asker, type Seat, sessionOf } from '#tests/support/states/scenario.ts';
import { chosenBrowsers, type Session } from './browsers.ts';
import { type BrowserPage, pageOf, type Target } from './page.ts';
import { stageOver } from '#tests/support/stage.ts';

const DIALOG: Target = { role: 'dialog' };
const TV = [1_280, 800] as const;
const PHONE = [500, 800] as const;

describe.each(chosenBrowsers())('in $name', ({ name: browser, start }) => {
  let server: RunningServer;
  let session: Session;
  let page: BrowserPage;
  beforeAll(async () => {
    server = await startProcess();
  });
  beforeEach(async () => {
    session = await start();
    page = pageOf(session.send, server.url);
  });
  afterEach(() => session.end());
  afterAll(async () => {
    await server.stop();
    await removeDataDir(server.dataDir);
  });

  const sitDown = async (seat: Seat, path: string) => {
    await page.open('/login');
    await page.store(sessionOf(seat));
    await page.open(path);
  };
  const asAdmin = async () => {
    const ask = asker(server.url);
    const { token } = await producerSeat(server.url);
    return { ask, token };
  };
  const release = async (id: string, audience: 'studio' | 'home', seconds: number) => {
    const { ask, token } = await asAdmin();
    await ask(audience === 'studio' ? 'release' : 'releaseHome', {
      token,
      params: { id },
      body: { timerMinutes: 0, timerSeconds: seconds },
    });
  };
  /** The page's errors, and whether it scrolls sideways. */
  const troubles = async () => {
    const beside = await page.run(
      z.number(),
      'return document.documentElement.scrollWidth - document.documentElement.clientWidth;',
    );
    return [...(await page.faults()), ...(beside > 0 ? [`${beside} px too wide`] : [])];
  };

  it('a viewer who signs in answers a question released later, keeps the answer over a reload, and is on the leaderboard', async () => {
    const text = `Name something at the beach (${browser})`;
    const { user } = await seated(server.url, `Vera ${browser}`);
    await page.resize(...PHONE);
    await page.open('/login');
    await page.fill('Email', user.email);
    await page.fill('Password', PASSWORD);
    await page.click({ role: 'button', name: 'Login', within: { role: 'main' } });
    await page.sees('No questions available');
    const question = await askQuestion(server.url, text);
    await release(question.id, 'home', 50);
    const card: Target = { role: 'article', name: text };
    await page.sees(/0:\d\d/u, card);
    await page.click({ role: 'button', name: 'Answer Question', within: card });
    await page.fill(/^Your answer/u, 'umbrella', DIALOG);
    await page.click({ role: 'button', name: 'Submit', within: DIALOG });
    await page.gone(DIALOG);
    await page.sees('Answered', card);
    await page.reload();
    await page.sees('Answered', card);
    expect(await troubles()).toEqual([]);
    await release(question.id, 'home', 1);
    await page.sees('Expired', card);
    await page.click({ role: 'tab', name: "Today's Scores" });
    await page.sees(/Vera.*\(You\)/u);
    expect(await troubles()).toEqual([]);
  });

  it('a contestant answers before the timer ends, and the page shows the answer in large type', async () => {
    const text = `Name a fruit (${browser})`;
    const cora = await seated(server.url, `Cora ${browser}`, ROLE.contestant);
    const question = await askQuestion(server.url, text);
    await page.resize(...TV);
    await sitDown(cora, '/my-answer');
    await page.sees('No recent question found');
    await release(question.id, 'studio', 50);
    await page.sees(text);
    await page.sees(/0:\d\d/u, { role: 'timer' });
    await page.click({ role: 'link', name: 'Answer Question' });
    const card: Target = { role: 'article', name: text };
    await page.click({ role: 'button', name: 'Answer Question', within: card });
    await page.fill(/^Your answer/u, 'apple', DIALOG);
    await page.click({ role: 'button', name: 'Submit', within: DIALOG });
    await page.gone(DIALOG);
    await page.open('/my-answer');
    await page.sees(text);
    await release(question.id, 'studio', 1);
    await page.sees('apple');
    expect(await troubles()).toEqual([]);
  });

  it('a producer creates a question, releases it with a timer that counts down, and revokes it', async () => {
    const text = `Name a tool (${browser})`;
    await page.resize(...TV);
    await sitDown(await producerSeat(server.url), '/generate-question');
    await page.fill('Question', text);
    await page.pick('Start time', localTime(0));
    await page.pick('End time', localTime(60));
    await page.click({ role: 'button', name: 'Create Question Session' });
    await page.sees('Admin Dashboard', { role: 'main' });
    await page.open('/que-cards');
    const card: Target = { role: 'article', name: text };
    await page.click({ role: 'button', name: /^Release to Home/u, within: card });
    await page.fill('Minutes', '5', DIALOG);
    await page.fill('Seconds', '0', DIALOG);
    await page.click({ role: 'button', name: 'Release with timer', within: DIALOG });
    await page.gone(DIALOG);
    await page.sees(/0?4:\d\d/u, card);
    expect(await troubles()).toEqual([]);
    await page.click({ role: 'button', name: 'Revoke from Home', within: card });
    await page.sees(/Release (?:again )?to Home/u, card);
    expect(await troubles()).toEqual([]);
  });

  it('a producer plays a whole show in the control room', async () => {
    const text = `Name a river (${browser})`;
    await page.resize(...TV);
    await sitDown(await producerSeat(server.url), '/control');
    await page.sees('No show yet');
    await page.click({ role: 'button', name: 'New show' });
    await page.fill('Title', `Friday ${browser}`, DIALOG);
    await page.click({ role: 'button', name: /^(?:Create|Start)/u, within: DIALOG });
    await page.click({ role: 'button', name: 'Add questions' });
    await page.fill(/^One question per line/u, text, DIALOG);
    await page.click({ role: 'button', name: 'Add 1 question', within: DIALOG });
    await page.gone(DIALOG);
    await page.click({ role: 'button', name: 'Go live' });
    await page.click({ role: 'button', name: 'Go live', within: DIALOG });
    await page.gone(DIALOG);
    await page.click({ role: 'button', name: /^Arm "/u });
    await page.click({ role: 'button', name: /^Release to Studio .* and Home/u });
    await page.sees('Players can still answer.', { role: 'region', name: 'Armed' });
    expect(await troubles()).toEqual([]);
  });

  it('the stage screen plays a question up to its board by its link alone, and goes dark when the link ends', async () => {
    const text = `Name an animal (${browser})`;
    const { ask, token } = await asAdmin();
    const noah = await seated(server.url, `Noah ${browser}`);
    const question = await askQuestion(server.url, text);
    const { key } = await ask('createShowLink', { token });
    await page.resize(...TV);
    await page.open(`/gameshow#key=${key}`);
    const stage = stageOver(ask, token);
    await stage.question(question.id);
    await page.sees(text);
    await release(question.id, 'home', 50);
    const home: Target = { role: 'region', name: 'Home' };
    await page.sees(/[0-5]\d/u, home);
    await ask('submitAnswer', {
      token: noah.token,
      body: { gameSessionId: question.gameSessionId, answerText: 'zebra' },
    });
    await page.sees(/1 (?:of \d+ )?answered/u, home);
    await release(question.id, 'home', 1);
    await page.sees('The answers are being counted');
    // The page may show the end slightly before the server's window has ended.
    await until('the server reveals', () =>
      stage.reveal(question.id).then(
        () => true,
        () => false,
      ),
    );
    const tile: Target = { role: 'list item', within: { role: 'article' } };
    await page.sees(/zebra/iu, tile);
    const scrolls = await page.run(
      z.boolean(),
      'return document.documentElement.scrollHeight > innerHeight;',
    );
    expect(scrolls).toBe(false);
    expect(await troubles()).toEqual([]);
    await ask('revokeShowLink', { token });
    await page.sees('This link no longer works.');
  });
});
