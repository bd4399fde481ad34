import { cp, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { signedInSchema } from '#machines/account/calls.ts';
import { DEFAULT_BRAND } from '#machines/contract/brand.ts';
import type { Audience, User } from '#machines/contract/entities.ts';
import { STORAGE_KEYS } from '#machines/contract/limits.ts';
import { ROLE } from '#machines/contract/roles.ts';
import { type Client, clientOf } from '../client.ts';
import { startModelServer } from '../model-server.ts';
import { ADMIN, removeDataDir, type RunningServer, startProcess, until } from '../process.ts';
import {
  ANSWERS,
  CONTESTANTS,
  HOME_VIEWERS,
  LONG_NAME,
  PAST,
  type QuestionKey,
  QUESTIONS,
} from './people-and-questions.ts';
import { type CreatedQuestion, createQuestion } from '#tests/support/questions.ts';

/**
 * `bare`: users, but no question yet. `round`: past rounds, one open question, drafts. `model`:
 * bare, with a language model.
 */
export type ScenarioName = 'bare' | 'round' | 'model';
export type Who = 'admin' | 'viewer' | 'contestant' | 'longName' | 'nobody';

export const PASSWORD = 'quiz-night-2026';

/** An account with a token. */
export interface Seat {
  readonly token: string;
  readonly user: User;
}
/** Seconds of a timer; or without one; or not released. */
type Opening = number | 'untimed' | 'withheld';

/** A running server with people. */
export interface Scenario {
  readonly url: string;
  readonly seats: Readonly<Record<Exclude<Who, 'nobody'>, Seat>>;
  readonly questions: Readonly<Record<QuestionKey, CreatedQuestion>>;
  /** A call of the contract that must succeed. */
  readonly ask: Client['ok'];
  /** Both windows of a question, as a producer sets them. */
  readonly open: (key: QuestionKey, windows: Record<Audience, Opening>) => Promise<void>;
  /** The path of the newest link mailed to an address, of those that match. */
  readonly mailedPath: (address: string, wanted?: RegExp) => Promise<string>;
}

/** Calls of the contract to the server at `url`. */
export const asker = (url: string): Scenario['ask'] => clientOf(url, DEFAULT_BRAND).ok;
type Ask = Scenario['ask'];

export const signIn = async (ask: Ask, email: string, password: string): Promise<Seat> =>
  signedInSchema.parse(await ask('login', { body: { email, password } }));

const mailOf = (name: string): string =>
  `${(name.split(' ')[0] ?? name).toLowerCase()}@show.example`;

interface People {
  readonly seats: Scenario['seats'];
  /** All players, by name. */
  readonly players: ReadonlyMap<string, Seat>;
}

async function seatPeople(ask: Ask): Promise<People> {
  const admin = await signIn(ask, ADMIN.email, ADMIN.password);
  const players = new Map<string, Seat>();
  const seat = async (name: string, role: 'home' | 'contestant'): Promise<void> => {
    const email = mailOf(name);
    const body = { name, email, password: PASSWORD, role_id: ROLE[role] };
    await ask('createUser', { token: admin.token, body });
    players.set(name, await signIn(ask, email, PASSWORD));
  };
  for (const name of HOME_VIEWERS) await seat(name, 'home');
  for (const name of CONTESTANTS) await seat(name, 'contestant');
  const seatOf = (name: string | undefined): Seat => {
    const found = players.get(name ?? '');
    if (found === undefined) throw new Error(`${name} has no seat`);
    return found;
  };
  const [viewer] = HOME_VIEWERS;
  const [contestant] = CONTESTANTS;
  return {
    seats: {
      admin,
      viewer: seatOf(viewer),
      contestant: seatOf(contestant),
      longName: seatOf(LONG_NAME),
    },
    players,
  };
}

const opener =
  (ask: Ask, token: string, questions: Scenario['questions']): Scenario['open'] =>
  async (key, windows) => {
    const params = { id: questions[key].id };
    await ask('revoke', { token, params });
    await ask('revokeHome', { token, params });
    for (const audience of ['studio', 'home'] as const) {
      const opening = windows[audience];
      if (opening === 'withheld') continue;
      const body =
        opening === 'untimed'
          ? {}
          : { timerMinutes: Math.floor(opening / 60), timerSeconds: opening % 60 };
      await ask(audience === 'studio' ? 'release' : 'releaseHome', { token, params, body });
    }
  };

/** Creates every question, plays the past ones, and leaves one open to home viewers. */
async function playRound(ask: Ask, { seats, players }: People): Promise<Scenario['questions']> {
  const { token } = seats.admin;
  const create = (text: string) => createQuestion(ask, token, text);
  const questions = {
    river: await create(QUESTIONS.river),
    pizza: await create(QUESTIONS.pizza),
    animals: await create(QUESTIONS.animals),
    late: await create(QUESTIONS.late),
    long: await create(QUESTIONS.long),
    sport: await create(QUESTIONS.sport),
    beach: await create(QUESTIONS.beach),
  };
  const open = opener(ask, token, questions);
  const answer = async (key: keyof typeof ANSWERS): Promise<void> => {
    for (const [name, answerText] of Object.entries(ANSWERS[key]))
      await ask('submitAnswer', {
        token: players.get(name)?.token ?? '',
        body: { gameSessionId: questions[key].gameSessionId, answerText },
      });
  };
  for (const key of PAST) {
    await open(key, { studio: 'untimed', home: 'untimed' });
    await answer(key);
    await open(key, { studio: 1, home: 1 });
  }
  await open('beach', { studio: 'untimed', home: 12 * 60 });
  await answer('beach');
  await until('the past rounds are over', async () => {
    const reply = await ask('activeQuestions', { token: seats.viewer.token });
    const listed = Array.isArray(reply) ? reply : reply.questions;
    return PAST.every((key) => {
      const { windows } = listed.find(({ id }) => id === questions[key].id) ?? {};
      return windows !== undefined && (windows.home.closesAt ?? Infinity) < Date.now();
    });
  });
  return questions;
}

const NONE: CreatedQuestion = { id: 'none', gameSessionId: 'none' };
const NO_QUESTIONS: Scenario['questions'] = {
  river: NONE,
  pizza: NONE,
  animals: NONE,
  late: NONE,
  long: NONE,
  sport: NONE,
  beach: NONE,
};

const mailsSchema = z.array(z.object({ links: z.array(z.string()) }));

/** A running scenario, until its end. */
interface Running {
  readonly scenario: Scenario;
  readonly end: () => Promise<void>;
}

function runningScenario(
  server: RunningServer,
  { seats }: People,
  questions: Scenario['questions'],
): Running {
  const ask = asker(server.url);
  return {
    scenario: {
      url: server.url,
      seats,
      questions,
      ask,
      open: opener(ask, seats.admin.token, questions),
      mailedPath: async (address, wanted = /./) => {
        let link: string | undefined;
        await until(`a mail reaches ${address}`, async () => {
          const reply = await fetch(
            `${server.url}/dev/mailbox/messages?to=${encodeURIComponent(address)}`,
          );
          link = mailsSchema
            .parse(await reply.json())
            .flatMap(({ links }) => links)
            .find((each) => wanted.test(each));
          return link !== undefined;
        });
        const { pathname, search } = new URL(link ?? '');
        return pathname + search;
      },
    },
    end: async () => {
      await server.stop();
      await removeDataDir(server.dataDir);
    },
  };
}

/** One scenario after the rounds, for states that need no other. */
export async function startRound(): Promise<Running> {
  const server = await startProcess();
  const ask = asker(server.url);
  const people = await seatPeople(ask);
  return runningScenario(server, people, await playRound(ask, people));
}

/** Every scenario of one run; each is a server process on its own copy of the same data. */
export interface Scenarios {
  /** `owner`: whose scenario it is; null: shared, so that its data must not change. */
  readonly scenario: (name: ScenarioName, owner: string | null) => Promise<Scenario>;
  readonly end: () => Promise<void>;
}

interface Prepared extends People {
  readonly dirs: Readonly<Record<'bare' | 'round', string>>;
  /** The questions of the scenario `round`. */
  readonly questions: Scenario['questions'];
}

async function prepare(): Promise<Prepared> {
  const bare = await startProcess();
  const people = await seatPeople(asker(bare.url));
  await bare.stop();
  const dataDir = await copyOf(bare.dataDir);
  const round = await startProcess({ dataDir });
  const questions = await playRound(asker(round.url), people);
  await round.stop();
  return {
    ...people,
    dirs: { bare: bare.dataDir, round: dataDir },
    questions,
  };
}

async function copyOf(dataDir: string): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'show-'));
  await cp(dataDir, copy, { recursive: true });
  return copy;
}

