import { m } from 'messages';
import type { Page } from 'playwright';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ROLE } from '#machines/contract/roles.ts';
import { findChromium } from '#tests/support/chromium.ts';
import { asker, type Seat } from '#tests/support/states/scenario.ts';
import { arrive, producer, producerSeat, seated } from '#tests/e2e/people.ts';
import { openShowFixture } from '#tests/e2e/show-fixture.ts';
import { createQuestion } from '#tests/support/questions.ts';

const chromium = findChromium();

const says = (page: Page, text: string) => page.getByText(text, { exact: true }).waitFor();

describe.skipIf(chromium === null)('a user with a changed role', () => {
  const fixture = openShowFixture(chromium);
  const asProducer = async () => {
    const { url } = fixture.server;
    return { ask: asker(url), token: (await producerSeat(url)).token };
  };
  async function question(text: string, to: 'release' | 'releaseHome') {
    const { ask, token } = await asProducer();
    const { id } = await createQuestion(ask, token, text);
    await ask(to, { token, params: { id }, body: {} });
  }
  async function promote({ user: { id, name, email } }: Seat, role_id: 1 | 2 | 3) {
    const { ask, token } = await asProducer();
    await ask('updateUser', { token, params: { id }, body: { name, email, role_id } });
  }
  async function device(seat: Seat, desk = false) {
    const person = await arrive(fixture.browser, { url: fixture.server.url, seat, desktop: desk });
    onTestFinished(() => person.context.close());
    const paths: string[] = [];
    person.page.on('framenavigated', (frame) => paths.push(new URL(frame.url()).pathname));
    return { ...person, paths };
  }
  const statusOf = async ({ token }: Seat): Promise<number> =>
    (
      await fetch(`${fixture.server.url}/api/game-sessions/active-questions`, {
        headers: { authorization: `Bearer ${token}` },
      })
    ).status;

  it('continues at once as a contestant; the producer is warned before if the user is answering', async () => {
    await question('For the studio?', 'release');
    await question('For the home?', 'releaseHome');
    const vera = await seated(fixture.server.url, 'Vera');
    const { page, paths, faults } = await device(vera);
    await page.getByRole('article', { name: 'For the home?' }).waitFor();

    const desk = await producer(fixture.browser, fixture.server.url);
    onTestFinished(() => desk.context.close());
    await desk.page.goto('/manage-users?search=vera');
    await desk.page.getByRole('button', { name: 'Edit Vera' }).click();
    const dialog = desk.page.getByRole('dialog');
    await dialog.getByLabel('Role').selectOption('Gameshow Player');
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    await dialog.getByText(m.roleChangeWhileAnswering({ name: 'Vera' })).waitFor();
    expect(await page.getByRole('article', { name: 'For the home?' }).count()).toBe(1);
    await dialog.getByRole('button', { name: 'Save Anyway' }).click();

    await says(page, 'You are now a contestant.');
    const card = page.getByRole('article', { name: 'For the studio?' });
    await card.getByRole('button', { name: 'Answer Question' }).click();
    await page.getByLabel('Your answer').fill('At once');
    await page.getByRole('button', { name: 'Submit' }).click();
    await card
      .getByText(/Your answer|Answered|At once/)
      .first()
      .waitFor();
    expect(await page.getByRole('article', { name: 'For the home?' }).count()).toBe(0);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Answer Questions');
    expect([paths.includes('/login'), await statusOf(vera), faults]).toEqual([false, 401, []]);
    await desk.page.getByText('User updated successfully!').waitFor();
  });

  it('is informed on the next visit if no page was open', async () => {
    const nora = await seated(fixture.server.url, 'Nora');
    await promote(nora, ROLE.contestant);
    const { page, paths } = await device(nora);
    await says(page, 'You are now a contestant.');
    await page.getByRole('heading', { level: 1, name: 'Answer Questions' }).waitFor();
    expect(paths).not.toContain('/login');
  });

  it('loses everything of an admin, in all tabs', async () => {
    const otto = await seated(fixture.server.url, 'Otto', ROLE.admin);
    const { page, context, paths } = await device(otto, true);
    await page.goto('/que-cards');
    await page.getByRole('heading', { level: 1, name: 'Que Cards' }).waitFor();
    const other = await context.newPage();
    await other.goto('/profile');
    await other.getByRole('navigation', { name: 'Admin' }).waitFor();
    await promote(otto, ROLE.home);
    for (const tab of [page, other]) {
      await says(tab, 'You are now a home viewer.');
      await tab.getByRole('navigation', { name: 'Admin' }).waitFor({ state: 'detached' });
    }
    await page.getByRole('heading', { level: 1, name: 'Access Denied' }).waitFor();
    await other.getByRole('heading', { level: 1, name: 'Profile' }).waitFor();
    await page.getByRole('link', { name: 'Go to Home' }).click();
    await page.getByRole('heading', { level: 1, name: 'Active Questions' }).waitFor();
    expect(paths).not.toContain('/login');
  });

  it('who is deleted instead reads so, and is not asked to log in again', async () => {
    const dora = await seated(fixture.server.url, 'Dora');
    const { page } = await device(dora);
    await page.getByRole('heading', { level: 1, name: 'Active Questions' }).waitFor();
    const { ask, token } = await asProducer();
    await ask('deleteUser', { token, params: { id: dora.user.id } });
    await says(page, 'This account was deleted.');
    expect(await page.getByText("You've been logged out. Please log in again.").count()).toBe(0);
    // Another device, which was not connected.
    const late = await device(dora);
    await says(late.page, 'This account was deleted.');
  });
});
