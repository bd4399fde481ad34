/**
 * The servers that `npm run peers` compares: how each is started, and what its pages send to join, ask, answer and show
 * a board. What is known of the peers are the names of their messages.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { DEFAULT_BRAND } from '#machines/contract/brand.ts';
import { calls } from '#machines/contract/calls.ts';
import { ON_SERVER_CORE } from '#tests/load/driver.ts';
import { clientOf } from '#tests/support/client.ts';
import { ADMIN, removeDataDir, startProcess, until } from '#tests/support/process.ts';
import { createShow } from '#tests/support/staged-show.ts';
import { callsTo, type Endpoint, Line } from './peers-line.ts';

/** Sends one of four answers; resolves when the player's page knows that it is in. */
export type Answer = (question: number, choice: number) => Promise<unknown>;

export interface Game {
  /** Joins by the code, up to the page that waits for the first question. */
  readonly join: (index: number) => Promise<Answer>;
  /** Asks the question with this index. `begin` is called before the act that players wait for. */
  readonly ask: (question: number, begin: () => void) => Promise<unknown>;
  /** The text that is only in the message with a question. */
  readonly asked: string;
  /** Ends the question and shows its board. */
  readonly show: (question: number, begin: () => void) => Promise<unknown>;
  /** The text that is only in the message with a player's place. */
  readonly shown: string;
  readonly end?: () => Promise<unknown>;
}

export interface Server {
  readonly name: string;
  readonly pid: number;
  readonly create: () => Promise<Game>;
  readonly stop: () => Promise<unknown>;
}

/** More than are asked, since some servers do more at the last one. */
const QUESTIONS = Array.from({ length: 20 }, (_, index) => `Name the capital of country ${index}`);
const CHOICES = ['Paris', 'London', 'Rome', 'Madrid'];
/** The most that every server takes. */
const SECONDS = 120;
const guest = (index: number): string => `Guest ${index}`;

const acceptedSchema = z.object({ status: z.literal(201) });

/** This program as it is shipped: guests join a live show by its code, and every answer is stored. */
async function startOurs(): Promise<Server> {
  const { url, pid, dataDir, stop } = await startProcess({ under: ON_SERVER_CORE });
  const client = clientOf(url, DEFAULT_BRAND);
  const { token } = await client.signIn(ADMIN.email, ADMIN.password);

  async function create(): Promise<Game> {
    const show = await createShow(client, token, 'Peers', QUESTIONS);
    await show.act({ type: 'goLive' });
    const code = show.rundown().join?.code ?? '';
    await Line.open({ url }, 'host', { token, language: 'en' });
    return {
      // The calls of the page, from its first one to the list of the guest's shows.
      join: async (index) => {
        const call = callsTo(url);
        await call(`/api/join/${code}`, null);
        await call('/api/config', null);
        const body = { code, name: guest(index), requestId: `${show.id}-guest-${index}` };
        const { session } = calls.joinShow.reply.parse(await call('/api/join', null, body));
        if (session === null) throw new Error('The guest got no session.');
        const { token: own, user } = session;
        await call('/api/game-sessions/active-questions?filter=all', own);
        const line = await Line.open({ url }, 'player', { token: own, language: 'en' });
        line.emit('join-user-room', user.id);
        for (let times = 0; times < 3; times += 1) await line.call('clock');
        await call(`/api/game-sessions/user-points/${user.id}/daily`, own);
        await call('/api/join', own);
        return async (question, choice) => {
          const { gameSessionId } = show.item(question);
          const answer = { gameSessionId, answerText: CHOICES[choice] };
          acceptedSchema.parse(await line.call('submit-answer', answer));
        };
      },
      ask: async (question, begin) => {
        const { id: itemId } = show.item(question);
        await show.act({ type: 'arm', itemId });
        begin();
        await show.act({ type: 'release', itemId, timers: { home: SECONDS } });
      },
      asked: '"question-released"',
      show: async (question, begin) => {
        const { id: itemId } = show.item(question);
        await show.act({ type: 'close', itemId });
        await show.settle(question, 'lock');
        begin();
        await show.act({ type: 'reveal', itemId, all: true });
        await show.settle(question, 'publish');
      },
      shown: '"standing-updated"',
      end: () => show.act({ type: 'end' }),
    };
  }
  return {
    name: 'this server',
    pid,
    create,
    stop: () => stop().then(() => removeDataDir(dataDir)),
  };
}

interface Peer {
  readonly name: string;
  /** What runs in the checkout, with Node. */
  readonly args: readonly string[];
  readonly folder?: string;
  readonly path?: string;
  /** Writes its settings and quiz into this folder, if it reads them from files. */
  readonly configure?: (folder: string) => Promise<void>;
  readonly create: (open: (who: 'player' | 'host') => Promise<Line>) => Promise<Game>;
}

/** The only port of one of them; they run one after the other. */
const PORT = 3001;

