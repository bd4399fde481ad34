import * as fc from 'fast-check';
import { sql } from 'kysely';
import { createActor, SimulatedClock } from 'xstate';
import { expect, it } from 'vitest';
import { AUDIENCES, type Audience } from '#machines/contract/entities.ts';
import {
  releaseWindowMachine,
  selectWindowState,
  windowEvent,
} from '#machines/answering/release-window.ts';
import { otherAudience } from '#machines/contract/audience.ts';
import {
  windowState,
  type TimerChoice,
  type WindowState,
} from '#machines/answering/rules/schedule.ts';
import { type Database, inTransaction } from '#server/db/client.ts';
import { readWindows } from '#server/answering/store.ts';
import { changeWindow } from '#tests/support/windows.ts';
import { readQuestion } from '#server/answering/feed-store.ts';
import { viewFor, windowsOf } from '#server/answering/view.ts';
import { describeStores } from '#tests/support/databases.ts';
import { LONGER } from '#tests/support/run-length.ts';
import { plan, recorder, setHomeDelay } from './fixture.ts';

const START = 1_700_000_000_000;
const END_AFTER_MS = 60_000;
const RECENT_MS = 700;

type Step =
  | { readonly type: 'release'; readonly audience: Audience; readonly timer: TimerChoice | null }
  | { readonly type: 'revoke'; readonly audience: Audience }
  /** From here on, Home is this far behind the studio. */
  | { readonly type: 'delay'; readonly ms: number }
  | { readonly type: 'wait'; readonly ms: number };

const audience = fc.constantFrom(...AUDIENCES);
const timer = fc
  .record({ minutes: fc.integer({ min: 0, max: 1 }), seconds: fc.integer({ min: 0, max: 59 }) })
  .filter(({ minutes, seconds }) => minutes + seconds > 0);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ type: fc.constant('release' as const), audience, timer: fc.option(timer) }),
  fc.record({ type: fc.constant('revoke' as const), audience }),
  fc.record({ type: fc.constant('delay' as const), ms: fc.constantFrom(0, 1_000, 12_000, 60_000) }),
  fc.record({
    type: fc.constant('wait' as const),
    // Whole seconds meet the ends exactly, with ±1 ms beside them.
    ms: fc.oneof(
      fc.integer({ min: 1, max: 70 }).map((seconds) => seconds * 1_000),
      fc.constantFrom(1, 999, 59_999),
    ),
  }),
);

/** The table of decisions §4 in code. */
interface Released {
  readonly opensAt: number;
  /** Null: open until revoked. */
  readonly closesAt: number | null;
  readonly timed: boolean;
}
type History = Record<Audience, Released | null>;

const isOpen = ({ opensAt, closesAt }: Released, now: number): boolean =>
  now >= opensAt && now < (closesAt ?? Infinity);
const isRunning = (released: Released | null, now: number): boolean =>
  released !== null && released.timed && isOpen(released, now);

/**
 * The window after a release at `now` for an audience that is `delayMs` behind. Everything is that much later, unless
 * the window is open.
 */
function releasedAt(
  before: Released | null,
  {
    now,
    delayMs,
    end,
    timer: chosen,
  }: { now: number; delayMs: number; end: number | null; timer: TimerChoice | null },
): Released {
  const opensAt = before !== null && isOpen(before, now) ? now : now + delayMs;
  const timerMs = chosen && (chosen.minutes * 60 + chosen.seconds) * 1_000;
  const untimedEnd = end !== null && now < end ? end + delayMs : null;
  const closesAt = timerMs === null ? untimedEnd : now + delayMs + timerMs;
  return { opensAt, closesAt, timed: chosen !== null };
}

function byTheTable(history: History, of: Audience, now: number): WindowState {
  const own = history[of];
  const isLocked = isRunning(history[otherAudience(of)], now);
  if (own === null) return isLocked ? 'locked' : 'withheld';
  if (now < own.opensAt) return 'scheduled';
  if (!isOpen(own, now)) return 'expired';
  return isLocked && !own.timed ? 'locked' : 'open';
}

