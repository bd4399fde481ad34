import { type JSONSchema, toJSONSchema } from 'zod/v4/core';
import type * as z from 'zod/mini';
import type { Brand } from '#machines/contract/brand.ts';
import { type Call, errorReplySchema, needsVerificationSchema } from '#machines/contract/call.ts';
import { CALL_NAMES, type CallName, calls } from '#machines/contract/calls.ts';
import { CALL_RIGHTS } from '#machines/contract/call-rights.ts';
import { isInRoleGroup } from '#machines/contract/rights.ts';
import { ROLE } from '#machines/contract/roles.ts';
import type { Steps } from '#server/in-slices.ts';

type Json = Readonly<Record<string, unknown>>;

/** Describes every call of the contract as OpenAPI 3.1. Each step writes one schema. */
export function* describeApi(brand: Brand): Steps<Json> {
  const refusal = schemaJson(errorReplySchema, 'output');
  const paths: Record<string, Record<string, Json>> = {};
  for (const name of CALL_NAMES) {
    const call: Call = calls[name];
    const path = call.path.replace('{product}', brand.slug);
    paths[path] ??= {};
    paths[path][call.method.toLowerCase()] = yield* describeCall(name, call, refusal);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `${brand.name} API`,
      version: '1',
      description: 'Errors are JSON: {error, code?, details?}.',
    },
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        controlToken: { type: 'http', scheme: 'bearer' },
      },
    },
    paths,
  };
}

function* describeCall(name: CallName, call: Call, refusal: Json): Steps<Json> {
  const roles = rolesOf(name);
  const isByToken = CALL_RIGHTS[name] === 'controllers';
  const others = CALL_RIGHTS[name] === 'everybody' ? 'everybody' : isByToken && 'a control token';
  const parameters = [...parametersIn('path', call.params), ...parametersIn('query', call.query)];
  yield;
  const body = call.body && schemaJson(call.body, 'input');
  yield;
  const reply = schemaJson(call.reply, 'output');
  yield;
  return {
    operationId: name,
    summary: call.summary,
    description: `For ${others === false ? roles.join(', ') : others}. Limit: ${call.limit}.`,
    tags: [call.path.split('/')[2] ?? 'api'],
    // Several entries mean that any one of these roles is enough.
    security: isByToken
      ? [{ controlToken: [] }]
      : others === false
        ? roles.map((role) => ({ bearer: [role] }))
        : [],
    ...(parameters.length > 0 && { parameters }),
    ...(body !== undefined && {
      requestBody: {
        required: true,
        ...(call.mostBytes === undefined
          ? contentOf(body)
          : { content: { 'application/octet-stream': {} } }),
      },
    }),
    responses: {
      [call.status ?? 200]: { description: 'Done', ...contentOf(reply) },
      ...Object.fromEntries(
        refusalsOf(name, call).map(([status, description]) => [
          status,
          { description, ...contentOf(refusal) },
        ]),
      ),
      ...(name === 'login' && {
        403: {
          description: 'The address is not verified yet',
          ...contentOf(schemaJson(needsVerificationSchema, 'output')),
        },
      }),
    },
  };
}

const contentOf = (schema: Json): Json => ({ content: { 'application/json': { schema } } });

/** Returns the JSON schema: requests as `input`, before defaults and trimming, replies as `output`. */
function schemaJson(schema: z.ZodMiniType, io: 'input' | 'output'): JSONSchema.BaseSchema {
  const { $schema: _, ...json }: JSONSchema.BaseSchema = toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
  });
  return json;
}

function parametersIn(location: 'path' | 'query', schema: z.ZodMiniObject | undefined): Json[] {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = schemaJson(schema, 'input');
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: location,
    required: required.includes(name),
    schema: property,
  }));
}

const rolesOf = (name: CallName): string[] =>
  Object.entries(ROLE)
    .filter(([, roleId]) => isInRoleGroup(CALL_RIGHTS[name], roleId))
    .map(([role]) => role);

/** Calls that name a record in the query or the body, so that they may reply 404. */
const NAMING: ReadonlySet<CallName> = new Set([
  'submitAnswer',
  'myLastAnswer',
  'joinRehearsal',
  'createShow',
  'createPaymentIntent',
  'confirmPayment',
  'joinShow',
  'returnAsGuest',
  'createShowLink',
  'revokeShowLink',
  'createControlToken',
  'shows',
  'sharedRunSheet',
]);

/** Calls for everybody that a show may refuse to some people. */
const JOINING: ReadonlySet<CallName> = new Set(['joinShow', 'returnAsGuest']);
/** Calls that reply 410 when a window or a show is over. */
const ENDING: ReadonlySet<CallName> = new Set(['submitAnswer', 'showToJoin', 'joinShow']);

/** The error replies that the error handler sends (`server/http/refusals.ts`), by status. */
function refusalsOf(name: CallName, call: Call): (readonly [status: number, why: string])[] {
  const takesInput = (call.params ?? call.query ?? call.body) !== undefined;
  const isForAnyone = CALL_RIGHTS[name] === 'everybody';
  const given: readonly (readonly [boolean, number, string])[] = [
    [takesInput, 400, 'Malformed; `details` names the fields'],
    [takesInput, 422, 'Breaks a rule; `details` names the fields'],
    [!isForAnyone, 401, 'No token, or an expired one'],
    [!isForAnyone, 403, 'Wrong role, or not the caller’s own'],
    [JOINING.has(name), 403, 'Not for this person'],
    [name === 'login', 401, 'Wrong address or password'],
    [name === 'renewSession', 401, 'An expired token'],
    [call.params !== undefined || NAMING.has(name), 404, 'Not found'],
    [call.mostBytes !== undefined, 413, 'Too large'],
    [call.method !== 'GET', 409, 'Conflicts with the current state'],
    [ENDING.has(name), 410, 'The window or the show has ended'],
    [name === 'aiGenerate', 502, 'The model wrote nothing usable'],
    [true, 429, 'Too many requests; `Retry-After` says when to retry'],
    [true, 503, 'Unavailable now, or not set up'],
  ];
  return given.flatMap(([applies, status, why]) => (applies ? [[status, why] as const] : []));
}
