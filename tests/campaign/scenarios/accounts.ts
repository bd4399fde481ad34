import { until } from '#tests/support/process.ts';
import { at, callFrom, faultsOf, type Scenario } from './stage.ts';
import { median, tookMs } from './times.ts';

/** Reverses the text after it, and has more marks than any spelling needs. */
const HOSTILE_NAMES = [
  '\u202Egnihton\u202C',
  '\u2066Ann\u2067',
  `Z${'\u0301\u0336'.repeat(30)}oe`,
  '\u200FBen\u200E',
] as const;
const isHostile = (name: string): boolean =>
  /[\u200E\u200F\u202A-\u202E\u2066-\u2069]|\p{Mn}{8}/u.test(name);

const OWNER = { email: 'owner@show.example', password: 'the password of the owner' };
const GUESSES = 12;
const REGISTRATIONS = 240;
/** A sign-in may share the machine with registrations; queued behind all of them it takes a hundred times as long. */
const MOST_TIMES = 25;
const NAME_CHANGES = 20;
const MOST_NAME_CHANGES = 10;

/** Registering, signing in, names. */
export const accountScenarios: readonly Scenario[] = [
  {
    name: 'registering and signing in do not tell whether an address has an account',
    run: async ({ client, home }, dice) => {
      const known = dice.pick(home).email;
      const password = 'the password of a stranger';
      const heard = async (email: string): Promise<string> => {
        const asked = [
          await client.call('register', { body: { name: 'Stranger', email, password } }),
          await client.call('login', { body: { email, password } }),
          await client.call('login', { body: { email, password: 'another one' } }),
          await client.call('resendVerification', { body: { email } }),
          await client.call('forgotPassword', { body: { email } }),
        ];
        return JSON.stringify(asked.map(({ status, body }) => [status, body])).replaceAll(
          email,
          '',
        );
      };
      const [ofKnown, ofUnknown] = [await heard(known), await heard('unknown@show.example')];
      return faultsOf({
        [`with an account: ${ofKnown}; without: ${ofUnknown}`]: ofKnown !== ofUnknown,
      });
    },
  },
  {
    name: 'mails that strangers ask for do not keep the owner of an address from registering',
    run: async ({ server, client }, dice) => {
      const { email, password } = OWNER;
      for (let time = 0; time < 5 + dice.below(4); time += 1)
        await callFrom(server, '127.0.0.2', 'resendVerification', { body: { email } });
      const body = { name: 'Owner', email, password };
      const status = await callFrom(server, '127.0.0.3', 'register', { body });
      if (status !== 201) return [`the owner registers: ${status}`];
      await until('the owner has the mail', async () => (await client.mailbox(email)).length > 0);
      return [];
    },
  },
  {
    name: 'guesses from the same network do not shut out a browser that has signed in before',
    run: async ({ client, hire }) => {
      const { email, password: right } = OWNER;
      await hire(email, right);
      const signIn = (password: string, headers = {}) =>
        client.call('login', { body: { email, password }, headers });
      const signedIn = await signIn(right);
      const [cookie = ''] = (signedIn.headers.get('set-cookie') ?? '').split(';');
      const guesses: number[] = [];
      for (let guess = 0; guess < GUESSES; guess += 1)
        guesses.push((await signIn(`guess ${guess}`)).status);
      const again = await signIn(right, { cookie });
      return faultsOf({
        [`the owner signs in again: ${again.status}`]: again.status !== 200,
        'guesses are not limited': !guesses.includes(429),
      });
    },
  },
  {
    name: 'a flood of registrations does not slow sign-ins down',
    run: async ({ client, hire }) => {
      await hire(OWNER.email, OWNER.password);
      const signIn = () => tookMs(() => client.ok('login', { body: OWNER }));
      const alone = [await signIn(), await signIn(), await signIn()];
      const flood = Array.from({ length: REGISTRATIONS }, (_, index) => {
        const email = `flood${index}@show.example`;
        return client.call('register', {
          body: { name: 'Flood', email, password: 'a password of the flood' },
        });
      });
      await Promise.race(flood);
      // The next request would wait for a shorter queue.
      const flooded = await signIn();
      await Promise.all(flood);
      const times = flooded / median(alone);
      return times > MOST_TIMES ? [`a sign-in takes ${Math.round(times)} times as long`] : [];
    },
  },
  {
    name: 'a name is cleaned as an answer is, wherever it is typed',
    run: async ({ client, producer, home }, dice) => {
      const { token } = producer;
      const [own, given] = [at(home, 0), at(home, 1)];
      const name = dice.pick(HOSTILE_NAMES);
      await client.ok('updateProfile', { token: own.token, body: { name, email: own.email } });
      await client.ok('updateUser', {
        token,
        params: { id: given.id },
        body: { name, email: given.email, role_id: 2 },
      });
      const password = 'a password of this one';
      await client.ok('createUser', {
        token,
        body: { name, email: 'made@show.example', password, role_id: 2 },
      });
      const registered = { name, email: 'registered@show.example', password };
      await client.ok('register', { body: registered });
      const found: string[] = [];
      for (const email of [own.email, given.email, 'made@show.example', registered.email]) {
        const { users } = await client.ok('adminUsers', { token, query: { search: email } });
        if (users.some((user) => isHostile(user.name)))
          found.push(`the name of ${email} is ${JSON.stringify(at(users, 0).name)}`);
      }
      return found;
    },
  },
  {
    name: 'a name that is changed while its show is live does not reach boards or the show page',
    run: async ({ client, producer, home, createShow, shown }) => {
      const show = await createShow('Friday', ['Name a fruit']);
      await show.act({ type: 'suspense', on: false });
      await show.act({ type: 'goLive' });
      const player = at(home, 0);
      await show.play(0, [[player, 'Apple']]);
      const statuses: number[] = [];
      for (let change = 0; change < NAME_CHANGES; change += 1) {
        const body = { name: `Changed ${change}`, email: player.email };
        statuses.push((await client.call('updateProfile', { token: player.token, body })).status);
      }
      const changes = statuses.filter((status) => status === 200).length;
      await show.act({ type: 'scene', scene: 'standings' });
      const { gameSessionId } = show.item(0);
      const { token } = producer;
      const seen = {
        'the show page': await shown(),
        'the board of the question': await client.ok('leaderboardSession', {
          token,
          params: { gameSessionId },
        }),
        'the board of today': await client.ok('leaderboardDaily', { token }),
        'the board of the show': await client.ok('leaderboardShow', { token }),
      };
      return faultsOf({
        ...Object.fromEntries(
          Object.entries(seen).map(([place, what]) => [
            `${place} has the new name`,
            JSON.stringify(what).includes('Changed'),
          ]),
        ),
        'the show page has no name at all': !JSON.stringify(seen).includes(player.name),
        [`a name is changed ${changes} times`]: changes > MOST_NAME_CHANGES,
      });
    },
  },
];
