import { m } from 'messages';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ActiveQuestion, Audience, ReleaseWindow } from '#machines/contract/entities.ts';
import { refusal, success } from '#machines/contract/outcome.ts';
import type { RealtimeEvent } from '#machines/connection/realtime.ts';
import { audienceType } from '#machines/contract/audience.ts';
import { NO_WINDOW } from '#machines/answering/rules/schedule.ts';
import { answerTo, question, realtime, untimed, viewer } from '#tests/support/game.ts';
import { questionsFixture } from '#tests/support/questions-fixture.ts';
import { runs } from '#tests/support/run-length.ts';

/** The fate of an event: it may be lost, doubled, or swapped with the next one. */
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

/** A show with one viewer, whose connection and requests fail as generated. */
function show() {
  const fixture = questionsFixture(viewer);
  const questions = new Map<string, ActiveQuestion>();
  let version = 7;
  let late: RealtimeEvent | null = null;
  let served = 0;

  const list = () => ({
    questions: [...questions.values()],
    answers: [],
    versions: { house: version },
  });
  const snapshot = () => realtime('snapshot', { ...list(), serverTime: fixture.clock.now() });
  const windowOf = (kind: 'untimed' | 'timed' | 'revoked'): ReleaseWindow => {
    if (kind === 'revoked') return NO_WINDOW;
    const closesAt = fixture.clock.now() + 9_000;
    return kind === 'untimed' ? untimed : { released: true, timed: true, closesAt };
  };
  const deliver = async (event: RealtimeEvent, fate: Fate) => {
    if (fate === 'arrives' || fate === 'twice') await fixture.send(event);
    if (fate === 'twice') await fixture.send(event);
    if (late !== null) await fixture.send(late);
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
    const type = audienceType(audience);
    const about = { feed: 'house', version, type, gameSessionId: id, question: after };
    await deliver(realtime(name, about), fate);
  };
  const serve = async ({ do: what, fate }: Extract<Step, { do: 'load' | 'submit' }>) => {
    const asked = what === 'load' ? fixture.loads()[0] : fixture.submits()[0];
    if (fate === 'throws') await asked?.fail();
    else if (fate === 'refused') await asked?.answer(refusal('No.'));
    else if (fate === 'unreachable') await asked?.answer(refusal(m.network(), { code: 'network' }));
    else if (what === 'load') await fixture.loads()[0]?.answer(success(list()));
    else {
      const [request] = fixture.submits();
      if (request) served += 1;
      const answer = answerTo(Number(request?.input.gameSessionId.slice(1) ?? 0));
      await request?.answer(success({ awardedPoints: 1, answer }));
    }
  };
  const perform = async (step: Step): Promise<void> => {
    if (step.do === 'change') await changeIt(step);
    else if (step.do === 'load' || step.do === 'submit') await serve(step);
    else if (step.do === 'snapshot') await fixture.send(snapshot());
    else if (step.do === 'line lost') await fixture.send({ type: 'connection.lost' });
    else if (step.do === 'line back') await fixture.send({ type: 'connection.restored' });
    else if (step.do === 'clock') await fixture.send({ type: 'clock.corrected' });
    else if (step.do === 'filter')
      await fixture.send({ type: 'questions.filter', filter: step.filter });
    else if (step.do === 'wait') await fixture.advance(step.ms);
    else if (step.do === 'select')
      await fixture.send({ type: 'question.select', gameSessionId: `g${step.n}` });
    else if (step.do === 'open') {
      await fixture.send({ type: 'answer.open', gameSessionId: `g${step.n}` });
      if (fixture.dialog()) fixture.dialog()?.send({ type: 'answer.submit', text: 'Apple' });
    } else if (step.do === 'edit') fixture.dialog()?.send({ type: 'answer.edit', text: 'Pear' });
    else fixture.dialog()?.send({ type: 'answer.cancel' });
  };
  return {
    fixture,
    perform,
    served: () => served,
    truth: list,
    snapshot,
    /** From here on everything works, until nothing is pending. */
    settle: async () => {
      await fixture.send({ type: 'questions.filter', filter: 'all' });
      await fixture.send({ type: 'connection.restored' });
      for (let round = 0; round < 6; round += 1) {
        const asksBefore = fixture.heard.length;
        await serve({ do: 'load', fate: 'well' });
        await serve({ do: 'submit', fate: 'well' });
        await fixture.advance(6_000);
        if (fixture.heard.slice(asksBefore).some(({ type }) => type === 'feed.behind'))
          await fixture.send(snapshot());
      }
    },
  };
}

const byId = (questions: readonly ActiveQuestion[]) =>
  questions.toSorted((a, b) => a.id.localeCompare(b.id));

describe('the questions under random faults', () => {
  it("converge on the server's state, never in error or stuck, with no timer left", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(steps, { maxLength: 30 }), async (story) => {
        const { fixture, perform, settle, truth } = show();
        for (const step of story) {
          await perform(step);
          expect(fixture.snapshot().status).toBe('active');
        }
        await settle();
        const { list, answering } = fixture.snapshot().context;
        expect(byId(list.feed.questions)).toEqual(byId(truth().questions));
        expect([list.status, list.isLoaded, list.message]).toEqual(['current', true, null]);
        expect(fixture.dialog()?.getSnapshot().hasTag('busy') ?? false).toBe(false);
        expect(answering === null).toBe(fixture.dialog() === undefined);
        fixture.stop();
        expect([fixture.errors, fixture.clock.pending()]).toEqual([[], 0]);
        expect([fixture.loads(), fixture.submits()]).toEqual([[], []]);
      }),
      { numRuns: runs(200) },
    );
  });

  it('notice lost events with the next event', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 12 }), async (story) => {
        const { fixture, perform, truth, snapshot } = show();
        await fixture.load(truth());
        for (const step of story) await perform(step);
        await perform({ do: 'change', n: 1, audience: 'home', window: 'untimed', fate: 'arrives' });
        const isBehind = fixture.snapshot().context.list.status === 'stale';
        await fixture.advance(2_000);
        // At most one question request at a time, and none unless something was missed.
        expect(fixture.heard).toEqual(isBehind ? [{ type: 'feed.behind' }] : []);
        if (isBehind) await fixture.send(snapshot());
        expect(fixture.loads()).toEqual([]);
        const { list } = fixture.snapshot().context;
        expect(byId(list.feed.questions)).toEqual(byId(truth().questions));
        expect(list.status).toBe('current');
        fixture.stop();
      }),
      { numRuns: runs(200) },
    );
  });

  it('store each accepted answer once, and notify the boards as often', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(steps, { maxLength: 30 }), async (story) => {
        const { fixture, perform, settle, served } = show();
        for (const step of story) await perform(step);
        await settle();
        const accepted = fixture.heard.filter(({ type }) => type === 'answer.accepted');
        const sessions = accepted.map((event) => 'gameSessionId' in event && event.gameSessionId);
        expect(new Set(sessions).size).toBe(sessions.length);
        expect(sessions.length).toBe(served());
        fixture.stop();
      }),
      { numRuns: runs(200) },
    );
  });
});
