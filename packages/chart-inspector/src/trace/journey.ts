import { chartIn, type InspectedApp } from '../app.tsx';
import type { Replay } from './replay.ts';
import type { Trace } from './trace.ts';

/*
 * Turns a trace into a test file with one test for each chart actor that received events. The test sends the chart the
 * same events and expects the same final state.
 */

/** Returns the text of the test file. It expects the recorded states, so it fails if a replay differs. */
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
      ? `{\n        state: ${literal(each.now.state)},\n        context: ${literal(each.now.context)},\n        children: ${literal(children)},\n      }`
      : `{ input: ${literal(each.input)} }`;
    const isTimed = JSON.stringify([each.now.context, each.input]).includes(NOW);
    return [
      `  it(${literal(`${index + 1}: ${each.name} (${entry.id}) ends as it did`)}, () => {`,
      `    const end = foldInTime(${entry.exportName}, ${isTimed ? '(now)' : '()'} => (${beginning}), [`,
      `      ${each.at},`,
      ...steps.map(({ at, event }) => `      [${at}, ${literal(event)}],`),
      '    ]);',
      `    expect([end.status, end.value]).toEqual(${literal([end.status, end.state])});`,
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
    `describe(${literal(`a journey recorded at ${trace.window.path}`)}, () => {`,
    tests.join('\n\n'),
    '});',
    '',
  ].join('\n');
}

/** The function `now` in a context or input, as it is masked. */
const NOW = '{"function":"now"}';

/** Writes a value as one line of TypeScript code. */
function literal(value: unknown): string {
  if (value instanceof Error) return `new Error(${literal(value.message)})`;
  if (typeof value === 'function') return '() => 0.5';
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'undefined';
  const fields: [string, unknown][] = Object.entries(value);
  const [[key, field] = [], ...more] = fields;
  if (more.length === 0 && key === 'actor') return 'null';
  if (more.length === 0 && key === 'function') return field === 'now' ? 'now' : '() => 0.5';
  return `{ ${fields.map(([name, inner]) => `${literal(name)}: ${literal(inner)}`).join(', ')} }`;
}
