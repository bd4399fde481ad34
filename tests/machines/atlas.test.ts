import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { and, assign, createMachine, fromPromise, raise, setup, StateMachine } from 'xstate';
import { describe, expect, it } from 'vitest';
import { describeChart } from '#machines/kit/describe.ts';
import { chartFiles, MACHINES } from '../../scripts/atlas/charts.ts';
import { type Coverage, coverageOf, notOnPaths } from '../../scripts/atlas/coverage.ts';
import { mermaidOf } from '../../scripts/atlas/mermaid.ts';
import { atlasPage, portWords, purposeOf } from '../../scripts/atlas/page.ts';

const isLoud = () => true;
const bell = setup({
  actors: { ring: fromPromise(async () => {}), echo: createMachine({ id: 'echo' }) },
  actions: { note: assign({}), strike: () => {} },
  guards: { isReady: () => true, isTired: () => false },
  delays: { untilRest: 10 },
}).createMachine({
  id: 'bell',
  initial: 'hanging',
  invoke: { id: 'listener', src: 'echo', onError: { actions: 'note' } },
  on: { 'bell.*': { actions: 'note' }, 'bell.stop': '.broken', 'bell.look': {} },
  states: {
    hanging: {
      tags: 'quiet',
      entry: 'strike',
      on: {
        'bell.pull': [
          { guard: and(['isReady', isLoud]), target: 'swinging', actions: ['note', 'strike'] },
          { guard: { type: 'isTired' }, target: 'hanging', reenter: true },
          'broken',
        ],
        'bell.tune': '#bell.swinging.tone',
      },
      after: { untilRest: 'broken', 500: 'swinging.tone.high' },
    },
    swinging: {
      type: 'parallel',
      onDone: 'hanging',
      on: { 'bell.again': '#bell.swinging' },
      states: {
        tone: {
          initial: 'low',
          states: {
            low: { always: { guard: 'isReady', target: 'high' } },
            high: { on: { 'bell.lower': 'before', 'bell.whole': '#bell.swinging.tone' } },
            before: { type: 'history', history: 'deep' },
            over: { type: 'final' },
          },
        },
        rope: {
          initial: 'pulled',
          states: {
            pulled: {
              entry: raise({ type: 'bell.look' }),
              invoke: { id: 'ring', src: 'ring', onDone: 'loose', onError: '#bell.broken' },
            },
            loose: { type: 'final' },
          },
        },
      },
    },
    broken: { type: 'final' },
  },
});

describe('the description of a chart', () => {
  const description = describeChart(bell);
  const state = (...path: readonly string[]) =>
    path.reduce(
      (found, key) => found.states.find((each) => each.key === key) ?? expect.fail(key),
      description.root,
    );

  it('is plain data, which loses nothing on the way through JSON', () => {
    expect(JSON.parse(JSON.stringify(description))).toEqual(description);
  });
  it('names the charts that it starts, and its ports: foreign actors, and actions that are effects', () => {
    expect(description).toMatchObject({ id: 'bell', charts: ['echo'], ports: ['ring', 'strike'] });
  });
  it('has the tree of states, with kind, start, tags, actions and actors', () => {
    expect(description.root.states.map(({ key }) => key)).toEqual([
      'hanging',
      'swinging',
      'broken',
    ]);
    expect(description.root).toMatchObject({ type: 'compound', initial: 'bell.hanging' });
    expect(description.root.invokes).toEqual([{ id: 'listener', src: 'echo' }]);
    expect(state('swinging')).toMatchObject({ type: 'parallel', initial: null });
    expect(state('swinging', 'tone', 'before')).toMatchObject({ type: 'history', isDeep: true });
    expect(state('broken').type).toBe('final');
    // Without the actions by which XState keeps the timers of `after`.
    expect(state('hanging')).toMatchObject({ tags: ['quiet'], entry: ['strike'], exit: [] });
    expect(state('swinging', 'rope', 'pulled').entry).toEqual(['raise bell.look']);
  });
  it('has every transition with what it waits for, its guard, its ends and its actions', () => {
    const brief = (...path: readonly string[]) =>
      state(...path).transitions.map(({ trigger, guard, targets, actions }) =>
        [trigger.kind, trigger.name, guard, targets.join(), actions.join()].join(' | '),
      );
    expect(brief('hanging')).toEqual([
      'event | bell.pull | isReady and isLoud | bell.swinging | note,strike',
      'event | bell.pull | isTired | bell.hanging | ',
      'event | bell.pull |  | bell.broken | ',
      'event | bell.tune |  | bell.swinging.tone | ',
      'after | 500 |  | bell.swinging.tone.high | ',
      'after | untilRest |  | bell.broken | ',
    ]);
    expect(state('hanging').transitions.map(({ reenter }) => reenter)).toContain(true);
    expect(brief('swinging')).toContain('completed |  |  | bell.hanging | ');
    expect(brief('swinging', 'tone', 'low')).toEqual([
      'always |  | isReady | bell.swinging.tone.high | ',
    ]);
    expect(brief('swinging', 'rope', 'pulled')).toEqual([
      'done | ring |  | bell.swinging.rope.loose | ',
      'failed | ring |  | bell.broken | ',
    ]);
  });
});

