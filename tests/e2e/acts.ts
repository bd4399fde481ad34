import type { Page } from 'playwright';
import { asker } from '#tests/support/states/scenario.ts';
import { type Person, producerSeat } from './people.ts';
import { createQuestion } from '#tests/support/questions.ts';

export const QUESTION = 'Name something people take to the beach';

/** A `datetime-local` value this many minutes from now. */
export const localTime = (minutes: number): string => {
  const at = new Date(Date.now() + minutes * 60_000);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
};

export async function fillInQuestion({ page }: Person, text: string): Promise<void> {
  await page.goto('/generate-question');
  await page.getByLabel('Question', { exact: true }).fill(text);
  await page.getByLabel('Start time').fill(localTime(0));
  await page.getByLabel('End time').fill(localTime(60));
  await page.getByRole('button', { name: 'Create Question Session' }).click();
  await page.waitForURL('**/admin');
}

/** The same in one call, for tests that are not about creating. */
export async function askQuestion(url: string, text: string) {
  const { token } = await producerSeat(url);
  return createQuestion(asker(url), token, text);
}

/** Releases the newest question to an audience from its card, with a timer. */
export async function release(
  { page }: Person,
  lane: 'Studio' | 'Home',
  timer: { minutes: number; seconds: number },
): Promise<void> {
  await page
    .getByRole('button', { name: new RegExp(`^(?:Release (?:again )?to|Reopen for) ${lane}`) })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Minutes').fill(String(timer.minutes));
  await dialog.getByLabel('Seconds').fill(String(timer.seconds));
  await dialog.getByRole('button', { name: 'Release with timer' }).click();
  await dialog.waitFor({ state: 'hidden' });
}

export const card = (page: Page, text = QUESTION) => page.getByRole('article', { name: text });

export async function answer({ page }: Person, text: string): Promise<void> {
  await card(page).getByRole('button', { name: 'Answer Question' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Your answer').fill(text);
  await dialog.getByRole('button', { name: 'Submit' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await card(page).getByText('Answered', { exact: true }).first().waitFor();
}

/** On later pages, timers of this many milliseconds end when the test decides. */
export async function holdTimers(
  page: Page,
  ms: number,
): Promise<{ readonly end: () => Promise<boolean> }> {
  await page.addInitScript((heldMs) => {
    const start = globalThis.setTimeout.bind(globalThis);
    const held = (run: () => void, delayMs = 0, ...given: unknown[]): number => {
      if (delayMs !== heldMs) return start(run, delayMs, ...given);
      addEventListener('timers-end', run, { once: true });
      return 0;
    };
    Reflect.set(globalThis, 'setTimeout', held);
  }, ms);
  return { end: () => page.evaluate(() => dispatchEvent(new Event('timers-end'))) };
}
