/**
 * `npm run first-load`: measures in a real browser, slowed down like `PHONE`, what happens before a screen can be used:
 * requests for scripts, KiB transferred, ms until the first paint, until the screen is usable, and until the program has
 * all of it, each the median of several loads. A form is usable when it can be typed into; the program sends it. Then it
 * measures joining, from the address in a QR code to the questions, without the time for typing.
 */
import type { Browser } from 'playwright';
import { z } from 'zod';
import { launchChromium } from '#tests/support/chromium.ts';
import { provideChromium } from '#tests/support/programs.ts';
import { ADMIN, removeDataDir, type RunningServer, startProcess } from '#tests/support/process.ts';
import { asker, PASSWORD, type Seat, sessionOf, signIn } from '#tests/support/states/scenario.ts';

const PHONE = { bytesPerSecond: 1_600_000 / 8, latencyMs: 150, cpuSlowdown: 4 };
const LOADS = 5;
const LOGIN = 'input[type=password]';
const CODE = 'input[name=code]';
/** The element of a static form once the program runs it. */
const running = (element: string): string => `#root:not([data-static]) ${element}`;
/** `usable`, `complete`: the elements that show that the screen can be used, and that the program has all of it. */
const SCREENS = [
  { path: '/login', isSignedIn: false, usable: LOGIN, complete: running(LOGIN) },
  { path: '/join', isSignedIn: false, usable: CODE, complete: running(CODE) },
  { path: '/', isSignedIn: false, usable: LOGIN, complete: running(LOGIN) },
  {
    path: '/',
    isSignedIn: true,
    usable: 'main section',
    complete: '[data-player] > div:first-child:not([aria-busy])',
  },
] as const;

interface Load {
  readonly scripts: number;
  readonly scriptKib: number;
  readonly allKib: number;
  readonly paintMs: number;
  readonly usableMs: number;
  readonly completeMs: number;
}

/**
 * Runs in the page, since polling from here takes too long: sets a mark of each name when the frame with its element is
 * drawn.
 */
function markFrames(elements: Readonly<Record<string, string>>): void {
  // The address of the show leads a visitor to the login: the time counts from the first page.
  sessionStorage['startedAt'] ??= String(performance.timeOrigin);
  const awaited = new Map(Object.entries(elements));
  const watch = new MutationObserver(() => {
    for (const [name, element] of awaited) {
      if (document.querySelector(element) === null) continue;
      awaited.delete(name);
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener('message', () => performance.mark(name));
      port1.start();
      requestAnimationFrame(() => port2.postMessage(null));
    }
  });
  watch.observe(document, { attributes: true, childList: true, subtree: true });
}

/** Runs in the page: ms from the first request to a mark or to the first paint; undefined if it has not come. */
function msUntil(name: string): number | undefined {
  const at = performance.getEntriesByName(name)[0]?.startTime;
  return at && at + performance.timeOrigin - Number(sessionStorage['startedAt']);
}

/** Opens a page on the phone, signed in as `seat` if given. */
async function openPhone(browser: Browser, url: string, seat: Seat | null) {
  const context = await browser.newContext({
    viewport: { width: 390, height: 780 },
    storageState: {
      cookies: [],
      origins: seat === null ? [] : [{ origin: url, localStorage: sessionOf(seat) }],
    },
  });
  const page = await context.newPage();
  const line = await context.newCDPSession(page);
  await line.send('Network.enable');
  await line.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: PHONE.latencyMs,
    downloadThroughput: PHONE.bytesPerSecond,
    uploadThroughput: PHONE.bytesPerSecond,
  });
  await line.send('Emulation.setCPUThrottlingRate', { rate: PHONE.cpuSlowdown });
  return { context, page, line };
}

