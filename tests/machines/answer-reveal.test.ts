import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import type { OwnAnswer } from '#machines/contract/entities.ts';
import {
  type AnswerRevealInput,
  answerRevealMachine,
  selectBefore,
  selectStanding,
  selectPoints,
  selectPointsBeforeCorrection,
} from '#machines/results/answer-reveal.ts';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import { answerTo, T0 } from '#tests/support/game.ts';
import { modelOf, pathsOf, unexampled, unwalked } from '#tests/support/graph.ts';

const own = (more: Partial<OwnAnswer> = {}): OwnAnswer => ({
  ...answerTo(1),
  answeredAt: T0 - 60_000,
  awardedPoints: 0,
  ...more,
});
const waits = own({ held: true });
const shown = own({ awardedPoints: 33, shownAt: T0 - 1, position: 2 });
const early = own({ awardedPoints: 33, shownAt: T0 + 4_820, position: 1 });
const unshown = own({ awardedPoints: 1 });
const fixed = own({ ...shown, awardedPoints: 35 });
const tell = (answer: OwnAnswer, isFrozen = true) =>
  ({ type: 'reveal.answer', answer, isFrozen }) as const;
const seventh = { rank: 7, points: 55 };
const fourth = { rank: 4, points: 88 };
const stand = (standing: typeof fourth | null) => ({ type: 'reveal.standing', standing }) as const;

describe('every path through the reveal of an answer', () => {
  const models = [waits, early, shown].map((answer) =>
    modelOf(answerRevealMachine, {
      input: { answer, isFrozen: true, standing: null, now: () => T0 },
      events: {
        'reveal.shown': [{ type: 'reveal.shown' }],
        'reveal.answer': [waits, early, shown, fixed].map((each) => tell(each)),
        'reveal.standing': [stand(seventh), { ...stand(fourth), isOpening: true }],
        'clock.corrected': [{ type: 'clock.corrected' }],
      },
      at: ({ context: { answer: now, pointsBeforeCorrection, before } }) => [
        now,
        pointsBeforeCorrection,
        before,
      ],
    }),
  );
  it('has an example of every event', () => {
    expect(models.flatMap(unexampled)).toEqual([]);
  });
  it('walks every transition, over all paths together', () => {
    const [first = [], ...rest] = models.map((model) => unwalked(model, pathsOf(model)));
    const never = first.filter((name) => rest.every((each) => each.includes(name)));
    // The reveal of an answer that was just given: MO-1.
    expect(never).toEqual(['answerReveal on reveal.shown [0] -> (stays)']);
  });
});

function reveal(input: Partial<AnswerRevealInput> = {}) {
  const clock = createFakeClock(T0);
  const haptics: [number, string][] = [];
  const actor = createActor(answerRevealMachine, {
    clock,
    input: { answer: waits, isFrozen: true, standing: null, now: clock.now, ...input },
  });
  actor.on('haptic', ({ haptic }) => haptics.push([clock.now() - T0, haptic]));
  actor.start();
  const points = () => selectPoints(actor.getSnapshot());
  return { actor, clock, haptics, points, seen: () => actor.getSnapshot() };
}

describe('the reveal of an answer', () => {
  it('MO-1 vibrates when the answer is locked in, and not when the page is opened later', () => {
    const fresh = reveal({ answer: own({ held: true, answeredAt: T0 - 200 }) });
    const old = reveal();
    for (const { actor } of [fresh, old]) actor.send({ type: 'reveal.shown' });
    expect([fresh.haptics, old.haptics]).toEqual([[[0, 'saved']], []]);
  });
  it('MO-2 waits until the points are shown, then vibrates', () => {
    const { actor, haptics, points } = reveal();
    expect(points()).toBeNull();
    actor.send(tell(shown));
    expect([points(), haptics]).toEqual([33, [[0, 'hit']]]);
  });
  it('MO-2 shows an answer that is not on the board without vibration', () => {
    const { actor, haptics, points } = reveal();
    actor.send(tell(unshown));
    expect([points(), haptics]).toEqual([1, []]);
  });
  it('MO-3 waits for the screen to the millisecond, also on a page opened during the wait', () => {
    for (const { actor, clock, haptics, points } of [reveal(), reveal({ answer: early })]) {
      actor.send(tell(early));
      clock.advance(4_819);
      expect([points(), haptics]).toEqual([null, []]);
      clock.advance(1);
      expect([points(), haptics]).toEqual([33, [[4_820, 'top']]]);
    }
  });
  it("MO-3 uses the server's clock, also after a correction", () => {
    const { actor, clock, points } = reveal({ answer: early });
    clock.jump(4_000);
    actor.send({ type: 'clock.corrected' });
    clock.advance(819);
    expect(points()).toBeNull();
    clock.advance(1);
    expect(points()).toBe(33);
  });
  it('MO-4 shows known points at once, without animation, when the page opens', () => {
    const { haptics, points } = reveal({ answer: shown });
    expect([points(), haptics]).toEqual([33, []]);
  });
  it('MO-4 waits again when the group is hidden again', () => {
    const { actor, points } = reveal({ answer: shown });
    actor.send(tell(waits));
    expect(points()).toBeNull();
    const scheduled = reveal({ answer: early });
    scheduled.actor.send(tell(waits));
    scheduled.clock.advance(10_000);
    expect(scheduled.points()).toBeNull();
  });
  it('MO-5 shows what a correction changed, but not that points change as answers come in', () => {
    const { actor, haptics, seen, points } = reveal({ answer: shown });
    actor.send(tell(fixed));
    expect([points(), selectPointsBeforeCorrection(seen()), haptics]).toEqual([35, 33, []]);
    actor.send(tell(waits));
    expect(selectPointsBeforeCorrection(seen())).toBeNull();
    const counting = reveal({ answer: shown, isFrozen: false });
    counting.actor.send(tell(fixed, false));
    expect([counting.points(), selectPointsBeforeCorrection(counting.seen())]).toEqual([35, null]);
  });
  it('MO-6 has the rank before and after', () => {
    const { actor, seen } = reveal();
    actor.send(stand(seventh));
    actor.send(tell(shown));
    actor.send(stand(fourth));
    expect([selectBefore(seen()), selectStanding(seen())]).toEqual([seventh, fourth]);
  });
  it('MO-6 has the rank before the first group of the question was opened', () => {
    const { actor, seen } = reveal();
    actor.send(stand(seventh));
    actor.send({ ...stand({ rank: 30, points: 55 }), isOpening: true });
    expect(selectBefore(seen())).toEqual(seventh);
    actor.send(tell(shown));
    actor.send({ ...stand(fourth), isOpening: true });
    expect([selectBefore(seen()), selectStanding(seen())]).toEqual([seventh, fourth]);
  });
  it('MO-6 has the rank before, even if the next one arrives before the screen is done', () => {
    const { actor, clock, seen } = reveal();
    actor.send(stand(seventh));
    actor.send(tell(early));
    actor.send(stand(fourth));
    clock.advance(4_820);
    expect([selectBefore(seen()), selectStanding(seen())]).toEqual([seventh, fourth]);
  });
  it('MO-6 shows no change of rank if the one before is unknown', () => {
    const { actor, seen } = reveal({ answer: shown });
    actor.send(stand(fourth));
    expect([selectBefore(seen()), selectStanding(seen())]).toEqual([null, fourth]);
  });
});
