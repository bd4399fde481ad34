import { describe, expect, it } from 'vitest';
import type { Result, Rundown, RundownItem } from '#machines/contract/entities.ts';
import { PRODUCER_MESSAGES } from '#machines/contract/producer-messages.ts';
import { itemAfter, type ItemFacts, stageOf } from '#machines/show/rules/item.ts';
import {
  actText,
  type AirFacts,
  mainAct,
  mainText,
  timersFor,
  timersText,
  whyNotAct,
} from '#machines/show/rules/rundown.ts';
import { NO_WINDOW } from '#machines/answering/rules/schedule.ts';

const NOW = 1_000_000;
const OPEN = { released: true, timed: true, closesAt: NOW + 30_000 };
const OVER = { released: true, timed: true, closesAt: NOW - 1 };
const item = (id: string, more: Partial<RundownItem> = {}): RundownItem => ({
  id,
  questionId: `q-${id}`,
  gameSessionId: `g-${id}`,
  text: id,
  state: 'planned',
  studioSeconds: 30,
  homeSeconds: 45,
  order: 'both',
  note: '',
  ...more,
});
const facts = (
  studio = NO_WINDOW,
  home = NO_WINDOW,
  state: Result['state'] = 'counting',
): ItemFacts => ({ windows: { studio, home }, result: { state } });
const armed = item('a', { state: 'armed' });
const show = (items: readonly RundownItem[], state: Rundown['state'] = 'live') => ({
  state,
  items: [...items],
});
const ON_AIR: AirFacts = { scene: 'question', isShown: true, nextGroup: null };

describe('how far an item is [R2.control-states]', () => {
  it.each([
    ['planned', 'planned', facts()],
    ['armed', 'armed', facts()],
    ['skipped', 'skipped', facts(OPEN)],
    ['armed', 'inPlay', facts(OVER, OPEN)],
    ['planned', 'inPlay', facts(OPEN)],
    ['armed', 'counting', facts(OVER, OVER)],
    ['armed', 'counting', facts(OVER)],
    ['armed', 'locked', facts(OVER, OVER, 'locked')],
    ['done', 'published', facts(OVER, OVER, 'published')],
    ['armed', 'corrected', facts(NO_WINDOW, NO_WINDOW, 'corrected')],
  ] as const)('%s is %s', (state, stage, question) => {
    expect(stageOf({ state }, question, NOW)).toBe(stage);
  });
});

const STAGES: Readonly<
  Record<ReturnType<typeof stageOf>, readonly [RundownItem['state'], ItemFacts]>
> = {
  planned: ['planned', facts()],
  skipped: ['skipped', facts()],
  armed: ['armed', facts()],
  inPlay: ['armed', facts(OPEN, OPEN)],
  counting: ['armed', facts(OVER, OVER)],
  locked: ['armed', facts(OVER, OVER, 'locked')],
  revealed: ['armed', facts(OVER, OVER, 'revealed')],
  published: ['armed', facts(OVER, OVER, 'published')],
  corrected: ['armed', facts(OVER, OVER, 'corrected')],
};

it.each(Object.entries(STAGES))(
  'an item that is %s is acted upon as its life says, and not otherwise [R2.control-states]',
  (name, [state, question]) => {
    const its = item('a', { state });
    const stage = stageOf(its, question, NOW);
    expect(stage).toBe(name);
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
      const isArmed = state === 'armed' || !['next', 'release'].includes(act.type);
      expect([act.type, whyNotAct(show([its]), act, () => stage) === null]).toEqual([
        act.type,
        isArmed && itemAfter(stage, act.type) !== null,
      ]);
    }
  },
);

const main = (question: ItemFacts | null, air = ON_AIR, items = [armed, item('b')]) =>
  mainAct(show(items), question, air, NOW);

const draft = (question: ItemFacts | null, items: RundownItem[]) =>
  mainAct(show(items, 'draft'), question, ON_AIR, NOW);

