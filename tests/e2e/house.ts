import type { Browser } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { launchChromium } from '#tests/support/chromium.ts';
import { removeDataDir, type RunningServer, startProcess } from '#tests/support/process.ts';

/** What the tests of a file play in. */
export interface House {
  readonly browser: Browser;
  readonly server: RunningServer;
}

const PAGE_TEXT_LENGTH = 1_500;

/** What every page showed when a test failed: the only witness where nobody watched. */
async function report(browser: Browser): Promise<void> {
  for (const page of browser.contexts().flatMap((context) => context.pages())) {
    const text = await page
      .locator('body')
      .innerText({ timeout: 2_000 })
      .catch((cause: unknown) => `(not readable: ${String(cause)})`);
    console.error(`${page.url()}\n${text.slice(0, PAGE_TEXT_LENGTH)}\n`);
  }
}

/** One browser for the tests of a file, and a new show for each of them. */
export function openHouse(chromium: string | null): House {
  let browser: Browser;
  let server: RunningServer;
  beforeAll(async () => {
    browser = await launchChromium(chromium ?? '');
  });
  beforeEach(async () => {
    server = await startProcess();
  });
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await report(browser);
    for (const context of browser.contexts()) await context.close();
    await server.stop();
    await removeDataDir(server.dataDir);
  });
  afterAll(() => browser.close());
  return {
    get browser() {
      return browser;
    },
    get server() {
      return server;
    },
  };
}
