import * as z from 'zod/mini';
import { type $ZodType, encode } from 'zod/v4/core';
import type { Steps } from '#server/in-slices.ts';

/** Depth to which lists are written in steps; elements of deeper lists are small enough to be written at once. */
const LISTS_WITHIN = 2;

/**
 * Writes a large reply as JSON, one list element per step. Checks it against its schema and leaves out unknown fields.
 * @throws $ZodError
 */
export function* jsonInSteps(
  schema: $ZodType,
  value: unknown,
  listsWithin = LISTS_WITHIN,
): Steps<string> {
  if (schema instanceof z.ZodMiniArray && Array.isArray(value) && listsWithin > 0) {
    const elements: string[] = [];
    for (const element of value) {
      elements.push(yield* jsonInSteps(schema.def.element, element, listsWithin - 1));
      yield;
    }
    return `[${elements.join(',')}]`;
  }
  if (schema instanceof z.ZodMiniObject && isRecord(value) && listsWithin > 0) {
    const fields: string[] = [];
    for (const [name, of] of Object.entries<$ZodType>(schema.shape)) {
      const field = value[name];
      if (field === undefined && of instanceof z.ZodMiniOptional) continue;
      fields.push(`${JSON.stringify(name)}:${yield* jsonInSteps(of, field, listsWithin)}`);
    }
    return `{${fields.join(',')}}`;
  }
  return JSON.stringify(encode(schema, value));
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
