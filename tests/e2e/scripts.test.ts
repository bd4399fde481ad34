import type { Locator } from 'playwright';
import { describe, expect, it } from 'vitest';
import { ROLE } from '#machines/contract/roles.ts';
import { findChromium } from '#tests/support/chromium.ts';
import { asker } from '#tests/support/states/scenario.ts';
import { card } from './acts.ts';
import { arrive, producerSeat, seated } from './people.ts';
import { openShowFixture } from './show-fixture.ts';
import { createQuestion } from '#tests/support/questions.ts';

const QUESTION = 'איזה פרי הוא אדום?';
const ANSWER = 'תפוח';

const direction = (element: Locator): Promise<string> =>
  element.evaluate((each) => getComputedStyle(each).direction);

const chromium = findChromium();
describe.skipIf(chromium === null)('Hebrew', () => {
  const fixture = openShowFixture(chromium);

  it('is written from right to left in an English page: question, field and answer', async () => {
    const { url } = fixture.server;
    const ask = asker(url);
    const producer = await producerSeat(url);
    const { id } = await createQuestion(ask, producer.token, QUESTION);
    await ask('release', { token: producer.token, params: { id }, body: {} });
    const seat = await seated(url, 'Dana', ROLE.contestant);
    const { page } = await arrive(fixture.browser, { url, seat });
    const onPhone = card(page, QUESTION);
    await onPhone.getByRole('button', { name: 'Answer Question' }).click();
    const field = page.getByLabel('Your answer');
    await field.fill(ANSWER);
    const seen = {
      page: await direction(page.locator('html')),
      question: await direction(page.locator('article h2')),
      sheet: await direction(page.locator('dialog[open] h2')),
      field: await direction(field),
    };
    await page.getByRole('button', { name: 'Submit' }).click();
    await page.goto('/my-answer');
    await page.getByText('Saved').waitFor();
    const answer = await direction(page.getByText(ANSWER, { exact: true }));
    const rtl = { question: 'rtl', sheet: 'rtl', field: 'rtl', answer: 'rtl' };
    expect({ ...seen, answer }).toEqual({ page: 'ltr', ...rtl });
  });
});
