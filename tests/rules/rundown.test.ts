import { m } from 'messages';
import { describe, expect, it } from 'vitest';
import type { Rundown, RundownItem } from '#machines/contract/rundown.ts';
import type { Result } from '#machines/contract/entities.ts';
import { NEW_RESULT } from '#machines/results/rules/result.ts';
import {
  type ItemAct,
  presetsWarning,
  stageAfter,
  type ItemStage,
  stageOf,
} from '#machines/show/rules/item.ts';
import {
  actDoneText,
  type StageFacts,
  nextAct,
  nextActText,
  timersFor,
  timersText,
  whyNotAct,
} from '#machines/show/rules/rundown.ts';
import { NO_WINDOW } from '#machines/answering/rules/schedule.ts';
import { item } from '#tests/support/show-view.ts';

const NOW = 1_000_000;
const OPEN = { released: true, timed: true, closesAt: NOW + 30_000 };
const OVER = { released: true, timed: true, closesAt: NOW - 1 };
/** An item whose question is at this stage. */
const asked = (
  state: RundownItem['state'],
  studio = NO_WINDOW,
  home = NO_WINDOW,
  result: Result['state'] = 'counting',
): RundownItem =>
  item('a', { state, windows: { studio, home }, result: { ...NEW_RESULT, state: result } });
const show = (items: readonly RundownItem[], state: Rundown['state'] = 'live') => ({
  state,
  items: [...items],
});
const ON_AIR: StageFacts = { scene: 'question', isShown: true, nextGroup: null };

const voided = (its: RundownItem): RundownItem => ({
  ...its,
  result: { ...its.result, voided: { at: 1, reason: 'Wrong question' } },
});

/** An item at each stage of its life. */
const AT: Readonly<Record<ItemStage, RundownItem>> = {
  planned: asked('planned'),
  skipped: asked('skipped'),
  armed: asked('armed'),
  inPlay: asked('armed', OPEN, OPEN),
  counting: asked('armed', OVER, OVER),
  locked: asked('armed', OVER, OVER, 'locked'),
  revealed: asked('armed', OVER, OVER, 'revealed'),
  published: asked('armed', OVER, OVER, 'published'),
  corrected: asked('armed', OVER, OVER, 'corrected'),
  voided: voided(asked('armed', OVER, OVER, 'published')),
};

describe('how far an item is [R2.control-states]', () => {
  it.each([
    ...Object.entries(AT),
    ['skipped', asked('skipped', OPEN)],
    ['inPlay', asked('armed', OVER, OPEN)],
    ['inPlay', asked('planned', OPEN)],
    ['counting', asked('armed', OVER)],
    ['published', asked('done', OVER, OVER, 'published')],
    ['corrected', asked('armed', NO_WINDOW, NO_WINDOW, 'corrected')],
  ] as const)('%s', (stage, its) => {
    expect(stageOf(its, NOW)).toBe(stage);
  });

  it('goes through its stages one act at a time, and in no other order', () => {
    const evening: readonly (readonly [ItemAct, ItemStage])[] = [
      ['skip', 'skipped'],
      ['plan', 'planned'],
      ['arm', 'armed'],
      ['drop', 'planned'],
      ['arm', 'armed'],
      ['release', 'inPlay'],
      ['extend', 'inPlay'],
      ['lapse', 'counting'],
      ['lock', 'locked'],
      ['unlock', 'counting'],
      ['release', 'inPlay'],
      ['close', 'counting'],
      ['lock', 'locked'],
      ['reveal', 'revealed'],
      ['reveal', 'revealed'],
      ['publish', 'published'],
      ['correct', 'corrected'],
      ['next', 'corrected'],
    ];
    let stage: ItemStage = 'planned';
    for (const [act, after] of evening) {
      expect([act, stageAfter(stage, act)]).toEqual([act, after]);
      stage = after;
    }
    expect([
      stageAfter('skipped', 'arm'),
      stageAfter('inPlay', 'lock'),
      stageAfter('inPlay', 'skip'),
      stageAfter('counting', 'publish'),
      stageAfter('revealed', 'unlock'),
      stageAfter('locked', 'next'),
    ]).toEqual([null, null, null, null, null, null]);
  });
});

it.each(Object.entries(AT))(
  'an item that is %s accepts exactly the acts of its stage [R2.control-states]',
  (_, its) => {
    const acts = [
      { type: 'arm', itemId: 'a' },
      { type: 'skip', itemId: 'a', skipped: true },
      { type: 'remove', itemId: 'a' },
      { type: 'extend', itemId: 'a', seconds: 10 },
      { type: 'close', itemId: 'a' },
      { type: 'next', itemId: 'a' },
      { type: 'release', itemId: 'a', timers: { home: 30 } },
    ] as const;
    for (const act of acts) {
      const isArmed = its.state === 'armed' || !['next', 'release'].includes(act.type);
      expect([act.type, whyNotAct(show([its]), act, NOW) === null]).toEqual([
        act.type,
        isArmed && stageAfter(stageOf(its, NOW), act.type) !== null,
      ]);
    }
  },
);

