/**
 * `npm run screenshots`: every screen in every state, from real rounds on real servers, into the
 * ignored folder `screenshots`: one sheet per state, with phone and desktop side by side, dark and
 * light. `npm run screenshots -- home login` updates those of some screens.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { z } from 'zod';
import { launchChromium } from './chromium.ts';
import { provideChromium } from './programs.ts';
import { SCREENS } from './states/index.ts';
import { type Screen, SIZES, type State } from './states/state.ts';
import { turn, visit } from './states/visit.ts';
import { prepareScenarios } from './states/scenario.ts';

const OUT = join(import.meta.dirname, '../../screenshots');
/** The scale of a shot, which keeps a sheet small. */
const SCALE = { phone: 0.8, desktop: 0.6 } as const;
const GAP = 16;
const QUALITY = 0.65;
/** The number of screens at the same time. */
const LANES = 3;

interface Shot {
  readonly scale: number;
  readonly width: number;
  readonly height: number;
  readonly png: string;
}

const fileOf = (screen: Screen, state: State): string =>
  `${screen.name}-${state.name.replaceAll(/\W+/g, '-')}.webp`;

/** Draws the shots side by side in the browser, which also encodes WebP. */
async function sheet(studio: Page, shots: readonly Shot[]): Promise<Buffer> {
  const drawn: unknown = await studio.evaluate(
    async ({ shots: given, gap, quality }) => {
      const placed = given.map((shot) => ({
        ...shot,
        width: shot.width * shot.scale,
        height: shot.height * shot.scale,
      }));
      const canvas = document.createElement('canvas');
      canvas.width = placed.reduce((sum, { width }) => sum + width + gap, gap);
      canvas.height = Math.max(...placed.map(({ height }) => height)) + 2 * gap;
      const pen = canvas.getContext('2d');
      if (pen === null) throw new Error('no canvas');
      pen.fillStyle = 'gray';
      pen.fillRect(0, 0, canvas.width, canvas.height);
      pen.imageSmoothingQuality = 'high';
      let left = gap;
      for (const { png, width, height } of placed) {
        const image = new Image();
        image.src = `data:image/png;base64,${png}`;
        await image.decode();
        pen.drawImage(image, left, gap, width, height);
        left += width + gap;
      }
      return canvas.toDataURL('image/webp', quality);
    },
    { shots, gap: GAP, quality: QUALITY },
  );
  return Buffer.from(z.string().parse(drawn).split(',')[1] ?? '', 'base64');
}

const chromium = provideChromium();
const [browser, scenarios] = await Promise.all([launchChromium(chromium), prepareScenarios()]);
const wanted = process.argv.slice(2);
if (wanted.length === 0) await rm(OUT, { recursive: true, force: true });
await mkdir(OUT, { recursive: true });

const chosen = SCREENS.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
const missed: string[] = [];
let sheets = 0;
let bytes = 0;

/** Takes a picture of every state of a screen; returns its lines for the index. */
async function picture(studio: Page, screen: Screen): Promise<string> {
  const lines = [`## ${screen.name}`, ''];
  for (const state of screen.states) {
    const shots: Shot[] = [];
    const owner = screen.changesScenario === true ? screen.name : null;
    const scenario = await scenarios.scenario(state.scenario ?? 'round', owner);
    const [first = 'phone'] = state.sizes ?? [];
    const made = visit(browser, { scenario, state, size: first }, ({ page }) =>
      turn(page, state, async (size) => {
        await state.show?.(page).scrollIntoViewIfNeeded();
        const png = await page.screenshot();
        shots.push({ ...SIZES[size], scale: SCALE[size], png: png.toString('base64') });
      }),
    );
    try {
      await made;
    } catch (error) {
      missed.push(`${screen.name}, ${state.name}: ${String(error)}`);
      continue;
    }
    const file = fileOf(screen, state);
    const drawn = await sheet(studio, shots);
    await writeFile(join(OUT, file), drawn);
    sheets += 1;
    bytes += drawn.length;
    lines.push(`- [${state.name}](${file}) (${state.who === 'nobody' ? 'signed out' : state.who})`);
  }
  return lines.join('\n');
}

const queue = [...chosen];
const index = new Map<string, string>();
await Promise.all(
  Array.from({ length: LANES }, async () => {
    const studio = await browser.newPage();
    for (let screen = queue.shift(); screen !== undefined; screen = queue.shift())
      index.set(screen.name, await picture(studio, screen));
  }),
);
if (wanted.length === 0)
  await writeFile(
    join(OUT, 'README.md'),
    `# Every screen in every state

Made by \`npm run screenshots\` from real rounds on real servers; the states are those of
\`tests/support/states\`, which \`tests/long/states.test.ts\` checks. Each sheet shows phone dark, phone
light, desktop dark and desktop light. In brackets: who is signed in.

${chosen.map(({ name }) => index.get(name)).join('\n\n')}
`,
  );
await browser.close();
await scenarios.end();
if (missed.length > 0) {
  console.log(`Not reached:\n${missed.join('\n')}`);
  process.exitCode = 1;
}
console.log(`${sheets} sheets, ${(bytes / 1e6).toFixed(1)} MB, in ${OUT}`);
