import { readFile } from 'node:fs/promises';
import { createSigner } from 'fast-jwt';
import { DEFAULT_BRAND } from '#machines/contract/brand.ts';
import { ROLE } from '#machines/contract/entities.ts';
import type { DialectName } from '#server/db/dialect.ts';
import { type Client, clientOf } from '#tests/support/client.ts';
import { openPlace, type Place } from '#tests/support/place.ts';
import { type RunningServer, startProcess, until } from '#tests/support/process.ts';
import { SEED_SECRET, seedUsers } from '#tests/support/seed.ts';
import { type CreatedQuestion, createQuestion } from '#tests/support/questions.ts';

/** A question text that only admins may read. */
export const UNRELEASED = 'What does the zebra keep to itself?';
/** A question text that only Home may read. */
export const HOME_ONLY = 'What is said at home alone?';
export const STUDIO_ONLY = 'What is said in the studio alone?';
/** An answer that only its author and admins may read. */
export const FOREIGN_ANSWER = 'a most secret answer';

export type RoleWord = keyof typeof ROLE;

/** A user with a token, valid or not. */
export interface Actor {
  readonly id: string;
  readonly email: string;
  readonly token: string;
}

/** A live show on its own server, with secrets that must not leak. */
export interface Fixture {
  readonly server: RunningServer;
  readonly client: Client;
  readonly place: Place;
  readonly home: readonly Actor[];
  readonly contestant: readonly Actor[];
  readonly admin: readonly Actor[];
  /** The admin who replaces used-up entities. No case uses this account, so its rate limit is free. */
  readonly manager: Actor;
  /** A user of each role who may change their own account. */
  readonly changing: Readonly<Record<RoleWord, Actor>>;
  /** Users with invalid tokens, with the reason. */
  readonly over: readonly (readonly [why: string, Actor])[];
  /** A question that is open to both audiences. */
  readonly open: CreatedQuestion;
  /** A question that was never released; its text is `UNRELEASED`. */
  readonly secret: CreatedQuestion;
  readonly homeOnly: CreatedQuestion;
  readonly studioOnly: CreatedQuestion;
  /** Questions that a case may change or delete. A case that uses one up creates another. */
  readonly spareQuestions: CreatedQuestion[];
  readonly spareUsers: Actor[];
  /** Creates another question or account. */
  readonly ask: (text?: string) => Promise<CreatedQuestion>;
  readonly hire: () => Promise<Actor>;
  readonly close: () => Promise<void>;
}

/** The number of spare questions and accounts. */
const SPARE = 8;

/** Writes all users into the store before the start, since dozens of password hashes would take seconds. */
async function seed(place: Place, players: number) {
  const db = await place.open();
  const some = async (role: RoleWord, count: number, prefix: string): Promise<Actor[]> =>
    (await seedUsers(db, count, ROLE[role], prefix)).map((user) => ({
      ...user,
      email: `${user.id}@seed.example`,
    }));
  const one = async (role: RoleWord, prefix: string): Promise<Actor> => {
    const [actor] = await some(role, 1, prefix);
    if (actor === undefined) throw new Error('nobody was seeded');
    return actor;
  };
  const people = {
    home: await some('home', players, 'viewer'),
    contestant: await some('contestant', players, 'guest'),
    // Enough admins that none of them comes near the rate limit of an account.
    admin: await some('admin', 8, 'producer'),
    manager: await one('admin', 'manager'),
    spareUsers: await some('home', SPARE, 'spare'),
    changing: {
      admin: await one('admin', 'changing-admin'),
      home: await one('home', 'changing-home'),
      contestant: await one('contestant', 'changing-contestant'),
    },
    leaving: {
      deleted: await one('home', 'deleted'),
      demoted: await one('admin', 'demoted'),
      changed: await one('home', 'changed'),
    },
  };
  await db.close();
  return people;
}
type People = Awaited<ReturnType<typeof seed>>;

