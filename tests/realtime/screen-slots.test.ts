import { describe, expect, it } from 'vitest';
import { ROLE } from '#machines/contract/roles.ts';
import { createLink } from '#server/show/stage/link.ts';
import { seedUsers } from '#tests/support/seed.ts';
import type { SocketProbe } from '#tests/support/sockets.ts';
import { openFixture } from './fixture.ts';

/** The most stage screens that a process accepts by link, and the most from one address. */
const MOST = 100;
const MOST_OF_ADDRESS = 50;
/** A page that has been open for `SETTLED_MS` keeps its place for `KEPT_MS` after a disconnect. */
const SETTLED_MS = 10_000;
const KEPT_MS = 60_000;

async function open() {
  const fixture = await openFixture();
  const [ada] = await seedUsers(fixture.db, 1, ROLE.admin, 'ada');
  const services = { db: fixture.db, now: Date.now, touch: () => {} };
  const key = await createLink(services, { id: ada?.id ?? '', version: 0 });
  const openPage = async (address: string, more = {}): Promise<SocketProbe> => {
    const extraHeaders = { 'x-forwarded-for': address };
    const page = await fixture.listen(undefined, { show: { key }, extraHeaders, ...more });
    await page.next('show-updated');
    return page;
  };
  const fill = (address: string, pages: number) =>
    Promise.all(Array.from({ length: pages }, () => openPage(address)));
  /** Closes the page, and waits until the server has noticed. */
  const leave = async (page: SocketProbe): Promise<void> => {
    const { sockets } = fixture.io.of('/');
    const before = sockets.size;
    page.close();
    await expect.poll(() => sockets.size).toBe(before - 1);
  };
  return { ...fixture, openPage, fill, leave };
}

describe('a stage screen on air', () => {
  it('stays if more pages open its link than are allowed; newer ones are refused [R2.stage-screen-kept]', async () => {
    const { openPage, fill } = await open();
    const page = await openPage('192.0.2.1');
    await fill('198.51.100.1', MOST_OF_ADDRESS);
    await expect(openPage('198.51.100.1')).rejects.toThrow('Too many attempts');
    await fill('198.51.100.2', MOST - MOST_OF_ADDRESS - 1);
    await expect(openPage('198.51.100.3')).rejects.toThrow('Too many attempts');
    page.received.length = 0;
    page.socket.emit('sync');
    await page.next('show-updated');
  });

  it('keeps its place for a minute after a disconnect, even if many others try its link [R2.stage-screen-kept]', async () => {
    const { openPage, fill, pass, leave } = await open();
    const page = await openPage('192.0.2.1');
    pass(SETTLED_MS);
    await fill('198.51.100.1', MOST_OF_ADDRESS);
    await fill('198.51.100.2', MOST - MOST_OF_ADDRESS - 1);
    await leave(page);
    for (let time = 0; time < 130; time += 1)
      await expect(openPage('198.51.100.3')).rejects.toThrow('Too many attempts');
    const again = await openPage('192.0.2.1');
    pass(SETTLED_MS);
    await leave(again);
    pass(KEPT_MS);
    await openPage('198.51.100.3');
    await expect(openPage('192.0.2.1')).rejects.toThrow('Too many attempts');
  });

  it('gives its place to the next page if it was open only briefly', async () => {
    const { openPage, fill, leave } = await open();
    const page = await openPage('192.0.2.1');
    await fill('198.51.100.1', MOST_OF_ADDRESS);
    await fill('198.51.100.2', MOST - MOST_OF_ADDRESS - 1);
    await leave(page);
    await openPage('198.51.100.3');
    await expect(openPage('192.0.2.1')).rejects.toThrow('Too many attempts');
  });
});

it('an admin always has places for their own pages, however many pages use the link', async () => {
  const { enter, listen, openPage, fill } = await open();
  enter('ada', 'admin');
  await fill('198.51.100.1', MOST_OF_ADDRESS);
  await fill('198.51.100.2', MOST - MOST_OF_ADDRESS);
  const own = await listen('ada', { show: {} });
  await own.next('show-updated');
  await expect(openPage('192.0.2.1')).rejects.toThrow('Too many attempts');
});
