/**
 * `npm run pictures`: plays a short show in a real browser, and takes README's pictures and its film of the stage
 * screen, if ffmpeg is installed. `npm run pictures -- FOLDER` writes them elsewhere.
 */
import { spawnSync } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, Page } from 'playwright';
import { DEFAULT_BRAND } from '#machines/contract/brand.ts';
import type { FinalScene } from '#machines/contract/stage.ts';
import { ROLE } from '#machines/contract/roles.ts';
import { launchChromium } from './chromium.ts';
import { clientOf } from './client.ts';
import { provideChromium } from './programs.ts';
import { ADMIN, removeDataDir, startProcess, until } from './process.ts';
import { createShow } from './staged-show.ts';
import { PASSWORD, type Seat, sessionOf, signIn } from './states/scenario.ts';
import { stageOver } from '#tests/support/stage.ts';

const [folder] = process.argv.slice(2);
const SHOWN = folder ?? join(import.meta.dirname, '../../docs/screenshots');
const OUT = folder ?? join(import.meta.dirname, '../../screenshots');
const FRAMES = join(OUT, 'film');
const FILM = join(SHOWN, 'film.webp');
const FILM_MS = 30_000;
/** The film begins when the first answers are on the board, s. */
const FILM_FROM_S = 14;

const TV = { width: 1_920, height: 1_080 };
const LAPTOP = { width: 1_366, height: 768 };
const PHONE = { width: 390, height: 844 };

const NAMES =
  `Vera Noah Lena Omar Ines Jonas Mila Theo Ada Felix Nora Emil Zoe Paul Ida Leo Rosa Max Ella Anton Maja Oskar Lina
Hugo Frieda Karl Alma Bruno Greta Ben`.split(/\s+/u);
const CONTESTANTS = 5;
interface Round {
  readonly text: string;
  /** The number of answers of each text. */
  readonly answers: Readonly<Record<string, number>>;
}
const ROUNDS: readonly Round[] = [
  {
    text: 'Name a fruit that is red',
    answers: { Apple: 11, Strawberry: 8, Cherry: 5, Raspberry: 3, Pomegranate: 2, Tomato: 1 },
  },
  {
    text: 'Name something people take to the beach',
    answers: {
      Umbrella: 9,
      'Sun cream': 7,
      'A book': 5,
      Water: 3,
      Towel: 2,
      Sunglasses: 2,
      Surfboard: 1,
      'Sandwiches that somebody else has made the night before': 1,
    },
  },
];

const chromium = provideChromium();
const server = await startProcess();
const browser = await launchChromium(chromium);
const client = clientOf(server.url, DEFAULT_BRAND);
const { ok: ask } = client;
const admin = await signIn(ask, ADMIN.email, ADMIN.password);
const players: Seat[] = [];
for (const [index, name] of NAMES.entries()) {
  const email = `player${index}@home.example`;
  const role_id = index < CONTESTANTS ? ROLE.contestant : ROLE.home;
  await ask('createUser', {
    token: admin.token,
    body: { name, email, password: PASSWORD, role_id },
  });
  players.push(await signIn(ask, email, PASSWORD));
}

await mkdir(SHOWN, { recursive: true });
await rm(FRAMES, { recursive: true, force: true });
await mkdir(FRAMES, { recursive: true });
const { token } = admin;
const questions = ROUNDS.map(({ text }) => text);
const show = await createShow(client, token, 'Friday Night', questions);
const { act } = show;
await act({ type: 'goLive' });

const [tv, room, phone] = [
  await open(browser, TV, admin, '/gameshow'),
  await open(browser, LAPTOP, admin, '/control'),
  await open(browser, PHONE, players[CONTESTANTS], '/'),
];
await tv.getByText('1 player ready').waitFor();

/** Plays a question up to its board, with nothing revealed. */
async function ask1(
  { answers }: Round,
  index: number,
  seconds: number,
  during: () => Promise<void>,
) {
  await show.release(index, { studio: seconds, home: seconds });
  const given = Object.entries(answers).flatMap(([text, times]) =>
    Array.from({ length: times }, () => text),
  );
  // At the same time, within the shortest timer.
  await Promise.all(
    given.map(async (answerText, at) => {
      // Contestants are spread over the answers.
      const seat = players[(at * 7) % players.length];
      if (seat !== undefined) await show.answer(index, [[seat, answerText]]);
    }),
  );
  await during();
  await until('every answer is on the board', async () => {
    const { groups } = await stageOver(ask, token).direction();
    return groups.length >= Object.keys(answers).length;
  });
  await show.settle(index, 'lock');
}
const present = (scene: FinalScene) => act({ type: 'scene', scene });

