import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ActiveQuestion, Audience, ReleaseWindow } from '#machines/contract/entities.ts';
import { MESSAGES } from '#machines/contract/messages.ts';
import { refusal, success } from '#machines/contract/outcome.ts';
import type { RealtimeEvent } from '#machines/kit/realtime.ts';
import { audienceType } from '#machines/rules/audience.ts';
import { NO_WINDOW } from '#machines/rules/schedule.ts';
import { answerTo, question, realtime, untimed, viewer } from '#tests/support/game.ts';
import { questionsStage } from '#tests/support/questions-stage.ts';
import { runs } from '#tests/support/longer.ts';

/** What becomes of an event on its way: it may be lost, come twice, or after the next one. */
type Fate = 'arrives' | 'lost' | 'twice' | 'late';
type Step =
  | {
      readonly do: 'change';
      readonly n: number;
      readonly audience: Audience;
      readonly window: 'untimed' | 'timed' | 'revoked' | 'deleted';
      readonly fate: Fate;
    }
  | { readonly do: 'load' | 'submit'; readonly fate: 'well' | 'refused' | 'unreachable' | 'throws' }
  | { readonly do: 'snapshot' | 'line lost' | 'line back' | 'edit' | 'cancel' | 'clock' }
  | { readonly do: 'open' | 'select'; readonly n: number }
  | { readonly do: 'filter'; readonly filter: 'all' | 'active' | 'expired' }
  | { readonly do: 'wait'; readonly ms: number };

const numbers = fc.integer({ min: 1, max: 3 });
const change = fc.record({
  do: fc.constant('change' as const),
  n: numbers,
  audience: fc.constantFrom('home' as const, 'studio' as const),
  window: fc.constantFrom(...(['untimed', 'timed', 'revoked', 'deleted'] as const)),
  fate: fc.constantFrom(...(['arrives', 'lost', 'twice', 'late'] as const)),
});
const steps: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: change },
  fc.record({
    do: fc.constantFrom('load' as const, 'submit' as const),
    fate: fc.constantFrom(...(['well', 'refused', 'unreachable', 'throws'] as const)),
  }),
  fc.record({
    do: fc.constantFrom(
      ...(['snapshot', 'line lost', 'line back', 'edit', 'cancel', 'clock'] as const),
    ),
  }),
  fc.record({ do: fc.constantFrom('open' as const, 'select' as const), n: numbers }),
  fc.record({
    do: fc.constant('filter' as const),
    filter: fc.constantFrom('all' as const, 'active' as const, 'expired' as const),
  }),
  fc.record({ do: fc.constant('wait' as const), ms: fc.integer({ min: 0, max: 15_000 }) }),
);

