/**
 * `npm run evening [questions]`: measures what the pages of a show cost during a long show, in real browsers: a home
 * viewer's page with the processor of a slow phone, two pages of a contestant, two of the producer, and the stage
 * screen. Each question is added, armed, released, answered, locked, revealed and published. Ten times it prints, for
 * each page, its memory, and its requests and received bytes per question since the last line; at the end the growth
 * per question once the page's lists are full. Then an answer is opened. Fails if a page has reported an error.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, CDPSession } from 'playwright';
import { z } from 'zod';
import { DEFAULT_BRAND } from '#machines/contract/brand.ts';
import { ROLE, type RoleId } from '#machines/contract/entities.ts';
import { LISTED_QUESTIONS } from '#machines/contract/limits.ts';
import { shownAfterMs } from '#machines/show/rules/stage.ts';
import { arrive, type Person, producerSeat, seated } from '#tests/e2e/people.ts';
import { launchChromium } from '#tests/support/chromium.ts';
import { clientOf } from '#tests/support/client.ts';
import { provideChromium } from '#tests/support/programs.ts';
import { removeDataDir, startProcess } from '#tests/support/process.ts';
import { createShow } from '#tests/support/staged-show.ts';
import type { Seat } from '#tests/support/states/scenario.ts';

const CPU_SLOWDOWN = 4;
const LINES = 10;
/** Longer than the delay of points after a reveal plus the delay before pages request boards, ms. */
const QUIET_MS = shownAfterMs(1) + 6_000;
/** The number of players who answer in turn, so that none of them reaches the rate limit. */
const SHIFTS = 4;

const metricsSchema = z.object({
  metrics: z.array(z.object({ name: z.string(), value: z.number() })),
});
const remoteSchema = z.object({ objectId: z.string() });
const prototypeSchema = z.object({ result: remoteSchema });
const objectsSchema = z.object({ objects: remoteSchema });
const countSchema = z.object({ result: z.object({ value: z.number() }) });
const finishedSchema = z.object({ requestId: z.string(), encodedDataLength: z.number() });
const sentSchema = z.object({ requestId: z.string(), request: z.object({ url: z.string() }) });
const frameSchema = z.object({ response: z.object({ payloadData: z.string() }) });

interface Cost {
  requests: number;
  answerBytes: number;
  frames: number;
  eventBytes: number;
}
const nothing = (): Cost => ({ requests: 0, answerBytes: 0, frames: 0, eventBytes: 0 });

/** The memory of a page after `questions` questions, and its cost since the last reading. */
interface Reading extends Cost {
  readonly questions: number;
  readonly heapBytes: number;
  /** The number of plain objects. Unlike the heap's size, it does not include compiled code. */
  readonly objects: number;
  readonly nodes: number;
  readonly listeners: number;
}

interface Watched {
  readonly name: string;
  readonly person: Person;
  readonly line: CDPSession;
  /** Since the last reading. */
  readonly cost: Cost;
  readonly readings: Reading[];
}

interface Opening {
  readonly name: string;
  readonly seat: Seat;
  readonly path: string;
  readonly width: number;
  readonly slowdown?: number;
}

/** Opens a page, and counts its requests and WebSocket frames. */
async function open(browser: Browser, url: string, opening: Opening): Promise<Watched> {
  const { name, seat, path, width, slowdown = 1 } = opening;
  const person = await arrive(browser, { url, seat, moves: true });
  const { page } = person;
  await page.setViewportSize({ width, height: 800 });
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
  await page.goto(path, { waitUntil: 'networkidle' });
  // Leave out the first load, which `npm run first-load` measures.
  Object.assign(cost, nothing());
  return { name, person, line, cost, readings: [] };
}

async function countObjects(line: CDPSession): Promise<number> {
  const expression = 'Object.prototype';
  const objectGroup = 'counted';
  const prototype = await line.send('Runtime.evaluate', { expression, objectGroup });
  const { objects } = objectsSchema.parse(
    await line.send('Runtime.queryObjects', {
      prototypeObjectId: prototypeSchema.parse(prototype).result.objectId,
      objectGroup,
    }),
  );
  const counted = await line.send('Runtime.callFunctionOn', {
    objectId: objects.objectId,
    functionDeclaration: 'function () { return this.length; }',
    returnByValue: true,
  });
  await line.send('Runtime.releaseObjectGroup', { objectGroup });
  return countSchema.parse(counted).result.value;
}

async function read({ line, cost, readings }: Watched, questions: number): Promise<Reading> {
  // Do not count garbage.
  await line.send('HeapProfiler.collectGarbage');
  const { metrics } = metricsSchema.parse(await line.send('Performance.getMetrics'));
  const of = (metric: string): number => metrics.find((each) => each.name === metric)?.value ?? 0;
  const since = questions - (readings.at(-1)?.questions ?? 0);
  const reading = {
    requests: cost.requests / since,
    answerBytes: cost.answerBytes / since,
    frames: cost.frames / since,
    eventBytes: cost.eventBytes / since,
    questions,
    heapBytes: of('JSHeapUsedSize'),
    nodes: of('Nodes'),
    listeners: of('JSEventListeners'),
    objects: await countObjects(line),
  };
  Object.assign(cost, nothing());
  readings.push(reading);
  return reading;
}

