import { describe, expect, it } from 'vitest';
import { delayedRedirectMachine } from '#machines/payment/delayed-redirect.ts';
import { elapsed, emittedBy, fold, modelOf, pathsOf, unwalked } from '#tests/support/graph.ts';

const input = { to: '/', afterMs: 3_000 };
const late = elapsed('redirectDelay', 'delayedRedirect.reading');

describe('a screen that leads on', () => {
  it('walks every transition', () => {
    const model = modelOf(delayedRedirectMachine, { input, events: {} });
    expect(unwalked(model, pathsOf(model))).toEqual([]);
  });
  it('PAY-6 is read first, then left', () => {
    expect(fold(delayedRedirectMachine, input, []).value).toBe('reading');
    expect(emittedBy(delayedRedirectMachine, input, [])).toEqual([]);
    expect(fold(delayedRedirectMachine, input, [late]).value).toBe('left');
    expect(emittedBy(delayedRedirectMachine, input, [late])).toEqual([
      { type: 'navigate', to: '/' },
    ]);
  });
});