/** Seconds from opening the address of a code until the nickname can be typed, and until the questions are shown. */
async function join(browser: Browser, url: string, code: string): Promise<[number, number]> {
  const { context, page } = await openPhone(browser, url, null);
  const startedAt = performance.now();
  await page.goto(`${url}/join/${code}`, { waitUntil: 'commit' });
  await page.getByLabel('Nickname').waitFor();
  const askedAt = performance.now();
  await page.getByLabel('Nickname').fill('Anna');
  await page.getByRole('main').getByRole('button', { name: 'Join' }).click();
  await page.getByRole('list', { name: 'Your shows' }).waitFor();
  const readyAt = performance.now();
  await context.close();
  return [(askedAt - startedAt) / 1_000, (readyAt - startedAt) / 1_000];
}

async function load(
  browser: Browser,
  url: string,
  { path, usable, complete }: (typeof SCREENS)[number],
  seat: Seat | null,
): Promise<Load> {
  const { context, page, line } = await openPhone(browser, url, seat);
  const scripts = new Set<string>();
  let scriptBytes = 0;
  let bytes = 0;
  line.on('Network.responseReceived', ({ requestId, type }) => {
    if (type === 'Script') scripts.add(requestId);
  });
  line.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    bytes += encodedDataLength;
    if (scripts.has(requestId)) scriptBytes += encodedDataLength;
  });
  await page.addInitScript(markFrames, { usable, complete });
  await page.goto(`${url}${path}`, { waitUntil: 'commit' });
  const timeOf = async (name: string): Promise<number> => {
    const reached = await page.waitForFunction(msUntil, name);
    return z.number().parse(await reached.jsonValue());
  };
  const [paintMs, usableMs, completeMs] = [
    await timeOf('first-contentful-paint'),
    await timeOf('usable'),
    await timeOf('complete'),
  ];
  await page.waitForLoadState('networkidle');
  await context.close();
  return {
    scripts: scripts.size,
    scriptKib: scriptBytes / 1_024,
    allKib: bytes / 1_024,
    paintMs,
    // A mark is set before its frame is on the screen.
    usableMs: Math.max(paintMs, usableMs),
    completeMs,
  };
}

const middle = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

async function print(browser: Browser, { url }: RunningServer): Promise<void> {
  const ask = asker(url);
  const admin = await signIn(ask, ADMIN.email, ADMIN.password);
  const email = 'viewer@show.example';
  await ask('createUser', {
    token: admin.token,
    body: { name: 'Viewer', email, password: PASSWORD, role_id: 2 },
  });
  const seat = await signIn(ask, email, PASSWORD);
  for (const screen of SCREENS) {
    const loads: Load[] = [];
    for (let index = 0; index < LOADS; index += 1)
      loads.push(await load(browser, url, screen, screen.isSignedIn ? seat : null));
    const of = (name: keyof Load): string => middle(loads.map((one) => one[name])).toFixed(0);
    console.log(
      `${screen.path.padEnd(8)} ${screen.isSignedIn ? 'player ' : 'visitor'} ${of('scripts')} scripts, ${of('scriptKib')} KiB of them, ${of('allKib')} KiB in all; painted after ${of('paintMs')} ms, usable after ${of('usableMs')} ms, complete after ${of('completeMs')} ms`,
    );
  }
}

async function printJoining(browser: Browser, { url }: RunningServer): Promise<void> {
  const ask = asker(url);
  const { token } = await signIn(ask, ADMIN.email, ADMIN.password);
  const { show } = await ask('createShow', { token, body: { title: 'Quiz night' } });
  const joins: [number, number][] = [];
  for (let index = 0; index < LOADS; index += 1)
    joins.push(await join(browser, url, show.rundown.join?.code ?? ''));
  const [asked, ready] = [0, 1].map((at) => middle(joins.map((one) => one[at] ?? Number.NaN)));
  console.log(
    `/join/CODE nickname asked after ${asked?.toFixed(1)} s, questions after ${ready?.toFixed(1)} s`,
  );
}

const chromium = provideChromium();
const server = await startProcess();
const browser = await launchChromium(chromium);
await print(browser, server);
await printJoining(browser, server);
await browser.close();
await server.stop();
await removeDataDir(server.dataDir);
