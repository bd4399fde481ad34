import type { Page } from 'playwright';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { CHUNK_TIMEOUT_MS } from '#machines/contract/limits.ts';
import { findChromium } from '#tests/support/chromium.ts';
import { holdTimers } from '#tests/e2e/acts.ts';
import { openShowFixture } from '#tests/e2e/show-fixture.ts';
import { arrive } from '#tests/e2e/people.ts';

const chromium = findChromium();
/** The code of /support as the build names it. */
const CHUNK = /\/assets\/support-[\w-]+\.js$/;
const ERROR = 'Unexpected Application Error!';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const toSupport = (page: Page) =>
  page.getByRole('contentinfo').getByRole('link', { name: 'Support' }).click();

describe.skipIf(chromium === null)('failures in the built page', () => {
  const fixture = openShowFixture(chromium);
  let page: Page;
  /** The requests of the page for this code so far. */
  let chunks: string[];
  /** Opens the login page. */
  beforeEach(async () => {
    const person = await arrive(fixture.browser, { url: fixture.server.url });
    onTestFinished(() => person.context.close());
    ({ page } = person);
    chunks = [];
    page.on('request', (request) => {
      if (CHUNK.test(request.url())) chunks.push(request.url());
    });
    await page.waitForURL('**/login');
  });

  it('the code of a screen loads when a user opens it [R2.chunks-lazy]', async () => {
    await page.reload({ waitUntil: 'networkidle' });
    expect(chunks).toEqual([]);
    await toSupport(page);
    await heading(page, 'Support').waitFor();
    expect(chunks).toHaveLength(1);
  });

  it.each([
    ['code', CHUNK],
    ['style', /\/assets\/support-[\w-]+\.css$/],
  ])(
    'a chunk of %s that cannot be loaded shows an error in its place; other screens work, and a reload tries again [R8.chunk-failed R8.error-heading R8.error-message]',
    async (_, chunk) => {
      await page.route(chunk, (route) => route.abort());
      await toSupport(page);
      await heading(page, ERROR).waitFor();
      await page.getByText('Loading chunk support failed').waitFor();
      expect(await heading(page, ERROR).evaluate((title) => title === document.activeElement)).toBe(
        true,
      );

      await page.getByRole('link', { name: 'Contact' }).click();
      await heading(page, 'Contact').waitFor();
      await page.goto('/support');
      await page.getByText('Loading chunk support failed').waitFor();

      await page.unroute(chunk);
      await page.getByRole('button', { name: 'Reload' }).click();
      await heading(page, 'Support').waitFor();
    },
  );

  it('a chunk that does not load within 120 s fails [R2.chunk-timeout R9.chunk-timeout R8.chunk-failed]', async () => {
    const wait = await holdTimers(page, CHUNK_TIMEOUT_MS);
    await page.goto('/login');
    // The request gets no reply.
    await page.route(CHUNK, () => {});
    await toSupport(page);
    await page.getByRole('main').getByText('Loading').waitFor();
    expect(chunks).toHaveLength(1);
    expect(await heading(page, ERROR).count()).toBe(0);
    await wait.end();
    await heading(page, ERROR).waitFor();
    await page.getByText('Loading chunk support failed').waitFor();
  });

  it('a screen that throws shows the error, and header and navigation stay [R8.error-heading R8.error-message]', async () => {
    const body = "export default function Broken() { throw new Error('The tube has blown'); }";
    await page.route(CHUNK, (route) => route.fulfill({ contentType: 'text/javascript', body }));
    await page.goto('/support');
    await heading(page, ERROR).waitFor();
    await page.getByText('The tube has blown').waitFor();
    expect(await page.getByRole('contentinfo').getByRole('link').allTextContents()).toEqual([
      'Contact',
      'Support',
      'Feedback',
    ]);
    await page.unroute(CHUNK);
    await page.getByRole('button', { name: 'Reload' }).click();
    await heading(page, 'Support').waitFor();
  });
});
