import { setTimeout as delay } from 'node:timers/promises';
import { DEFAULT_BRAND } from '#machines/contract/brand.ts';
import { ROLE } from '#machines/contract/roles.ts';
import { type Client, clientOf } from '#tests/support/client.ts';
import { type RunningServer, startProcess, until } from '#tests/support/process.ts';
import { type SeededUser, seedUsers } from '#tests/support/seed.ts';
import { type Dice, diceOf } from './dice.ts';
import { Findings } from './findings.ts';
import type { CampaignOptions, CampaignPart } from './part.ts';
import { type Asked, openPlace, type Place, type StoreName } from './fixture.ts';
import { complaintsOf } from './watch.ts';

const PLAYERS = 24;
/** One kill and one freeze, however short the time. */
const LEAST_ROUNDS = 2;
const READY_WITHIN_MS = 10_000;
const STOPPED_WITHIN_MS = 11_000;
/** Players begin within it. */
const RUSH_MS = 1_000;

/** What happens to the process while players answer. */
const BLOWS = ['kill', 'freeze', 'kill', 'stop', 'freeze, then kill'] as const;
type Blow = (typeof BLOWS)[number];

interface Show {
  readonly place: Place;
  readonly players: readonly SeededUser[];
  readonly admin: SeededUser;
  /** What everybody was told is stored, by game session and player. */
  readonly acknowledged: Map<string, Map<string, string>>;
  /** All that were started. */
  readonly servers: RunningServer[];
  readonly tally: {
    /** Acknowledged before or during the blow. */
    early: number;
    /** How long the first start took, which had nothing to repair, ms. */
    firstStartMs: number;
  };
}
interface Running {
  readonly server: RunningServer;
  readonly client: Client;
}

async function openShow(store: StoreName): Promise<Show> {
  const place = await openPlace(store);
  const db = await place.open();
  const players = await seedUsers(db, PLAYERS, ROLE.home, 'viewer');
  const [admin] = await seedUsers(db, 1, ROLE.admin, 'producer');
  await db.close();
  if (admin === undefined) throw new Error('no admin was seeded');
  return {
    place,
    players,
    admin,
    acknowledged: new Map(),
    servers: [],
    tally: { early: 0, firstStartMs: 0 },
  };
}

async function start({ place, servers, tally }: Show, faults: string[]): Promise<Running> {
  const { dataDir, env } = place;
  const from = performance.now();
  const server = await startProcess({ dataDir, env });
  servers.push(server);
  const tookMs = performance.now() - from;
  if (servers.length === 1) tally.firstStartMs = tookMs;
  // A machine with other work to do is slow at the first start, too.
  if (tookMs > Math.max(READY_WITHIN_MS, 2 * tally.firstStartMs))
    faults.push(`ready after ${Math.round(tookMs)} ms`);
  return { server, client: clientOf(server.url, DEFAULT_BRAND) };
}

async function release({ client }: Running, { admin }: Show): Promise<Asked> {
  const { token } = admin;
  const body = {
    question: 'Name a fruit.',
    startTime: '2026-01-01T12:00:00Z',
    endTime: '2036-01-01T12:00:00Z',
  };
  const { question } = await client.ok('generate', { token, body });
  await client.ok('releaseHome', { token, params: { id: question.id }, body: {} });
  return { id: question.id, gameSessionId: question.game_session_id };
}

/** One try; what was acknowledged is noted. A line that breaks tells nothing. */
export async function answer(
  { client }: Pick<Running, 'client'>,
  { acknowledged }: Pick<Show, 'acknowledged'>,
  { gameSessionId }: Asked,
  { id, token }: SeededUser,
  answerText: string,
): Promise<string[]> {
  const body = { gameSessionId, answerText };
  const reply = await client.call('submitAnswer', { token, body }).catch(() => null);
  if (reply === null || reply.status === 503 || reply.status === 409) return [];
  if (reply.status !== 201) return [`an answer is answered ${reply.status}`];
  const told = acknowledged.get(gameSessionId) ?? new Map<string, string>();
  acknowledged.set(gameSessionId, told);
  const before = told.get(id);
  if (before !== undefined && before !== answerText)
    return ['two answers of one were acknowledged'];
  told.set(id, answerText);
  return [];
}

/** Everybody answers: once, twice at the same moment, or with two texts from two phones. */
function rush(running: Running, show: Show, asked: Asked, dice: Dice): Promise<string[]>[] {
  return show.players.flatMap((player) => {
    const text = `fruit ${dice.below(7)}`;
    const texts = dice.pick([[text], [text], [text, text], [text, `${text} more`]]);
    const waitMs = dice.below(RUSH_MS);
    return texts.map(async (each) => {
      await delay(waitMs);
      return answer(running, show, asked, player, each);
    });
  });
}

async function strike({ server }: Running, blow: Blow, dice: Dice): Promise<string[]> {
  const from = performance.now();
  if (blow.startsWith('freeze')) {
    process.kill(server.pid, 'SIGSTOP');
    await delay(200 + dice.below(1_500));
  }
  if (blow === 'freeze') process.kill(server.pid, 'SIGCONT');
  else if (blow === 'stop') await server.stop();
  else await server.kill();
  const isLate = blow === 'stop' && performance.now() - from > STOPPED_WITHIN_MS;
  return isLate ? ['SIGTERM takes too long'] : [];
}