describe('the drawing of a chart', () => {
  it('shows hierarchy, regions, guards, delays, actors, history and ends', () => {
    expect(mermaidOf(describeChart(bell)).split('\n')).toEqual([
      'stateDiagram-v2',
      '  state "in any state" as any',
      '  any : invokes echo as listener',
      '  any : bell.* / note',
      '  any : bell.look / nothing',
      '  any : listener failed / note',
      '  state "hanging" as _hanging',
      '  state "swinging" as _swinging {',
      '    state "in any state" as any_swinging',
      '    --',
      '    state "tone" as _swinging_tone {',
      '      state "low" as _swinging_tone_low',
      '      state "high" as _swinging_tone_high',
      '      state "before (deep history)" as _swinging_tone_before',
      '      state "over" as _swinging_tone_over',
      '      _swinging_tone_over --> [*]',
      '      [*] --> _swinging_tone_low',
      '    }',
      '    --',
      '    state "rope" as _swinging_rope {',
      '      state "pulled" as _swinging_rope_pulled',
      '      _swinging_rope_pulled : invokes ring',
      '      state "loose" as _swinging_rope_loose',
      '      _swinging_rope_loose --> [*]',
      '      [*] --> _swinging_rope_pulled',
      '    }',
      '  }',
      '  state "broken" as _broken',
      '  _broken --> [*]',
      '  [*] --> _hanging',
      '  any --> _broken : bell.stop',
      '  _hanging --> _swinging : bell.pull [isReady and isLoud]',
      '  _hanging --> _hanging : bell.pull [isTired]',
      '  _hanging --> _broken : bell.pull [else]<br/>after untilRest',
      '  _hanging --> _swinging_tone_low : bell.tune',
      '  _hanging --> _swinging_tone_high : after 500 ms',
      '  any_swinging --> _swinging_tone_low : bell.again',
      '  _swinging --> _hanging : all done',
      '  _swinging_tone_low --> _swinging_tone_high : at once [isReady]',
      '  _swinging_tone_high --> _swinging_tone_before : bell.lower',
      '  _swinging_tone_high --> _swinging_tone_low : bell.whole',
      '  _swinging_rope_pulled --> _swinging_rope_loose : ring done',
      '  _swinging_rope_pulled --> _broken : ring failed',
    ]);
  });
  it('divides what happens at the same time also where the whole chart does', () => {
    const chart = createMachine({
      id: 'pair',
      type: 'parallel',
      states: { left: { initial: 'on', states: { on: {} } }, right: {} },
    });
    expect(mermaidOf(describeChart(chart)).split('\n')).toEqual([
      'stateDiagram-v2',
      '  state "at the same time" as regions {',
      '    state "left" as _left {',
      '      state "on" as _left_on',
      '      [*] --> _left_on',
      '    }',
      '    --',
      '    state "right" as _right',
      '  }',
    ]);
  });
  it('is the same for charts that differ in their names alone', () => {
    const [one, other] = ['one', 'other'].map((id) =>
      createMachine({ id, initial: 'a', states: { a: { on: { go: `#${id}.b` } }, b: {} } }),
    );
    expect(one && mermaidOf(describeChart(one))).toBe(other && mermaidOf(describeChart(other)));
  });
});

const files = await chartFiles();
const drawings = files.flatMap(({ charts }) =>
  charts.map((chart): [string, string] => [chart.id, mermaidOf(describeChart(chart))]),
);

