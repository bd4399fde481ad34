import type { DialectName } from '#server/db/dialect.ts';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { ROLE } from '#machines/contract/roles.ts';
import { settledContentsOf } from '#tests/support/database-contents.ts';
import { type Case, caseOf, type Ground } from './cases.ts';
import { Findings } from './findings.ts';
import { parsed } from './invariants.ts';
import { judge } from './judge.ts';
import { readOperations } from './operations.ts';
import type { CampaignOptions, CampaignPart } from './part.ts';
import { playRound } from './sanity.ts';
import { dripHeaders } from './slow.ts';
import { openFixture } from './fixture.ts';
import { watch } from './watch.ts';
import { exchange, type Heard } from '#tests/support/wire.ts';

const AT_ONCE = 12;
const PLAYERS = 12;
/** The share of the time in which only read requests are sent. */
const READING_SHARE = 0.15;

async function openGround(store: DialectName): Promise<Ground> {
  const fixture = await openFixture(store, PLAYERS);
  const { body } = await fixture.client.raw('/api/openapi.json');
  return { ...fixture, operations: readOperations(body), renewed: new Map() };
}

/** One of many local addresses, so that the rate limit of an address does not answer instead of the call. */
const addressOf = (index: number): string => `127.1.${index % 200}.${1 + (index % 7)}`;

const send = (ground: Ground, made: Case, index: number): Promise<Heard> =>
  exchange(ground.server.url, made.pieces, {
    from: addressOf(index),
    pauseMs: made.pauseMs,
    answers: made.answers,
    isHead: made.method === 'HEAD',
    // Some bytes are an unfinished request, to which no reply comes.
    ...(made.operation === null && { withinMs: 1_500 }),
  });

/** Replaces what a case has used up, and removes what it has created. */
async function tidy(ground: Ground, made: Case, { replies }: Heard): Promise<void> {
  const { operation } = made;
  const [reply] = replies;
  if (operation === null || reply === undefined || reply.status >= 300) return;
  // With another method the call was not executed.
  if (made.method !== operation.method) return;
  const { client, spareQuestions, spareUsers } = ground;
  const { token } = ground.manager;
  const place = (list: readonly { id: string }[]) =>
    list.findIndex(({ id }) => made.target.includes(id));
  if (operation.name === 'deleteQuestion' && place(spareQuestions) >= 0)
    spareQuestions[place(spareQuestions)] = await ground.ask();
  if (operation.name === 'deleteUser' && place(spareUsers) >= 0)
    spareUsers[place(spareUsers)] = await ground.hire();
  const { data } = madeSchema.safeParse(parsed(reply.body));
  const id = data?.question?.id ?? data?.user?.id;
  if (id === undefined) return;
  if (operation.name === 'updateProfile' && data?.token !== undefined)
    ground.renewed.set(id, data.token);
  if (operation.name === 'generate') await client.call('deleteQuestion', { token, params: { id } });
  if (operation.name === 'createUser') {
    // An admin cannot be deleted, so the account becomes a home viewer's.
    const body = { name: 'Gone', email: `gone-${id}@new.example`, role_id: ROLE.home };
    await client.call('updateUser', { token, params: { id }, body });
    await client.call('deleteUser', { token, params: { id } });
  }
}
const madeSchema = z.object({
  question: z.object({ id: z.string() }).optional(),
  user: z.object({ id: z.string() }).optional(),
  token: z.string().optional(),
});

/** Counts replies by status. */
class Tally {
  readonly #counts = new Map<string, number>();
  sent = 0;

  add({ replies, end }: Heard): void {
    this.sent += 1;
    for (const word of replies.length === 0 ? [end] : replies.map(({ status }) => String(status)))
      this.#counts.set(word, (this.#counts.get(word) ?? 0) + 1);
  }

