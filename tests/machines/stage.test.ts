import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import type { ReleaseWindows, Show } from '#machines/contract/entities.ts';
import { NO_WINDOW } from '#machines/rules/schedule.ts';
import {
  selectQuestionStep,
  selectScene,
  selectStep,
  selectTurning,
  stageMachine,
} from '#machines/stage.ts';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import { modelOf, pathsOf, unexampled, unwalked } from '#tests/support/graph.ts';

const START = 1_000_000;
const show = (more: Partial<Show> = {}): Show => ({
  serverTime: START,
  scene: 'idle',
  question: null,
  places: [],
  board: null,
  ...more,
});
const none: ReleaseWindows = { studio: NO_WINDOW, home: NO_WINDOW };
const until = (closesAt: number): ReleaseWindows => ({
  ...none,
  home: { released: true, timed: true, closesAt },
});
const asked = (windows = none, places: Show['places'] = [], id = 'g1', home = 0) =>
  show({
    scene: 'question',
    question: {
      question_id: 'q1',
      game_session_id: id,
      question_text: 'Name a fruit',
      windows,
      answered: { studio: 0, home },
    },
    places,
  });
const place = (groupId: string, count = 3) => ({
  groupId,
  rank: 1,
  representative: groupId,
  count,
  homePoints: count,
  contestantPoints: 5,
});
const scores = (points: number) =>
  show({
    scene: 'board',
    board: { studio: [], home: [{ rank: 1, username: 'Vera', total_points: points }] },
  });
const over = until(START);
const covered = asked(over, [null, null]);

/** The stage on a clock that stands still, and what it has had played when. */
function stage() {
  const clock = createFakeClock(START);
  const cues: [number, string][] = [];
  const actor = createActor(stageMachine, { clock, input: { now: clock.now } });
  actor.on('cue', ({ cue, semitones }) =>
    cues.push([clock.now() - START, semitones === 0 ? cue : `${cue} +${semitones}`]),
  );
  actor.start();
  const at = () => `${selectScene(actor.getSnapshot())} ${selectStep(actor.getSnapshot())}`;
  return {
    cues,
    at,
    turning: () => selectTurning(actor.getSnapshot()),
    step: () => selectQuestionStep(actor.getSnapshot()),
    tell: (...shows: Show[]) => {
      for (const each of shows) actor.send({ type: 'stage.told', show: each });
      return at();
    },
    pass: (ms: number) => {
      clock.advance(ms);
      return at();
    },
    jump: (ms: number) => {
      clock.jump(ms);
      actor.send({ type: 'clock.corrected' });
    },
  };
}

const told = (each: Show) => ({ type: 'stage.told', show: each }) as const;

describe('every way through the scenes', () => {
  const model = modelOf(stageMachine, {
    input: { now: () => START },
    events: {
      'stage.told': [
        show(),
        asked(),
        asked(until(START + 5_000)),
        asked(until(START + 9_000)),
        asked(over),
        covered,
        asked(over, [null, place('b')]),
        asked(over, [place('a'), place('b')]),
        asked(over, [place('a', 4), place('b')]),
        asked(none, [], 'g2'),
        scores(1),
        scores(2),
      ].map(told),
      'clock.corrected': [{ type: 'clock.corrected' }],
    },
    at: ({ context: { show: now } }) => [
      now?.places.filter((each) => each !== null).length,
      now?.board?.home[0]?.total_points,
    ],
  });
  it('has an example of every event', () => {
    expect(unexampled(model)).toEqual([]);
  });
  it('walks every transition but one: the clock of a walk stands still, and no window closes [ST-2 does it]', () => {
    expect(unwalked(model, pathsOf(model)).map((name) => name.split(' [')[0])).toEqual([
      'stage.question.answering.counted on xstate.after.beatDelay.stage.question.answering.counted',
    ]);
  });
});

