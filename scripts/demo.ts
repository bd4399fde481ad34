/**
 * `npm run demo`: a show that runs by itself on throw-away data. A real server, a question released
 * again and again, and a few hundred simulated players who register, verify, connect and answer
 * through the same interfaces as people do.
 */
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { io } from 'socket.io-client';
import { z } from 'zod';
import { calls, callPath, signedInSchema, type CallName } from '#machines/contract/calls.ts';
import { DEFAULT_BRAND } from '#machines/contract/brand.ts';
import { ROLE, type ActiveQuestion, type Audience } from '#machines/contract/entities.ts';
import { serverEvents } from '#machines/contract/events.ts';
import { misspell, SHOW } from './demo-show.ts';

const PORT = Number(process.env['PORT'] ?? 3000);
const URL_BASE = `http://localhost:${PORT}`;
const HOME_VIEWERS = Number(process.env['DEMO_PLAYERS'] ?? 180);
const CONTESTANTS = 20;
const WINDOW_S = 40;
const PAUSE_MS = 12_000;
/** Nobody begins to type this late. */
const LAST_MOMENT_MS = 3_000;
const PASSWORD = 'show-time-2026';
const ADMIN = { email: 'producer@demo.example', password: PASSWORD };

const dataDir = await mkdtemp(join(tmpdir(), 'gameshow-demo-'));
const server = spawn(process.execPath, [join(import.meta.dirname, 'start.mjs')], {
  stdio: ['ignore', 'ignore', 'inherit'],
  env: {
    ...process.env,
    PORT: String(PORT),
    DATA_DIR: dataDir,
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    LOG_LEVEL: 'error',
  },
});
const stopped = new Promise<number>((resolve) => {
  server.once('exit', (code) => resolve(code ?? 0));
});
let isEnding = false;
const stop = (): void => {
  isEnding = true;
  server.kill('SIGTERM');
};
/** Calls that the end has cut off are no news. */
const complain = (error: unknown): void => {
  if (!isEnding) console.error(error instanceof Error ? error.message : error);
};
process.once('SIGINT', stop);
process.once('SIGTERM', stop);

/** Makes one call; a refusal is thrown with the server's own words. */
async function make(
  name: CallName,
  more: { body?: object; token?: string; params?: Record<string, string>; query?: string } = {},
): Promise<unknown> {
  const { method, path } = calls[name];
  const answer = await fetch(
    `${URL_BASE}${callPath(path, DEFAULT_BRAND, more.params)}${more.query ?? ''}`,
    {
      method,
      headers: {
        ...(more.body ? { 'content-type': 'application/json' } : {}),
        ...(more.token === undefined ? {} : { authorization: `Bearer ${more.token}` }),
      },
      ...(more.body ? { body: JSON.stringify(more.body) } : {}),
    },
  );
  const reply: unknown = await answer.json();
  if (!answer.ok) throw new Error(`${name}: ${answer.status} ${JSON.stringify(reply)}`);
  return reply;
}

const signIn = async (email: string): Promise<{ token: string; id: string }> => {
  const { token, user } = signedInSchema.parse(
    await make('login', { body: { email, password: PASSWORD } }),
  );
  return { token, id: user.id };
};

const mailSchema = z.array(z.object({ links: z.array(z.string()) }));

/** Registers as a person does: form, mail, link, sign-in. */
async function register(name: string, email: string): Promise<{ token: string; id: string }> {
  await make('register', { body: { name, email, password: PASSWORD } });
  for (let tries = 0; tries < 50; tries += 1) {
    const answer = await fetch(`${URL_BASE}/dev/mailbox/messages?to=${encodeURIComponent(email)}`);
    const link = mailSchema.parse(await answer.json())[0]?.links[0];
    if (link !== undefined) {
      await make('verifyEmail', { query: new URL(link).search });
      return signIn(email);
    }
    await delay(200);
  }
  throw new Error(`No verification mail arrived for ${email}.`);
}

