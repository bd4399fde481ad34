/**
 * `npm run evening [questions]`: what the page of a home viewer costs as an evening goes on, in a real browser with the
 * processor of a slow phone. Each question is released for a second and answered by somebody else; every 25 questions a
 * line says what the page holds, and what it has asked for since the last line. At the end an answer is opened.
 */
import type { CDPSession, Page } from 'playwright';
import { z } from 'zod';
import { ROLE } from '#machines/contract/roles.ts';
import { launchChromium, provideChromium } from '#tests/support/chromium.ts';
import { ADMIN, removeDataDir, type RunningServer, startProcess } from '#tests/support/process.ts';
import { asker, PASSWORD, sessionOf, signIn } from '#tests/support/states/scenario.ts';

const CPU_SLOWDOWN = 4;
const QUESTIONS_A_LINE = 25;

const metricsSchema = z.object({
  metrics: z.array(z.object({ name: z.string(), value: z.number() })),
});

async function held(page: Page, line: CDPSession): Promise<string> {
  // What nobody holds any more is not the page's.
  await line.send('HeapProfiler.collectGarbage');
  const { metrics } = metricsSchema.parse(await line.send('Performance.getMetrics'));
  const of = (name: string): number => metrics.find((metric) => metric.name === name)?.value ?? 0;
  const cards = await page.getByRole('article').count();
  const heapMib = (of('JSHeapUsedSize') / 1_048_576).toFixed(1);
  return `${cards} cards, ${of('Nodes')} nodes, ${of('JSEventListeners')} listeners, ${heapMib} MiB`;
}

async function play(page: Page, { url }: RunningServer, questions: number): Promise<void> {
  const ask = asker(url);
  const { token } = await signIn(ask, ADMIN.email, ADMIN.password);
  const seat = async (name: string) => {
    const email = `${name.toLowerCase()}@home.example`;
    const body = { name, email, password: PASSWORD, role_id: ROLE.home };
    await ask('createUser', { token, body });
    return signIn(ask, email, PASSWORD);
  };
  const viewer = await seat('Viewer');
  // One alone would meet the limit for answers.
  const others = [await seat('Ada'), await seat('Bo'), await seat('Cy')];
  await page.addInitScript((stored: { name: string; value: string }[]) => {
    for (const { name, value } of stored) localStorage.setItem(name, value);
  }, sessionOf(viewer));
  const line = await page.context().newCDPSession(page);
  await line.send('Performance.enable');
  await line.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  let requests = 0;
  let bytes = 0;
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/api/')) requests += 1;
  });
  page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => void (bytes += payload.length));
  });
  await page.goto(url);
  await page.getByText('No questions available').waitFor();

  const question = async (n: number, timerSeconds: number) => {
    const text = `Question ${n} of this evening?`;
    const body = {
      question: text,
      startTime: new Date().toISOString(),
      endTime: new Date(Date.now() + 3_600_000).toISOString(),
    };
    const { question: made } = await ask('generate', { token, body });
    const timer = { timerMinutes: 0, timerSeconds };
    await ask('releaseHome', { token, params: { id: made.id }, body: timer });
    const answerText = `answer ${n % 7}`;
    const gameSessionId = made.game_session_id;
    const other = others[n % others.length];
    await ask('submitAnswer', { token: other?.token ?? '', body: { gameSessionId, answerText } });
    return page.getByRole('article', { name: text });
  };
  for (let n = 1; n <= questions; n += 1) {
    const card = await question(n, 1);
    await card.getByText('Expired').first().waitFor();
    if (n % QUESTIONS_A_LINE > 0) continue;
    console.log(
      `${String(n).padStart(4)} questions: ${await held(page, line)}; since the last line ${requests} requests, ${(bytes / 1_024).toFixed(0)} KiB of events`,
    );
    requests = 0;
    bytes = 0;
  }
  const card = await question(questions + 1, 30);
  const opener = card.getByRole('button', { name: 'Answer Question' });
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
  const page = await browser.newPage({ viewport: { width: 390, height: 780 } });
  await play(page, server, questions);
  await browser.close();
  await server.stop();
  await removeDataDir(server.dataDir);
}
