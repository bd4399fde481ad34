import { describe, expect, it } from 'vitest';
import { confirmationMachine, selectConfirming } from '#machines/show/confirmation.ts';
import {
  elapsed,
  emittedBy,
  fold,
  modelOf,
  pathsOf,
  unexampled,
  unwalked,
} from '#tests/support/graph.ts';

const END = { type: 'confirmation.press', words: 'Press again to end' } as const;
const CLOSE = { type: 'confirmation.press', words: 'Press again to close' } as const;
const cancel = { type: 'confirmation.cancel' } as const;
const late = elapsed('confirmationDelay', 'confirmation.waiting');
const asked = ({ words }: typeof END | typeof CLOSE) => ({ type: 'asked', words });

describe('the second press that confirms an act', () => {
  const model = modelOf(confirmationMachine, {
    input: undefined,
    events: { 'confirmation.press': [END, CLOSE], 'confirmation.cancel': [cancel] },
  });
  it('has an example of every event', () => {
    expect(unexampled(model)).toEqual([]);
  });
  it('walks every transition', () => {
    expect(unwalked(model, pathsOf(model))).toEqual([]);
  });
  it.each([
    ['the first press', [END], [asked(END)], END.words],
    ['the second press', [END, END], [asked(END), { type: 'confirmed' }], null],
    ['a third press', [END, END, END], [asked(END), { type: 'confirmed' }, asked(END)], END.words],
    ['a late second press', [END, late, END], [asked(END), asked(END)], END.words],
    ['the press of another act', [END, CLOSE], [asked(END), asked(CLOSE)], CLOSE.words],
    ['a press after another act', [END, cancel], [asked(END)], null],
  ])('is requested or given by %s [R2.control-hold]', (_, events, emitted, words) => {
    expect(emittedBy(confirmationMachine, undefined, events)).toEqual(emitted);
    expect(selectConfirming(fold(confirmationMachine, undefined, events))).toBe(words);
  });
});
