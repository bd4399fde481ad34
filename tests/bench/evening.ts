/**
 * `npm run evening [questions]`: what the pages of a show cost as an evening goes on, in real browsers: a home viewer's with
 * the processor of a slow phone, a contestant's two, the producer's two and the show page. Each question is added, armed,
 * released, answered, locked, revealed and published. Every tenth of the evening a line a page says what it holds, and what
 * it has asked for and been sent a question since the last line. At the end an answer is opened.
 */
import type { Browser, CDPSession, Page } from 'playwright';
import { z } from 'zod';
import type { RundownAct } from '#machines/contract/calls.ts';
import { ROLE, type RoleId } from '#machines/contract/entities.ts';
import { launchChromium, provideChromium } from '#tests/support/chromium.ts';
import {
  ADMIN,
  removeDataDir,
  type RunningServer,
  startProcess,
  until,
} from '#tests/support/process.ts';
import { asker, PASSWORD, type Seat, sessionOf, signIn } from '#tests/support/states/scenario.ts';

const CPU_SLOWDOWN = 4;
const LINES = 10;

const metricsSchema = z.object({
  metrics: z.array(z.object({ name: z.string(), value: z.number() })),
});
const finishedSchema = z.object({ requestId: z.string(), encodedDataLength: z.number() });
const sentSchema = z.object({ requestId: z.string(), request: z.object({ url: z.string() }) });
const frameSchema = z.object({ response: z.object({ payloadData: z.string() }) });

interface Watched {
  readonly name: string;
  readonly page: Page;
  readonly line: CDPSession;
  /** Since the last line. */
  readonly cost: { requests: number; answerBytes: number; frames: number; eventBytes: number };
}

const nothing = () => ({ requests: 0, answerBytes: 0, frames: 0, eventBytes: 0 });

interface Opening {
  readonly name: string;
  readonly seat: Seat;
  readonly path: string;
  readonly width: number;
  readonly slowdown?: number;
}

/** A page of its own whose requests and frames are counted. */
async function open(browser: Browser, url: string, opening: Opening): Promise<Watched> {
  const { name, seat, path, width, slowdown = 1 } = opening;
  const page = await browser.newPage({ viewport: { width, height: 800 } });
  await page.addInitScript((stored: { name: string; value: string }[]) => {
    for (const { name: key, value } of stored) localStorage.setItem(key, value);
  }, sessionOf(seat));
  const line = await page.context().newCDPSession(page);
  const cost = nothing();
  const calls = new Set<string>();
  await line.send('Performance.enable');
  await line.send('Network.enable');
  await line.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  line.on('Network.requestWillBeSent', (event) => {
    const { requestId, request } = sentSchema.parse(event);
    if (!new URL(request.url).pathname.startsWith('/api/')) return;
    calls.add(requestId);
    cost.requests += 1;
  });
  line.on('Network.loadingFinished', (event) => {
    const { requestId, encodedDataLength } = finishedSchema.parse(event);
    if (calls.delete(requestId)) cost.answerBytes += encodedDataLength;
  });
  line.on('Network.webSocketFrameReceived', (event) => {
    cost.frames += 1;
    cost.eventBytes += frameSchema.parse(event).response.payloadData.length;
  });
  await page.goto(url + path, { waitUntil: 'networkidle' });
  // What a page loads is measured by `npm run first-load`.
  Object.assign(cost, nothing());
  return { name, page, line, cost };
}

async function held({ name, line, cost }: Watched, questions: number): Promise<string> {
  // What nobody holds any more is not the page's.
  await line.send('HeapProfiler.collectGarbage');
  const { metrics } = metricsSchema.parse(await line.send('Performance.getMetrics'));
  const of = (metric: string): number => metrics.find((each) => each.name === metric)?.value ?? 0;
  const each = (sum: number, digits = 1) => (sum / questions).toFixed(digits).padStart(7);
  const row = `${name.padEnd(22)} ${(of('JSHeapUsedSize') / 1_048_576).toFixed(1).padStart(6)} MiB ${String(of('Nodes')).padStart(7)} nodes ${String(of('JSEventListeners')).padStart(5)} listeners; a question ${each(cost.requests)} requests ${each(cost.answerBytes / 1_024)} KiB, ${each(cost.frames)} frames ${each(cost.eventBytes / 1_024)} KiB`;
  Object.assign(cost, nothing());
  return row;
}