describe('the main button [R2.control-main]', () => {
  it('goes from arming to the next item, and from the last one to the winner, never to anything else [R2.control-finale]', () => {
    expect(main(null, ON_AIR, [item('a'), item('b')])).toMatchObject({
      type: 'arm',
      item: { id: 'a' },
    });
    expect(main(facts())).toMatchObject({ type: 'release', audiences: ['studio', 'home'] });
    expect(main(facts(OPEN, OPEN))).toMatchObject({
      type: 'wait',
      why: PRODUCER_MESSAGES.rundown.stillOpen,
    });
    expect(main(facts(OVER, OVER))).toMatchObject({ type: 'lock' });
    const locked = facts(OVER, OVER, 'locked');
    expect(main(locked, { scene: 'question', isShown: false, nextGroup: null })).toMatchObject({
      type: 'air',
    });
    expect(main(locked, { scene: 'question', isShown: true, nextGroup: 'g1' })).toMatchObject({
      type: 'reveal',
      groupId: 'g1',
    });
    expect(main(facts(OVER, OVER, 'revealed'))).toMatchObject({ type: 'publish' });
    expect(main(facts(OVER, OVER, 'published'))).toMatchObject({ type: 'next', to: { id: 'b' } });
    const last = (scene: AirFacts['scene']) =>
      main(facts(OVER, OVER, 'published'), { ...ON_AIR, scene }, [armed]);
    expect(
      (['question', 'board', 'standings', 'podium', 'winner'] as const).map((scene) => last(scene)),
    ).toEqual([
      { type: 'present', scene: 'standings' },
      { type: 'present', scene: 'standings' },
      { type: 'present', scene: 'podium' },
      { type: 'present', scene: 'winner' },
      { type: 'end' },
    ]);
  });
  it('goes live with a draft once its first item is armed, and does nothing else with it', () => {
    expect(draft(null, [item('a')])).toMatchObject({ type: 'arm' });
    for (const question of [facts(), facts(OPEN, OPEN), facts(OVER, OVER, 'published')])
      expect(draft(question, [armed])).toEqual({ type: 'goLive' });
    expect(draft(null, [item('a', { state: 'skipped' })])).toEqual({ type: 'none' });
    expect(mainText({ type: 'goLive' }, () => '')).toBe('Go live');
  });
  it('takes at most six presses from armed to the next item, with all revealed in one', () => {
    const path = [
      main(facts()),
      main(facts(OVER, OVER)),
      main(facts(OVER, OVER, 'locked'), { scene: 'question', isShown: true, nextGroup: 'g1' }),
      main(facts(OVER, OVER, 'revealed')),
      main(facts(OVER, OVER, 'published')),
    ];
    expect(path.map(({ type }) => type)).toEqual(['release', 'lock', 'reveal', 'publish', 'next']);
  });
  it.each([
    ['studio', 'home'],
    ['home', 'studio'],
  ] as const)('releases to %s first, and then to %s', (first, second) => {
    const items = [{ ...armed, order: first }];
    expect(main(facts(), ON_AIR, items)).toMatchObject({ type: 'release', audiences: [first] });
    const [studio, home] = first === 'studio' ? [OVER, NO_WINDOW] : [NO_WINDOW, OVER];
    expect(main(facts(studio, home), ON_AIR, items)).toMatchObject({ audiences: [second] });
    expect(main(facts(OVER, OVER), ON_AIR, items)).toMatchObject({ type: 'lock' });
  });
  it('has nothing to do in a show that is empty or over', () => {
    expect(mainAct(show([]), null, ON_AIR, NOW)).toEqual({ type: 'none' });
    expect(mainAct(show([armed], 'ended'), facts(), ON_AIR, NOW)).toEqual({ type: 'none' });
  });
});

const idle = () => 'planned' as const;
const stage = (one: RundownItem) => (one.id === 'a' ? ('inPlay' as const) : idle());

describe('what cannot be done, and why [R2.control-guards]', () => {
  const items = [armed, item('b'), item('c', { state: 'skipped' })];
  it.each([
    [{ type: 'arm', itemId: 'b' }, PRODUCER_MESSAGES.rundown.unfinished],
    [{ type: 'arm', itemId: 'a' }, null],
    [{ type: 'skip', itemId: 'a', skipped: true }, PRODUCER_MESSAGES.rundown.inPlay],
    [{ type: 'remove', itemId: 'a' }, PRODUCER_MESSAGES.rundown.inPlay],
    [{ type: 'remove', itemId: 'b' }, null],
    [{ type: 'release', itemId: 'b', timers: { home: 5 } }, PRODUCER_MESSAGES.rundown.notArmed],
    [{ type: 'extend', itemId: 'b', seconds: 10 }, PRODUCER_MESSAGES.rundown.nothingOpen],
    [{ type: 'close', itemId: 'a' }, null],
    [{ type: 'next', itemId: 'b' }, PRODUCER_MESSAGES.rundown.notArmed],
    [{ type: 'next', itemId: 'a' }, PRODUCER_MESSAGES.rundown.unfinished],
    [{ type: 'end' }, PRODUCER_MESSAGES.rundown.unfinished],
    [{ type: 'move', itemId: 'nobody', to: 0 }, PRODUCER_MESSAGES.rundown.unknown],
    [{ type: 'reopen', reason: 'so' }, PRODUCER_MESSAGES.rundown.notEnded],
    [{ type: 'rename', title: 'x' }, null],
  ] as const)('%j', (act, why) => {
    expect(whyNotAct(show(items), act, stage)).toBe(why);
  });
  it('arms no item that is skipped, and nothing of a show that has ended', () => {
    expect(whyNotAct(show(items), { type: 'arm', itemId: 'c' }, () => 'skipped')).toBe(
      PRODUCER_MESSAGES.rundown.skipped,
    );
    const ended = show(items, 'ended');
    expect(whyNotAct(ended, { type: 'arm', itemId: 'b' }, idle)).toBe(
      PRODUCER_MESSAGES.rundown.ended,
    );
    expect(whyNotAct(ended, { type: 'reopen', reason: 'so' }, idle)).toBeNull();
  });
  it.each(['draft', 'rehearsal', 'live', 'ended'] as const)(
    'lets names be changed and people removed while it is %s',
    (state) => {
      for (const type of ['allowName', 'removePlayer', 'restorePlayer'] as const)
        expect(whyNotAct(show([], state), { type, userId: 'ann' }, () => 'planned')).toBeNull();
    },
  );
  it('takes no more than a rundown holds', () => {
    const full = show(Array.from({ length: 200 }, (_, at) => item(`i${at}`)));
    const add = { type: 'add', questions: [{ text: 'x' }] } as const;
    expect(whyNotAct(full, { ...add, questions: [...add.questions] }, () => 'planned')).toBe(
      PRODUCER_MESSAGES.rundown.full,
    );
  });
});

