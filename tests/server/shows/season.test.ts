import { m } from 'messages';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOUSE_SHOW } from '#machines/contract/entities.ts';
import { inTransaction } from '#server/db/client.ts';
import { writeSeason } from '#server/show/season.ts';
import { readShows } from '#server/show/store.ts';
import { describeStores } from '#tests/support/databases.ts';
import { type Person, startTestServer, type TestServer } from '#tests/support/server.ts';
import { createShow } from '#tests/support/staged-show.ts';
import { START } from '../answers/fixture.ts';
import { showOn } from '../boards/show-fixture.ts';

describeStores('seasons', (open) => {
  it('get shows by name or id, are renamed for all of them, and end with the last one [R2.season-shows]', async () => {
    const db = await open();
    for (const id of ['one', 'two']) await showOn(db, id, 0);
    const put = (showId: string, season: Parameters<typeof writeSeason>[2]) =>
      inTransaction(db, (tx) => writeSeason(tx, showId, season, START));
    const names = async () => {
      const shows = await readShows(db.read, 10);
      return Object.fromEntries(shows.map(({ id, season }) => [id, season?.name]));
    };
    // At once, as two producers would.
    await Promise.all([put('one', { name: 'Autumn' }), put('two', { name: 'Autumn' })]);
    const [season, ...more] = await db.read.selectFrom('season').select('id').execute();
    const id = season?.id ?? '';
    expect([await names(), more]).toEqual([{ one: 'Autumn', two: 'Autumn' }, []]);
    await put('one', { id, name: 'Autumn 2026' });
    expect(await names()).toEqual({ one: 'Autumn 2026', two: 'Autumn 2026' });
    await put('two', { name: 'Winter' });
    await expect(put('two', { id, name: 'Winter' })).rejects.toMatchObject({
      message: m.rundownSeasonTaken(),
    });
    await put('two', { id, name: 'Autumn 2026' });
    await put('one', null);
    expect(await names()).toEqual({ one: undefined, two: 'Autumn 2026' });
    await put('two', null);
    expect(await db.read.selectFrom('season').selectAll().execute()).toEqual([]);
    await expect(put('two', { id, name: 'Autumn' })).rejects.toMatchObject({ status: 404 });
  });
});

describe('the season of a show', () => {
  let server: TestServer;
  let admin: Person;
  beforeAll(async () => {
    server = await startTestServer();
    admin = await server.signInAs('admin');
  });
  afterAll(() => server.close());

  it('is chosen at any time, also after the end, and audited, but not for the house show', async () => {
    const { token } = admin;
    const show = await createShow(server, token, 'Friday', ['Name a fruit']);
    const name = 'Autumn 2026';
    await show.act({ type: 'goLive' });
    await show.act({ type: 'end' });
    expect(await show.tryAct({ type: 'season', season: { name: ' ' } })).toMatchObject({
      status: 422,
      body: { error: m.rundownNoSeasonName() },
    });
    const { season } = await show.act({ type: 'season', season: { name } });
    expect(season?.name).toBe(name);
    expect((await server.ok('shows', { token })).shows[0]?.season).toEqual(season);
    const { entries } = await server.ok('adminAudit', { token, query: {} });
    expect(entries[0]).toMatchObject({
      before: { season: null },
      after: { act: 'season', season: name },
    });
    const body = { requestId: randomUUID(), act: { type: 'season', season: { name } } as const };
    expect(
      await server.call('actOnShow', { token, params: { id: HOUSE_SHOW }, body }),
    ).toMatchObject({ status: 409, body: { error: m.showNoShow() } });
  });
});
