import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { findChromium } from '#tests/support/chromium.ts';
import { ADMIN } from '#tests/support/process.ts';
import { openShowFixture } from '#tests/e2e/show-fixture.ts';
import { arrive, producer, register, signIn, type Person } from '#tests/e2e/people.ts';

const chromium = findChromium();
const QUESTION = 'Name a fruit';

/** A `datetime-local` value this many minutes from now. */
const localTime = (minutes: number): string => {
  const at = new Date(Date.now() + minutes * 60_000);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
};
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const press = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).first().click();

async function createQuestion(page: Page): Promise<void> {
  await page.goto('/generate-question');
  await page.getByLabel('Question', { exact: true }).fill(QUESTION);
  await page.getByLabel('Start time').fill(localTime(0));
  await page.getByLabel('End time').fill(localTime(60));
  await press(page, 'Create Question Session');
  await page.waitForURL('**/admin');
}

async function setStatus(page: Page, status: string): Promise<void> {
  await page.goto('/admin?tab=questions');
  await press(page, `Edit ${QUESTION}`);
  await page.getByRole('dialog').getByLabel('Status').selectOption(status);
  await press(page, 'Save Changes');
  await page.getByText('Question updated successfully!').waitFor();
}

async function answer({ page }: Person, text: string): Promise<void> {
  await page
    .getByRole('article', { name: QUESTION })
    .getByRole('button', { name: 'Answer Question' })
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Your answer').fill(text);
  await dialog.getByRole('button', { name: 'Submit' }).click();
  await dialog.waitFor({ state: 'hidden' });
}

async function deleteUser(page: Page, name: string): Promise<string> {
  await page.goto(`/manage-users?search=${encodeURIComponent(name)}`);
  await press(page, `Delete ${name}`);
  const words = (await page.getByRole('dialog').textContent()) ?? '';
  await press(page, 'Delete user');
  await page.getByText('User deleted successfully!').waitFor();
  return words;
}

describe.skipIf(chromium === null)('the admin pages', () => {
  const fixture = openShowFixture(chromium);

  it('create, edit and delete accounts, and put a question on air and delete it [R2.users-create R2.users-generate R2.users-edit R2.users-delete R2.users-search-name R7.admin-user-delete-points R5.admin-undeletable R2.admin-questions-edit R2.admin-questions-delete R7.admin-question-delete R2.admin-tabs]', async () => {
    const admin = await producer(fixture.browser, fixture.server.url);
    await admin.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const { page } = admin;

    // Create a contestant with a password.
    await page.goto('/manage-users');
    await press(page, 'Create User');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Cora Studio');
    await dialog.getByLabel('Email').fill('cora@studio.example');
    await dialog.getByLabel('Role').selectOption({ label: 'Gameshow Player' });
    await press(page, 'Generate');
    await press(page, 'Copy password');
    await press(page, 'Copied');
    const password = await page.evaluate(() => navigator.clipboard.readText());
    expect(password).toMatch(/^[A-Za-z0-9]{8}$/);
    await dialog.getByRole('button', { name: 'Create User' }).click();
    await page.getByText('User created successfully!').waitFor();
    const cora = await arrive(fixture.browser, { url: fixture.server.url });
    await signIn(cora, 'cora@studio.example', password);

    // The search filters while typing; the account is edited; an admin cannot be deleted.
    await page.getByLabel('Search by name or email').pressSequentially('cora stud');
    await page.getByText('1 found').waitFor();
    expect(new URL(page.url()).search).toBe('?search=cora+stud');
    await press(page, 'Edit Cora Studio');
    await page.getByRole('dialog').getByLabel('Name').fill('Cora S');
    await press(page, 'Save Changes');
    await page.getByText('User updated successfully!').waitFor();
    await page.getByLabel('Search by name or email').fill(ADMIN.email);
    await page.getByText('1 found').waitFor();
    expect(
      await row(page, ADMIN.email)
        .getByRole('button', { name: /^Delete/ })
        .isDisabled(),
    ).toBe(true);

    // Two home viewers give the same answer; then one of them is deleted.
    const [vera, noah] = await Promise.all([
      arrive(fixture.browser, { url: fixture.server.url }),
      arrive(fixture.browser, { url: fixture.server.url }),
    ]);
    await Promise.all([
      register(vera, fixture.server.url, 'Vera Viewer'),
      register(noah, fixture.server.url, 'Noah Viewer'),
    ]);
    await createQuestion(page);
    await setStatus(page, 'To Home');
    await answer(vera, 'apple');
    await answer(noah, 'Apples');
    const points = () =>
      vera.page.evaluate(async () => {
        const headers = { authorization: `Bearer ${localStorage.getItem('authToken') ?? ''}` };
        const id = localStorage.getItem('userId') ?? '';
        const reply = await fetch(`/api/game-sessions/user-points/${id}/all-time`, { headers });
        return JSON.stringify(await reply.json());
      });
    await expect.poll(points, { timeout: 15_000 }).toContain('"total_points":2');
    expect(await deleteUser(page, 'Noah Viewer')).toContain(
      'loses their account, 2 points and their place on every board.1 answer stays without a name',
    );
    expect(await points()).toContain('"total_points":2');

    // Release a question, then delete it with its answers and points.
    await setStatus(page, 'On Air');
    await cora.page.getByRole('article', { name: QUESTION }).waitFor();
    await press(page, `Delete ${QUESTION}`);
    expect(await page.getByRole('dialog').textContent()).toContain('lose 4 points');
    await press(page, 'Delete question');
    await page.getByText('Question deleted successfully!').waitFor();
    await cora.page.getByRole('article', { name: QUESTION }).waitFor({ state: 'detached' });
    await page.getByRole('tab', { name: 'Dashboard' }).click();
    await page.getByText('Updated today').waitFor();
    expect(await page.getByText('Total Points').locator('..').textContent()).toBe('Total Points0');
    await expect.poll(points).toContain('"total_points":0');
    for (const { faults } of [admin, cora, vera, noah]) expect(faults).toEqual([]);
  });
});
