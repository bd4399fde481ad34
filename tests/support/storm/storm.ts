import { setTimeout as delay } from 'node:timers/promises';
import { AUDIENCES, ROLE, type RoleId } from '#machines/contract/entities.ts';
import { randomFrom, type Random } from '../random.ts';
import { seedUsers } from '../seed.ts';
import { createCaller } from './caller.ts';
import { checkAnswers } from './check-answers.ts';
import { checkCounts } from './check-counts.ts';
import { checkReplies } from './check-replies.ts';
import { checkReceived } from './check-received.ts';
import { type Fault, faultLines } from './fault.ts';
import { AccountsAdmin } from './accounts-admin.ts';
import { Ledger } from './ledger.ts';
import { loggedErrors } from './logged.ts';
import { Player } from './player.ts';
import { Producer } from './producer.ts';
import type { Fixture } from './fixture.ts';
import { readStore } from './store-snapshot.ts';
import type { Actor, Scenario } from './scenario.ts';

const FIRST_QUESTIONS = 4;
/** The interval of checks, ms. */
const LOOK_MS = 250;
/** A state unchanged for this long is final: processes look for leftovers of others more often. */
const FINAL_MS = 17_000;
/** How long replies may take to become correct, ms. Boards are cached for at most a second. */
const REPLIES_MS = 30_000;
const STUDIO_SHARE = 0.3;

export interface StormOptions {
  readonly seed: number;
  readonly players: number;
  /** How long all act at the same time, ms; or how many acts there are one after another. */
  readonly length: { readonly durationMs: number } | { readonly acts: number };
  /** How long everything may take to become correct once the storm is over, ms. */
  readonly settleMs: number;
  /** Injects faults until `isOver`; all of them are repaired when it resolves. */
  readonly disturb?: (isOver: () => boolean, random: Random) => Promise<void>;
  /** The machine may be so busy that a call is refused for now; the final state is the same. */
  readonly isBusy?: boolean;
  readonly log?: (line: string) => void;
  /** The output of the processes; errors in it are faults. */
  readonly output?: () => string;
}

export interface StormResult {
  /** One line each; empty: everything is right. */
  readonly faults: readonly string[];
  readonly answers: number;
  /** How long after the last reply all answers were counted, ms; null: never. */
  readonly countedAfterMs: number | null;
}

/**
 * Runs producers, players and an admin on the fixture, then compares everything with an independent
 * model.
 */
