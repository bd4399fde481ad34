import { assign, emit, setup, type SnapshotFrom } from 'xstate';
import { eventPayload } from '#machines/kit/outcome.ts';
import { typesOf } from '#machines/kit/types.ts';

/*
 * Asks for a second press before an act that cannot be undone: idle -> waiting -> idle. The wait ends with the second
 * press, after three seconds, or when it is cancelled; the first press for another act starts the wait again.
 */

interface Press {
  readonly type: 'confirmation.press';
  /** Describes what the second press does; unique for each act. */
  readonly words: string;
}
export type ConfirmationEvent = Press | { readonly type: 'confirmation.cancel' };
type ConfirmationEmitted =
  /** Emitted after the first press. */
  | { readonly type: 'asked'; readonly words: string }
  /** Emitted after the second press. */
  | { readonly type: 'confirmed' };

/** How long an act waits for its second press. */
export const CONFIRMATION_MS = 3_000;

const ASK = {
  target: 'waiting',
  reenter: true,
  actions: [
    { type: 'keep', params: eventPayload },
    { type: 'ask', params: eventPayload },
  ],
} as const;

export const confirmationMachine = setup({
  types: typesOf<{
    context: { readonly words: string };
    events: ConfirmationEvent;
    emitted: ConfirmationEmitted;
  }>(),
  actions: {
    keep: assign((_, { words }: Press) => ({ words })),
    ask: emit((_, { words }: Press) => ({ type: 'asked', words })),
    confirm: emit({ type: 'confirmed' }),
  },
  guards: {
    isSecond: ({ context }, { words }: Press) => words === context.words,
  },
  delays: { confirmationDelay: CONFIRMATION_MS },
}).createMachine({
  id: 'confirmation',
  context: { words: '' },
  initial: 'idle',
  states: {
    idle: { on: { 'confirmation.press': ASK } },
    waiting: {
      on: {
        'confirmation.press': [
          { guard: { type: 'isSecond', params: eventPayload }, target: 'idle', actions: 'confirm' },
          ASK,
        ],
        'confirmation.cancel': 'idle',
      },
      after: { confirmationDelay: 'idle' },
    },
  },
});

type Snapshot = SnapshotFrom<typeof confirmationMachine>;

/** The words of the act that waits for its second press, or null. */
export const selectConfirming = (snapshot: Snapshot): string | null =>
  snapshot.matches('waiting') ? snapshot.context.words : null;
