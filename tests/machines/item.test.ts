import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import type { Result, RundownItem } from '#machines/contract/entities.ts';
import { type ItemSeen, itemMachine, selectStage } from '#machines/show/item.ts';
import { type ItemAct, itemAfter, type ItemStage } from '#machines/show/rules/item.ts';
import { NO_WINDOW } from '#machines/answering/rules/schedule.ts';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import { T0, timed, untimed } from '#tests/support/game.ts';
import { fold, modelOf, pathsOf, unexampled, unwalked } from '#tests/support/graph.ts';

const seen = (
  state: RundownItem['state'],
  result: Result['state'] = 'counting',
  home = timed(-1),
): ItemSeen => ({
  state,
  facts: { windows: { studio: NO_WINDOW, home }, result: { state: result } },
});
const SEEN: Readonly<Record<ItemStage, ItemSeen>> = {
  planned: seen('planned', 'counting', NO_WINDOW),
  skipped: seen('skipped', 'counting', NO_WINDOW),
  armed: seen('armed', 'counting', NO_WINDOW),
  inPlay: seen('armed', 'counting', timed(30)),
  counting: seen('armed'),
  locked: seen('armed', 'locked'),
  revealed: seen('armed', 'revealed'),
  published: seen('done', 'published'),
  corrected: seen('done', 'corrected'),
};
const STAGES: readonly ItemStage[] = [
  'planned',
  'skipped',
  'armed',
  'inPlay',
  'counting',
  'locked',
  'revealed',
  'published',
  'corrected',
];
const told = (stage: ItemStage) => ({ type: 'item.updated', ...SEEN[stage] }) as const;
const corrected = { type: 'clock.corrected' } as const;
const input = { ...SEEN.planned, now: () => T0 };

describe('every way through the life of an item', () => {
  const model = modelOf(itemMachine, {
    input,
    events: { 'item.updated': STAGES.map(told), 'clock.corrected': [corrected] },
    at: ({ context }) => [context.state, context.facts.result?.state],
  });
  it('has an example of every event', () => {
    expect(unexampled(model)).toEqual([]);
  });
  it('walks every transition', () => {
    expect(unwalked(model, pathsOf(model))).toEqual([]);
  });
});

describe('the life of an item', () => {
  it.each(STAGES)('IT-1 is %s when the server says so [R2.control-states]', (stage) => {
    expect(selectStage(fold(itemMachine, input, [told(stage)]))).toBe(stage);
  });

  it('IT-2 goes the way that the rule of both sides goes, one act after the other [R2.control-states]', () => {
    const evening: readonly ItemAct[] = [
      'skip',
      'plan',
      'arm',
      'drop',
      'arm',
      'release',
      'extend',
      'lapse',
      'lock',
      'unlock',
      'release',
      'close',
      'lock',
      'reveal',
      'reveal',
      'publish',
      'correct',
      'next',
    ];
    const actor = createActor(itemMachine, { input, clock: createFakeClock(T0) }).start();
    let stage: ItemStage = 'planned';
    const way: ItemStage[] = [];
    for (const act of evening) {
      stage = itemAfter(stage, act) ?? 'planned';
      actor.send(told(stage));
      expect([act, selectStage(actor.getSnapshot())]).toEqual([act, stage]);
      way.push(stage);
    }
    actor.stop();
    expect(new Set(way)).toEqual(new Set(STAGES));
    // Nobody is armed twice over, revealed before the lock's guards, or skipped in play.
    expect([
      itemAfter('skipped', 'arm'),
      itemAfter('inPlay', 'lock'),
      itemAfter('inPlay', 'skip'),
      itemAfter('counting', 'publish'),
      itemAfter('revealed', 'unlock'),
      itemAfter('locked', 'next'),
    ]).toEqual([null, null, null, null, null, null]);
  });

  it("IT-3 leaves play when its last window ends, by the server's clock, also after a correction [R2.control-states]", () => {
    const clock = createFakeClock(T0);
    let wrongBy = 0;
    const facts = { windows: { studio: timed(10), home: timed(30) } };
    const actor = createActor(itemMachine, {
      clock,
      input: { state: 'armed', facts, now: () => clock.now() + wrongBy },
    }).start();
    const stage = () => selectStage(actor.getSnapshot());
    clock.advance(29_999);
    expect(stage()).toBe('inPlay');
    clock.advance(1);
    expect([stage(), clock.pending()]).toEqual(['counting', 0]);
    wrongBy = -5_000;
    actor.send(corrected);
    expect(stage()).toBe('inPlay');
    clock.advance(5_000);
    expect(stage()).toBe('counting');
    actor.send({
      type: 'item.updated',
      state: 'armed',
      facts: { windows: { studio: NO_WINDOW, home: untimed } },
    });
    clock.advance(86_400_000);
    expect(stage()).toBe('inPlay');
    actor.stop();
  });
});
