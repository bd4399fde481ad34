/**
 * `npm run demo`: runs a show on temporary data with a real server. Players register, verify, connect and answer, and a
 * script plays the rundown with the control room's main button until a person takes over. It also releases a question by
 * mistake, and takes it back.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { DEFAULT_BRAND, stageScreenPath } from '#machines/contract/brand.ts';
import {
  type BodyOf,
  callPath,
  type CallName,
  calls,
  type ReplyOf,
} from '#machines/contract/calls.ts';
import type { Call } from '#machines/contract/call.ts';
import type { ShowAct } from '#machines/show/calls.ts';
import { signedInSchema } from '#machines/account/calls.ts';
import type { Rundown } from '#machines/contract/rundown.ts';
import { type Audience, ROLE } from '#machines/contract/entities.ts';
import { SAMPLE_QUESTIONS, simulatedName } from '#machines/show/rules/simulated.ts';
import { playAlone } from '#server/show/rehearsal/player.ts';

const PORT = Number(process.env['PORT'] ?? 3000);
const URL_BASE = `http://localhost:${PORT}`;
const HOME_VIEWERS = Number(process.env['DEMO_PLAYERS'] ?? 180);
const CONTESTANTS = Math.min(20, HOME_VIEWERS);
const QUESTIONS = 5;
/** The question that is released by mistake, after the first one. */
const MISTAKE = 'Name something that is not ready yet';
/** Duration of every question's release windows, seconds. */
const WINDOW_S = Number(process.env['DEMO_SECONDS'] ?? 25);
/** Pauses between two acts, so that people can watch; the finale gets a longer pause. */
const BEAT_MS = WINDOW_S * 120;
const FINALE_MS = 3 * BEAT_MS;
const LOOK_MS = 500;
const ARRIVE_AT_ONCE = 6;
const PASSWORD = 'show-time-2026';
const ADMIN = { email: 'producer@demo.example', password: PASSWORD };

