import { chartIn, type InspectedApp } from '../app.tsx';
import type { Replay } from './replay.ts';
import type { Trace } from './trace.ts';

/*
 * A trace as a test of `tests/machines/`: one test for each actor of a chart that did something, which gives
 * the chart the same events and pins where they lead.
 */

/** The text of a test file. Where a step led elsewhere than recorded, what is recorded is pinned: it fails. */
export function journeyTest(trace: Trace, replay: Replay, app: InspectedApp): string {
  const started = [...trace.found, ...trace.records].flatMap((each) =>
    each.kind === 'started' && each.chart !== null && chartIn(app, each.chart) !== null
      ? [each]
      : [],
  );
  const journeys = started.flatMap((each) => {
    const steps = replay.steps.filter(
      ({ after, event }) => after.actor === each.actor && event !== null,
    );
    const last = trace.records.findLast(
      (record) => record.kind === 'moved' && record.actor === each.actor,
    );
    if (steps.length === 0 || last?.kind !== 'moved') return [];
    const entry = chartIn(app, each.chart);
    if (entry === null) return [];
    return [
      {
        entry,
        isFound: trace.found.includes(each),
        started: each,
        steps,
        end: last.now,
        children: trace.found.flatMap((other) =>
          other.kind === 'started' && other.parent === each.actor ? [other.name] : [],
        ),
      },
    ];
  });

  const imports = new Map<string, Set<string>>();
  for (const { entry } of journeys)
    imports.set(
      entry.importPath,
      (imports.get(entry.importPath) ?? new Set()).add(entry.exportName),
    );
  const tests = journeys.map(({ entry, isFound, started: each, steps, end, children }, index) => {
    const beginning = isFound
      ? `{\n        state: ${literal(each.now.state, 8)},\n        context: ${literal(each.now.context, 8)},\n        children: ${literal(children, 8)},\n      }`
      : `{ input: ${literal(each.input, 6)} }`;
    const isTimed = JSON.stringify([each.now.context, each.input]).includes(NOW);
    return [
      `  it(${literal(`${index + 1}: ${each.name} (${entry.id}) ends as it did`, 2)}, () => {`,
      `    const end = foldInTime(${entry.exportName}, ${isTimed ? '(now)' : '()'} => (${beginning}), [`,
      `      ${each.at},`,
      ...steps.map(({ at, event }) => `      [${at}, ${literal(event, 6)}],`),
      '    ]);',
      `    expect([end.status, end.value]).toEqual(${literal([end.status, end.state], 4)});`,
      '  });',
    ].join('\n');
  });
  return [
    "import { describe, expect, it } from 'vitest';",
    ...[...imports]
      .toSorted(([a], [b]) => a.localeCompare(b))
      .map(
        ([file, names]) =>
          `import { ${[...names].toSorted((a, b) => a.localeCompare(b)).join(', ')} } from '${file}';`,
      ),
    "import { foldInTime } from 'chart-inspector/recorder/steps';",
    '',
    `describe(${literal(`a journey recorded at ${trace.window.path}`, 0)}, () => {`,
    tests.join('\n\n'),
    '});',
    '',
  ].join('\n');
}

/** As a trace has the function that tells the time. */
const NOW = '{"function":"now"}';
/** A value as TypeScript, `indent` spaces in. */
function literal(value: unknown, indent: number): string {
  const pad = ' '.repeat(indent + 2);
  const list = (open: string, items: readonly string[], close: string): string => {
    const short = `${open}${items.join(', ')}${close}`;
    if (items.length === 0) return `${open}${close}`.replaceAll(' ', '');
    return short.length + indent < 90 && !short.includes('\n')
      ? short
      : `${open.trim()}\n${items.map((item) => `${pad}${item},\n`).join('')}${' '.repeat(indent)}${close.trim()}`;
  };
  if (value instanceof Error) return `new Error(${literal(value.message, indent)})`;
  if (typeof value === 'string') return quoted(value);
  if (Array.isArray(value))
    return list(
      '[',
      value.map((item) => literal(item, indent + 2)),
      ']',
    );
  if (typeof value === 'function') return '() => 0.5';
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'undefined';
  const fields = Object.entries(value);
  const [first, ...more] = fields;
  if (first?.[0] === 'actor' && more.length === 0) return 'null';
  return list(
    '{ ',
    fields.map(([key, field]: [string, unknown]) => {
      const name = /^[A-Za-z_$][\w$]*$/u.test(key) ? key : quoted(key);
      return isFunction(field, 'now')
        ? 'now'
        : `${name}: ${isFunction(field) ? '() => 0.5' : literal(field, indent + 2)}`;
    }),
    ' }',
  );
}
const quoted = (text: string): string =>
  `'${JSON.stringify(text)
    .slice(1, -1)
    .replaceAll(String.raw`\"`, '"')
    .replaceAll("'", String.raw`\'`)}'`;
/** As a trace has it. */
const isFunction = (value: unknown, name?: string): boolean =>
  typeof value === 'object' &&
  value !== null &&
  'function' in value &&
  Object.keys(value).length === 1 &&
  (name === undefined || value.function === name);
