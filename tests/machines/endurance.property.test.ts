import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Actor,
  type AnyStateMachine,
  createActor,
  type EventFromLogic,
  fromPromise,
} from 'xstate';
import {
  type BoardAsked,
  boardsMachine,
  type OwnPoints,
  type PointsAsked,
} from '#machines/boards.ts';
import type { LeaderboardEntry } from '#machines/contract/entities.ts';
import { type Outcome, refusal, success } from '#machines/contract/outcome.ts';
import { playerAnswerMachine } from '#machines/player-answer.ts';
import { questionExpiryMachine } from '#machines/question-expiry.ts';
import type { LastAnswer } from '#machines/rules/my-answer.ts';
import { createFakeClock, type FakeClock, settled } from '#tests/support/fake-clock.ts';
import { answerTo, contestant, question, realtime, T0, timed } from '#tests/support/game.ts';

type Fate = 'well' | 'refused' | 'throws';
interface Gate {
  readonly port: <TInput, TValue>(
    value: TValue,
  ) => ReturnType<typeof fromPromise<Outcome<TValue>, TInput>>;
  readonly settle: (fate: Fate) => Promise<void>;
  readonly waiting: () => number;
}

/** Ports whose requests wait for their fate, oldest first; one that its actor gives up disappears. */
function gate(): Gate {
  let waiting: readonly ((fate: Fate) => void)[] = [];
  return {
    port: <TInput, TValue>(value: TValue) =>
      fromPromise<Outcome<TValue>, TInput>(
        ({ signal }) =>
          new Promise((resolve, reject) => {
            const end = (fate: Fate) => {
              if (fate === 'throws') reject(new Error('unexpected'));
              else resolve(fate === 'well' ? success(value) : refusal('No.'));
            };
            waiting = [...waiting, end];
            signal.addEventListener('abort', () => {
              waiting = waiting.filter((each) => each !== end);
            });
          }),
      ),
    settle: (fate) => {
      const [first, ...rest] = waiting;
      waiting = rest;
      first?.(fate);
      return settled();
    },
    waiting: () => waiting.length,
  };
}

/**
 * Lives through random events, fates of requests and minutes: never in error, never more requests at
 * once than it has ports; once everything works nothing is awaited any more; stopped, then or in the
 * middle of it, it leaves no timer and no request.
 */
function endures<L extends AnyStateMachine>(
  start: (clock: FakeClock, at: Gate) => Actor<L>,
  events: readonly EventFromLogic<L>[],
  ports: number,
) {
  const steps = fc.oneof(
    { weight: 3, arbitrary: fc.record({ event: fc.constantFrom(...events) }) },
    fc.record({ fate: fc.constantFrom(...(['well', 'refused', 'throws'] as const)) }),
    fc.record({ ms: fc.integer({ min: 0, max: 20_000 }) }),
  );
  const lives = fc.asyncProperty(
    fc.array(steps, { maxLength: 40 }),
    fc.boolean(),
    async (story, isInTheMiddle) => {
      const clock = createFakeClock(T0);
      const at = gate();
      const actor = start(clock, at);
      const errors: unknown[] = [];
      actor.subscribe({ error: (error) => errors.push(error) });
      actor.start();
      for (const step of story) {
        if ('event' in step) actor.send(step.event);
        else if ('fate' in step) await at.settle(step.fate);
        else clock.advance(step.ms);
        await settled();
        expect(at.waiting()).toBeLessThanOrEqual(ports);
      }
      const rounds = isInTheMiddle ? 0 : 6;
      for (let round = 0; round < rounds; round += 1) {
        await at.settle('well');
        clock.advance(10_000);
        await settled();
      }
      expect(isInTheMiddle ? 0 : at.waiting()).toBe(0);
      actor.stop();
      expect([errors, clock.pending(), at.waiting()]).toEqual([[], 0, 0]);
    },
  );
  return fc.assert(lives, { numRuns: 150 });
}

const q1 = question(1, { studio: timed(30), home: timed(60) });
const q2 = question(2, { studio: timed(9) });
const news = [
  realtime('question-released', { type: 'contestant', version: 2, question: q2 }),
  realtime('question-revoked', { type: 'contestant', gameSessionId: 'g1', question: null }),
  realtime('timer-started', { type: 'contestant', gameSessionId: 'g1', question: q1 }),
  realtime('timer-expired', { type: 'contestant', gameSessionId: 'g1' }),
  realtime('questions-updated', { gameSessionId: 'g1', question: q1 }),
  realtime('show-answers', {}),
  realtime('answer-updated', { userId: 'contestant', gameSessionId: 'g1', awardedPoints: 4 }),
  realtime('boards-updated', {}),
  { type: 'line.lost' },
  { type: 'line.back' },
  { type: 'clock.corrected' },
  { type: 'answer.accepted', gameSessionId: 'g1' },
] as const;

describe('whatever happens', () => {
  it('the player page endures', async () => {
    const life = endures(
      (clock, at) =>
        createActor(
          playerAnswerMachine.provide({
            actors: {
              loadLastAnswer: at.port<undefined, LastAnswer>({ question: q1, answer: answerTo(1) }),
            },
          }),
          { clock, input: { user: contestant, now: clock.now, random: () => 0.5 } },
        ),
      [...news, { type: 'answer.retry' }],
      1,
    );
    await expect(life).resolves.toBeUndefined();
  });
  it('the boards endure', async () => {
    const life = endures(
      (clock, at) =>
        createActor(
          boardsMachine.provide({
            actors: {
              loadBoard: at.port<BoardAsked, readonly LeaderboardEntry[]>([]),
              loadPoints: at.port<PointsAsked, OwnPoints>({ points: 1, rank: null }),
            },
          }),
          { clock, input: { userId: 'ann', random: () => 0.5 } },
        ),
      [
        ...news,
        { type: 'board.look', subject: { kind: 'pair', period: 'all-time' } },
        { type: 'board.look', subject: { kind: 'session', gameSessionId: 'g1' } },
        { type: 'board.leave' },
        { type: 'board.retry' },
        { type: 'points.look', period: 'daily' },
        { type: 'points.leave' },
      ],
      2,
    );
    await expect(life).resolves.toBeUndefined();
  });
  it('the plan of a question endures', async () => {
    const life = endures(
      (clock) =>
        createActor(questionExpiryMachine, {
          clock,
          input: { startsAt: T0 + 5_000, endsAt: T0 + 50_000, now: clock.now },
        }),
      [{ type: 'clock.corrected' }],
      0,
    );
    await expect(life).resolves.toBeUndefined();
  });
});
