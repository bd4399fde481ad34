import { createMachine } from 'xstate';
import { describe, expect, it } from 'vitest';
import { type Coverage, coverageOf, notOnPaths } from '../src/build/coverage.ts';
import { portWords, purposeOf } from '../src/build/source-words.ts';

describe('the documentation in a source file', () => {
  it("includes a file's purpose and its ports' descriptions, from comments", () => {
    const code = [
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
    expect(purposeOf({ file: 'bell.ts', code })).toBe('A bell (BELL-1): it rings.');
    expect(portWords(code, 'ring')).toBe('Makes the noise.');
    expect(portWords(code, 'silent')).toBeNull();
    expect(() => purposeOf({ file: 'bell.ts', code: '' })).toThrow('bell.ts');
  });
});

const walked = (states: readonly string[], transitions: readonly string[]) => ({
  lamp: { states: [...states], transitions: [...transitions] },
});

describe('coverage of the charts, written by `npm run atlas:coverage`', () => {
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
  it('names every state and every transition with an effect, with the tests that covered it', () => {
    const walks = [
      { p: walked(['lamp', 'lamp.off'], []) },
      { p: walked(['lamp.on'], [press]), j: walked(['lamp.off'], []) },
    ];
    const before: Coverage = {
      lamp: { states: { 'lamp.off': 'pjv', gone: 'v' }, transitions: { [fuse]: 'pv' } },
    };
    expect(coverageOf([lamp], walks, ['p', 'j'], before)).toEqual({
      lamp: {
        states: { 'lamp.off': 'pjv', 'lamp.on': 'p' },
        transitions: { [press]: 'p', [fuse]: 'v' },
      },
    });
  });
  it('lists what no path takes', () => {
    const walks = [{ p: walked(['lamp.off'], [press]), j: walked(['lamp.on'], [fuse]) }];
    expect(notOnPaths(coverageOf([lamp], walks, ['p', 'j'], {}))).toEqual(['lamp.on', fuse]);
  });
});
