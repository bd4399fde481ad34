import { assign, type SnapshotFrom, setup } from 'xstate';
import type { FinalStanding } from '#machines/contract/entities.ts';
import { eventPayload } from '#machines/kit/outcome.ts';
import { typesOf } from '#machines/kit/types.ts';

/*
 * A player's final placing in the show (FI-1…3): shown once the stage screen has shown the winner of the player's
 * audience, until the screen leaves the winner.
 */

export interface FinalContext {
  /** Null: the winner is not on the screen. */
  readonly standing: FinalStanding | null;
}
export interface FinalEvent {
  readonly type: 'final.standing';
  readonly standing: FinalStanding | null;
}

const STORE = { type: 'store', params: eventPayload } as const;
const OVER = {
  guard: { type: 'isOver', params: eventPayload },
  target: 'none',
  actions: STORE,
} as const;

export const finalMachine = setup({
  types: typesOf<{ context: FinalContext; events: FinalEvent }>(),
  actions: {
    store: assign((_, { standing }: FinalEvent) => ({ standing })),
  },
  guards: {
    isOver: (_, { standing }: FinalEvent) => standing === null,
  },
  delays: {
    untilShown: ({ context: { standing } }) => standing?.afterMs ?? 0,
  },
}).createMachine({
  id: 'final',
  context: { standing: null },
  initial: 'none',
  states: {
    none: {
      on: { 'final.standing': [OVER, { target: 'waiting', actions: STORE }] },
    },
    waiting: {
      on: { 'final.standing': [OVER, { actions: STORE }] },
      after: { untilShown: 'shown' },
    },
    shown: {
      on: { 'final.standing': [OVER, { actions: STORE }] },
    },
  },
});

/** The placing to show now; null: nothing is to be shown. */
export const selectFinal = (snapshot: SnapshotFrom<typeof finalMachine>): FinalStanding | null =>
  snapshot.matches('shown') ? snapshot.context.standing : null;