export async function runStorm(fixture: Fixture, options: StormOptions): Promise<StormResult> {
  const { seed, length, log = () => {} } = options;
  const random = randomFrom(seed);
  const ledger = new Ledger();
  const caller = createCaller(ledger, options.isBusy === true || options.disturb !== undefined);
  const scenario: Scenario = { urls: fixture.urls, db: fixture.db, ledger, caller, questions: [] };
  const firstRoles = new Map<string, RoleId>();
  const players: Player[] = [];
  const admins = await seedUsers(fixture.db, 3, ROLE.admin, 'producer');
  const studio = Math.round(options.players * STUDIO_SHARE);
  for (const [count, roleId, prefix] of [
    [options.players - studio, ROLE.home, 'viewer'],
    [studio, ROLE.contestant, 'contestant'],
  ] as const)
    for (const user of await seedUsers(fixture.db, count, roleId, prefix)) {
      firstRoles.set(user.id, roleId);
      players.push(new Player(scenario, user, roleId, random.fork()));
    }
  const [adminToken = '', ...tokens] = admins.map(({ token }) => token);
  const producers = tokens.map((token) => new Producer(scenario, token, random.fork()));
  const accountsAdmin = new AccountsAdmin(scenario, adminToken, players, random.fork());

  try {
    const [first] = producers;
    for (let count = 0; count < FIRST_QUESTIONS; count += 1) await first?.plan();
    for (const question of scenario.questions)
      for (const audience of AUDIENCES) await first?.release(question, audience, false);
    await untilTrue(() => players.every(({ listener }) => listener.isConnected), 15_000);

    if ('acts' in length)
      await oneByOne(length.acts, random, { players, producers, accountsAdmin });
    else {
      const endsAt = performance.now() + length.durationMs;
      const isOver = (): boolean => performance.now() >= endsAt;
      await Promise.all([
        ...[...players, ...producers, accountsAdmin].map((actor) => keepActing(actor, isOver)),
        options.disturb?.(isOver, random.fork()),
      ]);
    }

    const endedAt = performance.now();
    log(summary(ledger));
    let countedAfterMs: number | null = null;
    const look = async (): Promise<Fault[]> => {
      const stored = await readStore(fixture.db, ROLE.admin);
      if (stored.isCounted) countedAfterMs ??= performance.now() - endedAt;
      return [...checkCounts(stored), ...checkReceived(players, stored)];
    };
    const counts = await settled(look, options.settleMs, () => countedAfterMs === null);
    const answers = checkAnswers(ledger, await readStore(fixture.db, ROLE.admin), firstRoles);
    const asking = { caller, urls: fixture.urls, token: adminToken };
    const replies = await settled(
      async () => checkReplies(asking, players, await readStore(fixture.db, ROLE.admin)),
      REPLIES_MS,
    );
    // Late results are found here, not by chance in the replies.
    const late = checkCounts(await readStore(fixture.db, ROLE.admin)).map(({ kind, what }) => ({
      kind,
      what: `at the end: ${what}`,
    }));
    const strange = [...ledger.strange].map(([what, times]) => ({
      kind: 'strange reply',
      what: `${times} times: ${what}`,
    }));
    const logged = loggedErrors(options.output?.() ?? '');
    return {
      faults: faultLines([...counts, ...answers, ...replies, ...late, ...strange, ...logged]),
      answers: ledger.attempts.filter(({ status }) => status === 201).length,
      countedAfterMs,
    };
  } finally {
    for (const { listener } of players) listener.close();
    caller.close();
  }
}

async function keepActing(actor: Actor, isOver: () => boolean): Promise<void> {
  for (;;) {
    await delay(actor.rest());
    if (isOver()) return;
    await actor.act();
  }
}

/** Performs the acts one after another. */
async function oneByOne(
  acts: number,
  random: Random,
  {
    players,
    producers,
    accountsAdmin,
  }: { players: readonly Player[]; producers: readonly Producer[]; accountsAdmin: AccountsAdmin },
): Promise<void> {
  for (let count = 0; count < acts; count += 1) {
    const place = random.next();
    const actor: Actor =
      place < 0.08 ? random.pick(producers) : place < 0.12 ? accountsAdmin : random.pick(players);
    await actor.act();
  }
}

/**
 * Polls for faults until there are none, they have not changed for long, or `withinMs` have passed; returns the last
 * ones.
 */
async function settled<T>(
  look: () => Promise<readonly T[]>,
  withinMs: number,
  isMoving: () => boolean = () => false,
): Promise<readonly T[]> {
  const endsAt = performance.now() + withinMs;
  let same = { seen: '', since: performance.now() };
  for (;;) {
    const wrong = await look();
    const seen = JSON.stringify(wrong);
    if (seen !== same.seen || isMoving()) same = { seen, since: performance.now() };
    const isFinal = performance.now() - same.since > FINAL_MS;
    if (wrong.length === 0 || isFinal || performance.now() > endsAt) return wrong;
    await delay(LOOK_MS);
  }
}

async function untilTrue(isTrue: () => boolean, withinMs: number): Promise<void> {
  const wrong = await settled(async () => (isTrue() ? [] : ['not yet']), withinMs);
  if (wrong.length > 0) throw new Error('The players could not connect.');
}

function summary({ replies }: Ledger): string {
  return [...replies]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([reply, times]) => `${reply}: ${times}`)
    .join(', ');
}
