import type { Browser, Page } from 'playwright';
import { z } from 'zod';
import { type Size, SIZES, type State, THEMES } from './state.ts';
import { sessionOf, type World } from './world.ts';

const SHIFTS = 'layoutShifts';
/** Notes every shift that nobody asked for, from the first paint on. */
const WATCH_SHIFTS = `
  globalThis.${SHIFTS} = [];
  new PerformanceObserver((list) => {
    for (const { hadRecentInput, value, sources } of list.getEntries())
      if (!hadRecentInput)
        ${SHIFTS}.push({ value, what: sources.map(({ node }) => node?.parentElement?.outerHTML?.slice(0, 200) ?? '') });
  }).observe({ type: 'layout-shift', buffered: true });`;
const shiftsSchema = z.array(z.object({ value: z.number(), what: z.array(z.string()) }));

/** What the browser itself says of a refused call or a lost line. */
const OF_THE_LINE = /^(?:Failed to load resource|WebSocket connection to)/;

export interface Sight {
  readonly page: Page;
  /** Unasked layout shifts since the page was asked for. */
  readonly shifts: () => Promise<z.infer<typeof shiftsSchema>>;
  /** What the page itself complained of. */
  readonly faults: readonly string[];
}

/** Turns a page that is in its state to each size and theme in which the state exists. */
export async function turn(
  page: Page,
  state: State,
  look: (size: Size, theme: (typeof THEMES)[number]) => Promise<void>,
): Promise<void> {
  for (const size of state.sizes ?? (['phone', 'desk'] as const)) {
    await page.setViewportSize(SIZES[size]);
    await page.evaluate(() => scrollTo(0, 0));
    for (const theme of THEMES) {
      await page.emulateMedia({ colorScheme: theme });
      await look(size, theme);
    }
  }
}

/** Goes to a state on a device of its own, in the dark theme unless said otherwise, and lets `look` at it. */
export async function visit(
  browser: Browser,
  {
    world,
    state,
    size,
    theme = 'dark',
  }: { world: World; state: State; size: Size; theme?: (typeof THEMES)[number] },
  look: (sight: Sight) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({
    baseURL: world.url,
    viewport: SIZES[size],
    colorScheme: theme,
    reducedMotion: 'reduce',
    storageState: {
      cookies: [],
      origins:
        state.who === 'nobody'
          ? []
          : [{ origin: world.url, localStorage: sessionOf(world.seats[state.who]) }],
    },
  });
  context.setDefaultTimeout(15_000);
  try {
    await context.addInitScript({ content: WATCH_SHIFTS });
    const page = await context.newPage();
    const faults: string[] = [];
    page.on('pageerror', ({ message }) => faults.push(message));
    page.on('console', (said) => {
      if (said.type() === 'error' && !OF_THE_LINE.test(said.text())) faults.push(said.text());
    });
    const scene = { page, world };
    await state.given?.(scene);
    await page.goto(typeof state.at === 'string' ? state.at : await state.at(world));
    await state.reach(scene);
    await page.evaluate(() => document.fonts.ready.then(() => null));
    await look({
      page,
      faults,
      shifts: async () => shiftsSchema.parse(await page.evaluate(SHIFTS)),
    });
  } finally {
    await context.close();
  }
}
