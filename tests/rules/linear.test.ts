import { z } from 'zod';
import { describe, expect, it } from 'vitest';
import { LIMITS } from '#machines/contract/limits.ts';
import { textProblem } from '#machines/contract/text.ts';
import {
  firstTooSlow,
  readersOf,
  slowPatternsOf,
  SOME_PASSES,
  sourcesOf,
} from '../../packages/answer-grouping/tests/linear-time.ts';

const SOURCES = sourcesOf(
  import.meta.glob<string>('../../machines/{contract,*/rules}/*.ts', {
    eager: true,
    query: '?raw',
    import: 'default',
  }),
  import.meta.glob<Record<string, unknown>>('../../machines/{contract,*/rules}/*.ts', {
    eager: true,
  }),
);

type Schema = { readonly safeParse: (value: unknown) => unknown };
const isSchema = (value: object): value is Schema => 'safeParse' in value;
/** Code that inspects a text, beyond checking whether it is one. */
const isOfText = (value: object): boolean => {
  const { type, checks = [] } = definitionSchema.parse(value).def;
  return type === 'pipe' || type === 'union' || (type === 'string' && checks.length > 0);
};
const definitionSchema = z.object({
  def: z.object({ type: z.string(), checks: z.optional(z.array(z.unknown())) }),
});

/** The schemas in an exported value: itself, its fields, and those of calls. */
function schemasIn(value: unknown, seen = new Set<unknown>()): Schema[] {
  if (typeof value !== 'object' || value === null || seen.has(value)) return [];
  seen.add(value);
  const inner = isSchema(value) ? ('shape' in value ? value.shape : {}) : value;
  return [
    ...(isSchema(value) && isOfText(value) ? [value] : []),
    ...Object.values(inner ?? {}).flatMap((each) => schemasIn(each, seen)),
  ];
}

describe('validation of typed text is linear', () => {
  it.each(SOURCES)('every pattern of $path', (source) => {
    expect(slowPatternsOf(source)).toEqual([]);
  });

  it.each(SOURCES.flatMap(readersOf))('$name', ({ work }) => {
    expect(firstTooSlow(work, SOME_PASSES)).toBeUndefined();
  });

  const schemas = [...new Set(SOURCES.flatMap(({ exported }) => schemasIn(exported)))];
  it('every schema', () => {
    expect(schemas.length).toBeGreaterThan(10);
    const slow = schemas.map((schema) => firstTooSlow((text) => schema.safeParse(text)));
    expect(slow.filter((on) => on !== undefined)).toEqual([]);
  });

  it('a field of a form', () => {
    expect(firstTooSlow((text) => textProblem(text, LIMITS.answerLength, ''))).toBeUndefined();
  });
});