/** Opens the fixture. `players`: the number of players per audience. */
export async function openFixture(store: DialectName, players: number): Promise<Fixture> {
  const place = await openPlace(store);
  const people = await seed(place, players);
  const { dataDir, env } = place;
  const server = await startProcess({ dataDir, env });
  try {
    return await setFixture(server, place, people);
  } catch (error) {
    await server.kill();
    throw error;
  }
}

async function setFixture(server: RunningServer, place: Place, people: People): Promise<Fixture> {
  const { leaving, ...players } = people;
  const client = clientOf(server.url, DEFAULT_BRAND);
  const { token } = people.manager;

  const ask: Fixture['ask'] = (text) => createQuestion(client.ok, token, text);
  let hired = 0;
  const hire: Fixture['hire'] = async () => {
    const email = `hired${(hired += 1)}@seed.example`;
    const body = { name: 'Hired', email, password: 'hired for a while', role_id: ROLE.home };
    const { user } = await client.ok('createUser', { token, body });
    return { id: user.id, email, token: '' };
  };
  const release = (call: 'release' | 'releaseHome', { id }: CreatedQuestion) =>
    client.ok(call, { token, params: { id }, body: {} });

  const open = await ask();
  const secret = await ask(UNRELEASED);
  const homeOnly = await ask(HOME_ONLY);
  const studioOnly = await ask(STUDIO_ONLY);
  await release('releaseHome', open);
  await release('release', open);
  await release('releaseHome', homeOnly);
  await release('release', studioOnly);
  const body = { gameSessionId: open.gameSessionId, answerText: FOREIGN_ANSWER };
  await client.ok('submitAnswer', { token: people.home[0]?.token ?? '', body });

  const spareQuestions: CreatedQuestion[] = [];
  for (let count = 0; count < SPARE; count += 1) spareQuestions.push(await ask());

  return {
    ...players,
    server,
    client,
    place,
    over: await spoilTokens(client, token, leaving),
    spareQuestions,
    open,
    secret,
    homeOnly,
    studioOnly,
    ask,
    hire,
    close: async () => {
      client.disconnect();
      await server.stop();
      await place.remove();
    },
  };
}

/** Returns users with tokens that have ended, or are forged. */
async function spoilTokens(
  client: Client,
  admin: string,
  { deleted, demoted, changed }: People['leaving'],
): Promise<Fixture['over']> {
  await client.ok('deleteUser', { token: admin, params: { id: deleted.id } });
  await client.ok('updateUser', {
    token: admin,
    params: { id: demoted.id },
    body: { name: 'Demoted', email: demoted.email, role_id: ROLE.home },
  });
  const { token, email } = changed;
  const body = { name: 'Changed', email, password: 'another long password' };
  await client.ok('updateProfile', { token, body });
  const viewer = { id: 'viewer1', email: 'viewer1@seed.example' };
  const claims = { ...viewer, name: '', role_id: 1, ver: 0 };
  const signed = (key: string, expiresIn: number): Actor => ({
    ...viewer,
    token: createSigner({ key, algorithm: 'HS256', expiresIn })(claims),
  });
  const unsigned = [
    { alg: 'none', typ: 'JWT' },
    { ...claims, exp: 9_999_999_999 },
  ].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'));
  const expired = signed(SEED_SECRET, 1);
  await until('a token has expired', async () => {
    const { status } = await client.call('adminStats', { token: expired.token });
    return status === 401;
  });
  return [
    ['deleted', deleted],
    ['demoted', demoted],
    ['another password', changed],
    ['expired', expired],
    ['forged', signed('another secret of enough bytes for a key', 3_600_000)],
    ['unsigned', { ...viewer, token: `${unsigned.join('.')}.` }],
    ['nonsense', { ...viewer, token: 'nonsense' }],
  ];
}

/** Resident memory of the process, MB. */
export async function residentMb({ pid }: RunningServer): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/VmRSS:\s+(\d+)/u.exec(status)?.[1] ?? Number.NaN) / 1_024);
}
