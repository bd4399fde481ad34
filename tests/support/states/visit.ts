import type { Browser, BrowserContext, Page } from 'playwright';
import { z } from 'zod';
import { type Size, SIZES, type State, THEMES } from './state.ts';
import { sessionOf, type Scenario } from './scenario.ts';

const SHIFTS = 'layoutShifts';
/** Records every layout shift without user input, from the first paint on. */
const WATCH_SHIFTS = `
  globalThis.${SHIFTS} = [];
  new PerformanceObserver((list) => {
    for (const { hadRecentInput, value, sources } of list.getEntries())
      if (!hadRecentInput)
        ${SHIFTS}.push({ value, what: sources.map(({ node }) => node?.parentElement?.outerHTML?.slice(0, 200) ?? '') });
  }).observe({ type: 'layout-shift', buffered: true });`;
const shiftsSchema = z.array(z.object({ value: z.number(), what: z.array(z.string()) }));

/** Messages of the browser itself about a refused call or a lost connection. */
const OF_THE_LINE = /^(?:Failed to load resource|WebSocket connection to)/;

export interface Sight {
  readonly page: Page;
  /** Unexpected layout shifts since the page was opened. */
  readonly shifts: () => Promise<z.infer<typeof shiftsSchema>>;
  /** Errors of the page itself. */
  readonly faults: readonly string[];
}

/** Switches a page in its state to each size and theme in which the state exists. */
export async function turn(
  page: Page,
  state: State,
  look: (size: Size, theme: (typeof THEMES)[number]) => Promise<void>,
): Promise<void> {
  for (const size of state.sizes ?? (['phone', 'desktop'] as const)) {
    await page.setViewportSize(SIZES[size]);
    await page.evaluate(() => scrollTo(0, 0));
    for (const theme of THEMES) {
      await page.emulateMedia({ colorScheme: theme });
      await look(size, theme);
    }
  }
}

interface Visit {
  readonly scenario: Scenario;
  readonly state: State;
  readonly size: Size;
  /** Dark unless said otherwise. */
  readonly theme?: (typeof THEMES)[number];
  /** A script that runs before the page's own. */
  readonly first?: string;
}
type Look = (sight: Sight) => Promise<void>;

/** A device for visits to a scenario, with a shared cache. */
export const openDevice = (browser: Browser, { url }: Scenario): Promise<BrowserContext> =>
  browser.newContext({ baseURL: url, reducedMotion: 'reduce' });

/** Goes to a state on a separate device, and lets `look` inspect it. */
export async function visit(browser: Browser, visited: Visit, look: Look): Promise<void> {
  const device = await openDevice(browser, visited.scenario);
  try {
    await visitOn(device, visited, look);
  } finally {
    await device.close();
  }
}

/** The same on a device without a cache. */
export async function visitOn(
  device: BrowserContext,
  { scenario, state, size, theme = 'dark', first = '' }: Visit,
  look: Look,
): Promise<void> {
  device.setDefaultTimeout(15_000);
  await device.setOffline(false);
  await device.setStorageState({
    cookies: [],
    origins:
      state.who === 'nobody'
        ? []
        : [{ origin: scenario.url, localStorage: sessionOf(scenario.seats[state.who]) }],
  });
  try {
    const page = await device.newPage();
    await page.setViewportSize(SIZES[size]);
    await page.emulateMedia({ colorScheme: theme });
    await page.addInitScript({ content: WATCH_SHIFTS + first });
    const faults: string[] = [];
    page.on('pageerror', ({ message }) => faults.push(message));
    page.on('console', (said) => {
      if (said.type() === 'error' && !OF_THE_LINE.test(said.text())) faults.push(said.text());
    });
    const scene = { page, scenario };
    await state.given?.(scene);
    await page.goto(typeof state.at === 'string' ? state.at : await state.at(scenario));
    await state.reach(scene);
    await page.evaluate(() => document.fonts.ready.then(() => null));
    await look({
      page,
      faults,
      shifts: async () => shiftsSchema.parse(await page.evaluate(SHIFTS)),
    });
  } finally {
    for (const page of device.pages()) {
      // If it were closed at once, the page's held requests would reach the server.
      await page.goto('about:blank');
      await page.close();
    }
  }
}
