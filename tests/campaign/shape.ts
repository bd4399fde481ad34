import { z } from 'zod';
import type { Random } from '#tests/support/random.ts';
import { hostileValue } from './hostile.ts';

/** The JSON schema of a value, as far as the API description uses it. */
export interface Shape {
  readonly type?: string | undefined;
  readonly enum?: readonly unknown[] | undefined;
  readonly const?: unknown;
  readonly anyOf?: readonly Shape[] | undefined;
  readonly oneOf?: readonly Shape[] | undefined;
  readonly properties?: Readonly<Record<string, Shape>> | undefined;
  readonly required?: readonly string[] | undefined;
  readonly items?: Shape | undefined;
  readonly minLength?: number | undefined;
  readonly maxLength?: number | undefined;
  readonly minItems?: number | undefined;
  readonly maxItems?: number | undefined;
  readonly minimum?: number | undefined;
  readonly maximum?: number | undefined;
  readonly pattern?: string | undefined;
}
export const shapeSchema: z.ZodType<Shape> = z.lazy(() =>
  z.object({
    type: z.string().optional(),
    enum: z.array(z.unknown()).optional(),
    const: z.unknown().optional(),
    anyOf: z.array(shapeSchema).optional(),
    oneOf: z.array(shapeSchema).optional(),
    properties: z.record(z.string(), shapeSchema).optional(),
    required: z.array(z.string()).optional(),
    items: shapeSchema.optional(),
    minLength: z.number().optional(),
    maxLength: z.number().optional(),
    minItems: z.number().optional(),
    maxItems: z.number().optional(),
    minimum: z.number().optional(),
    maximum: z.number().optional(),
    pattern: z.string().optional(),
  }),
);

/** Returns a valid value for a field that its schema does not describe fully; otherwise undefined. */
export type Known = (field: string) => unknown;

/** The alternatives of a schema; undefined: there are none. */
const choices = ({ anyOf, oneOf }: Shape): readonly Shape[] | undefined => anyOf ?? oneOf;

/** Whether the schema allows the value. Texts are also checked trimmed, as the server trims some of them first. */
export function allows(shape: Shape, value: unknown): boolean {
  const either = choices(shape);
  if (either !== undefined) return either.some((each) => allows(each, value));
  if (shape.const !== undefined) return value === shape.const;
  if (shape.enum !== undefined) return shape.enum.includes(value);
  switch (shape.type ?? 'any') {
    case 'null':
      return value === null;
    case 'boolean':
      return typeof value === 'boolean';
    case 'string':
      return typeof value === 'string' && allowsText(shape, value);
    case 'number':
    case 'integer':
      return (
        typeof value === 'number' &&
        (shape.type === 'number' || Number.isInteger(value)) &&
        value >= (shape.minimum ?? -Infinity) &&
        value <= (shape.maximum ?? Infinity)
      );
    case 'array':
      return Array.isArray(value) && allowsList(shape, value);
    case 'object':
      return isPlain(value) && allowsFields(shape, value);
    default:
      return true;
  }
}
const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const allowsText = (
  { minLength = 0, maxLength = Infinity, pattern }: Shape,
  text: string,
): boolean =>
  text.length >= minLength &&
  text.trim().length <= maxLength &&
  (pattern === undefined || new RegExp(pattern, 'u').test(text));

const allowsList = (shape: Shape, list: readonly unknown[]): boolean =>
  list.length >= (shape.minItems ?? 0) &&
  list.length <= (shape.maxItems ?? Infinity) &&
  list.every((each) => allows(shape.items ?? {}, each));

const allowsFields = (shape: Shape, value: Readonly<Record<string, unknown>>): boolean =>
  (shape.required ?? []).every((field) => value[field] !== undefined) &&
  Object.entries(shape.properties ?? {}).every(
    ([field, each]) => value[field] === undefined || allows(each, value[field]),
  );

/** A valid value. Optional fields are present half of the time. */
export function valid(shape: Shape, field: string, random: Random, known: Known): unknown {
  const given = known(field);
  if (given !== undefined) return given;
  const either = choices(shape);
  if (either !== undefined) return valid(random.pick(either), field, random, known);
  if (shape.const !== undefined) return shape.const;
  if (shape.enum !== undefined) return random.pick(shape.enum);
  switch (shape.type ?? 'any') {
    case 'null':
      return null;
    case 'boolean':
      return random.chance(0.5);
    case 'number':
    case 'integer':
      return integerWithin(shape, random);
    case 'array':
      return Array.from({ length: Math.max(1, shape.minItems ?? 0) }, () =>
        valid(shape.items ?? {}, field, random, known),
      );
    case 'object':
      return Object.fromEntries(
        Object.entries(shape.properties ?? {})
          .filter(([name]) => (shape.required ?? []).includes(name) || random.chance(0.5))
          .map(([name, each]) => [name, valid(each, name, random, known)]),
      );
    default:
      return (
        ['Some Words'.slice(0, shape.maxLength), 'an-id-1'].find((text) =>
          allowsText(shape, text),
        ) ?? 'Some Words'
      );
  }
}

function integerWithin({ minimum = 0, maximum = 100 }: Shape, random: Random): number {
  const from = Math.max(minimum, -100);
  return from + random.below(Math.min(maximum, 100) - from + 1);
}

/** A value at a bound, just beyond it, of another type, or hostile. */
function twisted(shape: Shape, random: Random): unknown {
  const edges = edgesOf(shape);
  return edges.length > 0 && random.chance(0.4) ? random.pick(edges) : hostileValue(random);
}

const around = (bound: number | undefined): number[] =>
  bound === undefined ? [] : [bound - 1, bound, bound + 1].filter((size) => Math.abs(size) < 2e4);

function edgesOf(shape: Shape): readonly unknown[] {
  const either = choices(shape);
  if (either !== undefined) return either.flatMap(edgesOf);
  const { minLength, maxLength, minItems, maxItems, minimum, maximum } = shape;
  return [
    ...[...around(minLength), ...around(maxLength)]
      .filter((size) => size >= 0)
      .map((size) => 'x'.repeat(size)),
    ...[...around(minItems), ...around(maxItems)]
      .filter((size) => size >= 0)
      .map((size) => Array.from({ length: size }, () => 'x')),
    ...around(minimum),
    ...around(maximum),
    ...(shape.enum ?? []).map((each) => (typeof each === 'number' ? each + 1 : `${String(each)} `)),
  ];
}

/** Valid fields with one to three changes: twisted, left out, or unknown. */
export function spoilt(
  shape: Shape,
  random: Random,
  known: Known,
  more: readonly (readonly [string, unknown])[],
): Readonly<Record<string, unknown>> {
  const good = valid(shape, '', random, known);
  const fields = new Map<string, unknown>(isPlain(good) ? Object.entries(good) : []);
  const names = Object.keys(shape.properties ?? {});
  for (let time = random.below(3); time >= 0; time -= 1) {
    const name = names.length === 0 ? undefined : random.pick(names);
    if (name === undefined || random.chance(0.2)) fields.set(...random.pick(more));
    else if (random.chance(0.15)) fields.delete(name);
    else fields.set(name, twisted(shape.properties?.[name] ?? {}, random));
  }
  return Object.fromEntries(fields);
}
