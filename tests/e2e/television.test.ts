import { m } from 'messages';
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import type { StageView } from '#machines/contract/stage.ts';
import { findChromium } from '#tests/support/chromium.ts';
import { openShowFixture } from './show-fixture.ts';
import { openWithEvents } from './open-with-events.ts';

const chromium = findChromium();

const LABELS = [
  'Sandwiches that somebody else has made the night before, ok!',
  'Sandwiches my mum has made',
  'A cool box that is full of food and drinks',
  'Umbrella',
  'Donaudampfschifffahrtsgesellschaftskapitänsmützenband am Hut',
  'Towel',
  'Water',
  'A book',
];
const NAMES = 'Vera Noah Lena Omar Ines Jonas Mila Maximiliane Ada Felix'.split(' ');

/** Longer than the longest scene, including one winner, ms. */
const PLAYED_MS = 7_000;

const places = (count: number, revealedAt: number): StageView['groups'] =>
  LABELS.slice(0, count).map((representative, index) => ({
    groupId: `g${index}`,
    rank: index + 1,
    representative,
    count: 1_333 - index * 180,
    homePoints: 1_220 - index * 170,
    contestantPoints: 13,
    revealedAt,
  }));
const entries = (ranks: readonly number[]) =>
  ranks.map((rank, index) => ({
    username: NAMES[index] ?? '',
    rank,
    total_points: 130 - 11 * rank,
    before: { rank: ranks.length - index, total_points: 1 },
  }));
/** A board with a player on each of these ranks, who had other ranks before. */
const board = (scene: StageView['scene'], studio: readonly number[], home: readonly number[]) => ({
  scene,
  board: { studio: entries(studio), home: entries(home) },
});
const STANDINGS = board('standings', [1, 1, 3, 4], [1, 2, 2, 4, 5, 6, 7, 8, 9, 10]);
const asked = (
  text: string,
  closesAt: number,
  shown: StageView['groups'] = [],
  home = 4_900,
): Partial<StageView> => {
  const window = { released: true, timed: true, closesAt };
  return {
    scene: 'question',
    question: {
      question_id: 'q1',
      game_session_id: `g${text.length}`,
      question_text: text,
      windows: { studio: window, home: window },
      answered: { studio: 4, home },
    },
    groups: shown,
  };
};

const BEACH = 'Name something people take to the beach in summer';
/** Known by one more answer, as its foot is the covered board's until its number is there. */
const LIT = (now: number) => ({ ...asked(BEACH, now, places(5, now), 4_901), tied: 2 });
const COVERED = (now: number) => asked(BEACH, now, [null, ...places(5, now).slice(1)]);
const SHARED = NAMES.slice(0, 8).map(() => 1);
const CROWD = {
  scene: 'winner',
  board: {
    studio: entries([1]),
    home: entries(NAMES.map(() => 1)).map((entry) => ({ ...entry, sharing: 14 })),
  },
} as const;
const WINNERS = board('winner', [1], SHARED);

/** For each scene: the state sent to the page, and the text that it shows in the end. */
const SCENES: readonly (readonly [string, (now: number) => Partial<StageView>, string])[] = [
  ['idle', () => ({}), 'players ready'],
  ['a question', (now) => asked(BEACH, now + 300_000), BEACH],
  ['the last seconds', (now) => asked('Name a fruit', now + PLAYED_MS + 9_000), 'Name a fruit'],
  ['counting', (now) => asked('Name a drink', now + 2_000), 'Name a drink'],
  ['a board of five, number one covered', COVERED, '4 of 5 revealed'],
  ['a board of five, number one in the light', LIT, '4,901'],
  ['a board of six', (now) => asked('Name a game', now, places(6, now)), '6 of 6 revealed'],
  [
    'a board of eight',
    (now) => asked('Name a useful tool', now, places(8, now)),
    '8 of 8 revealed',
  ],
  ['the best of today', () => board('board', [1], [1, 2, 3]), "Today's scores"],
  ['standings', () => STANDINGS, 'Final standings'],
  ['a podium', () => board('podium', [1, 2, 3, 4], [1, 2, 2, 4, 5, 6, 7, 8, 9, 10]), 'The podium'],
  [
    'a podium with a shared third place',
    () => board('podium', [1, 2, 3], [1, 2, 3, 3, 3, 3, 7, 8, 9, 10]),
    'Jonas',
  ],
  ['a shared podium', () => board('podium', [1, 1, 3], SHARED), 'share first'],
  ['the winners at home', () => WINNERS, 'winner'],
  ['all winners', () => WINNERS, 'winner'],
  ['a crowd of winners', () => CROWD, 'and 8 more'],
  ['a holding picture', () => ({ scene: 'holding', holdingText: 'Back at nine' }), 'Back at nine'],
  ['the test card', () => ({ scene: 'test' }), 'Safe area'],
  ['a countdown', (now) => ({ scene: 'countdown', startsAt: now + 600_000 }), 'Play along at'],
];
/** The scenes in which an overlay shows nothing. */
const NOT_OVERLAID = new Set(['idle', 'a holding picture', 'the test card', 'a countdown']);
const SIZES = [
  [1_920, 1_080],
  [3_840, 2_160],
  [1_024, 768],
] as const;