const next = (its: RundownItem, air = ON_AIR, more: readonly RundownItem[] = [item('b')]) =>
  nextAct(show([its, ...more]), air, NOW);
const draft = (its: RundownItem) => nextAct(show([its], 'draft'), ON_AIR, NOW);
/** The acts that are possible now. */
const ready = (act: ReturnType<typeof nextAct>['act']) => ({ act, waitsFor: null });
const nameOf = (groupId: string) => `name of ${groupId}`;
const BOTH = { studio: 30, home: 30 };

describe('the next act [R2.control-main]', () => {
  it('goes from arming to the next item, and from the last one to the winner [R2.control-finale]', () => {
    expect(next(AT.planned)).toEqual(ready({ type: 'arm', itemId: 'a' }));
    expect(next(AT.armed)).toEqual(ready({ type: 'release', itemId: 'a', timers: BOTH }));
    expect(next(AT.inPlay)).toEqual({
      act: { type: 'lock', itemId: 'a' },
      waitsFor: [],
    });
    expect(next(AT.counting)).toEqual(ready({ type: 'lock', itemId: 'a' }));
    expect(next(AT.locked, { ...ON_AIR, isShown: false })).toEqual(
      ready({ type: 'question', itemId: 'a' }),
    );
    expect(next(AT.locked, { ...ON_AIR, nextGroup: 'g1' })).toEqual(
      ready({ type: 'reveal', itemId: 'a', groupId: 'g1' }),
    );
    expect(next(AT.revealed)).toEqual(ready({ type: 'publish', itemId: 'a' }));
    expect(next(AT.published)).toEqual(ready({ type: 'next', itemId: 'a' }));
    const last = (scene: StageFacts['scene']) => next(AT.published, { ...ON_AIR, scene }, []);
    expect(
      (['question', 'board', 'standings', 'podium', 'winner'] as const).map((scene) => last(scene)),
    ).toEqual([
      ready({ type: 'scene', scene: 'standings' }),
      ready({ type: 'scene', scene: 'standings' }),
      ready({ type: 'scene', scene: 'podium' }),
      ready({ type: 'scene', scene: 'winner' }),
      ready({ type: 'end' }),
    ]);
  });
  it('starts a draft once its first item is armed, and does nothing else with it', () => {
    expect(draft(AT.planned)).toEqual(ready({ type: 'arm', itemId: 'a' }));
    for (const its of [AT.armed, AT.inPlay, AT.published])
      expect(draft(its)).toEqual(ready({ type: 'goLive' }));
    expect(draft(AT.skipped)).toEqual(ready(null));
  });
  it.each([
    ['studio', 'home'],
    ['home', 'studio'],
  ] as const)('releases to %s first, and then to %s', (first, second) => {
    const inOrder = (its: RundownItem) => next({ ...its, order: first }).act;
    const [studio, home] = first === 'studio' ? [OVER, NO_WINDOW] : [NO_WINDOW, OVER];
    expect(inOrder(AT.armed)).toMatchObject({ type: 'release', timers: { [first]: 30 } });
    expect(inOrder(asked('armed', studio, home))).toEqual({
      type: 'release',
      itemId: 'a',
      timers: { [second]: 30 },
    });
    expect(inOrder(AT.counting)).toMatchObject({ type: 'lock' });
  });
  it('is none in a show that is empty or over', () => {
    expect(nextAct(show([]), ON_AIR, NOW)).toEqual(ready(null));
    expect(nextAct(show([AT.armed], 'ended'), ON_AIR, NOW)).toEqual(ready(null));
  });
  it.each([
    [null, 'Nothing to do'],
    [{ type: 'arm', itemId: 'a' }, 'Arm "Question a"'],
    [{ type: 'goLive' }, 'Go live'],
    [{ type: 'release', itemId: 'a', timers: { home: 30 } }, 'Release to Home 0:30'],
    [{ type: 'lock', itemId: 'a' }, 'Lock the answers'],
    [{ type: 'question', itemId: 'a' }, 'Show the question on air'],
    [{ type: 'reveal', itemId: 'a', groupId: 'g1' }, 'Reveal "name of g1"'],
    [{ type: 'publish', itemId: 'a' }, 'Publish the points'],
    [{ type: 'next', itemId: 'a' }, 'Next: "Question b"'],
    [{ type: 'scene', scene: 'winner' }, 'Show the winner'],
    [{ type: 'end' }, 'End the show'],
    [{ type: 'clear' }, 'End rehearsal and clear'],
  ] as const)('%j reads: %s', (act, text) => {
    expect(nextActText(ready(act), show([AT.planned, item('b')]), nameOf)).toBe(text);
  });
  it('reads that the show has ended', () => {
    expect(nextActText(ready(null), show([], 'ended'), nameOf)).toBe('The show has ended');
  });
});