/** Connects and answers every question that is released to this person, after thinking about it. */
function play(person: { token: string; id: string; audience: Audience }): void {
  const socket = io(URL_BASE, { auth: { token: person.token }, transports: ['websocket'] });
  const seen = new Set<string>();
  const consider = (question: ActiveQuestion): void => {
    const answers = SHOW.find(({ text }) => text === question.question_text)?.answers;
    const left = (question.windows[person.audience].closesAt ?? 0) - Date.now() - LAST_MOMENT_MS;
    if (answers === undefined || left < 0 || seen.has(question.game_session_id)) return;
    seen.add(question.game_session_id);
    // Most people know at once or soon; a few think until the end.
    const thinking = (randomInt(1_000) / 1_000) ** 2 * left;
    setTimeout(() => {
      make('submitAnswer', {
        token: person.token,
        body: { gameSessionId: question.game_session_id, answerText: misspell(answers, randomInt) },
      }).catch(complain);
    }, thinking);
  };
  socket.on('connect', () => void socket.emit('join-user-room', person.id));
  socket.on('question-released', (payload: unknown) => {
    const { question } = serverEvents['question-released'].parse(payload);
    if (question) consider(question);
  });
  socket.on('snapshot', (payload: unknown) => {
    const { questions } = serverEvents.snapshot.parse(payload);
    questions.forEach(consider);
  });
}

const FIRST = [
  'Ada',
  'Ben',
  'Cleo',
  'Dev',
  'Ema',
  'Finn',
  'Gia',
  'Hugo',
  'Ines',
  'Jonas',
  'Kira',
  'Leo',
  'Mina',
  'Noor',
  'Otis',
  'Pia',
  'Quinn',
  'Rosa',
  'Sami',
  'Tess',
];
const LAST = ['A', 'B', 'C', 'D', 'F', 'G', 'H', 'K', 'L', 'M', 'N', 'P', 'R', 'S', 'T', 'V', 'W'];
const nameOf = (index: number): string =>
  `${FIRST[index % FIRST.length] ?? 'Ada'} ${LAST[Math.floor(index / FIRST.length) % LAST.length] ?? 'A'}.`;

async function untilReady(): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    const isReady = await fetch(`${URL_BASE}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
    await delay(200);
  }
  throw new Error(`The server did not get ready on ${URL_BASE}.`);
}

async function arrive(): Promise<void> {
  for (let first = 0; first < HOME_VIEWERS; first += 6) {
    await Promise.all(
      Array.from({ length: Math.min(6, HOME_VIEWERS - first) }, async (_, offset) => {
        const index = first + offset;
        play({
          ...(await register(nameOf(index), `viewer${index}@demo.example`)),
          audience: 'home',
        });
      }),
    );
    if (first % 60 === 0) console.log(`  ${first + 6} of ${HOME_VIEWERS} home viewers have joined`);
  }
}

const createdSchema = z.object({ question: z.object({ id: z.string() }) });

async function runShow(token: string): Promise<void> {
  for (let round = 0; ; round += 1) {
    const now = Date.now();
    const item = SHOW[round % SHOW.length];
    if (item === undefined) return;
    const { question } = createdSchema.parse(
      await make('generate', {
        token,
        body: {
          question: item.text,
          startTime: new Date(now).toISOString(),
          endTime: new Date(now + 3_600_000).toISOString(),
        },
      }),
    );
    const timer = { timerMinutes: 0, timerSeconds: WINDOW_S };
    console.log(`On air: ${item.text}`);
    await make('releaseHome', { token, params: { id: question.id }, body: timer });
    await delay(4_000);
    await make('release', { token, params: { id: question.id }, body: timer });
    await delay(WINDOW_S * 1_000 + PAUSE_MS);
  }
}

async function show(): Promise<void> {
  await untilReady();
  const { token } = await signIn(ADMIN.email);
  const create = (name: string, email: string, roleId: number): Promise<unknown> =>
    make('createUser', { token, body: { name, email, password: PASSWORD, role_id: roleId } });
  await create('Demo Viewer', 'viewer@demo.example', ROLE.home);
  await create('Demo Contestant', 'contestant@demo.example', ROLE.contestant);

  console.log(`
The show runs at ${URL_BASE}. Sign in, in three windows, with the password ${PASSWORD}
  producer     ${ADMIN.email}        -> ${URL_BASE}/que-cards
  home viewer  viewer@demo.example
  contestant   contestant@demo.example
Ctrl+C ends it and deletes its data.
`);
  for (let index = 0; index < CONTESTANTS; index += 1) {
    const email = `studio${index}@demo.example`;
    await create(`${nameOf(index + 60)} (studio)`, email, ROLE.contestant);
    play({ ...(await signIn(email)), audience: 'studio' });
  }
  await Promise.all([arrive(), runShow(token)]);
}

const code = await Promise.race([
  show().then(
    () => 0,
    (error: unknown) => {
      complain(error);
      if (isEnding) return 0;
      stop();
      return 1;
    },
  ),
  stopped,
]);
await stopped;
await rm(dataDir, { recursive: true, force: true });
process.exit(code);
