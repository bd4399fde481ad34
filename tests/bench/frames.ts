/**
 * `npm run frames [folder]`: measures how smoothly the stage screen plays a show of one question at 1920x1080 in a real
 * browser that renders in software. Prints for each scene the frames per second, the number of late frames, and the
 * longest time between two frames; in brackets the same of an empty page that another browser shows at the same time,
 * which is the floor of this machine. With a folder it saves a picture of each scene.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { z } from 'zod';
import { DEFAULT_BRAND } from '#machines/contract/brand.ts';
import { FINAL_SCENES } from '#machines/contract/stage.ts';
import { ROLE } from '#machines/contract/roles.ts';
import { launchChromium } from '#tests/support/chromium.ts';
import { clientOf } from '#tests/support/client.ts';
import { provideChromium } from '#tests/support/programs.ts';
import {
  ADMIN,
  removeDataDir,
  type RunningServer,
  startProcess,
  until,
} from '#tests/support/process.ts';
import { createShow } from '#tests/support/staged-show.ts';
import { PASSWORD, type Seat, sessionOf, signIn } from '#tests/support/states/scenario.ts';
import { stageOver } from '#tests/support/stage.ts';

const SCREEN = { width: 1_920, height: 1_080 };
/** A frame is late after this time, ms: a little more than a sixtieth of a second. */
const LATE_MS = 20;
const TIMER_SECONDS = 14;
/** Eight answers, one of them with sixty characters. */
const ANSWERS = [
  ...Array.from({ length: 6 }, () => 'Umbrella'),
  ...Array.from({ length: 5 }, () => 'Sun cream'),
  ...Array.from({ length: 4 }, () => 'A book'),
  ...Array.from({ length: 3 }, () => 'Water'),
  'Towel',
  'Towel',
  'Sunglasses',
  'Surfboard',
  'Sandwiches that somebody else has made the night before',
];

const framesSchema = z.object({ frames: z.number(), longestMs: z.number(), late: z.number() });
type Frames = z.infer<typeof framesSchema>;

/** Counts the frames of a page during this time, ms. */
async function framesOf(page: Page, ms: number): Promise<Frames> {
  const seen = await page.evaluate(
    async ([lasts, lateMs]) => {
      const startedAt = performance.now();
      let last = startedAt;
      const waits: number[] = [];
      while (last - startedAt < lasts) {
        const now = await new Promise<number>((resolve) => {
          requestAnimationFrame(resolve);
        });
        // The first frame may have begun before the measurement.
        if (now > last) waits.push(now - last);
        last = Math.max(last, now);
      }
      return {
        frames: waits.length,
        longestMs: Math.max(...waits),
        late: waits.filter((wait) => wait > lateMs).length,
      };
    },
    [ms, LATE_MS] as const,
  );
  return framesSchema.parse(seen);
}

const told = ({ frames, longestMs, late }: Frames, ms: number): string =>
  `${((frames * 1_000) / ms).toFixed(1)} frames a second, ${late} of ${frames} late, longest ${longestMs.toFixed(0)} ms`;

interface Playing {
  readonly page: Page;
  /** An empty page in another browser. */
  readonly floor: Page;
  readonly folder: string | null;
}

async function play({ page, floor, folder }: Playing, { url }: RunningServer): Promise<void> {
  const client = clientOf(url, DEFAULT_BRAND);
  const { ok: ask } = client;
  const { token, user } = await signIn(ask, ADMIN.email, ADMIN.password);
  const players: Seat[] = [];
  for (const [index] of ANSWERS.entries()) {
    const name = `Player ${index + 1}`;
    const email = `player${index + 1}@home.example`;
    const role_id = index % 4 === 0 ? ROLE.contestant : ROLE.home;
    await ask('createUser', { token, body: { name, email, password: PASSWORD, role_id } });
    players.push(await signIn(ask, email, PASSWORD));
  }
  await page.addInitScript((stored: { name: string; value: string }[]) => {
    for (const { name, value } of stored) localStorage.setItem(name, value);
  }, sessionOf({ token, user }));
  /** Measures the frames of the page while the effect of `act` is played. */
  const scene = async (name: string, ms: number, act: () => Promise<unknown> = async () => {}) => {
    const [seen, least] = await Promise.all([framesOf(page, ms), framesOf(floor, ms), act()]);
    console.log(`${name.padEnd(21)} ${told(seen, ms)} (${told(least, ms)})`);
    if (folder !== null)
      await page.screenshot({ path: join(folder, `${name.replaceAll(' ', '-')}.png`) });
  };

  await floor.goto(`${url}/icon.svg`);
  await page.goto(`${url}/gameshow`);
  await page.getByRole('heading').first().waitFor();
  await scene('idle', 2_000);

  const title = 'Friday Night';
  const show = await createShow(client, token, title, ['Name something people take to the beach']);
  const { act } = show;
  await act({ type: 'goLive' });
  const { id: itemId } = show.item(0);
  await scene('question in', 2_000, () => act({ type: 'arm', itemId }));
  const timers = { studio: TIMER_SECONDS, home: TIMER_SECONDS };
  await scene('answering', 4_000, async () => {
    await act({ type: 'release', itemId, timers });
    for (const [index, player] of players.entries())
      await show.answer(0, [[player, ANSWERS[index] ?? '']]);
  });
  await scene('last seconds', 8_000);
  await scene('time up and counting', 6_000);
  let places = 0;
  await until('the board can be opened', async () => {
    places = (await stageOver(ask, token).direction()).groups.length;
    return places > 0;
  });
  await scene('covered board', 2_500);
  for (let place = places; place > 0; place -= 1)
    await scene(`reveal ${place}`, place === 1 ? 7_000 : 3_000, () => show.reveal(0));
  await show.settle(0, 'publish');
  await scene('scores', 4_000, () => stageOver(ask, token).scene('board'));
  for (const finale of FINAL_SCENES)
    await scene(finale, 5_000, () => act({ type: 'scene', scene: finale }));
}

const [folder = null] = process.argv.slice(2);
if (folder !== null) await mkdir(folder, { recursive: true });
const chromium = provideChromium();
const server = await startProcess();
const browsers = [await launchChromium(chromium), await launchChromium(chromium)];
const [page, floor] = await Promise.all(
  browsers.map((browser) => browser.newPage({ viewport: SCREEN })),
);
if (page && floor) await play({ page, floor, folder }, server);
for (const browser of browsers) await browser.close();
await server.stop();
await removeDataDir(server.dataDir);