/** Evaluates the window from the stored rows, in SQL. */
async function byTheRows(db: Database, gameSessionId: string, of: Audience, now: number) {
  const isOwn = sql<number>`own.released = 1 and own.opened_at <= ${now}`;
  const closed = sql<number>`own.closes_at is not null and own.closes_at <= ${now}`;
  const ownRuns = sql<number>`own.timed = 1 and own.closes_at > ${now}`;
  const otherRuns = sql<number>`coalesce(other.released = 1 and other.timed = 1 and other.opened_at <= ${now} and other.closes_at > ${now}, false)`;
  const { rows } = await sql<{ state: WindowState }>`
    select case
      when own.released = 1 and own.opens_at > ${now} then 'scheduled'
      when ${isOwn} and ${closed} then 'expired'
      when ${isOwn} and ${ownRuns} then 'open'
      when ${otherRuns} then 'locked'
      when ${isOwn} then 'open'
      else 'withheld' end as state
    from game_session s
    left join release own on own.game_session_id = s.id and own.audience = ${of}
    left join release other on other.game_session_id = s.id and other.audience = ${otherAudience(of)}
    where s.id = ${gameSessionId}`.execute(db.read);
  return rows[0]?.state;
}

describeStores('a window', (open, _place, runs) => {
  it(
    'is the same in the table, the rule, the rows and the chart, after any history [R4.release-independent R4.newest-release R4.one-rule R4.home-delay]',
    async () => {
      const db = await open();
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
          const clock = new SimulatedClock();
          const now = () => START + clock.now();
          const planned = await plan(db, { startAt: START, endAt: START + END_AFTER_MS });
          let delayMs = 0;
          /** The planned end of an untimed release; null in a show other than the house show. */
          let end: number | null = START + END_AFTER_MS;
          const { publish } = recorder();
          const services = { db, now, publish };
          const chart = () => createActor(releaseWindowMachine, { clock, input: { now } }).start();
          const charts = { studio: chart(), home: chart() };
          const history: History = { studio: null, home: null };
          /** The first opening of each audience's window. */
          const seenFrom = { studio: Infinity, home: Infinity };

          for (const next of steps) {
            if (next.type === 'wait') clock.increment(next.ms);
            else if (next.type === 'delay') {
              delayMs = next.ms;
              end = null;
              await setHomeDelay(db, planned.gameSessionId, delayMs / 1_000);
            } else {
              const { audience: to } = next;
              const record = await changeWindow(services, planned.id, to, next);
              charts[to].send(windowEvent(windowsOf(record)[to]));
              history[to] =
                next.type === 'revoke'
                  ? null
                  : releasedAt(history[to], {
                      now: now(),
                      delayMs: to === 'home' ? delayMs : 0,
                      end,
                      timer: next.timer,
                    });
              if (seenFrom[to] > now()) seenFrom[to] = history[to]?.opensAt ?? Infinity;
            }
            const record = await readQuestion(db.read, planned.id);
            if (record === null) throw new Error('the question is gone');
            const at = now();
            for (const each of AUDIENCES) {
              const expected = byTheTable(history, each, at);
              expect({
                rule: windowState(windowsOf(record), each, at),
                rows: await byTheRows(db, planned.gameSessionId, each, at),
                chart: selectWindowState(charts, each),
                isSeen: viewFor({ room: each, rehearsal: null }, record, at) !== null,
              }).toEqual({
                rule: expected,
                rows: expected,
                chart: expected,
                isSeen:
                  expected !== 'withheld' &&
                  expected !== 'scheduled' &&
                  at >= Math.min(seenFrom.home, seenFrom.studio + (each === 'home' ? delayMs : 0)),
              });
            }
          }
          // For admission: the answer was received slightly earlier.
          const { gameSessionId } = planned;
          const admitted = await inTransaction(db, (tx) => readWindows(tx, [gameSessionId]));
          const windows = admitted.get(gameSessionId);
          const receivedAt = now() - RECENT_MS;
          for (const each of AUDIENCES)
            expect(windows && windowState(windows, each, receivedAt)).toBe(
              await byTheRows(db, gameSessionId, each, receivedAt),
            );
        }),
        { numRuns: runs(150) },
      );
    },
    60_000 * LONGER,
  );
});
