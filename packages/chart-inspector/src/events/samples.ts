import { kindOfId } from './ids.ts';
import type { Json, Shape } from './shape.ts';

/** Provides the values of samples. */
export interface SampleSource {
  /** Returns an id of this kind, for example 'question'. */
  readonly idOf: (kind: string) => string;
  /** Returns a text for the field of this name. */
  readonly textOf: (key: string) => string;
  /** The current time, epoch ms. */
  readonly now: number;
}

/** Maximum number of samples of a shape; further combinations are left out. */
const VARIANTS = 24;
const AHEAD_MS = 60_000;

/** Returns one value of a shape: the first alternative everywhere, without optional fields. */
export const sampleOf = (shape: Shape, source: SampleSource, path: readonly string[] = []): Json =>
  samplesOf(shape, source, path)[0] ?? null;

/** Returns values of a shape that together contain every alternative; the first is the plainest. */
export function samplesOf(
  shape: Shape,
  source: SampleSource,
  path: readonly string[] = [],
): readonly Json[] {
  switch (shape.kind) {
    case 'text':
      return [textAt(path, source)];
    case 'number':
      return [/(?:At|Time)$/u.test(path.at(-1) ?? '') ? source.now + AHEAD_MS : 1];
    case 'flag':
      return [false, true];
    case 'options':
      return shape.values;
    case 'choice':
      return shape.options.flatMap((option) => samplesOf(option, source, path)).slice(0, VARIANTS);
    case 'list':
      return [[sampleOf(shape.item, source, path)], []];
    case 'object':
      return objectsOf(shape, source, path);
    case 'function':
      return [null];
    case 'json':
    default:
      return [{}];
  }
}

/** Returns the first object, then one object for each further value of each field. */
function objectsOf(
  { fields }: Extract<Shape, { kind: 'object' }>,
  source: SampleSource,
  path: readonly string[],
): readonly Json[] {
  const all = fields
    .filter(({ shape }) => shape.kind !== 'function')
    .map(({ name, shape, isOptional }) => {
      const values = samplesOf(shape, source, [...path, name]);
      return { name, values: isOptional ? [undefined, ...values] : values };
    });
  const base = all.map(({ name, values }) => [name, values[0]] as const);
  const objects = [
    base,
    ...all.flatMap(({ name, values }) =>
      values
        .slice(1)
        .map((value) =>
          base.map((entry) => (entry[0] === name ? ([name, value] as const) : entry)),
        ),
    ),
  ];
  return objects
    .slice(0, VARIANTS)
    .map((entries) =>
      Object.fromEntries(
        entries.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])),
      ),
    );
}

function textAt(path: readonly string[], { idOf, textOf, now }: SampleSource): string {
  const kind = kindOfId(path);
  if (kind !== null) return idOf(kind);
  const key = path.at(-1) ?? '';
  if (/(?:_at|_time|Time)$/u.test(key)) return new Date(now + AHEAD_MS).toISOString();
  return /_?date$/iu.test(key) ? new Date(now).toISOString().slice(0, 10) : textOf(key);
}