it('names every act by what it was done to [R2.live-named]', () => {
  const rundown = show([item('Name a fruit')]);
  const of = { itemId: 'Name a fruit' };
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
    { type: 'renamePlayer', userId: 'ann', name: 'Ann' },
    { type: 'removePlayer', userId: 'ann' },
    { type: 'restorePlayer', userId: 'ann' },
  ] as const;
  expect(words.map((act) => actText(act, rundown))).toEqual([
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
    'The player is now "Ann"',
    'Removed the player from boards and the show page',
    'The player is on the boards again',
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

const planned = () => 'planned' as const;

describe('a rehearsal [R2.rehearsal-clear R2.rehearsal-live]', () => {
  const { rundown: texts } = PRODUCER_MESSAGES;
  it.each([
    ['draft', { type: 'rehearse', players: 20 }, null],
    ['rehearsal', { type: 'rehearse', players: 20 }, texts.notDraft],
    ['live', { type: 'rehearse', players: 20 }, texts.notDraft],
    ['rehearsal', { type: 'clear' }, null],
    ['draft', { type: 'clear' }, texts.notRehearsed],
    ['live', { type: 'clear' }, texts.notRehearsed],
    ['draft', { type: 'goLive' }, null],
    ['rehearsal', { type: 'goLive' }, null],
    ['live', { type: 'goLive' }, texts.alreadyLive],
    ['ended', { type: 'goLive' }, texts.ended],
    ['rehearsal', { type: 'end' }, texts.inRehearsal],
  ] as const)('of a show that is %s: %o', (state, act, why) => {
    expect(whyNotAct(show([item('a')], state), act, planned)).toBe(why);
  });
  it.each([
    ['draft', texts.draft],
    ['rehearsal', null],
    ['live', null],
  ] as const)('airs what it has, unlike a draft: %s', (state, why) => {
    const its = show([item('a', { state: 'armed' })], state);
    for (const act of [
      { type: 'release', itemId: 'a', timers: { home: 30 } },
      { type: 'present', scene: 'winner' },
    ] as const)
      expect(whyNotAct(its, act, () => 'armed')).toBe(why);
  });
  it('needs a question, and none that players have seen', () => {
    const act = { type: 'rehearse', players: 20 } as const;
    expect(whyNotAct(show([], 'draft'), act, planned)).toBe(texts.empty);
    expect(whyNotAct(show([item('a')], 'draft'), act, () => 'counting')).toBe(
      texts.alreadyReleased,
    );
  });
  it('is cleared by the main button when all was played', () => {
    const done = item('a', { state: 'done' });
    const air = { ...ON_AIR, scene: 'winner' as const };
    expect(mainAct(show([done], 'rehearsal'), null, air, NOW)).toEqual({ type: 'clear' });
    expect(mainAct(show([done]), null, air, NOW)).toEqual({ type: 'end' });
  });
  it.each([
    [{ type: 'rehearse', players: 20 }, 'Rehearsal with 20 simulated players'],
    [{ type: 'clear' }, 'The rehearsal has ended, and all of it is cleared'],
    [{ type: 'goLive' }, 'The show is live'],
  ] as const)('is named: %o', (act, text) => {
    expect(actText(act, { items: [] })).toBe(text);
  });
});
