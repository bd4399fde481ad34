import { StateMachine } from 'xstate';
import { describe, expect, it } from 'vitest';

const suites = import.meta.glob<string>('../views/**/*.paths.test.tsx', {
  eager: true,
  query: '?raw',
  import: 'default',
});
const models = import.meta.glob<string>('../support/models/*.ts', {
  eager: true,
  query: '?raw',
  import: 'default',
});
const exported = Object.values(
  import.meta.glob<Record<string, unknown>>('../../machines/*.ts', { eager: true }),
).flatMap((each) =>
  Object.entries(each).flatMap(([name, value]) =>
    value instanceof StateMachine ? [{ name, id: value.id }] : [],
  ),
);

/** Charts without paths through a view of their own, with the reason. */
const NOT_BY_THEMSELVES: Readonly<Record<string, string>> = {
  day: 'no screen: it tells other charts of midnight',
  windows: 'no screen: it starts the windows',
  releaseWindow:
    'a window is a word on the card of its question, whose paths are those of `questions`',
  feed: 'the list is the one of `questions`',
  published: 'whether something can be had; it is nothing to look at',
};

/** Whether a suite of view paths walks the chart with this name, by itself or by a shared model. */
const isWalked = (name: string): boolean => {
  const isIn = (source: string) => new RegExp(`\\b${name}\\b`, 'u').test(source);
  const shared = Object.entries(models).flatMap(([file, source]) =>
    isIn(source) ? [`#tests/support/models/${file.split('/').at(-1)}`] : [],
  );
  return Object.values(suites).some(
    (source) => isIn(source) || shared.some((file) => source.includes(file)),
  );
};

describe('every chart that a screen shows', () => {
  it('has its paths walked by the controls of that screen', () => {
    const missing = exported.filter(
      ({ id, name }) => !(id in NOT_BY_THEMSELVES) && !isWalked(name),
    );
    expect(missing.map(({ id }) => id)).toEqual([]);
  });
  it('is not excused for nothing', () => {
    const known = new Set(exported.map(({ id }) => id));
    expect(Object.keys(NOT_BY_THEMSELVES).filter((id) => !known.has(id))).toEqual([]);
    expect(isWalked('authMachine')).toBe(true);
    expect(isWalked('nobodysMachine')).toBe(false);
  });
});
