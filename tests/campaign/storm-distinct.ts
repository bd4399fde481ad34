import { setTimeout as delay } from 'node:timers/promises';
import { ROLE } from '#machines/contract/entities.ts';
import { randomFrom, type Random } from '#tests/support/random.ts';
import { seedUsers } from '#tests/support/seed.ts';
import { groupBy } from '#tests/support/storm/by.ts';
import { createCaller } from '#tests/support/storm/caller.ts';
import { Ledger } from '#tests/support/storm/ledger.ts';
import { type Processes, startProcesses } from '#tests/support/storm/fixture.ts';
import { isAllCounted } from '#tests/support/storm/store-snapshot.ts';

const RUSH_MS = 5_000;
const PROBE_MS = 20;
const LOOK_MS = 100;
const MOST_MS = 120_000;
const CONSONANTS = 'bdfgklmnprstvz'.split('');
const VOWELS = 'aeiou'.split('');

/**
 * What an audience costs of which nobody gives the answer of another: how long two processes hold their event loops,
 * and how long after the last answer all is counted. It says so and judges nothing.
 */
export async function measureDistinct(
  count: number,
  { seed, log }: { seed: number; log: (line: string) => void },
): Promise<void> {
  const processes = await startProcesses({ count: 2, latencyMs: 0 });
  const caller = createCaller(new Ledger(), false);
  try {
    const { urls, db } = processes;
    const viewers = await seedUsers(db, count, ROLE.home, 'viewer');
    const [admin] = await seedUsers(db, 1, ROLE.admin, 'producer');
    const token = admin?.token ?? '';
    const [here = ''] = urls;
    const body = {
      question: 'Say something.',
      startTime: new Date().toISOString(),
      endTime: new Date(Date.now() + 3_600_000).toISOString(),
    };
    const planned = await caller.call(here, 'generate', { token, body });
    if (planned.body === null) throw new Error(`No question: ${planned.status}`);
    const { id, game_session_id: gameSessionId } = planned.body.question;
    const released = await caller.call(here, 'releaseHome', { token, params: { id }, body: {} });
    if (released.body === null) throw new Error(`Not released: ${released.status}`);

    // What is asked for begins anew with every look: the start does not count.
    await Promise.all(urls.map(longestLagMs));
    const watching = new AbortController();
    const probes = urls.map((url) => longestReply(url, watching.signal));
    const texts = distinctTexts(count, randomFrom(seed));
    const replies = await Promise.all(
      viewers.map(async (viewer, index) => {
        await delay((index / count) * RUSH_MS);
        const url = urls[index % urls.length] ?? '';
        const sent = { gameSessionId, answerText: texts[index] ?? '' };
        return caller.call(url, 'submitAnswer', { token: viewer.token, body: sent });
      }),
    );
    const endedAt = performance.now();
    const countedMs = await untilCounted(processes, endedAt);
    watching.abort();

    const statuses = [...groupBy(replies, ({ status }) => `${status}`)]
      .map(([status, alike]) => `${alike.length} times ${status}`)
      .join(', ');
    const slowest = Math.max(...replies.map(({ sentAt, endedAt: at }) => at - sentAt));
    const longest = await Promise.all(probes);
    const lags = await Promise.all(urls.map(longestLagMs));
    log(
      `${count} distinct texts in ${RUSH_MS / 1_000} s: answered ${statuses}, the slowest after ${slowest} ms; ` +
        `${countedMs === null ? `not counted within ${MOST_MS} ms` : `counted ${countedMs} ms after the last`}; ` +
        `longest /healthz ${longest.join(' and ')} ms, longest event loop lag ${lags.join(' and ')} ms`,
    );
  } finally {
    caller.close();
    await processes.close();
  }
}

async function untilCounted({ db }: Processes, since: number): Promise<number | null> {
  while (performance.now() - since < MOST_MS) {
    if (await isAllCounted(db.read)) return Math.round(performance.now() - since);
    await delay(LOOK_MS);
  }
  return null;
}

/** Asks all the time whether the process is there; ms. */
async function longestReply(url: string, signal: AbortSignal): Promise<number> {
  let longest = 0;
  while (!signal.aborted) {
    const askedAt = performance.now();
    await fetch(`${url}/healthz`);
    longest = Math.max(longest, performance.now() - askedAt);
    await delay(PROBE_MS);
  }
  return Math.round(longest);
}

async function longestLagMs(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const [, lag] = /^nodejs_eventloop_lag_max_seconds (\S+)/mu.exec(text) ?? [];
  return Math.round(Number(lag) * 1_000);
}

/** Words that nobody has heard of. */
function distinctTexts(count: number, random: Random): string[] {
  const texts = new Set<string>();
  while (texts.size < count) {
    const syllables = Array.from(
      { length: 4 },
      () => random.pick(CONSONANTS) + random.pick(VOWELS),
    );
    texts.add(syllables.join(''));
  }
  return [...texts];
}
