import { m } from 'messages';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOUSE_SHOW } from '#machines/contract/entities.ts';
import { inTransaction } from '#server/db/client.ts';
import { writeScene } from '#server/show/stage/store.ts';
import { until } from '#tests/support/process.ts';
import {
  newEmail,
  PASSWORD,
  type Person,
  startTestServer,
  type TestServer,
} from '#tests/support/server.ts';
import { createShow } from '#tests/support/staged-show.ts';

/** Reverses the text after it, and has more combining marks than any spelling needs. */
const HOSTILE = `\u202eA${'\u0301'.repeat(40)}nn\u2066`;
const CLEANED = `A${'\u0301'.repeat(6)}nn`;

let server: TestServer;
let admin: Person;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signInAs('admin');
});
afterAll(() => server.close());

const rename = (person: Person, name: string) =>
  server.call('updateProfile', { token: person.token, body: { name, email: person.email } });

/** A show that one user played up to its published points. */
async function playShow(player: Person) {
  const { token } = admin;
  const show = await createShow(server, token, 'Friday', ['A fruit?']);
  await show.act({ type: 'holdPoints', on: false });
  await show.act({ type: 'goLive' });
  await show.release(0, { home: 30 });
  await show.answer(0, [[player, 'Apple']]);
  const { id: itemId, gameSessionId } = show.item(0);
  const seen = async () => {
    const [row] = await server.ok('leaderboardSession', { token, params: { gameSessionId } });
    return row?.username;
  };
  await until('the answer is on the board', async () => (await seen()) !== undefined);
  await show.act({ type: 'close', itemId });
  await show.settle(0, 'lock');
  await show.settle(0, 'publish');
  return { act: show.act, seen };
}

const scene = (next: 'idle' | 'board') =>
  inTransaction(server.db, (tx) => writeScene(tx, HOUSE_SHOW, next, { at: 0 }));

describe('a name', () => {
  it('is sanitised like an answer, wherever it is entered', async () => {
    const email = newEmail();
    const body = { name: HOSTILE, email, password: PASSWORD };
    await server.ok('register', { body });
    await server.ok('createUser', {
      token: admin.token,
      body: { name: HOSTILE, email: newEmail(), password: PASSWORD, role_id: 2 },
    });
    const person = await server.signInAs('home', 'Before');
    expect((await rename(person, HOSTILE)).body).toMatchObject({ user: { name: CLEANED } });
    const other = await server.signInAs('home', 'Other');
    await server.ok('updateUser', {
      token: admin.token,
      params: { id: other.id },
      body: { name: HOSTILE, email: other.email, role_id: 2 },
    });
    const rows = await server.db.read
      .selectFrom('user')
      .select('name')
      .where('name', 'like', '%nn%')
      .execute();
    expect(rows).toEqual([1, 2, 3, 4].map(() => ({ name: CLEANED })));
  });

  it('may be changed ten times an hour by its owner', async () => {
    const person = await server.signInAs('home', 'Before');
    for (let time = 1; time <= 10; time += 1)
      expect((await rename(person, `Name ${time}`)).status).toBe(200);
    const refused = await rename(person, 'Name 11');
    expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([
      429,
      expect.any(Number),
    ]);
    // An edit that keeps the name is not counted.
    expect((await rename(person, 'Name 10')).status).toBe(200);
  });
});

