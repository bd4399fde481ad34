import * as z from 'zod/mini';
import { type $ZodType, encode } from 'zod/v4/core';
import type { Steps } from '#server/in-slices.ts';

/** Depth to which lists are written in steps; elements of deeper lists are small enough to be written at once. */
const LISTS_WITHIN = 2;
/** Text of this length is converted to bytes, because converting megabytes at once would block the event loop. */
const CHUNK_LENGTH = 32_768;

/**
 * Writes a large reply as JSON in UTF-8, one list element per step. Checks it against its schema and leaves out unknown
 * fields.
 * @throws $ZodError
 */
export function* jsonInSteps(schema: $ZodType, value: unknown): Steps<Buffer> {
  const chunks: Buffer[] = [];
  let text = '';
  const convert = (): void => {
    chunks.push(Buffer.from(text));
    text = '';
  };
  for (const part of partsOf(schema, value, LISTS_WITHIN)) {
    text += part;
    if (text.length >= CHUNK_LENGTH) convert();
    yield;
  }
  convert();
  return Buffer.concat(chunks);
}

/** Yields the JSON in parts, each at most as long as an element of a list. */
function* partsOf(schema: $ZodType, value: unknown, listsWithin: number): Generator<string> {
  if (schema instanceof z.ZodMiniArray && Array.isArray(value) && listsWithin > 0) {
    yield '[';
    for (const [index, element] of value.entries()) {
      if (index > 0) yield ',';
      yield* partsOf(schema.def.element, element, listsWithin - 1);
    }
    yield ']';
  } else if (schema instanceof z.ZodMiniObject && isRecord(value) && listsWithin > 0) {
    let separator = '{';
    for (const [name, of] of Object.entries<$ZodType>(schema.shape)) {
      const field = value[name];
      if (field === undefined && of instanceof z.ZodMiniOptional) continue;
      yield `${separator}${JSON.stringify(name)}:`;
      separator = ',';
      yield* partsOf(of, field, listsWithin);
    }
    yield separator === '{' ? '{}' : '}';
  } else yield JSON.stringify(encode(schema, value));
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
