import { m } from 'messages';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { serverEvents } from '#machines/contract/events.ts';
import { LIMITS } from '#machines/contract/limits.ts';
import type { ActiveQuestion } from '#machines/contract/entities.ts';
import { mp3, png, svg, upload } from '#tests/support/media.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { connectProbe } from '#tests/support/sockets.ts';
import { createShow } from '#tests/support/staged-show.ts';
import { unzip } from '#tests/support/unzip.ts';

const ALT = 'A red bridge in fog';
const START = Date.parse('2026-06-01T12:00:00.000Z');

let now = START;
let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startTestServer({ now: () => now });
  ({ token } = await server.signInAs('admin'));
});
afterAll(() => server.close());

/** A show whose first item has a picture. */
async function withPicture() {
  const show = await createShow(server, token, 'Friday', ['Where is this?', 'Name a tree']);
  const { id, ...size } = await upload(server, token, png(40, 30));
  const media = { id, ...size, alt: ALT };
  const edit = (change: { id: string; alt: string } | null, index = 0) => {
    const { id: itemId, studioSeconds, homeSeconds, order, note } = show.item(index);
    const presets = { studioSeconds, homeSeconds, order, note };
    return show.act({ type: 'edit', itemId, presets, media: change });
  };
  await edit({ id, alt: ALT });
  return { show, media, edit };
}

const load = (path: string, init?: RequestInit) => fetch(`${server.url}${path}`, init);
const bytesIn = async (response: Response) => Buffer.from(await response.arrayBuffer());

it('is stored by producers, named by an act, and served to who knows its id [R2.media-upload]', async () => {
  const { show, media } = await withPicture();
  const path = `/api/media/${media.id}`;
  expect(media).toEqual({
    id: expect.any(String),
    kind: 'picture',
    width: 40,
    height: 30,
    alt: ALT,
  });
  expect(media.id).toMatch(/^[\w-]{43}$/u);
  expect(show.item(0).media).toEqual(media);
  expect(show.item(1).media).toBeUndefined();

  const response = await load(path);
  expect(await bytesIn(response)).toEqual(png(40, 30));
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  });
  const etag = response.headers.get('etag') ?? '';
  expect((await load(path, { headers: { 'if-none-match': etag } })).status).toBe(304);
  for (const wrong of ['unknown', '%00']) {
    const unknown = await server.raw(`/api/media/${wrong}`);
    expect([unknown.status, unknown.body]).toEqual([404, { error: m.notFound() }]);
  }
});

it.each([
  ['a part', 'bytes=2-5', 206, [2, 5], 'bytes 2-5/832'],
  ['the rest', 'bytes=800-', 206, [800, 831], 'bytes 800-831/832'],
  ['the end', 'bytes=-10', 206, [822, 831], 'bytes 822-831/832'],
  ['more than there is', 'bytes=830-9999', 206, [830, 831], 'bytes 830-831/832'],
  ['nothing that is there', 'bytes=832-', 416, [0, -1], 'bytes */832'],
  ['several ranges', 'bytes=0-1,4-5', 200, [0, 831], null],
] as const)(
  'a player of sounds may load %s',
  async (_, range, status, [first, last], contentRange) => {
    const sound = mp3();
    const { id, kind } = await upload(server, token, sound);
    expect(kind).toBe('sound');
    const response = await load(`/api/media/${id}`, { headers: { range } });
    expect(response.status).toBe(status);
    expect(await bytesIn(response)).toEqual(sound.subarray(first, last + 1));
    expect(response.headers.get('content-range')).toBe(contentRange);
  },
);

it('is refused in plain words if it is too large or of another type, whatever its header says [R2.media-upload]', async () => {
  const send = (body: Uint8Array<ArrayBuffer>) => server.call('uploadMedia', { token, body });
  const large = new Uint8Array(LIMITS.mediaBytes + 1);
  large.set(png());
  expect(await send(large)).toMatchObject({
    status: 413,
    body: { error: m.serverTooLarge() },
  });
  expect((await send(large.slice(0, LIMITS.mediaBytes))).status).toBe(201);
  const page = await server.raw('/api/media', {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'image/png' },
    body: '<html></html>',
  });
  expect([page.status, page.body]).toEqual([422, { error: m.mediaUnknownType() }]);
  const { id } = await upload(server, token, svg('<script>x()</script>'));
  const served = await server.raw(`/api/media/${id}`);
  expect([served.headers.get('content-type'), served.body]).toEqual([
    'image/svg+xml',
    svg('').toString(),
  ]);
});

it('needs a text alternative, and bytes that are stored [R2.media-alt]', async () => {
  const { show, media } = await withPicture();
  const { id: itemId, studioSeconds, homeSeconds, order, note } = show.item(1);
  const act = {
    type: 'edit',
    itemId,
    presets: { studioSeconds, homeSeconds, order, note },
  } as const;
  expect(await show.tryAct({ ...act, media: { id: media.id, alt: ' ' } })).toMatchObject({
    status: 422,
    body: { error: m.mediaNoAlt() },
  });
  expect(await show.tryAct({ ...act, media: { id: 'gone', alt: 'x' } })).toMatchObject({
    status: 409,
    body: { error: m.mediaGone() },
  });
});

