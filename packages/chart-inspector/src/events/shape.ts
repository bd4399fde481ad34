/** A JSON type, as far as a form needs it; derived from the TypeScript types of a chart. */
export type Shape =
  | { readonly kind: 'text' }
  | { readonly kind: 'number' }
  | { readonly kind: 'flag' }
  /** One of a few values; a single value is a constant. */
  | { readonly kind: 'options'; readonly values: readonly Json[] }
  | { readonly kind: 'object'; readonly fields: readonly FieldShape[] }
  | { readonly kind: 'list'; readonly item: Shape }
  /** One of several shapes. */
  | { readonly kind: 'choice'; readonly options: readonly Shape[] }
  /** A function, which JSON cannot express. */
  | { readonly kind: 'function' }
  /** Anything else: edited as JSON. */
  | { readonly kind: 'json' };
export interface FieldShape {
  readonly name: string;
  readonly shape: Shape;
  readonly isOptional: boolean;
}
/** The fields of a chart's events other than `type`, by event type. */
export type EventShapes = Readonly<Record<string, Shape>>;

export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };

export const isJsonObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const isJsonList = (value: Json | undefined): value is readonly Json[] =>
  Array.isArray(value);

/** The label of a value in a list of options. */
export const wordOf = (value: Json): string =>
  value === null ? 'nothing' : typeof value === 'string' ? value : JSON.stringify(value);

const LABELS = {
  text: 'text',
  number: 'number',
  flag: 'yes or no',
  list: 'list',
  function: 'function',
  json: 'JSON',
};
/** The label of a shape in a choice: its constants, otherwise its kind. */
export function labelOf(shape: Shape): string {
  if (shape.kind === 'options') return shape.values.map(wordOf).join(' or ');
  if (shape.kind === 'choice') return 'one of several';
  if (shape.kind !== 'object') return LABELS[shape.kind];
  const constants = shape.fields.flatMap(({ shape: field }) =>
    field.kind === 'options' && field.values.length === 1 ? field.values : [],
  );
  return constants.map(wordOf).join(' ') || 'given';
}

/** The index of the first shape that roughly fits a value; 0 if none fits. */
export const optionOf = (options: readonly Shape[], value: Json): number =>
  Math.max(
    options.findIndex((shape) => fits(shape, value)),
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
          const given = value[name];
          return field.kind !== 'options' || given === undefined || field.values.includes(given);
        })
      );
    case 'choice':
      return shape.options.some((option) => fits(option, value));
    case 'function':
    case 'json':
    default:
      return true;
  }
}

/** Error messages by field path: names and indexes joined by dots; '' is the whole value. */
export type Faults = ReadonlyMap<string, string>;

/** Checks a value against its shape and returns the errors. */
export function faultsOf(shape: Shape, value: Json | undefined): Faults {
  const faults = new Map<string, string>();
  collectFaults(shape, value, '', faults);
  return faults;
}

/** Returns the path of a field within a value at the path `place`. */
export const within = (place: string, name: string | number): string =>
  place === '' ? String(name) : `${place}.${name}`;

const KINDS = {
  text: 'Must be a text.',
  number: 'Must be a number.',
  flag: 'Must be yes or no.',
  list: 'Must be a list: [ … ].',
  object: 'Must be an object: { … }.',
};

function collectFaults(
  shape: Shape,
  value: Json | undefined,
  place: string,
  faults: Map<string, string>,
): void {
  if (shape.kind === 'function') return;
  if (value === undefined) {
    faults.set(place, 'Is missing.');
    return;
  }
  switch (shape.kind) {
    case 'choice': {
      const option = shape.options[optionOf(shape.options, value)];
      if (option !== undefined) collectFaults(option, value, place, faults);
      return;
    }
    case 'options':
      if (!shape.values.includes(value))
        faults.set(place, `Must be ${shape.values.map(wordOf).join(' or ')}.`);
      return;
    case 'object':
      if (!isJsonObject(value)) faults.set(place, KINDS.object);
      else
        for (const { name, shape: field, isOptional } of shape.fields)
          if (value[name] !== undefined || !isOptional)
            collectFaults(field, value[name], within(place, name), faults);
      return;
    case 'list':
      if (!isJsonList(value)) faults.set(place, KINDS.list);
      else
        for (const [index, item] of value.entries())
          collectFaults(shape.item, item, within(place, index), faults);
      return;
    case 'text':
    case 'number':
    case 'flag':
      if (!fits(shape, value)) faults.set(place, KINDS[shape.kind]);
      return;
    case 'json':
    default:
      // A value that is still a text could not be parsed as JSON.
      if (typeof value === 'string') faults.set(place, 'This is no JSON.');
  }
}