/** Elements outside a television's safe area, too small for five metres, or clipped. */
const findings = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const [width, height] = [innerWidth, innerHeight];
    const stage = document.querySelector('[data-stage]') ?? document.body;
    const seen = [...stage.querySelectorAll('*')].filter(
      (element) =>
        element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
        element.closest('.visually-hidden, [class*=lights]') === null,
    );
    const marks = seen
      .filter((element) => element.matches('svg, i, li, output'))
      .map((element) => ({
        what: element.outerHTML.slice(0, 60),
        element,
        box: element.getBoundingClientRect(),
        type: null,
      }));
    const texts = seen.flatMap((element) =>
      [...element.childNodes]
        .filter((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '')
        .map((node) => {
          const range = document.createRange();
          range.selectNodeContents(node);
          const type = Number.parseFloat(getComputedStyle(element).fontSize);
          return {
            what: node.textContent ?? '',
            element,
            box: range.getBoundingClientRect(),
            type,
          };
        }),
    );
    return [...marks, ...texts].flatMap(({ what, element, box, type }) => {
      const found: string[] = [];
      const edge = Math.min(
        box.left / width,
        1 - box.right / width,
        box.top / height,
        1 - box.bottom / height,
      );
      if (edge < 0.0495) found.push(`${(100 * edge).toFixed(1)} % from an edge`);
      if (type !== null && type < 0.0279 * height)
        found.push(`${((100 * type) / height).toFixed(2)} % of the height`);
      for (let around = element; around !== stage; around = around.parentElement ?? stage) {
        const { overflowX, overflowY, textOverflow } = getComputedStyle(around);
        const isBox = around.matches('dl, output');
        const outer = around.getBoundingClientRect();
        // Letters stick out of their line a little.
        const slack = type === null ? 1 : 0.07 * type;
        if (
          (isBox || overflowY !== 'visible') &&
          (box.top < outer.top - slack || box.bottom > outer.bottom + slack)
        )
          found.push('cut off above or below');
        if (
          (isBox || overflowX !== 'visible') &&
          textOverflow !== 'ellipsis' &&
          (box.left < outer.left - 1 || box.right > outer.right + 1)
        )
          found.push('cut off at a side');
      }
      return found.map((each) => `${what}: ${each}`);
    });
  });