describe('a name that is changed on air', () => {
  it('appears after the show, once no board is on screen', async () => {
    const player = await server.signInAs('home', 'Before');
    const { act, seen } = await playShow(player);
    expect((await rename(player, 'After')).body).toMatchObject({
      user: { name: 'After' },
      message: `${m.profileDone()} ${m.profileNameAfterShow()}`,
    });
    expect((await server.signIn(player.email)).name).toBe('After');
    expect(await seen()).toBe('Before');
    await scene('board');
    await act({ type: 'end' });
    expect(await seen()).toBe('Before');
    await scene('idle');
    await until('others see it', async () => (await seen()) === 'After');
  });

  it('appears at once where a producer sets or allows it, not where they change something else', async () => {
    const player = await server.signInAs('home', 'Earlier');
    const { act, seen } = await playShow(player);
    await rename(player, 'Then');
    const save = (more: object, query = {}) =>
      server.ok('updateUser', {
        token: admin.token,
        params: { id: player.id },
        query,
        body: { name: 'Then', email: player.email, role_id: 2, ...more },
      });
    const listed = async () => {
      const query = { search: player.email };
      const { users } = await server.ok('adminUsers', { token: admin.token, query });
      return users.map(({ name, airedName }) => [name, airedName]);
    };
    expect(await listed()).toEqual([['Then', 'Earlier']]);
    await save({});
    expect(await listed()).toEqual([['Then', 'Earlier']]);
    await save({}, { allowName: 'true' });
    expect(await listed()).toEqual([['Then', undefined]]);
    await until('others see it', async () => (await seen()) === 'Then');
    await rename(player, 'Later');
    await save({ name: 'Given' });
    await until('others see the other one', async () => (await seen()) === 'Given');
    await act({ type: 'end' });
  });

  it('appears when the next show goes live', async () => {
    const player = await server.signInAs('home', 'Previous');
    const { act } = await playShow(player);
    await rename(player, 'Next');
    await scene('board');
    await act({ type: 'end' });
    const next = await playShow(player);
    expect(await next.seen()).toBe('Next');
    await next.act({ type: 'end' });
  });
});

const shown = async ({ id }: { readonly id: string }) => {
  const { users } = await server.ok('adminUsers', { token: admin.token, query: { search: id } });
  return users.map(({ name, airedName = name }) => airedName)[0];
};

describe('a name as others see it', () => {
  it('is numbered among equal and look-alike names, however the account is created', async () => {
    const first = await server.signUp('Ottilie');
    const second = await server.signInAs('home', 'Otti\u200blie');
    const third = await server.signUp('Ｏttiliе');
    const number = await server.signUp('Ottilie 2');
    const people = [first, second, third, number];
    expect(await Promise.all(people.map(shown))).toEqual([
      'Ottilie',
      'Otti\u200blie 2',
      'Ｏttiliе 3',
      'Ottilie 2 2',
    ]);
    // A number is kept when the plain name becomes free, and reused when it becomes free itself.
    await rename(first, 'Undine');
    expect(await Promise.all(people.map(shown))).toEqual([
      'Undine',
      'Otti\u200blie 2',
      'Ｏttiliе 3',
      'Ottilie 2 2',
    ]);
    expect(await shown(await server.signUp('OTTILIE'))).toBe('OTTILIE');
  });

  it('gets a distinct number for each user who registers at the same time', async () => {
    const people = await Promise.all(Array.from({ length: 8 }, () => server.signUp('Mechthild')));
    const names = await Promise.all(people.map(shown));
    expect(new Set(names).size).toBe(8);
  });

  it('is a stand-in if the word list flags it, until a producer allows or renames it', async () => {
    const player = await server.signUp('Fu\u200bсk Face');
    const other = await server.signInAs('home', 'sh1t head');
    const { act, seen } = await playShow(player);
    expect([await seen(), await shown(other)]).toEqual(['Player 1', 'Player 2']);
    expect((await server.signIn(player.email)).name).toBe('Fu\u200bсk Face');
    const save = (name: string, query = {}) =>
      server.ok('updateUser', {
        token: admin.token,
        params: { id: player.id },
        query,
        body: { name, email: player.email, role_id: 2 },
      });
    await save('Fu\u200bсk Face');
    expect(await shown(player)).toBe('Player 1');
    await save('Fu\u200bсk Face', { allowName: 'true' });
    await until('others see it', async () => (await seen()) === 'Fu\u200bсk Face');
    await rename(player, 'Wanker');
    await act({ type: 'end' });
    await until('the new one is masked', async () => (await seen()) === 'Player 1');
    await save('Walther');
    await until('others see the given one', async () => (await seen()) === 'Walther');
  });

  it('differs from a name that others still see while a new one is pending', async () => {
    const player = await server.signUp('Kunigunde');
    const { act } = await playShow(player);
    await rename(player, 'Adelheid');
    expect(await shown(player)).toBe('Kunigunde');
    expect(await shown(await server.signUp('Kunigunde'))).toBe('Kunigunde 2');
    await act({ type: 'end' });
  });
});