const [first, second] = ROUNDS;
if (!first || !second) throw new Error('no rounds');
await ask1(first, 0, 8, async () => {});
for (const _ of Object.keys(first.answers)) await show.reveal(0);
await show.settle(0, 'publish');
await act({ type: 'next', itemId: show.item(0).id });

await stageOver(ask, token).scene('idle');
await tv.getByText('1 player ready').waitFor();
await picture(tv, 'show-idle');
await ask1(second, 1, 14, async () => {
  await tv
    .getByText(/^0:(?:0[89]|10)$/u)
    .first()
    .waitFor();
  await picture(tv, 'show-question');
  await picture(phone, 'phone-question');
});
await tv.getByText('Not revealed').first().waitFor();
await delay(1_500);
const film = await record(tv);
const count = Object.keys(second.answers).length;
for (let place = count; place > 0; place -= 1) {
  await show.reveal(1);
  await delay(place === 1 ? 5_500 : place <= 3 ? 3_200 : 2_300);
  if (place === 4) {
    await delay(2_000);
    await picture(tv, 'show-board');
    await picture(room, 'control-room');
  }
}
await phone.getByText('in a row').waitFor();
await delay(2_500);
await picture(phone, 'phone-revealed');
await show.settle(1, 'publish');
await present('standings');
await delay(3_500);
await present('podium');
await delay(3_500);
await film.stop();
await picture(tv, 'show-podium');
await present('winner');
await delay(2_000);
await picture(tv, 'show-winner');
await delay(11_000);
await picture(tv, 'show-winners');
await browser.close();
await server.stop();
await removeDataDir(server.dataDir);
await film.write();

async function open(
  into: Browser,
  viewport: { readonly width: number; readonly height: number },
  seat: Seat | undefined,
  path: string,
): Promise<Page> {
  if (seat === undefined) throw new Error('nobody sits there');
  const context = await into.newContext({ viewport, baseURL: server.url, colorScheme: 'dark' });
  await context.addInitScript((stored: { name: string; value: string }[]) => {
    for (const { name, value } of stored) localStorage.setItem(name, value);
  }, sessionOf(seat));
  const page = await context.newPage();
  await page.goto(path);
  return page;
}

/**
 * Takes a picture, small enough for the repository. It is converted to WebP, which the browser's screenshots do not
 * support.
 */
async function picture(page: Page, name: string): Promise<void> {
  const type = 'jpeg';
  await writeFile(
    join(SHOWN, `${name}.jpg`),
    await page.screenshot({ type, quality: 62, scale: 'css' }),
  );
  console.log(join(SHOWN, `${name}.jpg`));
}

/** Keeps every frame that the browser draws, and when. */
async function record(page: Page) {
  const session = await page.context().newCDPSession(page);
  const frames: { readonly at: number; readonly data: string }[] = [];
  const startedAt = performance.now();
  session.on('Page.screencastFrame', ({ data, sessionId }) => {
    const at = performance.now() - startedAt;
    if (at < FILM_MS) frames.push({ at, data });
    void session.send('Page.screencastFrameAck', { sessionId });
  });
  await session.send('Page.startScreencast', {
    format: 'jpeg',
    quality: 70,
    maxWidth: 960,
    maxHeight: 540,
  });
  return {
    stop: () => session.send('Page.stopScreencast'),
    write: async () => {
      const list: string[] = [];
      for (const [index, { at, data }] of frames.entries()) {
        const name = `${String(index).padStart(4, '0')}.jpg`;
        await writeFile(join(FRAMES, name), Buffer.from(data, 'base64'));
        const lastsMs = (frames[index + 1]?.at ?? FILM_MS) - at;
        list.push(`file '${name}'`, `duration ${(lastsMs / 1_000).toFixed(3)}`);
      }
      // ffmpeg ignores the last duration unless another picture follows.
      list.push(list.at(-2) ?? '');
      await writeFile(join(FRAMES, 'frames.txt'), `${list.join('\n')}\n`);
      const from = ['-f', 'concat', '-i', join(FRAMES, 'frames.txt')];
      const made = spawnSync('ffmpeg', [
        '-y',
        '-loglevel',
        'error',
        ...from,
        '-ss',
        String(FILM_FROM_S),
        '-vf',
        'fps=12,scale=800:-1',
        ...'-c:v libwebp_anim -quality 62 -compression_level 6 -loop 0'.split(' '),
        FILM,
      ]);
      console.log(
        made.status === 0
          ? FILM
          : `${frames.length} frames of 30 seconds are in ${FRAMES}; no film was made of them: ${made.error ? 'ffmpeg is not installed' : made.stderr.toString().trim()}.`,
      );
    },
  };
}