describe.skipIf(chromium === null)('a television', () => {
  const fixture = openShowFixture(chromium);

  /** A stage screen whose time and events are controlled by the test. */
  const openPage = async (query = '') => {
    const page = await fixture.browser.newPage({
      baseURL: fixture.server.url,
      viewport: { width: 1_920, height: 1_080 },
      reducedMotion: 'reduce',
    });
    await page.clock.install();
    const tell = await openWithEvents(page, `/gameshow${query}#key=any`);
    // Pause the clock, so that nothing plays while a busy machine is slow.
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000);
    return {
      page,
      /** Sends a scene, waits until the page shows this, and lets it play. */
      play: async (scene: (now: number) => Partial<StageView>, text: string, ms = PLAYED_MS) => {
        const now = await page.evaluate(() => Date.now());
        tell({
          serverTime: now,
          scene: 'idle',
          question: null,
          groups: [],
          board: null,
          title: 'Friday',
          // Check the sign of a rehearsal only with a query, since the rest is equal.
          ...(query !== '' && { rehearsal: true }),
          connected: { studio: 5, home: 6_000 },
          joinUrl: 'https://show.example',
          ...scene(now),
        });
        await page.getByText(text).first().waitFor({ state: 'attached' });
        await page.clock.runFor(ms);
      },
    };
  };

  it.each([
    ['the stage screen', '', SIZES],
    ['the overlay', '?view=overlay', SIZES.slice(2)],
  ] as const)(
    'shows all of %s, legible from five metres, within its edges',
    async (_, query, sizes) => {
      const { page, play } = await openPage(query);
      const all: string[] = [];
      for (const [name, scene, text] of SCENES) {
        if (query !== '' && NOT_OVERLAID.has(name)) continue;
        await play(scene, text);
        for (const [width, height] of sizes) {
          await page.setViewportSize({ width, height });
          all.push(...(await findings(page)).map((each) => `${name}, ${width} px: ${each}`));
        }
      }
      expect(all).toEqual([]);
    },
  );

  it('is dark behind its stage, also with a light theme of the system', async () => {
    const { page, play } = await openPage();
    await page.emulateMedia({ colorScheme: 'light' });
    await play(COVERED, '4 of 5 revealed');
    const behind = await page.evaluate(
      () => getComputedStyle(document.documentElement).backgroundColor,
    );
    expect(behind).toMatch(/^oklch\(0\.15 /u);
  });

  it('keeps the place of a count dark until it comes, and fits points beside a large label and below each other', async () => {
    const { page, play } = await openPage();
    const dark = () =>
      page
        .locator('li output')
        .first()
        .evaluate((place) => getComputedStyle(place).backgroundColor === 'rgba(0, 0, 0, 0)');
    await play(COVERED, '4 of 5 revealed');
    // Stop in the step that shows only the label.
    await play(LIT, '4,901', 3_000);
    expect(await dark()).toBe(true);
    // The count of number one is large with four digits, too.
    const isLarge = await page
      .locator('[data-layer=board][aria-hidden] output')
      .evaluate((each) => Number.parseFloat(getComputedStyle(each).fontSize) > 0.15 * innerHeight);
    expect(isLarge).toBe(true);
    await page.clock.runFor(PLAYED_MS);
    expect(await dark()).toBe(false);
    // A row as wide as the screen: its label is as large as the question, its points beside it.
    const row = page.locator('li', { hasText: 'Umbrella' });
    expect(
      await row.evaluate((tile) => {
        const [label, points] = [tile.querySelector('p'), tile.querySelector('dl')];
        if (label === null || points === null) return null;
        return {
          type: Number.parseFloat(getComputedStyle(label).fontSize) >= 0.06 * innerHeight,
          beside: points.getBoundingClientRect().left >= label.getBoundingClientRect().right,
        };
      }),
    ).toEqual({ type: true, beside: true });
    // The lamps of a row show its share of all answers.
    const lamps = await page
      .locator('li i:first-child')
      .evaluateAll((all) => all.map((each) => Math.round(each.getBoundingClientRect().width)));
    expect(lamps.slice(2)).toEqual(lamps.slice(2).toSorted((a, b) => b - a));
    expect(new Set(lamps.slice(2)).size).toBe(3);
    // A row of half the width has points as large, by their characters.
    await play((now) => asked('Name a useful tool', now, places(8, now)), '8 of 8 revealed');
    const chips = page.locator('li dl').first();
    expect(
      await chips.evaluate((each) => Number.parseFloat(getComputedStyle(each).fontSize)),
    ).toBeGreaterThan(0.033 * 1_080);
    // The code to scan stays where it is while players join.
    const boxes = new Set<string>();
    for (const home of [0, 1, 54, 210, 6_000]) {
      const joined = NAMES.slice(0, home).map((name, at) => ({ name, at }));
      await play(
        () => ({ connected: { studio: 0, home }, joined }),
        home === 0 ? 'The first player' : 'ready',
      );
      const code = page.getByRole('img', { name: m.stageScreenAddressPlayAlong() });
      boxes.add(JSON.stringify([await code.boundingBox(), await page.locator('h1').boundingBox()]));
    }
    expect([...boxes]).toHaveLength(1);
    const { studio, home } = STANDINGS.board;
    const tied = home.map((entry) => (entry.rank === 10 ? { ...entry, sharing: 5 } : entry));
    await play(() => ({ ...STANDINGS, board: { studio, home: tied } }), 'Final standings');
    const rows = await page.locator('section li').evaluateAll((all) =>
      all.map((each) => {
        const points = each.querySelector('[class*=points]');
        return {
          height: Math.round(each.getBoundingClientRect().height),
          end: Math.round(points?.getBoundingClientRect().right ?? 0),
        };
      }),
    );
    const sizes = [rows.map(({ height }) => height), rows.map(({ end }) => end)];
    expect([rows.length, ...sizes.map((each) => new Set(each).size)]).toEqual([14, 1, 2]);
  });
});