const razzia: Peer = {
  name: 'Razzia',
  args: ['dist/index.cjs'],
  folder: 'packages/socket',
  path: '/ws/',
  configure: async (folder) => {
    const how = { answers: CHOICES, solutions: [0], cooldown: 3, time: SECONDS };
    const questions = QUESTIONS.map((question) => ({ ...how, question }));
    await mkdir(join(folder, 'quizz'));
    await writeFile(join(folder, 'quizz/q.json'), JSON.stringify({ subject: 'Peers', questions }));
    await writeFile(join(folder, 'game.json'), JSON.stringify({ managerPassword: 'host' }));
  },
  create: async (open) => {
    const host = await open('host');
    await host.ask('manager:config', 'manager:auth', 'host');
    const { gameId, inviteCode } = z
      .object({ gameId: z.string(), inviteCode: z.string() })
      .parse(await host.ask('manager:gameCreated', 'game:create', 'q'));
    return {
      join: async (index) => {
        const line = await open('player');
        await line.ask('game:successRoom', 'player:join', inviteCode);
        const login = { gameId, data: { username: guest(index) } };
        await line.ask('game:successJoin', 'player:login', login);
        return (_question, answerKey) =>
          line.ask('"WAIT"', 'player:selectedAnswer', { gameId, data: { answerKey } });
      },
      ask: async (question, begin) => {
        begin();
        host.emit(question === 0 ? 'manager:startGame' : 'manager:nextQuestion', { gameId });
      },
      asked: '"SELECT_ANSWER"',
      show: async (_question, begin) => {
        begin();
        await host.ask('"SHOW_RESPONSES"', 'manager:abortQuiz', { gameId });
        host.emit('manager:showLeaderboard', { gameId });
      },
      shown: '"SHOW_RESULT"',
    };
  },
};

/** Messages of KaXing are JSON in a string, and acknowledged. */
async function askInJson(line: Line, reply: string, event: string, body: object): Promise<unknown> {
  const [payload] = await Promise.all([line.next(reply), line.call(event, JSON.stringify(body))]);
  return payload;
}
const fromJson = (payload: unknown): unknown => JSON.parse(z.string().parse(payload));

const kaxing: Peer = {
  name: 'KaXing',
  args: ['server/index.js'],
  create: async (open) => {
    const how = { t: 'standard', points: 1_000, time: SECONDS, answers: CHOICES, correct: 0 };
    const questions = QUESTIONS.map((text) => ({ ...how, text }));
    const quiz = { game: 'kaxing', version: '1.0.0', title: 'Peers', questions };
    const [screen, remote] = [await open('host'), await open('host')];
    const created = fromJson(await askInJson(screen, 'createYes', 'createRoom', quiz));
    const { id } = z.object({ id: z.string() }).parse(created);
    const offered = fromJson(await askInJson(remote, 'controllerYes', 'controller', []));
    const secret = z.object({ password: z.string() }).parse(offered);
    await askInJson(screen, 'controllerClaimYes', 'controllerClaim', secret);
    const direct = (command: object) => remote.call('gameState', JSON.stringify(command));
    return {
      join: async (index) => {
        const line = await open('player');
        await askInJson(line, 'joinYes', 'join', { id, name: guest(index) });
        return (_question, a) => line.call('response', JSON.stringify({ t: 'standard', a }));
      },
      ask: async (question, begin) => {
        if (question === 0) await remote.call('startGame', '');
        await direct({ t: 'setupQ', n: question });
        const introduced = remote.next('questionMain');
        await direct({ t: 'showQuestion' });
        await introduced;
        begin();
        await direct({ t: 'countdown' });
      },
      asked: 'acceptResponse',
      show: async (_question, begin) => {
        await direct({ t: 'displayAnswerResults' });
        begin();
        await direct({ t: 'leaderboard' });
      },
      shown: 'standing',
    };
  },
};

async function startPeer({ name, ...peer }: Peer, checkout: string): Promise<Server> {
  const { path = '/socket.io/' } = peer;
  const at: Endpoint = { url: `http://127.0.0.1:${PORT}`, path };
  const settings = await mkdtemp(join(tmpdir(), 'peer-'));
  await peer.configure?.(settings);
  const [program = '', ...under] = ON_SERVER_CORE;
  const child = spawn(program, [...under, process.execPath, ...peer.args], {
    cwd: join(checkout, peer.folder ?? ''),
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production', PORT: String(PORT), CONFIG_PATH: settings },
  });
  process.on('exit', () => child.kill());
  await until(`${name} replies`, async () => {
    if (child.exitCode !== null) throw new Error(`${name} has ended.`);
    const reply = fetch(`${at.url}${path}?EIO=4&transport=polling`);
    return reply.then(
      ({ ok }) => ok,
      () => false,
    );
  });
  let clients = 0;
  return {
    name,
    pid: child.pid ?? 0,
    create: () => peer.create((who) => Line.open(at, who, { clientId: (clients += 1) })),
    stop: async () => {
      child.kill();
      await once(child, 'exit');
      await removeDataDir(settings);
    },
  };
}

const PEERS: Readonly<Record<string, Peer>> = { razzia, kaxing };

/**
 * Starts the server that was installed and built in this folder, on the core of the servers.
 * @throws Error for an unknown one
 */
export async function startServer(checkout: string): Promise<Server> {
  const file = await readFile(join(checkout, 'package.json'), 'utf8');
  const { name } = z.object({ name: z.string() }).parse(JSON.parse(file));
  if (name === 'live-trivia') return startOurs();
  const peer = PEERS[name];
  if (peer !== undefined) return startPeer(peer, checkout);
  throw new Error(`${checkout} has "${name}", not one of ${Object.keys(PEERS).join(', ')}.`);
}