/** A show with one viewer, whose line and requests fare as the story has it. */
function show() {
  const stage = questionsStage(viewer);
  const questions = new Map<string, ActiveQuestion>();
  let version = 7;
  let late: RealtimeEvent | null = null;
  let served = 0;

  const list = () => ({ questions: [...questions.values()], answers: [], version });
  const snapshot = () => realtime('snapshot', { ...list(), serverTime: stage.clock.now() });
  const windowOf = (kind: 'untimed' | 'timed' | 'revoked'): ReleaseWindow => {
    if (kind === 'revoked') return NO_WINDOW;
    const closesAt = stage.clock.now() + 9_000;
    return kind === 'untimed' ? untimed : { released: true, timed: true, closesAt };
  };
  const deliver = async (event: RealtimeEvent, fate: Fate) => {
    if (fate === 'arrives' || fate === 'twice') await stage.send(event);
    if (fate === 'twice') await stage.send(event);
    if (late !== null) await stage.send(late);
    late = fate === 'late' ? event : null;
  };
  const changeIt = async ({ n, audience, window, fate }: Extract<Step, { do: 'change' }>) => {
    version += 1;
    const id = `g${n}`;
    const before = questions.get(id) ?? question(n);
    const isDeleted = window === 'deleted';
    const after = isDeleted
      ? null
      : { ...before, windows: { ...before.windows, [audience]: windowOf(window) } };
    if (after) questions.set(id, after);
    else questions.delete(id);
    const isRelease = window === 'untimed' || window === 'timed';
    const name = isRelease ? 'question-released' : 'question-revoked';
    const about = { version, type: audienceType(audience), gameSessionId: id, question: after };
    await deliver(realtime(name, about), fate);
  };
  const serve = async ({ do: what, fate }: Extract<Step, { do: 'load' | 'submit' }>) => {
    const asked = what === 'load' ? stage.loads()[0] : stage.submits()[0];
    if (fate === 'throws') await asked?.fail();
    else if (fate === 'refused') await asked?.answer(refusal('No.'));
    else if (fate === 'unreachable')
      await asked?.answer(refusal(MESSAGES.network, { code: 'network' }));
    else if (what === 'load') await stage.loads()[0]?.answer(success(list()));
    else {
      const [request] = stage.submits();
      if (request) served += 1;
      const answer = answerTo(Number(request?.input.gameSessionId.slice(1) ?? 0));
      await request?.answer(success({ awardedPoints: 1, answer }));
    }
  };
  const perform = async (step: Step): Promise<void> => {
    if (step.do === 'change') await changeIt(step);
    else if (step.do === 'load' || step.do === 'submit') await serve(step);
    else if (step.do === 'snapshot') await stage.send(snapshot());
    else if (step.do === 'line lost') await stage.send({ type: 'line.lost' });
    else if (step.do === 'line back') await stage.send({ type: 'line.back' });
    else if (step.do === 'clock') await stage.send({ type: 'clock.corrected' });
    else if (step.do === 'filter')
      await stage.send({ type: 'questions.filter', filter: step.filter });
    else if (step.do === 'wait') await stage.advance(step.ms);
    else if (step.do === 'select')
      await stage.send({ type: 'question.select', gameSessionId: `g${step.n}` });
    else if (step.do === 'open') {
      await stage.send({ type: 'answer.open', gameSessionId: `g${step.n}` });
      if (stage.dialog()) stage.dialog()?.send({ type: 'answer.submit', text: 'Apple' });
    } else if (step.do === 'edit') stage.dialog()?.send({ type: 'answer.edit', text: 'Pear' });
    else stage.dialog()?.send({ type: 'answer.cancel' });
  };
  return {
    stage,
    perform,
    served: () => served,
    truth: list,
    snapshot,
    /** From now on everything works, for as long as anything is under way. */
    settle: async () => {
      await stage.send({ type: 'questions.filter', filter: 'all' });
      await stage.send({ type: 'line.back' });
      for (let round = 0; round < 6; round += 1) {
        const asksBefore = stage.heard.length;
        await serve({ do: 'load', fate: 'well' });
        await serve({ do: 'submit', fate: 'well' });
        await stage.advance(6_000);
        if (stage.heard.slice(asksBefore).some(({ type }) => type === 'feed.behind'))
          await stage.send(snapshot());
      }
    },
  };
}

const byId = (questions: readonly ActiveQuestion[]) =>
  questions.toSorted((a, b) => a.id.localeCompare(b.id));

describe('the questions, whatever happens', () => {
  it('end at the truth, never in error or stuck, with no timer left behind', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(steps, { maxLength: 30 }), async (story) => {
        const { stage, perform, settle, truth } = show();
        for (const step of story) {
          await perform(step);
          expect(stage.snapshot().status).toBe('active');
        }
        await settle();
        const { list, answering } = stage.snapshot().context;
        expect(byId(list.feed.questions)).toEqual(byId(truth().questions));
        expect([list.status, list.isLoaded, list.message]).toEqual(['current', true, null]);
        expect(stage.dialog()?.getSnapshot().hasTag('busy') ?? false).toBe(false);
        expect(answering === null).toBe(stage.dialog() === undefined);
        stage.stop();
        expect([stage.errors, stage.clock.pending()]).toEqual([[], 0]);
        expect([stage.loads(), stage.submits()]).toEqual([[], []]);
      }),
      { numRuns: runs(200) },
    );
  });

  it('need nothing but the next event to notice what was lost', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 12 }), async (story) => {
        const { stage, perform, truth, snapshot } = show();
        await stage.load(truth());
        for (const step of story) await perform(step);
        await perform({ do: 'change', n: 1, audience: 'home', window: 'untimed', fate: 'arrives' });
        const isBehind = stage.snapshot().context.list.status === 'stale';
        await stage.advance(2_000);
        // One question to the server at most, and none while nothing was missed.
        expect(stage.heard).toEqual(isBehind ? [{ type: 'feed.behind' }] : []);
        if (isBehind) await stage.send(snapshot());
        expect(stage.loads()).toEqual([]);
        const { list } = stage.snapshot().context;
        expect(byId(list.feed.questions)).toEqual(byId(truth().questions));
        expect(list.status).toBe('current');
        stage.stop();
      }),
      { numRuns: runs(200) },
    );
  });

  it('store each accepted answer once, and tell the boards as often', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(steps, { maxLength: 30 }), async (story) => {
        const { stage, perform, settle, served } = show();
        for (const step of story) await perform(step);
        await settle();
        const accepted = stage.heard.filter(({ type }) => type === 'answer.accepted');
        const sessions = accepted.map((event) => 'gameSessionId' in event && event.gameSessionId);
        expect(new Set(sessions).size).toBe(sessions.length);
        expect(sessions.length).toBe(served());
        stage.stop();
      }),
      { numRuns: runs(200) },
    );
  });
});
