import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { spoilerGateMachine } from '#machines/answering/spoiler-gate.ts';
import type { RealtimeEvent } from '#machines/connection/realtime.ts';
import { shownAfterMs } from '#machines/show/rules/stage.ts';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import { NO_TOPS, answerTo, NO_EVENTS, realtime, T0 } from '#tests/support/game.ts';
import { modelOf, pathsOf, unexampled, unwalked } from '#tests/support/graph.ts';

const corrected = { type: 'clock.corrected' } as const;
const revealed = (shownAt: number) =>
  realtime('show-answers', { feed: 'house', version: 2, gameSessionId: 'g1', shownAt });
const points = realtime('answer-updated', { gameSessionId: 'g1', awardedPoints: 33 });
const standing = realtime('standing-updated', {
  daily: { points: 33, rank: 1, overall: { points: 33, rank: 1 } },
  'all-time': { points: 33, rank: 1, overall: { points: 33, rank: 1 } },
});
const boards = realtime('boards-updated', { gameSessionId: 'g1', boards: NO_TOPS });
const elsewhere = realtime('answer-updated', { gameSessionId: 'g1', answer: answerTo(1) });
const snapshot = realtime('snapshot', {
  versions: { house: 3 },
  serverTime: T0,
  questions: [],
  answers: [],
});

describe('every path through the spoilerGate', () => {
  const model = modelOf(spoilerGateMachine, {
    input: { now: () => T0 },
    events: {
      ...NO_EVENTS,
      'clock.corrected': [corrected],
      'realtime.show-answers': [revealed(T0 - 1), revealed(T0 + 1), revealed(T0 + 2)],
      'realtime.answer-updated': [points],
      'realtime.snapshot': [snapshot],
    },
    at: ({ context: { opensAt, waiting } }) => [opensAt, waiting.length > 0],
  });
  it('has an example of every event', () => {
    expect(unexampled(model)).toEqual([]);
  });
  it('walks every transition', () => {
    expect(unwalked(model, pathsOf(model))).toEqual([]);
  });
});

/** The spoilerGate on a clock that stands still; what passed it, and when. */
function spoilerGate() {
  const clock = createFakeClock(T0);
  const passed: [number, RealtimeEvent][] = [];
  const actor = createActor(spoilerGateMachine, { clock, input: { now: clock.now } });
  actor.on('*', (event) => passed.push([clock.now() - T0, event]));
  actor.start();
  return { clock, actor, passed, tell: (event: RealtimeEvent) => actor.send(event) };
}
const TOP_MS = shownAfterMs(1);

describe('the spoilerGate', () => {
  it('SG-1 passes everything at once while nothing is being revealed', () => {
    const { passed, tell } = spoilerGate();
    for (const event of [points, standing, boards, snapshot]) tell(event);
    expect(passed).toEqual([points, standing, boards, snapshot].map((event) => [0, event]));
  });
  it.each([
    [1, 5_020],
    [2, 2_720],
    [3, 2_720],
    [4, 1_920],
    [8, 1_920],
  ])(
    'SG-2 passes points, ranks and boards of place %i when the screen has shown it, to the millisecond: %i ms [R2.hold-points-in-time]',
    (place, ms) => {
      const { clock, passed, tell } = spoilerGate();
      const reveal = revealed(T0 + shownAfterMs(place));
      tell(reveal);
      clock.advance(300);
      for (const event of [points, standing, boards]) tell(event);
      clock.advance(ms - 301);
      expect(passed).toEqual([[0, reveal]]);
      clock.advance(1);
      expect(passed.slice(1)).toEqual([points, standing, boards].map((event) => [ms, event]));
    },
  );
  it('SG-2 passes points at the time that they name', () => {
    const { clock, passed, tell } = spoilerGate();
    const early = realtime('answer-updated', {
      gameSessionId: 'g1',
      awardedPoints: 33,
      shownAt: T0 + 60_000,
      position: 1,
    });
    tell(early);
    tell(boards);
    clock.advance(59_999);
    expect(passed).toEqual([]);
    clock.advance(1);
    expect(passed).toEqual([early, boards].map((event) => [60_000, event]));
  });
  it('SG-3 passes everything after the last of several reveals', () => {
    const { clock, passed, tell } = spoilerGate();
    tell(revealed(T0 + 2_000));
    tell(points);
    clock.advance(1_000);
    tell(revealed(T0 + 1_000 + TOP_MS));
    tell(revealed(T0 + 1_500));
    clock.advance(TOP_MS - 1);
    expect(passed.filter(([, event]) => event === points)).toEqual([]);
    clock.advance(1);
    expect(passed.at(-1)).toEqual([1_000 + TOP_MS, points]);
  });
  it('SG-4 passes events without points, and answers of another device, at once', () => {
    const { passed, tell } = spoilerGate();
    const reveal = revealed(T0 + 1_000);
    for (const event of [reveal, elsewhere, snapshot]) tell(event);
    expect(passed).toEqual([reveal, elsewhere, snapshot].map((event) => [0, event]));
  });
  it('SG-4 drops own answers that are older than a snapshot', () => {
    const { clock, passed, tell } = spoilerGate();
    for (const event of [revealed(T0 + 1_000), points, standing, snapshot]) tell(event);
    clock.advance(1_000);
    expect(passed.slice(2)).toEqual([[1_000, standing]]);
  });
  it("SG-5 uses the server's clock, also after a correction", () => {
    const { clock, actor, passed, tell } = spoilerGate();
    tell(revealed(T0 + 5_000));
    tell(points);
    clock.jump(3_000);
    actor.send(corrected);
    clock.advance(1_999);
    expect(passed).toHaveLength(1);
    clock.advance(1);
    expect(passed.at(-1)).toEqual([5_000, points]);
  });
});