const row = (name: string, cells: Readonly<Record<string, string | number>>): string =>
  [
    `  ${name.padEnd(22)}`,
    ...Object.entries(cells).map(([unit, value]) => `${String(value).padStart(8)} ${unit}`),
  ].join(' ');
const KIB = 1_024;

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** The slope of the regression line through all readings (least squares). */
function slope(readings: readonly Reading[], select: (reading: Reading) => number): number {
  const meanX = mean(readings.map(({ questions }) => questions));
  const distances = readings.map((reading) => ({
    x: reading.questions - meanX,
    y: select(reading),
  }));
  return mean(distances.map(({ x, y }) => x * y)) / mean(distances.map(({ x }) => x ** 2));
}

/** The growth of a page per question, from the readings with full lists. */
function growthOf(readings: readonly Reading[]) {
  const of = (select: (reading: Reading) => number, digits = 2) =>
    slope(readings, select).toFixed(digits);
  return {
    'KiB of heap': of(({ heapBytes }) => heapBytes / KIB),
    objects: of(({ objects }) => objects),
    nodes: of(({ nodes }) => nodes),
    listeners: of(({ listeners }) => listeners),
    requests: of(({ requests }) => requests),
    bytes: of(({ answerBytes, eventBytes }) => answerBytes + eventBytes, 0),
  };
}

async function play(browser: Browser, url: string, questions: number): Promise<string[]> {
  const client = clientOf(url, DEFAULT_BRAND);
  const admin = await producerSeat(url);
  const { token } = admin;
  const viewer = await seated(url, 'Viewer');
  const shift = async (name: string, role: RoleId) =>
    Promise.all(Array.from({ length: SHIFTS }, (_, at) => seated(url, `${name} ${at}`, role)));
  const others = [await shift('Ada', ROLE.home), await shift('Bo', ROLE.home)];
  const studio = await shift('Contestant', ROLE.contestant);
  const contestant = studio[0] ?? viewer;
  const show = await createShow(client, token, 'Evening', []);
  const phone = { width: 390, slowdown: CPU_SLOWDOWN };
  const pages: Watched[] = [];
  for (const opening of [
    { name: 'viewer /', seat: viewer, path: '/', ...phone },
    { name: 'contestant /', seat: contestant, path: '/', width: 1_180 },
    { name: 'contestant /my-answer', seat: contestant, path: '/my-answer', width: 1_180 },
    { name: 'producer /que-cards', seat: admin, path: '/que-cards', width: 1_440 },
    { name: 'producer /control', seat: admin, path: '/control', width: 1_440 },
    { name: 'stage screen', seat: admin, path: '/gameshow', width: 1_920 },
  ])
    pages.push(await open(browser, url, opening));

  await show.act({ type: 'goLive' });
  const release = async (n: number) => {
    await show.act({ type: 'add', questions: [{ text: `Question ${n} of this evening?` }] });
    await show.release(n - 1, { studio: 60, home: 60 });
    return show.item(n - 1);
  };
  const finish = async (index: number) => {
    const { id: itemId } = show.item(index);
    await show.act({ type: 'close', itemId });
    await show.settle(index, 'lock');
    for (let group = 0; group < 2; group += 1) await show.reveal(index);
    await show.settle(index, 'publish');
    await show.act({ type: 'next', itemId });
  };
  for (let n = 1; n <= questions; n += 1) {
    await release(n);
    for (const [at, people] of [...others, studio].entries()) {
      const player = people[n % SHIFTS];
      if (player !== undefined) await show.answer(n - 1, [[player, `answer ${(n + at) % 2}`]]);
    }
    await finish(n - 1);
    if (n % Math.ceil(questions / LINES) > 0) continue;
    await delay(QUIET_MS);
    console.log(`${n} questions`);
    for (const each of pages) {
      const { heapBytes, objects, nodes, listeners, ...cost } = await read(each, n);
      console.log(
        row(each.name, {
          MiB: (heapBytes / KIB / KIB).toFixed(1),
          objects,
          nodes,
          listeners,
          requests: cost.requests.toFixed(1),
          KiB: (cost.answerBytes / KIB).toFixed(1),
          frames: cost.frames.toFixed(1),
          'KiB of events': (cost.eventBytes / KIB).toFixed(1),
        }),
      );
    }
  }
  const full = questions > LISTED_QUESTIONS * 1.5 ? LISTED_QUESTIONS : questions / 2;
  console.log(`growth a question, after ${full} of them`);
  for (const { name, readings } of pages)
    console.log(row(name, growthOf(readings.filter((each) => each.questions > full))));
  const [home] = pages;
  if (home !== undefined) {
    const item = await release(questions + 1);
    const opener = home.person.page
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
  return pages.flatMap(({ name, person }) => person.faults.map((fault) => `${name}: ${fault}`));
}

const questions = process.argv.slice(2).map(Number).find(Number.isInteger) ?? 150;
const chromium = provideChromium();
const server = await startProcess();
const browser = await launchChromium(chromium);
const faults = await play(browser, server.url, questions);
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
await browser.close();
await server.stop();
await removeDataDir(server.dataDir);