/** Seats the players and plays the rounds, once; then starts scenarios on request. */
export async function prepareScenarios(): Promise<Scenarios> {
  const [{ dirs, questions, ...people }, model] = await Promise.all([
    prepare(),
    startModelServer(),
  ]);
  const running = new Map<string, Promise<Running>>();
  const start = async (name: ScenarioName) => {
    const isRound = name === 'round';
    const dataDir = await copyOf(isRound ? dirs.round : dirs.bare);
    const env = name === 'model' ? { AI_BASE_URL: model.url, AI_MODEL: 'a-model' } : {};
    const server = await startProcess({ dataDir, env });
    return runningScenario(server, people, isRound ? questions : NO_QUESTIONS);
  };
  return {
    scenario: async (name, owner) => {
      const key = `${name} of ${owner ?? 'everybody'}`;
      const started = running.get(key) ?? start(name);
      running.set(key, started);
      return (await started).scenario;
    },
    end: async () => {
      for (const started of running.values()) await (await started).end();
      await Promise.all([model.close(), ...Object.values(dirs).map(removeDataDir)]);
    },
  };
}

/** A session as stored on the device (specification §3). */
export const sessionOf = ({ token, user }: Seat): { name: string; value: string }[] => [
  { name: STORAGE_KEYS.authToken, value: token },
  { name: STORAGE_KEYS.userRole, value: String(user.role_id) },
  { name: STORAGE_KEYS.userId, value: user.id },
  { name: STORAGE_KEYS.userName, value: user.name },
  { name: STORAGE_KEYS.userEmail, value: user.email },
];
