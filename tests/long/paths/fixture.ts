import type { Browser, BrowserContext, Page, Route } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { launchChromium } from '#tests/support/chromium.ts';
import { removeDataDir, type RunningServer, startProcess } from '#tests/support/process.ts';
import { type Seat, sessionOf } from '#tests/support/states/scenario.ts';

/** Requests of a page that wait until the test lets them go. */
export interface Gate {
  /** The oldest one that waits, or the next to come. */
  readonly next: () => Promise<Route>;
}

/** Holds what the page asks for at these addresses. */
export async function hold(page: Page, url: string | RegExp): Promise<Gate> {
  const held: Route[] = [];
  const takers: ((route: Route) => void)[] = [];
  await page.route(url, (route) => {
    const taker = takers.shift();
    if (taker === undefined) held.push(route);
    else taker(route);
  });
  return {
    next: () => {
      const route = held.shift();
      return route === undefined
        ? new Promise((resolve) => takers.push(resolve))
        : Promise.resolve(route);
    },
  };
}

/** Longer than a loaded machine takes to show what has happened. */
const PATIENCE = { timeout: 15_000 };
/** What the page shows becomes this. */
export async function becomes<T>(seen: () => Promise<T>, facts: T): Promise<void> {
  await expect.poll(seen, PATIENCE).toEqual(facts);
}

/** Stops the page's clock: from now on time passes by `page.clock.runFor` alone. */
export const stopClock = async (page: Page): Promise<void> =>
  page.clock.pauseAt((await page.evaluate(() => Date.now())) + 2_000);

/** What the paths of a file are walked on. */
export interface Fixture {
  readonly server: RunningServer;
  /** Of this path alone, with a clock that the test may turn. */
  readonly page: Page;
  readonly context: BrowserContext;
  /** Somebody is signed in on this path's device from the start. */
  readonly seat: (seat: Seat) => Promise<void>;
}

/** One server and one browser for all paths of a file, and a device for each of them or for them all. */
export function openFixture(chromium: string | null, deviceOf: 'path' | 'file' = 'path'): Fixture {
  let browser: Browser;
  let server: RunningServer;
  let context: BrowserContext;
  let page: Page;
  beforeAll(async () => {
    server = await startProcess();
    browser = await launchChromium(chromium ?? '');
  });
  const [before, after] = deviceOf === 'path' ? [beforeEach, afterEach] : [beforeAll, afterAll];
  before(async () => {
    context = await browser.newContext({
      baseURL: server.url,
      viewport: { width: 1280, height: 800 },
      reducedMotion: 'reduce',
    });
    await context.clock.install();
    page = await context.newPage();
  });
  afterAll(async () => {
    await browser.close();
    await server.stop();
    await removeDataDir(server.dataDir);
  });
  // What is opened last is closed first.
  after(() => context.close());
  return {
    get server() {
      return server;
    },
    get page() {
      return page;
    },
    get context() {
      return context;
    },
    seat: async (seat) => {
      await context.addInitScript((kept) => {
        if (sessionStorage.getItem('seated') !== null) return;
        sessionStorage.setItem('seated', 'yes');
        for (const { name, value } of kept) localStorage.setItem(name, value);
      }, sessionOf(seat));
    },
  };
}
