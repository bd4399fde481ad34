import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import type { ActiveQuestion } from '#machines/contract/entities.ts';
import { newKey } from '#server/show/link-key.ts';
import { unseal } from '#src/effects/unseal.ts';
import { png, svg, upload } from '#tests/support/media.ts';
import { type Person, startTestServer, type TestServer } from '#tests/support/server.ts';
import { connectProbe } from '#tests/support/sockets.ts';
import { createShow, type StagedShow } from '#tests/support/staged-show.ts';

const START = Date.parse('2026-06-01T12:00:00.000Z');
const ALT = 'A red bridge in fog';

let now = START;
let server: TestServer;
let admin: Person;
beforeAll(async () => {
  server = await startTestServer({ now: () => now });
  admin = await server.signInAs('admin');
});
afterAll(() => server.close());

/** Gives the first item of a show a picture. */
async function withPicture(show: StagedShow, bytes: Uint8Array): Promise<string> {
  const { id } = await upload(server, admin.token, bytes);
  const { id: itemId, studioSeconds, homeSeconds, order, note } = show.item(0);
  const presets = { studioSeconds, homeSeconds, order, note };
  await show.act({ type: 'edit', itemId, presets, media: { id, alt: ALT } });
  return id;
}

async function connect(person: Person) {
  const probe = await connectProbe(server.url, person);
  onTestFinished(() => probe.close());
  await probe.next('snapshot');
  return {
    ...probe,
    /** The seals that the person may load, in the order in which they came. */
    seals: () =>
      probe.received.flatMap(({ name, payload }) =>
        name === 'media-sealed' ? [JSON.stringify(payload)] : [],
      ),
  };
}

/** The address in the event. */
function addressIn(sealed: string | undefined): string {
  const { show, seal }: { show: string; seal: string } = JSON.parse(sealed ?? '{}');
  return `/api/media/sealed/${show}/${seal}`;
}
const load = (sealed: string | undefined) => fetch(`${server.url}${addressIn(sealed)}`);

const listed = async ({ token }: Person): Promise<ActiveQuestion | undefined> =>
  (await server.ok('activeQuestions', { token })).questions[0];
const keyIn = (question: ActiveQuestion | undefined) => question?.media?.seal?.key;
const storedKey = async (itemId: string): Promise<string> =>
  (
    await server.db.read
      .selectFrom('rundown_item')
      .where('id', '=', itemId)
      .select('media_key')
      .executeTakeFirstOrThrow()
  ).media_key ?? '';

it('is loaded by phones as sealed bytes that say nothing, and opened with the key that each audience gets with the question [R2.media-ahead]', async () => {
  const show = await createShow(server, admin.token, 'Friday', ['Where is this?', 'Name a tree']);
  const [viewer, contestant] = [await server.signInAs('home'), await server.signInAs('contestant')];
  const [home, studio] = [await connect(viewer), await connect(contestant)];
  const { id: itemId } = show.item(0);
  const source = png(40, 30);
  const mediaId = await withPicture(show, source);
  await show.act({ type: 'delay', seconds: 20 });
  await show.act({ type: 'arm', itemId });
  await show.act({ type: 'goLive' });
  await expect.poll(() => [home.seals().length, studio.seals().length]).toEqual([1, 1]);
  const [sealed] = home.seals();

  const response = await load(sealed);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'application/octet-stream',
    'cache-control': 'public, max-age=31536000, immutable',
  });
  const bytes = new Uint8Array(await response.arrayBuffer());
  expect(bytes).toHaveLength(65_536 + 16);
  expect(Buffer.from(bytes).includes('PNG')).toBe(false);
  const late = await connect(await server.signInAs('home'));
  await expect.poll(() => late.seals()).toEqual([sealed]);

  const key = await storedKey(itemId);
  const secrets = [key, mediaId, ALT];
  const told = (probe: typeof home) => {
    const text = JSON.stringify(probe.received);
    return secrets.filter((each) => text.includes(each));
  };
  expect([home, studio, late].map(told)).toEqual([[], [], []]);
  expect(await listed(viewer)).toBeUndefined();

  await show.act({ type: 'release', itemId, timers: { studio: 60, home: 60 } });
  const { questions } = await server.ok('contestantQuestions', { token: contestant.token });
  expect([keyIn(questions[0]), keyIn(await listed(viewer))]).toEqual([key, undefined]);
  await home.settled();
  expect(told(home)).toEqual([]);
  now += 20_000;
  expect(keyIn(await listed(viewer))).toBe(key);
  const opened = unseal(bytes, key);
  expect([opened.type, Buffer.from(await opened.arrayBuffer())]).toEqual(['image/png', source]);
  expect(() => unseal(bytes, newKey())).toThrow('invalid tag');

  const afterwards = await connect(await server.signInAs('home'));
  await afterwards.settled();
  expect(afterwards.seals()).toEqual([]);
});

it('has a new seal once it was taken back, or is another picture, and none for people who are not in the show [R2.media-ahead]', async () => {
  const show = await createShow(server, admin.token, 'Club', ['Where is this?', 'Name a tree']);
  await show.act({ type: 'joining', joining: 'invited' });
  const member = await server.signInAs('home');
  await server.db.write
    .insertInto('show_member')
    .values({ show_id: show.id, user_id: member.id, joined_at: 0 })
    .execute();
  const [inside, outside] = [await connect(member), await connect(await server.signInAs('home'))];
  const { id: itemId } = show.item(0);
  await withPicture(show, png());
  await show.act({ type: 'arm', itemId });
  await inside.settled();
  expect(inside.seals()).toEqual([]);
  await show.act({ type: 'goLive' });
  await expect.poll(() => inside.seals()).toHaveLength(1);
  const keys = [await storedKey(itemId)];

  await show.act({ type: 'arm', itemId });
  expect(await storedKey(itemId)).toBe(keys[0]);
  await withPicture(show, svg());
  await expect.poll(() => inside.seals()).toHaveLength(2);
  keys.push(await storedKey(itemId));

  await show.act({ type: 'release', itemId, timers: { home: 60 } });
  await show.act({ type: 'takeBack', itemId });
  await show.act({ type: 'skip', itemId, skipped: false });
  await show.act({ type: 'arm', itemId });
  await expect.poll(() => inside.seals()).toHaveLength(3);
  keys.push(await storedKey(itemId));
  expect(new Set(keys).size).toBe(3);
  const [first, second, third] = inside.seals();
  expect([(await load(first)).status, (await load(second)).status]).toEqual([404, 404]);
  const bytes = new Uint8Array(await (await load(third)).arrayBuffer());
  expect(unseal(bytes, keys[2] ?? '').type).toBe('image/svg+xml');
  await outside.settled();
  expect(outside.seals()).toEqual([]);
});
