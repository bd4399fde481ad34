import { describe, expect, it } from 'vitest';
import { departureMachine } from '#machines/payment/departure.ts';
import { elapsed, emittedBy, fold, modelOf, pathsOf, unwalked } from '#tests/support/graph.ts';

const input = { to: '/', afterMs: 3_000 };
const late = elapsed('untilDeparture', 'departure.reading');

describe('a screen that leads on', () => {
  it('walks every transition', () => {
    const model = modelOf(departureMachine, { input, events: {} });
    expect(unwalked(model, pathsOf(model))).toEqual([]);
  });
  it('PAY-6 is read first, then left', () => {
    expect(fold(departureMachine, input, []).value).toBe('reading');
    expect(emittedBy(departureMachine, input, [])).toEqual([]);
    expect(fold(departureMachine, input, [late]).value).toBe('left');
    expect(emittedBy(departureMachine, input, [late])).toEqual([{ type: 'navigate', to: '/' }]);
  });
});
