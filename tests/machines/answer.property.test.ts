import { m } from 'messages';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { answerMachine } from '#machines/answering/answer.ts';
import type { ReplyOf } from '#machines/contract/calls.ts';
import { type Outcome, refusal, success } from '#machines/contract/outcome.ts';
import type { AnswerWindow } from '#machines/answering/rules/answering.ts';
import { createFakeClock, settled } from '#tests/support/fake-clock.ts';
import { answerTo, T0 } from '#tests/support/game.ts';
import { runs } from '#tests/support/run-length.ts';

type Reply = Outcome<ReplyOf<'submitAnswer'>>;
/** The fate of a request: it or its reply is lost, the port throws, or it succeeds. */
type Fate = 'arrives' | 'request lost' | 'reply lost' | 'busy' | 'throws';
type Step =
  | { readonly do: 'reply'; readonly fate: Fate }
  | { readonly do: 'wait'; readonly ms: number }
  | { readonly do: 'edit' | 'submit'; readonly text: string }
  /** `news`: the stored answer as an event, possibly just sent by another device. */
  | { readonly do: 'cancel' | 'line lost' | 'line back' | 'close' | 'lock' | 'open' | 'news' };

const fates: readonly Fate[] = ['arrives', 'request lost', 'reply lost', 'busy', 'throws'];
const texts = fc.constantFrom('Apple', 'apple ', 'Pear', '', ' '.repeat(3), 'x'.repeat(201));
const steps: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('reply' as const), fate: fc.constantFrom(...fates) }),
  fc.record({ do: fc.constant('wait' as const), ms: fc.integer({ min: 0, max: 8_000 }) }),
  fc.record({ do: fc.constantFrom('edit' as const, 'submit' as const), text: texts }),
  fc.record({
    do: fc.constantFrom(
      ...(['cancel', 'line lost', 'line back', 'close', 'lock', 'open', 'news'] as const),
    ),
  }),
);

/** A server with one player, and that player's dialog, both controlled by the test. */
function openFixture() {
  const clock = createFakeClock(T0);
  let window: AnswerWindow = { isOpen: true, closesAt: null };
  let stored: string | null = null;
  let waiting: { text: string; settle: (fate: Fate) => void }[] = [];
  const errors: unknown[] = [];
  const saved: string[] = [];

  /** As the server decides: the first text counts, the same one again gets the first result. */
  const judge = (text: string): Reply => {
    if (stored === null && window.isOpen) stored = text;
    if (stored === text)
      return success({ awardedPoints: 1, answer: answerTo(1, { answer_text: text }) });
    if (stored !== null) return refusal(m.answerAlready(), { code: 'already' });
    return window.isOpen ? refusal('?') : refusal(window.message, { code: window.reason });
  };
  const submitAnswer = fromPromise<Reply, { gameSessionId: string; answerText: string }>(
    ({ input: { answerText: text }, signal }) =>
      new Promise((resolve, reject) => {
        const settle = (fate: Fate) => {
          const reply = fate === 'request lost' || fate === 'busy' ? null : judge(text);
          if (fate === 'throws') reject(new Error('unexpected'));
          else if (fate === 'busy') resolve(refusal('Busy.', { code: 'busy' }));
          else if (fate === 'arrives' && reply) resolve(reply);
          else resolve(refusal(m.network(), { code: 'network' }));
        };
        const request = { text, settle };
        waiting.push(request);
        signal.addEventListener('abort', () => {
          waiting = waiting.filter((each) => each !== request);
        });
      }),
  );
  const actor = createActor(
    answerMachine.provide({
      actors: { recallDraft: fromPromise(async () => success('')), submitAnswer },
      actions: { saveDraft: (_, { text }) => void saved.push(text) },
    }),
    {
      clock,
      input: {
        userId: 'viewer',
        gameSessionId: 'g1',
        window,
        isConnected: true,
        now: clock.now,
        random: () => 0.5,
      },
    },
  );
  actor.subscribe({ error: (error) => errors.push(error) });
  actor.start();

  const become = (next: AnswerWindow) => {
    window = next;
    actor.send({ type: 'window.changed', window });
  };
  const reply = (fate: Fate) => {
    const [request, ...rest] = waiting;
    waiting = rest;
    request?.settle(fate);
  };
  const tell = () => {
    if (stored === null && window.isOpen) stored = 'Pear';
    if (stored !== null)
      actor.send({ type: 'answer.stored', answer: answerTo(1, { answer_text: stored }) });
  };
  const perform = async (step: Step) => {
    await settled();
    if (actor.getSnapshot().status !== 'active') return;
    if (step.do === 'reply') reply(step.fate);
    else if (step.do === 'wait') clock.advance(step.ms);
    else if (step.do === 'edit') actor.send({ type: 'answer.edit', text: step.text });
    else if (step.do === 'submit') actor.send({ type: 'answer.submit', text: step.text });
    else if (step.do === 'cancel') actor.send({ type: 'answer.cancel' });
    else if (step.do === 'line lost') actor.send({ type: 'connection.lost' });
    else if (step.do === 'line back') actor.send({ type: 'connection.restored' });
    else if (step.do === 'news') tell();
    else if (step.do === 'open') become({ isOpen: true, closesAt: null });
    else
      become({
        isOpen: false,
        closesAt: clock.now(),
        ...(step.do === 'lock'
          ? { reason: 'locked', message: 'Contestant-only mode active' }
          : { reason: 'expired', message: m.answerExpired() }),
      });
    await settled();
  };
  return {
    actor,
    clock,
    errors,
    perform,
    reply,
    stored: () => stored,
    isAwaiting: () => waiting.length,
  };
}

describe('an answer under random faults', () => {
  it('is never in error or stuck, is stored at most once, and leaves no timer', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(steps, { maxLength: 25 }), async (story) => {
        const { actor, clock, errors, perform, reply, isAwaiting, stored } = openFixture();
        for (const step of story) {
          await perform(step);
          expect(actor.getSnapshot().status).not.toBe('error');
          expect(isAwaiting()).toBeLessThanOrEqual(1);
        }
        // From here on everything works: no request may be left waiting.
        await perform({ do: 'line back' });
        for (let round = 0; round < 4; round += 1) {
          reply('arrives');
          await settled();
          clock.advance(6_000);
          await settled();
        }
        const { value, output } = actor.getSnapshot();
        expect(['submitting', 'waiting', 'departing', 'recalling']).not.toContain(value);
        expect(output?.answer?.answer_text ?? null).toBe(value === 'accepted' ? stored() : null);
        actor.stop();
        expect([errors, clock.pending()]).toEqual([[], 0]);
      }),
      { numRuns: runs(300) },
    );
  });

  it('a text that the server has stored is accepted in the end, unless the player leaves or sends another one', async () => {
    const faults = steps.filter(
      (step) => step.do !== 'cancel' && step.do !== 'submit' && step.do !== 'edit',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(faults, { maxLength: 20 }), async (story) => {
        const { actor, clock, perform, reply, stored } = openFixture();
        await perform({ do: 'submit', text: 'Apple' });
        for (const step of story) await perform(step);
        await perform({ do: 'line back' });
        // After an internal error nothing is re-sent automatically: the snapshot has the stored
        // answer.
        if (actor.getSnapshot().matches('editing') && stored() !== null)
          await perform({ do: 'news' });
        for (let round = 0; round < 4; round += 1) {
          reply('arrives');
          await settled();
          clock.advance(6_000);
          await settled();
        }
        expect(actor.getSnapshot().value === 'accepted').toBe(stored() === 'Apple');
      }),
      { numRuns: runs(300) },
    );
  });
});