describe('the scenes [R2.show-page-scenes]', () => {
  it.each([
    ['idle idle', show()],
    ['question waiting', asked()],
    ['question counted', asked(until(START + 9_000))],
    ['question more', asked(over)],
    ['survey rest', covered],
    ['survey rest', asked(over, [place('a'), place('b')])],
    ['scores rest', scores(1)],
  ])('ST-1 a screen that loads shows %s, still and silent', (expected, first) => {
    const { tell, cues } = stage();
    expect([tell(first), cues]).toEqual([expected, []]);
  });

  it('ST-2 a question comes in, is released with the chime, and ticks in its last ten seconds', () => {
    const { tell, pass, cues, step } = stage();
    tell(show());
    expect(tell(asked())).toBe('question arriving');
    expect(pass(1_200)).toBe('question waiting');
    expect(tell(asked(until(START + 21_200)))).toBe('question counted');
    pass(19_999);
    expect(step()).toBe('answering');
    expect(pass(1)).toBe('question timeUp');
    expect(cues).toEqual([
      [1_200, 'release'],
      [11_200, 'tick'],
      [12_200, 'tick'],
      [13_200, 'tick'],
      [14_200, 'tick'],
      [15_200, 'tick'],
      [16_200, 'tickLast'],
      [17_200, 'tickLast +1'],
      [18_200, 'tickLast +2'],
      [19_200, 'tickLast +3'],
      [20_200, 'tickLast +4'],
      [21_200, 'up'],
    ]);
  });

  it('ST-2 a corrected clock moves the end of the ring', () => {
    const { tell, pass, jump } = stage();
    tell(asked(until(START + 60_000)));
    jump(58_000);
    expect(pass(2_000)).toBe('question timeUp');
  });

  it('ST-3 after the time the answers are counted for a while at least, and for as long as it takes', () => {
    const { tell, pass } = stage();
    tell(asked(until(START + 1_000)));
    pass(1_000);
    expect(tell(covered)).toBe('question timeUp');
    expect(pass(1_600)).toBe('question least');
    expect(pass(2_499)).toBe('question least');
    expect(pass(1)).toBe('survey dealing');
    expect(pass(70 + 380)).toBe('survey rest');
    const slow = stage();
    slow.tell(asked(until(START + 1_000)));
    expect(slow.pass(60_000)).toBe('question more');
    expect(slow.tell(covered)).toBe('survey dealing');
  });

  it('ST-3 who ends a question by hand ends its ring', () => {
    const { tell, cues } = stage();
    tell(asked(until(START + 9_000)));
    expect(tell(asked())).toBe('question waiting');
    expect(tell(asked(until(START + 9_000)))).toBe('question counted');
    expect(tell(asked(over))).toBe('question timeUp');
    expect(cues.map(([, cue]) => cue)).toEqual(['revoke', 'release', 'up']);
  });

  it('ST-4 a reveal plays beat by beat, number one longest', () => {
    const { tell, pass, cues } = stage();
    tell(covered);
    tell(asked(over, [null, place('b')]));
    const beats = [200, 900, 420, 500, 700, 450].map((ms) => pass(ms).replace('survey ', ''));
    expect(beats).toEqual(['roll', 'flip', 'label', 'count', 'points', 'rest']);
    tell(asked(over, [place('a'), place('b')]));
    expect(pass(4_820)).toBe('survey points');
    expect(pass(1_000)).toBe('survey rest');
    expect(cues).toEqual([
      [200, 'roll'],
      [1_100, 'flip'],
      [2_020, 'hit'],
      [2_720, 'coin'],
      [3_570, 'roll'],
      [5_370, 'flip'],
      [6_790, 'top'],
      [7_990, 'coin'],
    ]);
  });

  it('ST-5 a press during a reveal ends it at once and starts the next', () => {
    const { tell, pass, turning, cues } = stage();
    tell(covered, asked(over, [null, place('b')]));
    expect([pass(700), turning()]).toEqual(['survey roll', 'b']);
    expect(tell(asked(over, [place('a'), place('b')]))).toBe('survey dim');
    expect(turning()).toBe('a');
    expect(cues).toEqual([[200, 'roll']]);
  });

  it('ST-5 answers and points that move meanwhile disturb nothing', () => {
    const { tell, pass } = stage();
    tell(covered, asked(over, [null, place('b')]));
    pass(300);
    const points = asked(over, [null, { ...place('b'), homePoints: 9 }], 'g1', 7);
    expect(tell(points)).toBe('survey roll');
  });

  it('ST-6 what is covered again folds, silent; what is corrected says so, without drama', () => {
    const { tell, pass, cues } = stage();
    tell(asked(over, [place('a'), place('b')]));
    expect(tell(asked(over, [null, place('b')]))).toBe('survey folding');
    expect([pass(250), cues]).toEqual(['survey rest', []]);
    expect(tell(asked(over, [null, place('b', 4)]))).toBe('survey corrected');
    expect(pass(5_999)).toBe('survey corrected');
    expect([pass(1), cues]).toEqual(['survey rest', [[250, 'fix']]]);
  });

  it('ST-7 boards begin as they were last, and move to what they are', () => {
    const { tell, pass, cues } = stage();
    tell(scores(1), covered);
    expect(tell(scores(2))).toBe('scores old');
    expect([pass(800), pass(900), pass(1_300)]).toEqual([
      'scores adding',
      'scores moving',
      'scores rest',
    ]);
    expect(cues).toEqual([
      [800, 'coin'],
      [1_700, 'move'],
    ]);
    expect(tell(scores(2))).toBe('scores rest');
  });

  it('ST-8 another scene ends whatever plays', () => {
    const { tell, pass, cues } = stage();
    tell(covered, asked(over, [null, place('b')]));
    expect(tell(show())).toBe('idle idle');
    expect([pass(60_000), cues]).toEqual(['idle idle', []]);
    tell(asked(none, [], 'g2'));
    expect(tell(asked(none, [], 'g3'))).toBe('question arriving');
  });
});