async function play(browser: Browser, { url }: RunningServer, questions: number): Promise<void> {
  const ask = asker(url);
  const admin = await signIn(ask, ADMIN.email, ADMIN.password);
  const { token } = admin;
  const seat = async (name: string, role_id: RoleId) => {
    const email = `${name.toLowerCase()}@home.example`;
    await ask('createUser', { token, body: { name, email, password: PASSWORD, role_id } });
    return signIn(ask, email, PASSWORD);
  };
  const viewer = await seat('Viewer', ROLE.home);
  const contestant = await seat('Contestant', ROLE.contestant);
  // One alone would meet the limit for answers.
  const others = [await seat('Ada', ROLE.home), await seat('Bo', ROLE.home)];
  let { rundown } = await ask('createShow', { token, body: { title: 'Evening' } });
  let presses = 0;
  const act = async (asked: RundownAct) => {
    presses += 1;
    const body = { version: rundown.version, requestId: `evening-press-${presses}`, act: asked };
    ({ rundown } = await ask('actOnShow', { token, params: { id: rundown.id }, body }));
  };
  const phone = { width: 390, slowdown: CPU_SLOWDOWN };
  const pages = await Promise.all(
    [
      { name: 'viewer /', seat: viewer, path: '/', ...phone },
      { name: 'contestant /', seat: contestant, path: '/', width: 1_180 },
      { name: 'contestant /my-answer', seat: contestant, path: '/my-answer', width: 1_180 },
      { name: 'producer /que-cards', seat: admin, path: '/que-cards', width: 1_440 },
      { name: 'producer /control', seat: admin, path: '/control', width: 1_440 },
      { name: 'show page', seat: admin, path: '/gameshow', width: 1_920 },
    ].map((each) => open(browser, url, each)),
  );
  const [home] = pages;
  if (home === undefined) return;

  const release = async (n: number) => {
    await act({ type: 'add', questions: [{ text: `Question ${n} of this evening?` }] });
    const item = rundown.items.at(-1);
    if (item === undefined) throw new Error('Nothing was added.');
    await act({ type: 'arm', itemId: item.id });
    await act({ type: 'release', itemId: item.id, timers: { studio: 60, home: 60 } });
    return item;
  };
  const finish = async ({ id, questionId, gameSessionId }: Awaited<ReturnType<typeof release>>) => {
    await act({ type: 'close', itemId: id });
    const params = { gameSessionId };
    let version = 0;
    await until('the windows are closed, and the result is locked', async () => {
      try {
        const body = { act: 'lock', version } as const;
        const { question } = await ask('actOnResult', { token, params, body });
        version = question?.result?.version ?? 1;
        return true;
      } catch {
        return false;
      }
    });
    for (let group = 0; group < 2; group += 1)
      await ask('showAnswers', { token, params: { id: questionId }, body: {} });
    await ask('actOnResult', {
      token,
      params,
      body: { act: 'publish', version: version + 1 },
    });
    await act({ type: 'next', itemId: id });
  };
  let before = 0;
  for (let n = 1; n <= questions; n += 1) {
    const item = await release(n);
    const { gameSessionId } = item;
    for (const [at, { token: own }] of [...others, contestant].entries())
      await ask('submitAnswer', {
        token: own,
        body: { gameSessionId, answerText: `answer ${(n + at) % 2}` },
      });
    await finish(item);
    if (n % Math.ceil(questions / LINES) > 0) continue;
    console.log(`${n} questions`);
    for (const each of pages) console.log(`  ${await held(each, n - before)}`);
    before = n;
  }
  const item = await release(questions + 1);
  const opener = home.page
    .getByRole('article', { name: item.text })
    .getByRole('button', { name: 'Answer Question' });
  await opener.waitFor();
  const tookMs = await opener.evaluate(async (button) => {
    const startedAt = performance.now();
    if (button instanceof HTMLElement) button.click();
    while (document.querySelector('dialog[open]') === null)
      await new Promise((resolve) => {
        requestAnimationFrame(resolve);
      });
    return performance.now() - startedAt;
  });
  console.log(`opening an answer took ${tookMs.toFixed(0)} ms`);
}

const questions = process.argv.slice(2).map(Number).find(Number.isInteger) ?? 150;
const chromium = provideChromium();
if (chromium !== null) {
  const server = await startProcess();
  const browser = await launchChromium(chromium);
  await play(browser, server, questions);
  await browser.close();
  await server.stop();
  await removeDataDir(server.dataDir);
}
