/**
 * `npm run screenshots`: every screen, phone and desk, light and dark, from a real round on a real
 * server, into docs/screenshots.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { ADMIN, removeDataDir, startProcess } from './process.ts';
import { launchChromium, provideChromium } from './chromium.ts';

const OUT = join(import.meta.dirname, '../../docs/screenshots');
const PASSWORD = 'quiz-night-2026';
const SIZES = { phone: { width: 390, height: 780 }, desk: { width: 1280, height: 800 } } as const;
const THEMES = ['dark', 'light'] as const;

const ANSWERS = [
  'Towel',
  'towels',
  'towel',
  'twoel',
  'Umbrella',
  'umbrela',
  'the umbrella',
  'Sunscreen',
  'sunscreen',
  'sun screen',
  'Water',
  'a book',
];

const chromium = provideChromium();
if (chromium === null) process.exit(1);
const server = await startProcess();
const browser = await launchChromium(chromium);
await mkdir(OUT, { recursive: true });

async function api(
  path: string,
  token: string | null,
  body: object,
): Promise<Record<string, unknown>> {
  const answer = await fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  const reply: unknown = await answer.json();
  if (!answer.ok || typeof reply !== 'object' || reply === null)
    throw new Error(`${path}: ${answer.status} ${JSON.stringify(reply)}`);
  return { ...reply };
}
const tokenOf = async (email: string, password: string): Promise<string> =>
  String((await api('/api/auth/login', null, { email, password }))['token']);

const admin = await tokenOf(ADMIN.email, ADMIN.password);
const viewerMail = (index: number): string => `viewer${index}@show.example`;
for (const index of ANSWERS.keys())
  await api('/api/auth/admin/create-gameshow-user', admin, {
    name: `Viewer ${String.fromCodePoint(65 + index)}`,
    email: viewerMail(index),
    password: PASSWORD,
    role_id: 2,
  });
await api('/api/auth/admin/create-gameshow-user', admin, {
  name: 'Cora Studio',
  email: 'cora@show.example',
  password: PASSWORD,
  role_id: 3,
});

async function question(text: string): Promise<{ id: string; gameSessionId: string }> {
  const { question: made } = await api('/api/game-sessions/generate', admin, {
    question: text,
    startTime: new Date().toISOString(),
    endTime: new Date(Date.now() + 3_600_000).toISOString(),
  });
  if (typeof made !== 'object' || made === null || !('id' in made) || !('game_session_id' in made))
    throw new Error('no question was made');
  return { id: String(made.id), gameSessionId: String(made.game_session_id) };
}

/** One person's device, signed in. */
async function device(
  email: string,
  password: string,
  size: keyof typeof SIZES,
  theme: (typeof THEMES)[number],
): Promise<Page> {
  const context = await browser.newContext({
    baseURL: server.url,
    viewport: SIZES[size],
    colorScheme: theme,
    reducedMotion: 'reduce',
    deviceScaleFactor: 1,
  });
  const page = await context.newPage();
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
  await page.waitForURL(({ pathname }) => pathname === '/');
  return page;
}

async function take(page: Page, path: string, name: string): Promise<void> {
  if (new URL(page.url()).pathname + new URL(page.url()).search !== path) await page.goto(path);
  await page.waitForLoadState('networkidle');
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.screenshot({ path: join(OUT, `${name}.png`) });
}

async function everywhere(
  run: (size: keyof typeof SIZES, theme: (typeof THEMES)[number]) => Promise<void>,
): Promise<void> {
  for (const size of ['phone', 'desk'] as const) for (const theme of THEMES) await run(size, theme);
}

async function publicScreens(with_: Browser): Promise<void> {
  await everywhere(async (size, theme) => {
    const context = await with_.newContext({
      baseURL: server.url,
      viewport: SIZES[size],
      colorScheme: theme,
    });
    const page = await context.newPage();
    for (const name of ['login', 'register', 'forgot-password', 'how-it-works', 'support'])
      await take(page, `/${name}`, `${name}-${size}-${theme}`);
    await context.close();
  });
}

await publicScreens(browser);
const empty = await device(viewerMail(0), PASSWORD, 'phone', 'dark');
await take(empty, '/', 'home-empty-phone-dark');

await question('Which river flows through Vienna?');
const first = await question('Name something people take to the beach');
await api(`/api/game-sessions/release-question-home/${first.id}`, admin, {
  timerMinutes: 4,
  timerSeconds: 30,
});
for (const [index, answerText] of ANSWERS.entries()) {
  if (index === 0) continue;
  const token = await tokenOf(viewerMail(index), PASSWORD);
  await api('/api/game-sessions/answers', token, {
    gameSessionId: first.gameSessionId,
    answerText,
  });
}
await everywhere(async (size, theme) => {
  const viewer = await device(viewerMail(0), PASSWORD, size, theme);
  await take(viewer, '/', `home-${size}-${theme}`);
  await viewer.getByRole('button', { name: 'Answer Question' }).first().click();
  await viewer.getByLabel('Your answer').fill('beach towel');
  await viewer.screenshot({ path: join(OUT, `answer-${size}-${theme}.png`) });
  await take(viewer, '/leaderboard', `leaderboard-${size}-${theme}`);
  await viewer.context().close();

  const contestant = await device('cora@show.example', PASSWORD, size, theme);
  await take(contestant, '/', `contestant-locked-${size}-${theme}`);
  await take(contestant, '/my-answer', `my-answer-${size}-${theme}`);
  await contestant.context().close();

  const producer = await device(ADMIN.email, ADMIN.password, size, theme);
  for (const name of ['que-cards', 'generate-question', 'manage-users', 'admin'])
    await take(producer, `/${name}`, `${name}-${size}-${theme}`);
  await producer.context().close();
});

await browser.close();
await server.stop();
await removeDataDir(server.dataDir);
console.log(`The pictures are in ${OUT}`);
