import type { Browser, Page } from 'playwright';
import { onTestFinished } from 'vitest';
import { asker } from '#tests/support/states/scenario.ts';
import { askQuestion, QUESTION } from './acts.ts';
import { arrive, type Person, producerSeat, seated } from './people.ts';

export const at = (page: Page, path: string) =>
  page.waitForURL(({ pathname }) => pathname === path);
export const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' });
export const pay = (page: Page) => button(page, 'Pay $0.50').click();
/** Fills in the test card whose number begins and ends like this. */
export const take = (page: Page, beginning: string, ending = '') =>
  button(page, new RegExp(`^${beginning} .*${ending}`)).click();
export const see = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();
export const paid = (page: Page) =>
  page.getByRole('heading', { name: 'Payment Successful!' }).waitFor();
export const fee = (page: Page) => page.getByRole('link', { name: 'Entry Fee: $0.50' });

/** A question that is open to home viewers, and one of them who may pay for it. */
export async function openQuestion(browser: Browser, url: string) {
  const ask = asker(url);
  const { token } = await producerSeat(url);
  const question = await askQuestion(url, QUESTION);
  await ask('releaseHome', { token, params: { id: question.id }, body: {} });
  // Revoke the question, so that the next test finds only its own.
  onTestFinished(async () => {
    await ask('revokeHome', { token, params: { id: question.id } });
  });
  const seat = await seated(url, `Vera ${question.id}`);
  const phone = await arrive(browser, { url, seat });
  onTestFinished(() => phone.context.close());
  const gameSessionId = question.gameSessionId;
  return {
    phone,
    /** The number of payments, and their sum in cents. */
    ledger: async () => {
      const { paid: count, total } = await ask('adminPayments', {
        token,
        params: { gameSessionId },
      });
      return { count, total };
    },
  };
}
export const ONCE = { count: 1, total: 50 };

/** Goes from the question to its payment page. */
export async function toPayment({ page }: Person): Promise<void> {
  await page.goto('/');
  await fee(page).click();
  await at(page, '/payment');
}
export async function toCard(person: Person): Promise<void> {
  await toPayment(person);
  await person.page.getByLabel('Card number').waitFor();
}
