import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import type { FinalScene, StageView } from '#machines/contract/stage.ts';
import type { ReleaseWindows } from '#machines/contract/entities.ts';
import { NO_WINDOW } from '#machines/answering/rules/schedule.ts';
import {
  selectNumberOneStep,
  selectQuestionStep,
  selectScene,
  selectStep,
  selectRevealing,
  stageMachine,
} from '#machines/show/stage.ts';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import { modelOf, pathsOf, unexampled, unwalked } from '#tests/support/graph.ts';

const START = 1_000_000;
const show = (more: Partial<StageView> = {}): StageView => ({
  serverTime: START,
  scene: 'idle',
  question: null,
  groups: [],
  board: null,
  ...more,
});
const none: ReleaseWindows = { studio: NO_WINDOW, home: NO_WINDOW };
const until = (closesAt: number): ReleaseWindows => ({
  ...none,
  home: { released: true, timed: true, closesAt },
});
const asked = (windows = none, groups: StageView['groups'] = [], id = 'g1', home = 0) =>
  show({
    scene: 'question',
    question: {
      question_id: 'q1',
      game_session_id: id,
      question_text: 'Name a fruit',
      windows,
      answered: { studio: 0, home },
    },
    groups,
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
const entry = (username: string, rank: number, points: number, rankBefore = rank) => ({
  rank,
  username,
  total_points: points,
  before: { rank: rankBefore, total_points: rankBefore === rank ? points : points - 3 },
});
/** The board of a show on which two players have swapped groups. */
const ending = (
  scene: FinalScene,
  hasStudio = true,
  home = [entry('Vera', 1, 9, 2), entry('Noah', 2, 8, 1)],
) =>
  show({
    scene,
    title: 'Friday',
    board: { studio: hasStudio ? [entry('Carla', 1, 12)] : [], home },
  });
const over = until(START);
const covered = asked(over, [null, null]);

/** The stage on a clock that stands still; what it played, and when. */
function stage() {
  const clock = createFakeClock(START);
  const cues: [number, string][] = [];
  const actor = createActor(stageMachine, { clock, input: { now: clock.now } });
  actor.on('cue', ({ cue, semitones }) =>
    cues.push([clock.now() - START, semitones === 0 ? cue : `${cue} +${semitones}`]),
  );
  const announced: [number, string][] = [];
  actor.on('announce', ({ text }) => announced.push([clock.now() - START, text]));
  actor.start();
  const at = () => `${selectScene(actor.getSnapshot())} ${selectStep(actor.getSnapshot())}`;
  return {
    cues,
    announced,
    at,
    revealing: () => selectRevealing(actor.getSnapshot()),
    step: () => selectQuestionStep(actor.getSnapshot()),
    topStep: () => selectNumberOneStep(actor.getSnapshot()),
    tell: (...shows: StageView[]) => {
      for (const each of shows) actor.send({ type: 'stage.updated', show: each });
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

const told = (each: StageView) => ({ type: 'stage.updated', show: each }) as const;

const ROUND = [
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
];
const FINAL = [
  show(),
  ending('standings'),
  ending('podium'),
  ending('winner'),
  ending('winner', false),
  ending('winner', true, []),
  ending('winner', false, []),
];

const INTERLUDES = [
  show({ scene: 'test' }),
  show({ scene: 'holding' }),
  asked(),
  asked(until(START + 5_000)),
];

describe('every path through the scenes', () => {
  // Separate models: of a round, a finale or an interlude depends only on something having been shown before it.
  const models = [ROUND, FINAL, INTERLUDES].map((shows) =>
    modelOf(stageMachine, {
      input: { now: () => START },
      events: {
        'stage.updated': shows.map(told),
        'clock.corrected': [{ type: 'clock.corrected' }],
      },
      at: ({ context: { show: now, before, revealing } }) => [
        before === null,
        now?.groups[0]?.groupId === revealing,
        now?.groups.filter((each) => each !== null).length,
        now?.board?.home[0]?.total_points,
        now?.board?.studio.length,
      ],
    }),
  );
  it('has an example of every event', () => {
    expect(models.map(unexampled)).toEqual([[], [], []]);
  });
  it('walks every transition but one: the clock of a walk stands still, and no window closes [ST-2 covers it]', () => {
    const [round = [], ...others] = models.map((model) => unwalked(model, pathsOf(model)));
    const all = round.filter((name) => others.every((names) => names.includes(name)));
    expect(all.map((name) => name.split(' [')[0])).toEqual([
      'stage.question.answering.counted on xstate.after.beatDelay.stage.question.answering.counted',
    ]);
  });
});

describe('the scenes [R2.stage-screen-scenes]', () => {
  it.each([
    ['idle idle', show()],
    ['question waiting', asked()],
    ['question counted', asked(until(START + 9_000))],
    ['question more', asked(over)],
    ['survey rest', covered],
    ['survey rest', asked(over, [place('a'), place('b')])],
    ['scores rest', scores(1)],
    ['scores rest', ending('standings')],
    ['podium rest', ending('podium')],
    ['winner rest', ending('winner')],
  ])('ST-1 a screen that loads shows %s, still and silent', (expected, first) => {
    const { tell, cues } = stage();
    expect([tell(first), cues]).toEqual([expected, []]);
  });

  it('ST-2 a question enters, is released with the chime, and ticks in its last ten seconds', () => {
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

  it('ST-2 a clock correction moves the end of the ring', () => {
    const { tell, pass, jump } = stage();
    tell(asked(until(START + 60_000)));
    jump(58_000);
    expect(pass(2_000)).toBe('question timeUp');
  });

  it('ST-3 after the end, counting is shown for a minimum time, and until it is done', () => {
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

  it('ST-3 ending a question by hand ends its ring', () => {
    const { tell, cues } = stage();
    tell(asked(until(START + 9_000)));
    expect(tell(asked())).toBe('question waiting');
    expect(tell(asked(until(START + 9_000)))).toBe('question counted');
    expect(tell(asked(over))).toBe('question timeUp');
    expect(cues.map(([, cue]) => cue)).toEqual(['revoke', 'release', 'up']);
  });

  it('ST-4 a reveal plays step by step, number one longest', () => {
    const { tell, pass, cues, topStep } = stage();
    tell(covered);
    tell(asked(over, [null, place('b')]));
    const beats = [200, 900, 420, 500, 700, 450].map((ms) => pass(ms).replace('survey ', ''));
    expect(beats).toEqual(['roll', 'flip', 'label', 'count', 'points', 'rest']);
    tell(asked(over, [place('a'), place('b')]));
    // It comes to the middle, and in the end goes back to its row.
    expect([pass(599), topStep(), pass(1)]).toEqual(['survey dim', 'dim', 'survey roll']);
    expect(pass(1_800 + 420 + 1_000 + 1_200)).toBe('survey points');
    expect([pass(1_400), topStep()]).toEqual(['survey back', 'back']);
    expect([pass(500), topStep()]).toEqual(['survey rest', null]);
    expect(cues).toEqual([
      [200, 'roll'],
      [1_100, 'flip'],
      [2_020, 'hit'],
      [2_720, 'coin'],
      [3_770, 'roll'],
      [5_570, 'flip'],
      [6_990, 'top'],
      [8_190, 'coin'],
    ]);
  });

  it('ST-4 a group is announced as it is shown: its label, then its count, never before', () => {
    const { tell, pass, announced } = stage();
    tell(asked(over, [null, null, place('c')]));
    expect(announced).toEqual([]);
    tell(asked(over, [null, place('b'), place('c')]));
    pass(10_000);
    expect(announced.splice(0)).toEqual([
      [1_520, 'Number 2: B'],
      [2_020, '3 answers'],
    ]);
    // A second press shows the first group at once.
    tell(covered);
    tell(asked(over, [null, place('b', 1)]));
    tell(asked(over, [place('a'), place('b', 1)]));
    expect(announced.splice(0)).toEqual([[10_000, 'Number 2: B, 1 answer']]);
    pass(10_000);
    expect(announced.map(([, text]) => text)).toEqual(['Number 1: A', '3 answers']);
  });

  it('ST-5 a press during a reveal ends it at once and starts the next', () => {
    const { tell, pass, revealing, cues } = stage();
    tell(covered, asked(over, [null, place('b')]));
    expect([pass(700), revealing()]).toEqual(['survey roll', 'b']);
    expect(tell(asked(over, [place('a'), place('b')]))).toBe('survey dim');
    expect(revealing()).toBe('a');
    expect(cues).toEqual([[200, 'roll']]);
  });

  it('ST-5 answers and points that change during a reveal do not disturb it', () => {
    const { tell, pass } = stage();
    tell(covered, asked(over, [null, place('b')]));
    pass(300);
    const points = asked(over, [null, { ...place('b'), homePoints: 9 }], 'g1', 7);
    expect(tell(points)).toBe('survey roll');
  });

  it('ST-6 a group that is hidden again folds silently; a correction says so without an effect', () => {
    const { tell, pass, cues } = stage();
    tell(asked(over, [place('a'), place('b')]));
    expect(tell(asked(over, [null, place('b')]))).toBe('survey folding');
    expect([pass(250), cues]).toEqual(['survey rest', []]);
    expect(tell(asked(over, [null, place('b', 4)]))).toBe('survey corrected');
    expect(pass(5_999)).toBe('survey corrected');
    expect([pass(1), cues]).toEqual(['survey rest', [[250, 'fix']]]);
  });

  it('ST-7 boards start with the previous rows, and move to the new ones', () => {
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

  it('ST-8 another scene stops every effect', () => {
    const { tell, pass, cues } = stage();
    tell(covered, asked(over, [null, place('b')]));
    expect(tell(show())).toBe('idle idle');
    expect([pass(60_000), cues]).toEqual(['idle idle', []]);
    tell(asked(none, [], 'g2'));
    expect(tell(asked(none, [], 'g3'))).toBe('question arriving');
  });

  it('ST-9 the standings are shown as before the last question, then as they are now; the podium rises from the third step [R2.stage-screen-finale]', () => {
    const { tell, pass, cues } = stage();
    tell(covered);
    expect(tell(ending('standings'))).toBe('scores old');
    expect([799, 1, 899, 1, 939, 1].map(pass)).toEqual([
      'scores old',
      'scores adding',
      'scores adding',
      'scores moving',
      'scores moving',
      'scores rest',
    ]);
    expect(tell(ending('podium'))).toBe('podium others');
    expect([699, 1, 899, 1, 1_399, 1].map(pass)).toEqual([
      'podium others',
      'podium third',
      'podium third',
      'podium second',
      'podium second',
      'podium rest',
    ]);
    expect(cues).toEqual([
      [800, 'coin'],
      [1_700, 'move'],
      [3_340, 'hit'],
      [4_240, 'hit'],
      [5_640, 'top'],
    ]);
  });

  it('ST-10 the winner in the studio is shown alone for six seconds, then the winner at home, then both', () => {
    const { tell, pass, cues, announced } = stage();
    tell(ending('podium'));
    expect(tell(ending('winner'))).toBe('winner studio');
    expect([5_999, 1, 5_999, 1].map(pass)).toEqual([
      'winner studio',
      'winner home',
      'winner home',
      'winner rest',
    ]);
    expect(cues).toEqual([
      [0, 'win'],
      [6_000, 'win'],
    ]);
    expect(announced).toEqual([
      [0, 'Studio: Carla'],
      [6_000, 'Home: Vera'],
    ]);
    // A player connects.
    expect(tell({ ...ending('winner'), connected: { studio: 1, home: 2 } })).toBe('winner rest');
  });

  it('ST-10 a show without a studio has one winner, one without answers none; neither a correction nor the end of an interlude repeats the finale', () => {
    const { tell, pass, cues } = stage();
    tell(show());
    expect(tell(ending('winner', false))).toBe('winner home');
    expect(tell(ending('winner', false, [entry('Noah', 1, 9)]))).toBe('winner rest');
    expect(tell(show({ scene: 'holding' }), ending('winner', false))).toBe('winner rest');
    expect(tell(show())).toBe('idle idle');
    expect(tell(ending('winner', false, []))).toBe('winner rest');
    expect(tell(show())).toBe('idle idle');
    expect(tell(ending('winner', true, []))).toBe('winner studio');
    expect(pass(6_000)).toBe('winner rest');
    expect(cues.map(([, cue]) => cue)).toEqual(['win', 'win']);
  });

  it('ST-11 the test card sounds in each loudspeaker, then in both, again and again', () => {
    const { tell, pass, cues } = stage();
    expect(tell(show({ scene: 'test' }))).toBe('test left');
    expect([1_200, 1_200, 1_200, 1_200].map(pass)).toEqual([
      'test right',
      'test both',
      'test pause',
      'test left',
    ]);
    // A player connects.
    pass(600);
    tell(show({ scene: 'test', connected: { studio: 1, home: 2 } }));
    expect(pass(600)).toBe('test right');
    expect(cues.map(([, cue]) => cue)).toEqual([
      'toneLeft',
      'toneRight',
      'tone',
      'toneLeft',
      'toneRight',
    ]);
  });

  it('ST-12 a question returns from behind an interlude still and silent; with the chime if it was opened there', () => {
    const { tell, pass, cues } = stage();
    const open = asked(until(START + 60_000));
    tell(show(), asked());
    pass(1_200);
    expect(tell(show({ scene: 'holding' }))).toBe('idle idle');
    expect(tell(show({ scene: 'test' }), asked())).toBe('question waiting');
    tell(show({ scene: 'countdown' }));
    expect(tell(open)).toBe('question counted');
    tell(scores(1));
    expect(tell(open)).toBe('question counted');
    tell(show({ scene: 'holding' }));
    expect(tell(asked(none, [], 'g2'))).toBe('question arriving');
    expect(cues.map(([, cue]) => cue)).toEqual(['toneLeft', 'release']);
  });
});
