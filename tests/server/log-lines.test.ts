import { expect, it } from 'vitest';
import { createLog } from '#server/log.ts';
import { holdLines, readableLine } from '#server/log-lines.ts';

/** Log output as in a terminal. */
function logged(write: (log: ReturnType<typeof createLog>) => void): string {
  const lines: string[] = [];
  write(createLog('info', { write: (line) => void lines.push(readableLine(line)) }));
  return lines.join('');
}

it('is a line with time, level, message and other fields', () => {
  const line = logged((log) => log.warn({ people: 3, outcome: 'not now', at: 'x' }, 'totals'));
  expect(line).toMatch(/^\d\d:\d\d:\d\d WARN {2}totals people=3 outcome="not now" at=x\n$/);
});

it('has the stack of an error below it, with its code and its cause', () => {
  const cause = new Error('disk full');
  const error = Object.assign(new TypeError('not written', { cause }), { code: 'E1' });
  const [first = '', second, third, ...more] = logged((log) =>
    log.error({ err: error }, 'not stored'),
  ).split('\n');
  expect(first).toMatch(/ ERROR not stored$/);
  expect([second, third?.startsWith('        at ')]).toEqual([
    '    TypeError: not written (E1)',
    true,
  ]);
  expect(more).toContain('    Error: disk full');
});

it('escapes control characters of clients', () => {
  const line = logged((log) => log.info({ url: '/\u001B[2J', '\u0007': 1 }, 'a\rb\nc'));
  expect(line.trimEnd()).not.toMatch(/\p{Cc}/u);
});

it('is buffered until released, and then printed in order', () => {
  const written: string[] = [];
  const held = holdLines({ write: (line) => void written.push(line) });
  for (const line of ['one', 'two']) held.write(line);
  expect(written).toEqual([]);
  held.release();
  held.write('three');
  held.release();
  expect(written).toEqual(['one', 'two', 'three']);
});
