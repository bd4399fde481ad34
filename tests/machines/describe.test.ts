import {
  assign,
  cancel,
  createMachine,
  emit,
  not,
  or,
  raise,
  sendParent,
  setup,
  stateIn,
} from 'xstate';
import { describe, expect, it } from 'vitest';
import { describeChart, isChart, takenOf } from '#machines/kit/describe.ts';

describe('what is a chart', () => {
  it('has an id and a root', () => {
    expect(isChart(createMachine({ id: 'lamp' }))).toBe(true);
  });
  it.each([
    ['nothing', undefined],
    ['null', null],
    ['a text', 'lamp'],
    ['a function', () => 'lamp'],
    ['an object', {}],
    ['something with an id alone', { id: 'lamp' }],
    ['something with a root alone', { root: {} }],
    ['something whose id is no text', { id: 7, root: {} }],
  ])('and not %s', (_, value) => {
    expect(isChart(value)).toBe(false);
  });
});

const isDark = () => true;
const blink = () => {};
const lamp = setup({
  guards: { isLoose: () => false, isBroken: () => false },
  actions: { note: assign({}), shine: () => {} },
}).createMachine({
  id: 'lamp',
  initial: 'off',
  states: {
    off: {
      on: {
        byName: { guard: 'isLoose', actions: 'note' },
        byReference: { guard: { type: 'isLoose' }, actions: { type: 'shine' } },
        byFunction: { guard: isDark, actions: blink },
        inPlace: { guard: () => true, actions: () => {} },
        negated: { guard: not('isLoose'), actions: assign({}) },
        either: {
          guard: or([not(isDark), 'isBroken', () => true]),
          actions: [() => {}, emit({ type: 'lit' }), emit(() => ({ type: 'lit' }))],
        },
        elsewhere: {
          guard: stateIn('#lamp.off'),
          actions: [raise({ type: 'byName' }), sendParent({ type: 'dark' }), cancel('dimming')],
        },
      },
    },
    on: {
      entry: () => {},
      exit: () => {},
      after: { 100: 'off' },
      initial: 'dim',
      states: { dim: {}, bright: {}, last: { type: 'history' } },
    },
  },
});

describe('the description of a chart', () => {
  const [off, on] = describeChart(lamp).root.states;

  it.each([
    ['byName', 'isLoose', ['note']],
    ['byReference', 'isLoose', ['shine']],
    ['byFunction', 'isDark', ['blink']],
    ['inPlace', '(unnamed)', ['(unnamed)']],
    ['negated', 'not isLoose', ['assign']],
    ['either', 'not isDark or isBroken or (unnamed)', ['(unnamed)', 'emit lit', 'emit']],
    ['elsewhere', '(unnamed)', ['raise byName', 'sendTo dark', 'cancel']],
  ])('names guards and actions as far as they have a name: %s', (event, guard, actions) => {
    const found = off?.transitions.find(({ trigger }) => trigger.name === event);
    expect(found).toMatchObject({ guard, actions });
  });

  it('has the actions of entry and exit, but for those that keep the time of a delay', () => {
    expect(on).toMatchObject({ entry: ['(unnamed)'], exit: ['(unnamed)'] });
  });

  it('says where a state starts that has others within, and which history recalls those within as well', () => {
    expect(on?.states.map(({ key, initial, isDeep }) => [key, initial, isDeep])).toEqual([
      ['dim', null, false],
      ['bright', null, false],
      ['last', null, false],
    ]);
    expect([off?.initial, on?.initial, on?.isDeep]).toEqual([null, 'lamp.on.dim', false]);
  });

  it('takes an event for what it is, also one whose name is like those of XState', () => {
    const chart = createMachine({
      id: 'odd',
      on: { 'my.xstate.after.dinner': { actions: 'wash' }, 'xstate.done.actor.x': {} },
    });
    expect(describeChart(chart).root.transitions.map(({ trigger }) => trigger)).toEqual([
      { kind: 'event', name: 'my.xstate.after.dinner' },
      { kind: 'done', name: 'x' },
    ]);
  });
});

describe('the place of a transition', () => {
  it('is its state, its event, and its number among those of the event', () => {
    const chart = createMachine({
      id: 'lamp',
      on: { press: [{ guard: isDark, actions: 'shine' }, { actions: 'fade' }] },
      always: [{ guard: isDark, actions: 'note' }],
    });
    const [first, second] = chart.root.transitions.get('press') ?? [];
    const [always] = chart.root.always ?? [];
    expect([first, second, always].map((each) => (each ? takenOf(each) : null))).toEqual([
      { source: 'lamp', event: 'press', index: 0 },
      { source: 'lamp', event: 'press', index: 1 },
      { source: 'lamp', event: '', index: 0 },
    ]);
  });
});