describe('the reason why an act is refused [R2.control-guards]', () => {
  const items = [AT.inPlay, item('b'), item('c', { state: 'skipped' })];
  it.each([
    [{ type: 'arm', itemId: 'b' }, m.rundownUnfinished()],
    [{ type: 'arm', itemId: 'a' }, null],
    [{ type: 'arm', itemId: 'c' }, m.rundownSkipped()],
    [{ type: 'skip', itemId: 'a', skipped: true }, m.rundownInPlay()],
    [{ type: 'remove', itemId: 'a' }, m.rundownInPlay()],
    [{ type: 'remove', itemId: 'b' }, null],
    [{ type: 'release', itemId: 'b', timers: { home: 5 } }, m.rundownNotArmed()],
    [{ type: 'extend', itemId: 'b', seconds: 10 }, m.rundownNothingOpen()],
    [{ type: 'close', itemId: 'a' }, null],
    [{ type: 'next', itemId: 'b' }, m.rundownNotArmed()],
    [{ type: 'next', itemId: 'a' }, m.rundownUnfinished()],
    [{ type: 'end' }, m.rundownUnfinished()],
    [{ type: 'move', itemId: 'nobody', to: 0 }, m.rundownUnknown()],
    [{ type: 'reopen', reason: 'so' }, m.rundownNotEnded()],
    [{ type: 'rename', title: 'x' }, null],
  ] as const)('%j', (act, why) => {
    expect(whyNotAct(show(items), act, NOW)).toBe(why);
  });
  it('allows only a reopen and the choice of a season once a show has ended', () => {
    const ended = show(items, 'ended');
    expect(whyNotAct(ended, { type: 'arm', itemId: 'b' }, NOW)).toBe(m.rundownEnded());
    expect(whyNotAct(ended, { type: 'reopen', reason: 'so' }, NOW)).toBeNull();
    expect(whyNotAct(ended, { type: 'season', season: null }, NOW)).toBeNull();
  });
  it.each(['draft', 'rehearsal', 'live', 'ended'] as const)(
    'allows renaming and removing people while it is %s',
    (state) => {
      for (const type of ['allowName', 'removePlayer', 'restorePlayer'] as const)
        expect(whyNotAct(show([], state), { type, userId: 'ann' }, NOW)).toBeNull();
    },
  );
  it('allows another language until a question was released', () => {
    const act = { type: 'language', language: 'de' } as const;
    expect(whyNotAct(show([AT.armed], 'live'), act, NOW)).toBeNull();
    expect(whyNotAct(show([AT.armed, AT.counting], 'live'), act, NOW)).toBe(
      m.rundownAlreadyReleased(),
    );
  });
  it('allows no more items than a rundown holds', () => {
    const full = show(Array.from({ length: 200 }, (_, at) => item(`i${at}`)));
    const add = { type: 'add' as const, questions: [{ text: 'x' }] };
    expect(whyNotAct(full, add, NOW)).toBe(m.rundownFull());
  });
});

it('names every act by its item [R2.live-named]', () => {
  const rundown = show([item('a', { text: 'Name a fruit' })]);
  const of = { itemId: 'a' };
  const words = [
    { type: 'release', ...of, timers: { studio: 30, home: null } },
    { type: 'extend', ...of, seconds: 10 },
    { type: 'close', ...of },
    { type: 'arm', ...of },
    { type: 'skip', ...of, skipped: true },
    { type: 'skip', ...of, skipped: false },
    { type: 'remove', ...of },
    { type: 'next', ...of },
    { type: 'end' },
    { type: 'reopen', reason: 'so' },
    { type: 'move', ...of, to: 1 },
    { type: 'allowName', userId: 'ann' },
    { type: 'muteName', userId: 'ann' },
    { type: 'renamePlayer', userId: 'ann', name: 'Ann' },
    { type: 'removePlayer', userId: 'ann' },
    { type: 'restorePlayer', userId: 'ann' },
    { type: 'season', season: { name: 'Autumn' } },
    { type: 'season', season: null },
  ] as const;
  expect(words.map((act) => actDoneText(act, rundown))).toEqual([
    'Released "Name a fruit" to Studio 0:30 and Home 0:30',
    '10 more seconds for "Name a fruit"',
    'Closed "Name a fruit"',
    'Armed "Name a fruit"',
    'Skipped "Name a fruit"',
    '"Name a fruit" is planned again',
    'Removed "Name a fruit" from the rundown',
    'Done: "Name a fruit"',
    'The show has ended',
    'The show is open again',
    null,
    'The name is shown',
    'The name is hidden',
    'The player is now "Ann"',
    'Removed the player from the show',
    'The player is back on the boards',
    'The show counts for "Autumn"',
    'The show is in no season',
  ]);
  expect(timersText({ home: 60 })).toBe('Home 1:00');
});

