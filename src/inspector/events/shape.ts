import * as z from 'zod/mini';

/** What a form needs to know of a schema. */
export type Shape =
  | { readonly kind: 'text' }
  | { readonly kind: 'number' }
  | { readonly kind: 'flag' }
  /** One of a few values; one alone is no choice. */
  | { readonly kind: 'options'; readonly values: readonly Json[] }
  | { readonly kind: 'object'; readonly fields: readonly ShapeOfField[] }
  | { readonly kind: 'list'; readonly item: Shape }
  /** One of several shapes; 'nothing' is null. */
  | { readonly kind: 'choice'; readonly options: readonly ShapeOption[] }
  /** What no field is made for: written as JSON. */
  | { readonly kind: 'json' };
interface ShapeOfField {
  readonly name: string;
  readonly shape: Shape;
  readonly isOptional: boolean;
}
interface ShapeOption {
  readonly label: string;
  readonly shape: Shape;
}

export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };

const jsonSchema: z.ZodMiniType<Json> = z.json();
/** A value of events as JSON; fields that are undefined are left out. */
export const jsonOf = (value: unknown): Json =>
  jsonSchema.parse(JSON.parse(JSON.stringify(value ?? null)));
export const isJsonObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isJsonList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value);
export const itemsOf = (value: Json): readonly Json[] => (isJsonList(value) ? value : []);

type Node = z.core.JSONSchema.JSONSchema;

export const shapeOf = (schema: z.ZodMiniType): Shape =>
  shapeOfNode(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }));

function shapeOfNode(node: z.core.JSONSchema._JSONSchema): Shape {
  if (typeof node === 'boolean') return { kind: 'json' };
  const values = valuesOf(node);
  if (values !== null) return { kind: 'options', values };
  const alternatives = node.anyOf ?? node.oneOf;
  if (alternatives !== undefined) return choiceOf(alternatives);
  if (node.type === 'array' && node.items !== undefined && !Array.isArray(node.items))
    return { kind: 'list', item: shapeOfNode(node.items) };
  if (node.type === 'object' && node.properties && typeof node.additionalProperties !== 'object')
    return objectOf(node, node.properties);
  return SIMPLE[String(node.type)] ?? { kind: 'json' };
}
const SIMPLE: Readonly<Record<string, Shape>> = {
  string: { kind: 'text' },
  number: { kind: 'number' },
  integer: { kind: 'number' },
  boolean: { kind: 'flag' },
  null: { kind: 'options', values: [null] },
};

const objectOf = (node: Node, properties: NonNullable<Node['properties']>): Shape => ({
  kind: 'object',
  fields: Object.entries(properties).map(([name, field]) => ({
    name,
    shape: shapeOfNode(field),
    isOptional: !(node.required ?? []).includes(name),
  })),
});

function choiceOf(alternatives: readonly z.core.JSONSchema._JSONSchema[]): Shape {
  const shapes = alternatives.flatMap((each): Shape[] => {
    const shape = shapeOfNode(each);
    return shape.kind === 'choice' ? shape.options.map((option) => option.shape) : [shape];
  });
  // Numbers that each are a schema of their own, and null, make one list to choose from.
  if (shapes.every((shape) => shape.kind === 'options'))
    return { kind: 'options', values: shapes.flatMap((shape) => shape.values) };
  return { kind: 'choice', options: shapes.map((shape) => ({ label: labelOf(shape), shape })) };
}

const LABELS = { text: 'text', number: 'number', flag: 'yes or no', list: 'list', json: 'JSON' };
function labelOf(shape: Shape): string {
  if (shape.kind === 'options') return shape.values.map(wordOf).join(' or ');
  if (shape.kind === 'object') return constantsOf(shape).map(wordOf).join(' ') || 'given';
  return shape.kind === 'choice' ? 'one of several' : LABELS[shape.kind];
}
const constantsOf = (shape: Extract<Shape, { kind: 'object' }>): Json[] =>
  shape.fields.flatMap(({ shape: field }) =>
    field.kind === 'options' && field.values.length === 1 ? [...field.values] : [],
  );

function valuesOf(node: Node): Json[] | null {
  if (node.enum !== undefined) return node.enum.map(jsonOf);
  return node.const === undefined ? null : [jsonOf(node.const)];
}

/** A value to choose, in a word. */
export const wordOf = (value: Json): string =>
  value === null ? 'nothing' : typeof value === 'string' ? value : JSON.stringify(value);

/** Which of a choice's options a value is one of: the first that it fits by and large. */
export const optionOf = (options: readonly ShapeOption[], value: Json): number =>
  Math.max(
    options.findIndex(({ shape }) => fits(shape, value)),
    0,
  );

function fits(shape: Shape, value: Json): boolean {
  switch (shape.kind) {
    case 'text':
      return typeof value === 'string';
    case 'number':
      return typeof value === 'number';
    case 'flag':
      return typeof value === 'boolean';
    case 'options':
      return shape.values.includes(value);
    case 'list':
      return isJsonList(value);
    case 'object':
      return (
        isJsonObject(value) &&
        shape.fields.every(({ name, shape: field }) => {
          const held = value[name];
          return field.kind !== 'options' || held === undefined || field.values.includes(held);
        })
      );
    case 'choice':
      return shape.options.some((option) => fits(option.shape, value));
    case 'json':
    default:
      return true;
  }
}

/** A value to begin with. */
export function blankOf(shape: Shape): Json {
  switch (shape.kind) {
    case 'text':
      return '';
    case 'number':
      return 0;
    case 'flag':
      return false;
    case 'options':
      return shape.values[0] ?? null;
    case 'list':
      return [];
    case 'object':
      return Object.fromEntries(
        shape.fields.flatMap(({ name, shape: field, isOptional }) =>
          isOptional ? [] : [[name, blankOf(field)]],
        ),
      );
    case 'choice':
      return shape.options[0] ? blankOf(shape.options[0].shape) : null;
    case 'json':
    default:
      return {};
  }
}