const dataDir = await mkdtemp(join(tmpdir(), 'gameshow-demo-'));
console.log('Starting the server ...');
const server = spawn(process.execPath, [join(import.meta.dirname, 'start.mjs')], {
  stdio: ['ignore', 'pipe', 'inherit'],
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
process.on('SIGINT', stop);
process.on('SIGTERM', stop);

interface More<N extends CallName> {
  readonly body?: BodyOf<N>;
  readonly token?: string;
  readonly params?: Record<string, string>;
  readonly query?: string;
}
const isReply = <N extends CallName>(name: N, body: unknown): body is ReplyOf<N> =>
  calls[name].reply.safeParse(body).success;

/**
 * Makes a call and returns its reply; null on a conflict (409).
 * @throws Error with the server's message
 */
async function attempt<N extends CallName>(name: N, more: More<N>): Promise<ReplyOf<N> | null> {
  const { body, token, params, query = '' } = more;
  const { method, path }: Call = calls[name];
  const answer = await fetch(URL_BASE + callPath(path, DEFAULT_BRAND, params) + query, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const reply: unknown = await answer.json();
  if (answer.status === 409) return null;
  if (!answer.ok || !isReply(name, reply))
    throw new Error(`${name}: ${answer.status} ${JSON.stringify(reply)}`);
  return reply;
}

async function make<N extends CallName>(name: N, more: More<N>): Promise<ReplyOf<N>> {
  const reply = await attempt(name, more);
  if (reply === null) throw new Error(`${name} conflicts with how things stand.`);
  return reply;
}

const signIn = async (email: string): Promise<string> =>
  signedInSchema.parse(await make('login', { body: { email, password: PASSWORD } })).token;

const mailSchema = z.array(z.object({ links: z.array(z.string()) }));

/** Registers a player like a person would: submits the form, opens the link in the mail and signs in. */
async function register(name: string, email: string): Promise<string> {
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

const play = (token: string, name: string, audience: Audience): void => {
  playAlone({ url: URL_BASE, brand: DEFAULT_BRAND, token, name, audience, accepts: () => true });
};

/**
 * Resolves when the server says that it is on. Reads its own output, so that another program on the port is not
 * mistaken for it.
 */
const untilOn = (): Promise<void> =>
  new Promise((resolve) => {
    server.stdout.on('data', (chunk: Buffer) => {
      const said = chunk.toString();
      if (said.startsWith('Building')) process.stdout.write(said);
      if (said.includes(' is on: ')) resolve();
    });
  });

async function arrive(admin: string): Promise<void> {
  console.log(`${HOME_VIEWERS} home viewers and ${CONTESTANTS} contestants are arriving ...`);
  for (let index = 0; index < CONTESTANTS; index += 1) {
    const email = `studio${index}@demo.example`;
    const name = simulatedName(HOME_VIEWERS + index);
    const body = { name, email, password: PASSWORD, role_id: ROLE.contestant };
    await make('createUser', { token: admin, body });
    play(await signIn(email), name, 'studio');
  }
  for (let first = 0; first < HOME_VIEWERS; first += ARRIVE_AT_ONCE)
    await Promise.all(
      Array.from({ length: Math.min(ARRIVE_AT_ONCE, HOME_VIEWERS - first) }, async (_, offset) => {
        const index = first + offset;
        const name = simulatedName(index);
        play(await register(name, `viewer${index}@demo.example`), name, 'home');
      }),
    );
}

/** Creates a show that is ready to start. */
async function prepare(admin: string): Promise<Rundown> {
  const made = await make('createShow', { token: admin, body: { title: 'Friday night' } });
  const texts = SAMPLE_QUESTIONS.slice(0, QUESTIONS).toSpliced(1, 0, MISTAKE);
  const questions = texts.map((text) => ({
    text,
    presets: { studioSeconds: WINDOW_S, homeSeconds: WINDOW_S, order: 'both' as const, note: '' },
  }));
  const prepared = await actOnShow(admin, made.show.rundown, { type: 'add', questions });
  return actOnShow(admin, prepared, { type: 'goLive' });
}

async function actOnShow(token: string, { id, version }: Rundown, act: ShowAct): Promise<Rundown> {
  const body = { version, requestId: `demo-${version}`.padEnd(8, '-'), act };
  return (await make('actOnShow', { token, params: { id }, body })).show.rundown;
}

/** Presses the main button until the show ends or a person acts. */
async function direct(admin: string, { id }: Rundown): Promise<'ended' | 'taken over'> {
  const { token } = await make('createControlToken', { token: admin, body: { name: 'Demo' } });
  const query = `?show=${id}`;
  let before = await make('controlState', { token, query });
  for (let acts = 0; ;) {
    await delay(LOOK_MS);
    const state = await make('controlState', { token, query });
    const { version } = before;
    // The demo releases each question to both audiences at once, so a second release means that a person revoked it.
    const isRevoked = before.go === 'wait' && state.go === 'release';
    if (state.version !== version || isRevoked) return 'taken over';
    if (state.go === 'end') {
      console.log(`  ${state.go_text}`);
      const over = await make('showView', { token: admin, params: { id } });
      await actOnShow(admin, over.show.rundown, { type: 'end' });
      return 'ended';
    }
    if (!state.can_go) continue;
    const body = { version, requestId: `demo-${acts}`, show: id };
    const done = await attempt('control', { token, params: { act: 'go' }, body });
    // Try again after a conflict: answers are being counted, or a person acted first.
    if (done === null) continue;
    acts += 1;
    before = done;
    const isFirst = state.go === 'arm' || state.go === 'next';
    const answered = state.studio_answered + state.home_answered;
    if (isFirst) console.log(`Question ${done.item_number} of ${done.items}: ${done.item_text}`);
    else console.log(`  ${state.go_text}${state.go === 'lock' ? `: ${answered} of them` : ''}`);
    await delay(state.go === 'scene' ? FINALE_MS : BEAT_MS);
    if (state.go !== 'release' || done.item_text !== MISTAKE) continue;
    await delay(LOOK_MS);
    const takeBack = { version: done.version, requestId: `demo-${acts}-back`, show: id };
    const taken = await attempt('control', { token, params: { act: 'take-back' }, body: takeBack });
    if (taken === null) continue;
    before = taken;
    console.log('  The wrong question: take it back from everyone, at no cost of points');
  }
}

async function show(): Promise<void> {
  await untilOn();
  const token = await signIn(ADMIN.email);
  const { key } = await make('createShowLink', { token });
  console.log(`
Stage screen  ${URL_BASE}${stageScreenPath(DEFAULT_BRAND)}#key=${key}
Control room  ${URL_BASE}/control

Log in, each in its own browser or private window, with the password ${PASSWORD}
  producer     ${ADMIN.email}
  home viewer  viewer@demo.example
  contestant   contestant@demo.example

Try this:
  1. Open the stage screen: it needs no account.
  2. Log in as the home viewer, answer when a question opens, and wait for your points.
  3. Log in as the producer, open the control room and press its main button: the show is yours from there.
Ctrl+C ends it and deletes its data.
`);
  for (const [name, email, role_id] of [
    ['Demo Viewer', 'viewer@demo.example', ROLE.home],
    ['Demo Contestant', 'contestant@demo.example', ROLE.contestant],
  ] as const)
    await make('createUser', { token, body: { name, email, password: PASSWORD, role_id } });
  const rundown = await prepare(token);
  await arrive(token);
  console.log('The show begins. The demo presses the main button of the control room:');
  console.log(
    (await direct(token, rundown)) === 'ended'
      ? 'The show is over. Export it in the control room, or run one of your own: the audience stays and answers it.'
      : 'The show is yours now. The audience stays and answers whatever you release.',
  );
}

const shown = show().catch((error: unknown) => {
  // Ignores calls that the end of the demo aborted. A server that did not start has already printed why.
  if (isEnding || server.exitCode !== null) return;
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
  stop();
});
const code = await stopped;
isEnding = true;
// Wait only briefly: if the server never started, `shown` never settles.
await Promise.race([shown, delay(LOOK_MS)]);
await rm(dataDir, { recursive: true, force: true });
process.exit(process.exitCode ?? code);
