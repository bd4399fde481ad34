import { describe, expect, it } from 'vitest';
import { findChromium } from '#tests/support/chromium.ts';
import { axeFindings } from '#tests/support/states/checks.ts';
import { openShowFixture } from './show-fixture.ts';
import { producer } from './people.ts';

const chromium = findChromium();

describe.skipIf(chromium === null)('a show from outside', () => {
  const fixture = openShowFixture(chromium);

  it('is run by a device with a token, overlays another picture, and is exported [R7.control-calls R2.stage-screen-playout R2.export-sheets]', async () => {
    const { url } = fixture.server;
    const { page, context, faults } = await producer(fixture.browser, url);
    await page.setViewportSize({ width: 1366, height: 768 });
    await page.goto('/control');
    await page.getByRole('button', { name: 'New show' }).click();
    await page.getByLabel('Title').fill('Friday night');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Add questions' }).click();
    await page.getByLabel(/^One question per line/).fill('Name a fruit');
    await page.getByRole('button', { name: 'Add 1 question' }).click();

    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('button', { name: 'Remote control' }).click();
    await page.getByLabel('Name of the device').fill('Stream Deck');
    await page.getByRole('button', { name: 'Make token' }).click();
    const token = (await page.locator('dialog code').textContent()) ?? '';
    await page.getByRole('button', { name: 'Revoke Stream Deck' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
    await page.getByRole('button', { name: 'Go live' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Go live' }).click();
    await page
      .getByRole('combobox', { name: 'Show' })
      .getByText('Live: Friday night')
      .waitFor({ state: 'attached' });
    for (const next of ['Release to Studio 0:30 and Home 0:30', 'Lock the answers']) {
      const press = async () =>
        (
          await fetch(`${url}/api/v1/control/go`, {
            method: 'POST',
            headers: { authorization: `Bearer ${token}` },
          })
        ).status;
      // Presses that come too soon after each other are refused, so repeat it.
      await expect.poll(press).toBe(200);
      await page.getByRole('button', { name: next }).waitFor();
    }

    const overlay = await context.newPage();
    await overlay.setViewportSize({ width: 800, height: 450 });
    await overlay.goto('/gameshow?view=overlay');
    await overlay.getByRole('heading', { name: 'Name a fruit' }).waitFor();
    /** The alpha of a pixel at the edge, and of the most opaque one in the middle. */
    const alphas = async () => {
      const picture = (await overlay.screenshot({ omitBackground: true })).toString('base64');
      return page.evaluate(async (png) => {
        const image = new Image();
        image.src = `data:image/png;base64,${png}`;
        await image.decode();
        const canvas = new OffscreenCanvas(image.width, image.height);
        const drawing = canvas.getContext('2d');
        if (drawing === null) throw new Error('no canvas');
        // Draw the picture over another colour, as a video mixer does.
        drawing.fillStyle = 'rgb(255, 0, 255)';
        drawing.fillRect(0, 0, image.width, image.height);
        drawing.drawImage(image, 0, 0);
        const { data } = drawing.getImageData(0, 0, image.width, image.height);
        let covered = 0;
        for (let at = 0; at < data.length; at += 4)
          if (data[at] !== 255 || data[at + 1] !== 0 || data[at + 2] !== 255) covered += 1;
        return { corner: Array.from(data.slice(0, 3)), covered };
      }, picture);
    };
    const shown = await alphas();
    expect(shown.corner).toEqual([255, 0, 255]);
    expect(shown.covered).toBeGreaterThan(500);
    const room = await overlay.evaluate(() => [
      document.documentElement.scrollWidth <= window.innerWidth,
      getComputedStyle(document.documentElement).overflowY,
      getComputedStyle(document.querySelector('main') ?? document.body).cursor,
    ]);
    expect(room).toEqual([true, 'hidden', 'none']);
    await overlay.evaluate(() => window.stop());
    await expect.poll(async () => (await alphas()).covered).toBe(0);

    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('button', { name: 'Export' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Excel workbook (XLSX)' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/-\d{4}-\d\d-\d\d\.xlsx$/);
    await page.getByText(/^Saved as .*\.xlsx/).waitFor();
    expect(faults).toEqual([]);
  });

  it('explains below a path, where its files are missing, that it needs an address without one', async () => {
    const { url } = fixture.server;
    const page = await fixture.browser.newPage();
    const said = page.getByText('This show cannot be shown at an address with a path.');
    await page.goto(url);
    await page.getByRole('main').waitFor();
    expect(await said.count()).toBe(0);
    // As behind a proxy with the product below a path, and another site at the root.
    await page.route('**', async (route) => {
      const isPage = new URL(route.request().url()).pathname === '/show/';
      if (isPage) await route.fulfill({ response: await route.fetch({ url: `${url}/` }) });
      else await route.fulfill({ status: 404 });
    });
    await page.goto(`${url}/show/`);
    await said.waitFor();
    await page.close();
  });
});
