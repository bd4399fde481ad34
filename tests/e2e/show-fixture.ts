import type { Browser } from 'playwright';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { launchChromium } from '#tests/support/chromium.ts';
import { removeDataDir, type RunningServer, startProcess } from '#tests/support/process.ts';

/** The setup shared by the tests of a file. */
export interface ShowFixture {
  readonly browser: Browser;
  readonly server: RunningServer;
}

const PAGE_TEXT_LENGTH = 1_500;

/** Screenshots of every page when a test failed, for later analysis. */
export async function reportPages(browser: Browser): Promise<void> {
  for (const page of browser.contexts().flatMap((context) => context.pages())) {
    const text = await page
      .locator('body')
      .innerText({ timeout: 2_000 })
      .catch((cause: unknown) => `(not readable: ${String(cause)})`);
    console.error(`${page.url()}\n${text.slice(0, PAGE_TEXT_LENGTH)}\n`);
  }
}

/**
 * Browsers with or without scroll bars. They stay open until the worker ends, since starting one takes longer than many
 * tests.
 */
const browsers = new Map<'bars' | null, Promise<Browser>>();

/** The worker's browser. Tests close only the contexts that they opened. */
export function sharedBrowser(
  chromium: string | null,
  bars: 'bars' | null = null,
): Promise<Browser> {
  const browser = browsers.get(bars) ?? launchChromium(chromium ?? '', bars);
  browsers.set(bars, browser);
  return browser;
}

/** One browser and one show for the tests of a file; each test has its own users and questions. */
export function openShowFixture(chromium: string | null, bars: 'bars' | null = null): ShowFixture {
  let browser: Browser;
  let server: RunningServer;
  beforeAll(async () => {
    [browser, server] = await Promise.all([sharedBrowser(chromium, bars), startProcess()]);
  });
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await reportPages(browser);
    for (const context of browser.contexts()) await context.close();
  });
  afterAll(async () => {
    await server.stop();
    await removeDataDir(server.dataDir);
  });
  return {
    get browser() {
      return browser;
    },
    get server() {
      return server;
    },
  };
}
