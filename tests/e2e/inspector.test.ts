import { createServer } from 'node:http';
import { once } from 'node:events';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { provideChromium } from '#tests/support/chromium.ts';
import { openShowFixture } from './show-fixture.ts';

const chromium = provideChromium();

const STATELY = 'https://stately.ai/**';
/** Says to its opener that it is ready, as Stately's page does, and keeps what it is told. */
const STAND_IN = `<!doctype html><title>Stand-in</title><script>
  globalThis.heard = [];
  addEventListener('message', ({ data }) => heard.push(data));
  opener?.postMessage({ type: '@statelyai.connected' }, '*');
</script>`;

/** A page of another origin that stands in for Stately's; answers its address. */
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

describe.skipIf(chromium === null)('the inspector in a browser', () => {
  const show = openShowFixture(chromium);

  it("tells Stately's inspector, at another origin, what happens", async () => {
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
});