it('is refused if those of the show would take more than 200 MB; one that it has already costs nothing [R2.media-limit]', async () => {
  const { show, media } = await withPicture();
  const give = (index: number, id: string) => {
    const { id: itemId, studioSeconds, homeSeconds, order, note } = show.item(index);
    const presets = { studioSeconds, homeSeconds, order, note };
    return show.tryAct({ type: 'edit', itemId, presets, media: { id, alt: ALT } });
  };
  const row = { id: 'large', type: 'image/png', width: 1, height: 1, created_at: 0 } as const;
  const left = LIMITS.showMediaBytes - png(40, 30).length;
  await server.db.write
    .insertInto('media')
    .values({ ...row, unused_since: null, bytes: sql`zeroblob(${left})` })
    .execute();
  expect((await give(1, 'large')).status).toBe(200);
  await show.reload();
  const { id: larger } = await upload(server, token, png(400, 300));
  expect(await give(0, larger)).toMatchObject({
    status: 409,
    body: { error: m.mediaShowFull() },
  });
  expect((await give(1, media.id)).status).toBe(200);
});

/** The names of the events in which the id was sent. */
const naming = ({ received }: Awaited<ReturnType<typeof connectProbe>>, id: string): string[] =>
  received.filter(({ payload }) => JSON.stringify(payload).includes(id)).map(({ name }) => name);

it('reaches each audience with its release and not before; the stage loads it ahead, but a page without a key does not [R2.media-secret]', async () => {
  const { show, media, edit } = await withPicture();
  const [viewer, contestant] = [await server.signInAs('home'), await server.signInAs('contestant')];
  const home = await connectProbe(server.url, viewer);
  const studio = await connectProbe(server.url, contestant);
  const { key } = await server.ok('createShowLink', { token, query: { show: show.id } });
  const stage = await connectProbe(server.url, { show: { key } });
  const stranger = await connectProbe(server.url, { show: { key: 'wrong' } });
  const probes = [home, studio, stage, stranger];
  onTestFinished(() => probes.forEach((probe) => probe.close()));
  await show.act({ type: 'delay', seconds: 20 });
  await show.act({ type: 'goLive' });
  await show.act({ type: 'arm', itemId: show.item(0).id });
  const shown = () => {
    const last = stage.received.findLast(({ name }) => name === 'show-updated');
    return last && serverEvents['show-updated'].parse(last.payload).show;
  };
  const { alt, ...ahead } = media;
  await expect.poll(shown).toMatchObject({ ahead, question: null });
  expect(JSON.stringify(shown())).not.toContain(alt);

  await show.act({ type: 'release', itemId: show.item(0).id, timers: { studio: 60, home: 60 } });
  await expect.poll(() => naming(studio, media.id)).toContain('question-released');
  await expect.poll(shown).toMatchObject({ question: { media } });
  await home.settled();
  expect(naming(home, media.id)).toEqual([]);
  const listed = async (): Promise<ActiveQuestion | undefined> =>
    (await server.ok('activeQuestions', { token: viewer.token })).questions[0];
  expect(await listed()).toBeUndefined();
  now += 20_000;
  expect(await listed()).toMatchObject({ media });

  await edit(null);
  expect((await listed())?.media).toBeUndefined();
  await edit({ id: media.id, alt: 'Another text' });
  expect(await listed()).toMatchObject({ media: { alt: 'Another text' } });
  await expect.poll(shown).toMatchObject({ question: { media: { alt: 'Another text' } } });
  await stranger.closed();
  expect(naming(stranger, media.id)).toEqual([]);
});

it('goes with a copy of the show and is in its run sheet [R2.media-copies]', async () => {
  const { show, media } = await withPicture();
  const copy = await server.ok('createShow', { token, body: { title: 'Saturday', from: show.id } });
  expect(copy.show.rundown.items.map((item) => item.media)).toEqual([media, undefined]);
  const { sheet } = await server.ok('runSheet', { token, params: { id: show.id } });
  expect(sheet.items.map((item) => item.media)).toEqual([{ kind: 'picture', alt: ALT }, undefined]);
});

it('is a file of the export, which names it [R2.media-copies]', async () => {
  const { show } = await withPicture();
  const response = await fetch(`${server.url}/api/shows/${show.id}/export/csv`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const files = unzip(await bytesIn(response));
  expect(files['Questions.csv']).toContain(`media/item-1.png,${ALT}`);
  expect(files['media/item-1.png']).toBe(png(40, 30).toString());
  expect(files['Manifest.csv']).toMatch(/file,media\/item-1\.png,,[\da-f]{64}/u);
});