it.each([
  [null, 20, ['studio', 'home'], { studio: 20, home: 20 }],
  [30, null, ['studio', 'home'], { studio: 30, home: 30 }],
  [30, 20, ['studio', 'home'], { studio: 30, home: 20 }],
  [null, null, ['studio', 'home'], { studio: null, home: null }],
  [null, 20, ['studio'], { studio: null }],
] as const)(
  'timers of %s and %s, released to %j, lock no audience out [R2.control-both]',
  (studioSeconds, homeSeconds, audiences, timers) => {
    expect(timersFor(item('a', { studioSeconds, homeSeconds }), audiences)).toEqual(timers);
  },
);

describe('a rehearsal [R2.rehearsal-clear R2.rehearsal-live]', () => {
  it.each([
    ['draft', { type: 'rehearse', players: 20 }, null],
    ['rehearsal', { type: 'rehearse', players: 20 }, m.rundownNotDraft()],
    ['live', { type: 'rehearse', players: 20 }, m.rundownNotDraft()],
    ['rehearsal', { type: 'clear' }, null],
    ['draft', { type: 'clear' }, m.rundownNotRehearsed()],
    ['live', { type: 'clear' }, m.rundownNotRehearsed()],
    ['draft', { type: 'goLive' }, null],
    ['rehearsal', { type: 'goLive' }, null],
    ['live', { type: 'goLive' }, m.rundownAlreadyLive()],
    ['ended', { type: 'goLive' }, m.rundownEnded()],
    ['rehearsal', { type: 'end' }, m.rundownInRehearsal()],
  ] as const)('of a show that is %s: %o', (state, act, why) => {
    expect(whyNotAct(show([item('a')], state), act, NOW)).toBe(why);
  });
  it.each([
    ['draft', m.rundownDraft()],
    ['rehearsal', null],
    ['live', null],
  ] as const)('airs its own questions, unlike a draft: %s', (state, why) => {
    for (const act of [
      { type: 'release', itemId: 'a', timers: { home: 30 } },
      { type: 'scene', scene: 'winner' },
    ] as const)
      expect(whyNotAct(show([AT.armed], state), act, NOW)).toBe(why);
  });
  it('needs a question, and none that players have seen', () => {
    const act = { type: 'rehearse', players: 20 } as const;
    expect(whyNotAct(show([], 'draft'), act, NOW)).toBe(m.rundownEmpty());
    expect(whyNotAct(show([AT.counting], 'draft'), act, NOW)).toBe(m.rundownAlreadyReleased());
  });
  it('is cleared by the main button when all items were played', () => {
    const done = item('a', { state: 'done' });
    const air = { ...ON_AIR, scene: 'winner' as const };
    expect(nextAct(show([done], 'rehearsal'), air, NOW)).toEqual(ready({ type: 'clear' }));
    expect(nextAct(show([done]), air, NOW)).toEqual(ready({ type: 'end' }));
  });
  it.each([
    [{ type: 'rehearse', players: 20 }, 'Rehearsal with 20 simulated players'],
    [{ type: 'clear' }, 'The rehearsal has ended and is cleared'],
    [{ type: 'goLive' }, 'The show is live'],
  ] as const)('is named: %o', (act, text) => {
    expect(actDoneText(act, { items: [] })).toBe(text);
  });
});

it.each([
  [30, 30, 'both', null],
  [null, null, 'both', null],
  [null, 30, 'both', null],
  [30, null, 'studio', null],
  [null, 30, 'studio', "Studio has no timer, so Home doesn't get the question until you close it."],
  [30, null, 'home', "Home has no timer, so Studio doesn't get the question until you close it."],
  [3, 30, 'both', 'Studio has only 3 s: hardly time to answer.'],
  [30, 4, 'studio', 'Home has only 4 s: hardly time to answer.'],
] as const)(
  'of timers of %s and %s for %s says whether an audience is locked out [R2.control-lockout]',
  (studioSeconds, homeSeconds, order, expected) => {
    expect(presetsWarning({ studioSeconds, homeSeconds, order })).toBe(expected);
  },
);
