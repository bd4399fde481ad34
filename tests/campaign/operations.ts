import { z } from 'zod';
import { CALL_NAMES, type CallName } from '#machines/contract/calls.ts';
import { type Shape, shapeSchema } from './shape.ts';
import type { RoleWord } from './fixture.ts';

/** A call in the API description. */
export interface Operation {
  readonly name: CallName;
  readonly method: string;
  /** The path with `{parameters}`. */
  readonly path: string;
  /** Null: allowed without a token. */
  readonly roles: readonly RoleWord[] | null;
  readonly params: readonly string[];
  readonly query: Shape;
  /** Null: none, or bytes. */
  readonly body: Shape | null;
  readonly takesBytes: boolean;
  readonly statuses: readonly number[];
}

const isCall = (name: string): name is CallName => CALL_NAMES.some((each) => each === name);
const content = z.object({ 'application/json': z.object({ schema: shapeSchema }).optional() });
const documentSchema = z.object({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        operationId: z.string().refine(isCall),
        security: z.array(
          z.object({ bearer: z.array(z.enum(['admin', 'home', 'contestant'])).default([]) }),
        ),
        parameters: z
          .array(
            z.object({
              name: z.string(),
              in: z.enum(['path', 'query']),
              required: z.boolean(),
              schema: shapeSchema,
            }),
          )
          .default([]),
        requestBody: z.object({ content }).optional(),
        responses: z.record(z.string(), z.unknown()),
      }),
    ),
  ),
});

/** Reads the calls from `/api/openapi.json`. @throws ZodError if the document has another form */
export function readOperations(document: unknown): readonly Operation[] {
  const { paths } = documentSchema.parse(document);
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, told]): Operation => {
      const inQuery = told.parameters.filter((each) => each.in === 'query');
      const body = told.requestBody?.content['application/json']?.schema ?? null;
      return {
        name: told.operationId,
        method: method.toUpperCase(),
        path,
        roles: told.security.length === 0 ? null : told.security.flatMap(({ bearer }) => bearer),
        params: told.parameters.filter((each) => each.in === 'path').map(({ name }) => name),
        query: {
          type: 'object',
          properties: Object.fromEntries(inQuery.map(({ name, schema }) => [name, schema])),
          required: inQuery.filter(({ required }) => required).map(({ name }) => name),
        },
        body,
        takesBytes: told.requestBody !== undefined && body === null,
        statuses: Object.keys(told.responses).map(Number),
      };
    }),
  );
}
