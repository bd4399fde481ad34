import type * as z from 'zod/mini';
import { isJsonObject, type Json, type JsonObject, jsonOf } from './shape.ts';

/** What is wrong with a value, by the place: names and numbers joined by dots; '' is the whole. */
export type Faults = ReadonlyMap<string, string>;
export type Checked =
  | { readonly ok: true; readonly value: JsonObject }
  | { readonly ok: false; readonly faults: Faults };

type Issue = z.core.$ZodIssue;

/** A draft as `schema` makes it, or what is wrong at which field, in clear words. */
export function check(schema: z.ZodMiniType, draft: Json): Checked {
  const parsed = schema.safeParse(draft, { error: wordsFor });
  if (!parsed.success) {
    const faults = new Map<string, string>();
    for (const { path, message } of parsed.error.issues.flatMap(innermost)) {
      const place = path.map(String).join('.');
      if (!faults.has(place)) faults.set(place, message);
    }
    return { ok: false, faults };
  }
  const value = jsonOf(parsed.data);
  return isJsonObject(value)
    ? { ok: true, value }
    : { ok: false, faults: new Map([['', 'Must be an object: { … }.']]) };
}

/** Of a union: what is wrong with the alternative that the value is nearest to. */
function innermost(issue: Issue): Issue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const [nearest] = issue.errors.toSorted((a, b) => a.length - b.length);
  if (nearest === undefined) return [issue];
  return nearest
    .map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }))
    .flatMap(innermost);
}

const KINDS: Readonly<Record<string, string>> = {
  string: 'Must be a text.',
  number: 'Must be a number.',
  int: 'Must be a whole number.',
  boolean: 'Must be yes or no.',
  array: 'Must be a list: [ … ].',
  object: 'Must be an object: { … }.',
  record: 'Must be an object: { … }.',
  null: 'Must be nothing.',
};

const wordsFor: z.core.$ZodErrorMap = (issue) => {
  if (issue.code === 'invalid_type')
    return issue.input === undefined
      ? 'Is missing.'
      : (KINDS[issue.expected] ?? `Must be of the kind '${issue.expected}'.`);
  if (issue.code === 'too_small')
    return `Must be ${unit(issue.origin)}${String(issue.minimum)} or more${ending(issue.origin)}.`;
  if (issue.code === 'too_big')
    return `Must be ${unit(issue.origin)}${String(issue.maximum)} or less${ending(issue.origin)}.`;
  if (issue.code === 'invalid_value') return `Must be ${issue.values.map(String).join(' or ')}.`;
  if (issue.code !== 'invalid_format') return 'Does not fit.';
  return issue.format === 'datetime'
    ? 'Must be a moment as 2030-01-31T20:00:00Z.'
    : 'Does not have the right form.';
};
const unit = (origin: string): string => (origin === 'string' || origin === 'array' ? 'of ' : '');
const ending = (origin: string): string => {
  if (origin === 'string') return ' characters';
  return origin === 'array' ? ' items' : '';
};