/** Who was not told tries again, as apps do; then each answer is there, once. */
export async function verify(
  running: Pick<Running, 'client'>,
  show: Pick<Show, 'players' | 'admin' | 'acknowledged'>,
  asked: Asked,
): Promise<string[]> {
  const { client } = running;
  const { players, admin, acknowledged } = show;
  const { gameSessionId } = asked;
  const told = (id: string): string | undefined => acknowledged.get(gameSessionId)?.get(id);
  const ofEach = players.map(async (player): Promise<string[]> => {
    const faults =
      told(player.id) === undefined
        ? await answer(running, show, asked, player, 'fruit at last')
        : [];
    const stored = await storedOf(running, asked.gameSessionId, player);
    if (told(player.id) !== undefined) return [...faults, ...lost(told(player.id), stored)];
    // A retry that was refused: then an earlier try, which nobody was told of, is stored.
    return stored === undefined ? [...faults, 'a retry is refused and nothing is stored'] : faults;
  });
  const faults = (await Promise.all(ofEach)).flat();
  const asAdmin = { token: admin.token, params: { gameSessionId } };
  const { distribution } = await client.ok('answerDistribution', asAdmin);
  const counted = distribution.reduce((sum, { count }) => sum + count, 0);
  if (counted !== players.length) faults.push(`${counted} answers of ${players.length} players`);
  await until('every answer is in a group', async () => {
    const { grouping } = await client.ok('aiGrouping', asAdmin);
    return grouping.groupingDetails.reduce((sum, { count }) => sum + count, 0) === counted;
  }).catch((error: unknown) => faults.push(String(error)));
  return faults;
}

async function storedOf(
  { client }: Pick<Running, 'client'>,
  gameSessionId: string,
  { id, token }: SeededUser,
): Promise<string | undefined> {
  const params = { gameSessionId, userId: id };
  return (await client.ok('userAnswer', { token, params })).answer?.answer_text;
}

const lost = (told: string | undefined, stored: string | undefined): string[] =>
  told === undefined || told === stored
    ? []
    : [`an acknowledged answer is ${stored === undefined ? 'lost' : 'another'}`];

/** All rounds again: what was true after one is true after all. */
async function verifyAll(running: Running, { players, acknowledged }: Show): Promise<string[]> {
  const faults: string[] = [];
  for (const [gameSessionId, told] of acknowledged) {
    const ofEach = players.map(async (player) =>
      lost(told.get(player.id), await storedOf(running, gameSessionId, player)),
    );
    faults.push(...(await Promise.all(ofEach)).flat());
  }
  return faults;
}

async function doubles({ place }: Show): Promise<string[]> {
  const db = await place.open();
  const rows = await db.read
    .selectFrom('answer')
    .select(['game_session_id', 'user_id'])
    .groupBy(['game_session_id', 'user_id'])
    .having(({ fn }) => fn.countAll<number>(), '>', 1)
    .execute();
  await db.close();
  return rows.length === 0 ? [] : [`${rows.length} answers are stored twice`];
}

/** One round: a question, a rush of answers, a blow, and what is left afterwards. */
async function playRound(
  running: Running,
  show: Show,
  seed: number,
  index: number,
  findings: Findings,
): Promise<Running> {
  const dice = diceOf(seed, 'kill', index);
  const blow = BLOWS[index] ?? dice.pick(BLOWS);
  const faults: string[] = [];
  const asked = await release(running, show);
  const answering = rush(running, show, asked, dice);
  await delay(20 + dice.below(RUSH_MS));
  faults.push(...(await strike(running, blow, dice)));
  faults.push(...(await Promise.all(answering)).flat());
  show.tally.early += show.acknowledged.get(asked.gameSessionId)?.size ?? 0;
  let next = running;
  if (blow !== 'freeze') {
    faults.push(...complaintsOf(running.server.output()));
    next = await start(show, faults);
  }
  faults.push(...(await verify(next, show, asked)));
  findings.add(faults, blow, (fault) => `case ${index}: ${fault} [${blow}]`);
  return next;
}

/** Kills, freezes and stops of the process while everybody answers. */
export function killsOn(store: StoreName): CampaignPart & {
  /** One round alone, on a fresh fixture. */
  readonly replay: (options: CampaignOptions, index: number) => Promise<readonly string[]>;
} {
  const on = async (
    work: (show: Show, running: Running, findings: Findings) => Promise<Running>,
  ): Promise<readonly string[]> => {
    const show = await openShow(store);
    const findings = new Findings();
    const faults: string[] = [];
    try {
      const running = await work(show, await start(show, faults), findings);
      faults.push(...(await verifyAll(running, show)));
      await running.server.stop();
      faults.push(...complaintsOf(running.server.output()), ...(await doubles(show)));
    } finally {
      for (const server of show.servers) await server.kill();
      await show.place.remove();
    }
    findings.add(faults, 'process', (fault) => fault);
    return findings.lines();
  };

  return {
    name: 'kills',
    run: ({ seed, budgetMs, log }) =>
      on(async (show, running, findings) => {
        const endsAt = performance.now() + budgetMs;
        let now = running;
        let index = 0;
        for (; index < LEAST_ROUNDS || performance.now() < endsAt; index += 1)
          now = await playRound(now, show, seed, index, findings);
        const told = [...show.acknowledged.values()].reduce((sum, { size }) => sum + size, 0);
        log(
          `kills: ${index} rounds, ${told} acknowledged answers, ${show.tally.early} of them in the rush`,
        );
        return now;
      }),
    replay: ({ seed }, index) =>
      on((show, running, findings) => playRound(running, show, seed, index, findings)),
  };
}
