import { createServer } from 'node:http';
import { once } from 'node:events';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { findChromium } from '#tests/support/chromium.ts';
import { openShowFixture } from '#tests/e2e/show-fixture.ts';

const chromium = findChromium();

const STATELY = 'https://stately.ai/**';
/** Reports to its opener that it is ready, as Stately's page does, and records the messages. */
const STAND_IN = `<!doctype html><title>Stand-in</title><script>
  globalThis.heard = [];
  addEventListener('message', ({ data }) => heard.push(data));
  opener?.postMessage({ type: '@statelyai.connected' }, '*');
</script>`;

/** Starts a page of another origin that stands in for Stately's; returns its address. */
async function startStandIn(): Promise<string> {
  const server = createServer((_, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end(STAND_IN),
  ).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return `http://127.0.0.1:${address.port}/`;
}

/** Runs in the page: returns elements that overlap, are cut off, or cannot be scrolled to. */
const LAYOUT = `(() => {
  const boxOf = (element) => element.getBoundingClientRect();
  const found = [];
  const pane = document.querySelector('section[aria-label^="Chart "]');
  const chart = document.querySelector('section[aria-label="Chart"]');
  if (pane !== null) {
    for (const button of pane.parentElement.querySelectorAll('button')) {
      const [a, b] = [boxOf(button), boxOf(pane)];
      if (a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)
        found.push('covered by ' + button.getAttribute('aria-label'));
    }
    const children = [...chart.children].filter((child) => boxOf(child).height > 0);
    for (const [index, child] of children.entries()) {
      const next = children[index + 1];
      const gap = next === undefined ? 0 : boxOf(next).top - boxOf(child).bottom;
      if (gap < 0 || gap > 32) found.push('a gap of ' + gap);
    }
    const rest = chart.clientHeight - children.reduce((sum, child) => sum + boxOf(child).height, 0);
    if (rest > 32 * children.length) found.push(rest + ' px of emptiness');
  }
  const sequence = document.querySelector('section[aria-label^="Sequence"]');
  if (sequence !== null) {
    for (let up = sequence.parentElement; up !== null && up !== document.body; up = up.parentElement)
      if (getComputedStyle(up).overflowY !== 'visible' && up.scrollHeight > up.clientHeight + 1)
        found.push('scrolls within what scrolls');
    sequence.scrollTo(1e6, 1e6);
    const seen = boxOf(sequence);
    for (const drawn of sequence.querySelectorAll('text, span')) {
      const { right, bottom, left } = boxOf(drawn);
      if (right > seen.right + 1 || bottom > seen.bottom + 1 || left < seen.left - sequence.scrollLeft - 1)
        found.push('cut: ' + drawn.textContent);
    }
  }
  return found;
})()`;

describe.skipIf(chromium === null)('the inspector in a browser', () => {
  const show = openShowFixture(chromium);

  it("sends inspection events to Stately's inspector at another origin", async () => {
    const standIn = await startStandIn();
    const device = await show.browser.newContext({ baseURL: show.server.url });
    await device.route(STATELY, (route) =>
      route.fulfill({ status: 302, headers: { location: standIn } }),
    );
    const page = await device.newPage();
    await page.goto('/inspect?tab=trace');
    const [theirs] = await Promise.all([
      device.waitForEvent('page'),
      page.getByRole('button', { name: 'Attach the Stately inspector' }).click(),
    ]);
    await theirs.waitForURL(standIn);
    const told = async () =>
      z.array(z.looseObject({ type: z.string() })).parse(await theirs.evaluate('heard'));
    await expect
      .poll(told)
      .toContainEqual(expect.objectContaining({ type: '@xstate.actor', name: 'app' }));
    await page.evaluate("dispatchEvent(new Event('offline'))");
    await expect
      .poll(told)
      .toContainEqual(
        expect.objectContaining({ type: '@xstate.event', event: { type: 'network.lost' } }),
      );
  });

  it.each([
    { width: 1366, height: 768 },
    { width: 390, height: 844 },
  ])('overlaps and cuts off nothing, in a replay and a long sequence, at %o', async (viewport) => {
    const device = await show.browser.newContext({ baseURL: show.server.url, viewport });
    const page = await device.newPage();
    await page.goto('/inspect?tab=trace');
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    await button('Record').click();
    for (let time = 0; time < 30; time += 1)
      for (const gone of ['offline', 'online'])
        await page.evaluate(`dispatchEvent(new Event('${gone}'))`);
    await page.getByText(/Recording: (?!0 )/u).waitFor();
    await button('Stop recording').click();
    await button('Replay').click();
    await button('Forward').click();
    await page.getByRole('combobox', { name: 'Actor of the replay' }).waitFor();
    expect(await page.evaluate(LAYOUT)).toEqual([]);
    await page.getByRole('tab', { name: 'Sequence' }).click();
    await page.getByLabel('How many events').selectOption('100');
    await page.getByRole('region', { name: /^Sequence/u }).waitFor();
    expect(await page.evaluate(LAYOUT)).toEqual([]);
  });

  it('draws no arrow through a text', async () => {
    const device = await show.browser.newContext({ baseURL: show.server.url });
    const page = await device.newPage();
    await page.goto('/inspect/atlas?search=answer');
    const chart = page.getByRole('region', { name: /^Chart answer:/u });
    // Arrows from the chart's edge cross this label.
    const line = chart.getByText('connection.lost / update');
    await line.scrollIntoViewIfNeeded();
    const written = await line.boundingBox();
    if (written === null) throw new Error('nothing is written');
    const look = () => page.screenshot({ clip: written });
    const drawn = await look();
    await chart.evaluate((pane) => {
      for (const path of pane.querySelectorAll('path')) path.remove();
    });
    expect((await look()).equals(drawn)).toBe(true);
  });
});
