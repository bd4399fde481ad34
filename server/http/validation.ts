import { m } from 'messages';
import { ZodMiniArray } from 'zod/mini';
import { listText, numberText } from 'messages/format';
import type { FastifySchemaCompiler, FastifySerializerCompiler } from 'fastify';
import {
  type $ZodErrorMap,
  type $ZodIssue,
  type $ZodType,
  encode,
  type output,
  safeParse,
} from 'zod/v4/core';
import { ApiError } from './route.ts';

/**
 * Checks a part of a request against its schema: 404 for an invalid path parameter; a missing body is treated as empty.
 */
export const validatorCompiler: FastifySchemaCompiler<$ZodType> =
  ({ schema, httpPart }) =>
  (input: unknown) => {
    const parsed = check(schema, httpPart === 'body' ? (input ?? {}) : input);
    if (parsed.success) return { value: parsed.data };
    return {
      error:
        httpPart === 'params' ? new ApiError(404, m.notFound()) : refusalOf(parsed.error.issues),
    };
  };

const check = <S extends $ZodType>(schema: S, sent: unknown) =>
  safeParse(schema, sent, { reportInput: true, error: issueText });

/** Checks a value against its schema. @throws ApiError 400 422 */
export function parsedBy<S extends $ZodType>(schema: S, sent: unknown): output<S> {
  const parsed = check(schema, sent);
  if (parsed.success) return parsed.data;
  throw refusalOf(parsed.error.issues);
}

/** Writes a reply by its schema. A reply that breaks the contract throws a `$ZodError`, which is answered with 500. */
export const serializerCompiler: FastifySerializerCompiler<$ZodType> = ({ schema }) => {
  const write = (reply: unknown): string => JSON.stringify(encode(schema, reply));
  if (!(schema instanceof ZodMiniArray)) return write;
  const writeElement = writerOfShared(schema.def.element);
  return (reply: unknown) =>
    Array.isArray(reply) ? `[${reply.map(writeElement).join(',')}]` : write(reply);
};

/** Writes each object once: the rows of a board are the same objects in the replies to all of its readers. */
function writerOfShared(schema: $ZodType): (value: unknown) => string {
  const written = new WeakMap<object, string>();
  return (value) => {
    const isObject = typeof value === 'object' && value !== null;
    const known = isObject ? written.get(value) : undefined;
    if (known !== undefined) return known;
    const text = JSON.stringify(encode(schema, value));
    if (isObject) written.set(value, text);
    return text;
  };
}

/** Maximum number of unknown fields that an error reply lists. */
const MOST_UNKNOWN = 10;

/** Returns 400 if a value has the wrong type or shape, 422 if it breaks a rule. */
function refusalOf(issues: readonly $ZodIssue[]): ApiError {
  const details = issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys
          .slice(0, MOST_UNKNOWN)
          .map((field) => ({ field, message: m.serverUnknownField({ field }) }))
      : { field: issue.path.join('.'), message: issue.message },
  );
  const isShapeless = issues.some(isShapeIssue);
  return new ApiError(isShapeless ? 400 : 422, details[0]?.message ?? m.serverMalformed(), {
    details,
  });
}

/** Describes an issue in the language of the request where the schema has no text of its own. */
const issueText: $ZodErrorMap = (issue) => {
  if (issue.path === undefined || issue.path.length === 0) return m.serverMalformed();
  const field = issue.path.join('.');
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return m.serverFieldMissing({ field });
      return issue.expected === 'int' && typeof issue.input === 'number'
        ? m.serverFieldNotWhole({ field })
        : m.serverFieldWrongType({ field, expected: issue.expected });
    case 'invalid_value':
      return m.serverFieldNotListed({ field, values: listText(issue.values.map(String)) });
    case 'too_big':
      return m.serverFieldAtMost({ field, maximum: numberText(Number(issue.maximum)) });
    case 'too_small':
      return m.serverFieldAtLeast({ field, minimum: numberText(Number(issue.minimum)) });
    case 'custom':
    case 'invalid_element':
    case 'invalid_format':
    case 'invalid_key':
    case 'invalid_union':
    case 'not_multiple_of':
    case 'unrecognized_keys':
      break;
  }
  return m.serverFieldInvalid({ field });
};

/** Kinds of issues whose value has the right type. */
const RULES: ReadonlySet<$ZodIssue['code']> = new Set([
  'too_big',
  'too_small',
  'invalid_format',
  'not_multiple_of',
  'custom',
]);

function isShapeIssue(issue: $ZodIssue): boolean {
  if (issue.code === 'invalid_type') {
    // A fraction such as 1.5 has the right type but breaks the rule that the number must be whole.
    return !(issue.expected === 'int' && typeof issue.input === 'number');
  }
  if (issue.code === 'invalid_value') {
    return issue.values.every((value) => typeof value !== typeof issue.input);
  }
  if (issue.code === 'invalid_union') {
    return issue.errors.every((branch) => branch.some(isShapeIssue));
  }
  return !RULES.has(issue.code);
}