/** What Mermaid's grammar (stateDiagram-v2) takes; a label holds neither colon, semicolon nor comment. */
const LINES = {
  region: /^--$/u,
  close: /^\}$/u,
  open: /^state "[^"]+" as (?<name>\w+) \{$/u,
  state: /^state "[^"]+" as (?<name>\w+)$/u,
  said: /^(?<from>\w+) : (?:(?!%%|--)[^:;#{}])+$/u,
  start: /^\[\*\] --> (?<to>\w+)$/u,
  end: /^(?<from>\w+) --> \[\*\]$/u,
  arrow: /^(?<from>\w+) --> (?<to>\w+) : (?:(?!%%|--)[^:;#{}])+$/u,
};

describe('every drawing', () => {
  it.each(drawings)(
    'of %s has lines of a known shape, and names that are said once',
    (_, drawing) => {
      const [first, ...lines] = drawing.split('\n').map((line) => line.trim());
      expect(first).toBe('stateDiagram-v2');
      const matched = lines.map((line) =>
        Object.values(LINES)
          .find((shape) => shape.test(line))
          ?.exec(line),
      );
      expect(lines.filter((_line, index) => !matched[index])).toEqual([]);
      const names = matched.flatMap((found) => found?.groups?.['name'] ?? []);
      expect(names).toHaveLength(new Set(names).size);
      const used = matched.flatMap((found) =>
        [found?.groups?.['from'] ?? [], found?.groups?.['to'] ?? []].flat(),
      );
      expect(used.filter((name) => !names.includes(name))).toEqual([]);
      const depth = (shape: RegExp) => lines.filter((line) => shape.test(line)).length;
      expect(depth(LINES.open)).toBe(depth(LINES.close));
    },
  );
});

describe('the atlas', () => {
  it('has every chart as it is now, written by `npm run atlas`', async () => {
    const readme = await readFile(join(MACHINES, 'README.md'), 'utf8');
    expect(readme).toBe(atlasPage(readme, files));
    const exported = Object.values(
      import.meta.glob<Record<string, unknown>>(['../../machines/*.ts', '../../machines/*/*.ts'], {
        eager: true,
      }),
    ).flatMap((each) => Object.values(each).filter((value) => value instanceof StateMachine));
    expect(exported.length).toBeGreaterThan(0);
    for (const chart of exported)
      expect(readme).toMatch(new RegExp(`^### .*\`${chart.id}\``, 'mu'));
  });
  it('leaves the words around it alone, and says so when there is no place for it', () => {
    const file = files.find(({ name }) => name === 'payment/departure.ts');
    const page = atlasPage(
      'before\n<!-- atlas -->\nold\n<!-- /atlas -->\nafter\n',
      file ? [file] : [],
    );
    expect(page).toMatch(/^before\n<!-- atlas -->\n\| charts .*```\n<!-- \/atlas -->\nafter\n$/su);
    expect(page).not.toContain('old');
    expect(() => atlasPage('nothing', [])).toThrow('<!-- atlas -->');
  });
  it("takes a file's purpose and the words at its ports from its comments", () => {
    const source = [
      "import 'x';",
      '/*',
      ' * A bell (BELL-1):',
      ' * it rings.',
      ' */',
      'const a = {',
      '  /** Makes',
      '   * the noise. */',
      '  ring: 1,',
      '  silent: 2,',
      '};',
    ].join('\n');
    expect(purposeOf({ name: 'bell.ts', source })).toBe('A bell (BELL-1): it rings.');
    expect(portWords(source, 'ring')).toBe('Makes the noise.');
    expect(portWords(source, 'silent')).toBeNull();
    expect(() => purposeOf({ name: 'bell.ts', source: '' })).toThrow('bell.ts');
  });
});

const walked = (states: readonly string[], transitions: readonly string[]) => ({
  lamp: { states: [...states], transitions: [...transitions] },
});

describe('what walks the charts, written by `npm run atlas:coverage`', () => {
  const lamp = createMachine({
    id: 'lamp',
    initial: 'off',
    on: { 'lamp.look': {} },
    states: {
      off: { on: { 'lamp.press': 'on' } },
      on: { always: { guard: () => false, target: 'off' } },
    },
  });
  const press = 'lamp.off lamp.press 0';
  const fuse = 'lamp.on  0';
  it('names every state and every transition that does something, with who walked it', () => {
    const walks = [
      { p: walked(['lamp', 'lamp.off'], []) },
      { p: walked(['lamp.on'], [press]), j: walked(['lamp.off'], []) },
    ];
    const before: Coverage = {
      lamp: { states: { 'lamp.off': 'pjvb', gone: 'v' }, transitions: { [fuse]: 'pb' } },
    };
    expect(coverageOf([lamp], walks, ['p', 'j'], before)).toEqual({
      lamp: {
        states: { 'lamp.off': 'pjvb', 'lamp.on': 'p' },
        transitions: { [press]: 'p', [fuse]: 'b' },
      },
    });
  });
  it('says what no path takes', () => {
    const walks = [{ p: walked(['lamp.off'], [press]), j: walked(['lamp.on'], [fuse]) }];
    expect(notOnPaths(coverageOf([lamp], walks, ['p', 'j'], {}))).toEqual(['lamp.on', fuse]);
  });
});
