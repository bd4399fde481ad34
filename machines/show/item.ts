import { type ActorRefFrom, assign, setup, type SnapshotFrom } from 'xstate';
import type { RundownItem } from '#machines/contract/entities.ts';
import { untilInstant } from '#machines/kit/delays.ts';
import { eventPayload } from '#machines/kit/outcome.ts';
import type { ClockCorrected } from '#machines/connection/session.ts';
import { typesOf } from '#machines/kit/types.ts';
import { type ItemFacts, type ItemStage, stageOf, turnsAt } from './rules/item.ts';

/*
 * The life of one item of a rundown (IT-1…3): planned -> armed -> inPlay -> counting -> locked -> revealed -> published ->
 * corrected, or skipped. What is done goes to the server; where the item is follows from the rule that the server goes by, and
 * from the server's clock alone where a window ends.
 */

export interface ItemSeen {
  readonly state: RundownItem['state'];
  readonly facts: ItemFacts;
}
export interface ItemInput extends ItemSeen {
  /** The server's clock, epoch ms. */
  readonly now: () => number;
}
export type ItemEvent = ({ readonly type: 'item.updated' } & ItemSeen) | ClockCorrected;

export const itemMachine = setup({
  types: typesOf<{ input: ItemInput; context: ItemInput; events: ItemEvent }>(),
  actions: { store: assign((_, { state, facts }: ItemSeen) => ({ state, facts })) },
  guards: {
    is: ({ context: { state, facts, now } }, { stage }: { stage: ItemStage }) =>
      stageOf({ state }, facts, now()) === stage,
  },
  delays: {
    untilTurn: ({ context: { facts, now } }) => untilInstant(turnsAt(facts, now()), now()),
  },
}).createMachine({
  id: 'item',
  context: ({ input }) => input,
  initial: 'deciding',
  on: {
    'item.updated': { target: '.deciding', actions: { type: 'store', params: eventPayload } },
    'clock.corrected': '.deciding',
  },
  states: {
    deciding: {
      always: [
        { guard: { type: 'is', params: { stage: 'skipped' } }, target: 'skipped' },
        { guard: { type: 'is', params: { stage: 'armed' } }, target: 'armed' },
        { guard: { type: 'is', params: { stage: 'inPlay' } }, target: 'inPlay' },
        { guard: { type: 'is', params: { stage: 'counting' } }, target: 'counting' },
        { guard: { type: 'is', params: { stage: 'locked' } }, target: 'locked' },
        { guard: { type: 'is', params: { stage: 'revealed' } }, target: 'revealed' },
        { guard: { type: 'is', params: { stage: 'published' } }, target: 'published' },
        { guard: { type: 'is', params: { stage: 'corrected' } }, target: 'corrected' },
        { target: 'planned' },
      ],
    },
    planned: {},
    skipped: {},
    armed: {},
    // A wait longer than a timer holds ends early: the clock is looked at each time.
    inPlay: { after: { untilTurn: 'deciding' } },
    counting: {},
    locked: {},
    revealed: {},
    published: {},
    corrected: {},
  },
});

export type ItemActor = ActorRefFrom<typeof itemMachine>;

/** How far the item is. */
export function selectStage(snapshot: SnapshotFrom<typeof itemMachine>): ItemStage {
  return snapshot.value === 'deciding' ? 'planned' : snapshot.value;
}