  toString(): string {
    const parts = [...this.#counts].map(([word, count]) => `${word}: ${count}`).toSorted();
    return `${this.sent} requests (${parts.join(', ')})`;
  }
}

async function once(
  ground: Ground,
  seed: number,
  index: number,
  tally: Tally,
  findings: Findings,
): Promise<void> {
  const made = caseOf(ground, seed, index);
  const heard = await send(ground, made, index);
  tally.add(heard);
  await tidy(ground, made, heard);
  const { method, target, sender, kind, operation } = made;
  const got = heard.replies.map(({ status, body }) => `${status} ${body.slice(0, 160)}`);
  findings.add(
    judge(made, heard),
    `${operation?.name ?? ''} ${kind}`,
    (fault) =>
      `case ${index}: ${fault} [${method} ${target.slice(0, 120)} by ${sender.who}, ${kind}] ${got.join(' | ')}`,
  );
}

/** The part that sends valid and invalid requests, generated from the API description, as all kinds of users. */
export function requestsOn(store: DialectName): CampaignPart & {
  /** Runs one case on a new fixture. */
  readonly replay: (options: CampaignOptions, index: number) => Promise<readonly string[]>;
} {
  const on = async <T>(work: (ground: Ground) => Promise<T>): Promise<T> => {
    const ground = await openGround(store);
    try {
      return await work(ground);
    } finally {
      await ground.close();
    }
  };

  return {
    name: 'requests',
    run: ({ seed, budgetMs, log }) =>
      on(async (ground) => {
        const { server } = ground;
        const watching = await watch(server);
        const tally = new Tally();
        const findings = new Findings();
        const endsAt = performance.now() + budgetMs * (1 - READING_SHARE);
        const drips = dripHeaders(server.url, budgetMs);
        let index = 0;
        const lane = async (): Promise<void> => {
          while (performance.now() < endsAt) {
            index += 1;
            await once(ground, seed, index, tally, findings);
          }
        };
        await Promise.all(Array.from({ length: AT_ONCE }, lane));
        const faults = [
          ...(await drips),
          ...(await onlyRead(ground, seed, budgetMs * READING_SHARE, tally)),
          ...(await playRound(ground)),
        ];
        const watched = await watching.end();
        log(`requests: ${tally.toString()}`);
        log(`requests: ${watched.line}`);
        findings.add([...faults, ...watched.faults], 'process', (fault) => fault);
        return findings.lines();
      }),
    replay: ({ seed, log }, index) =>
      on(async (ground) => {
        const made = caseOf(ground, seed, index);
        log(Buffer.concat(made.pieces).toString('latin1').slice(0, 4_000));
        const findings = new Findings();
        await once(ground, seed, index, new Tally(), findings);
        return findings.lines();
      }),
  };
}

/** Sends only read requests and checks that they change nothing in the store. */
async function onlyRead(
  ground: Ground,
  seed: number,
  budgetMs: number,
  tally: Tally,
): Promise<string[]> {
  await endTimers(ground);
  const db = await ground.place.open();
  try {
    const before = await settled(() => settledContentsOf(db));
    const endsAt = performance.now() + budgetMs;
    let index = 0;
    const lane = async (): Promise<void> => {
      while (performance.now() < endsAt) {
        index += 1;
        const made = caseOf(ground, seed, -index);
        if (made.method !== 'GET' && made.method !== 'HEAD' && made.method !== 'OPTIONS') continue;
        tally.add(await send(ground, made, index));
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, lane));
    const after = await settled(() => settledContentsOf(db));
    return before === after
      ? []
      : [`reading has changed the store: ${firstDifference(before, after)}`];
  } finally {
    await db.close();
  }
}

/** Ends the running timers, since an ending timer changes the store. */
async function endTimers({ client, manager, spareQuestions, ask }: Ground): Promise<void> {
  const { token } = manager;
  for (const [index, { id }] of spareQuestions.entries()) {
    const asked = { token, params: { id } };
    for (const name of ['revoke', 'revokeHome', 'deleteQuestion'] as const)
      await client.call(name, asked);
    spareQuestions[index] = await ask();
  }
}

/** Reads until two results are equal, when background work has ended. */
async function settled(read: () => Promise<string>): Promise<string> {
  let last = await read();
  for (let time = 0; time < 100; time += 1) {
    await delay(200);
    const now = await read();
    if (now === last) return now;
    last = now;
  }
  throw new Error('the store does not settle');
}

function firstDifference(before: string, after: string): string {
  let at = 0;
  while (before[at] === after[at]) at += 1;
  return `${before.slice(at - 80, at + 120)} became ${after.slice(at - 80, at + 120)}`;
}
