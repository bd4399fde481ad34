import { describe, expect, it } from 'vitest';
import { delayedRedirectMachine } from '#machines/payment/delayed-redirect.ts';
import { elapsed, emittedBy, fold, modelOf, pathsOf, unwalked } from '#tests/support/graph.ts';

const input = { to: '/', afterMs: 3_000 };
const late = elapsed('redirectDelay', 'delayedRedirect.reading');

describe('a screen with a delayed redirect', () => {
  it('walks every transition', () => {
    const model = modelOf(delayedRedirectMachine, { input, events: {} });
    expect(unwalked(model, pathsOf(model))).toEqual([]);
  });
  it('PAY-6 shows its text first, then redirects', () => {
    expect(fold(delayedRedirectMachine, input, []).value).toBe('reading');
    expect(emittedBy(delayedRedirectMachine, input, [])).toEqual([]);
    expect(fold(delayedRedirectMachine, input, [late]).value).toBe('left');
    expect(emittedBy(delayedRedirectMachine, input, [late])).toEqual([
      { type: 'navigate', to: '/' },
    ]);
  });
});
