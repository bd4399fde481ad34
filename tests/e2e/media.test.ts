import { describe, expect, it } from 'vitest';
import { DEFAULT_BRAND } from '#machines/contract/brand.ts';
import { findChromium } from '#tests/support/chromium.ts';
import { clientOf } from '#tests/support/client.ts';
import { png, upload } from '#tests/support/media.ts';
import { createShow } from '#tests/support/staged-show.ts';
import { arrive, producerSeat, seated } from './people.ts';
import { openShowFixture } from './show-fixture.ts';

const chromium = findChromium();

describe.skipIf(chromium === null)('a picture of a question', () => {
  const fixture = openShowFixture(chromium);

  it('is on the phone before its release, and shown from memory [R2.media-ahead]', async () => {
    const { url } = fixture.server;
    const client = clientOf(url, DEFAULT_BRAND);
    const { token } = await producerSeat(url);
    const show = await createShow(client, token, 'Friday', ['Where is this?']);
    const { id: itemId, studioSeconds, homeSeconds, order, note } = show.item(0);
    const { id } = await upload(client, token, png(640, 400));
    const presets = { studioSeconds, homeSeconds, order, note };
    await show.act({ type: 'edit', itemId, presets, media: { id, alt: 'A red bridge' } });
    await show.act({ type: 'goLive' });

    const { page, faults } = await arrive(fixture.browser, { url, seat: await seated(url, 'Ada') });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    const loaded = page.waitForResponse(/\/api\/media\/sealed\//u);
    await show.act({ type: 'arm', itemId });
    await (await loaded).finished();
    await show.act({ type: 'release', itemId, timers: { home: 120, studio: 120 } });
    const picture = page.getByRole('img', { name: 'A red bridge' });
    await picture.and(page.locator('[src^="blob:"]')).waitFor();
    expect(await picture.evaluate(({ naturalWidth }: HTMLImageElement) => naturalWidth)).toBe(640);
    expect(asked).not.toContain(`/api/media/${id}`);
    expect(faults).toEqual([]);
  });
});
