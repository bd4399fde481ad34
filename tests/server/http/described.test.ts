import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { SPECIFIED_CALLS, type SpecifiedCall } from '#tests/support/specified-calls.ts';
import { openShow, type Show, SHOW_TIME } from '#tests/support/specified-show.ts';

interface Schema {
  readonly properties?: Record<string, unknown> | undefined;
  readonly required?: string[] | undefined;
  readonly anyOf?: Schema[] | undefined;
  readonly type?: string | undefined;
}
const schemaSchema: z.ZodType<Schema> = z.lazy(() =>
  z.object({
    type: z.string().optional(),
    properties: z.record(z.string(), z.unknown()).optional(),
    required: z.array(z.string()).optional(),
    anyOf: z.array(schemaSchema).optional(),
  }),
);
const contentSchema = z.object({ 'application/json': z.object({ schema: schemaSchema }) });
/** OpenAPI 3.1's requirements for an operation, and ours. */
const operationSchema = z.object({
  operationId: z.string().regex(/^[a-z][a-zA-Z]+$/),
  summary: z.string().min(5),
  description: z.string().regex(/^For .+\. Limit: \w+\.$/),
  tags: z.array(z.string()).length(1),
  security: z.array(
    z
      .strictObject({ bearer: z.array(z.string()) })
      .or(z.strictObject({ controlToken: z.tuple([]) })),
  ),
  parameters: z
    .array(
      z.object({
        name: z.string(),
        in: z.enum(['path', 'query']),
        required: z.boolean(),
        schema: schemaSchema,
      }),
    )
    .default([]),
  requestBody: z
    .object({
      required: z.boolean(),
      content: contentSchema
        .partial()
        .extend({ 'application/octet-stream': z.object().optional() }),
    })
    .optional(),
  responses: z.record(
    z.string().regex(/^[245]\d\d$/),
    z.object({ description: z.string(), content: contentSchema }),
  ),
});
type Operation = z.infer<typeof operationSchema>;
const documentSchema = z.object({
  openapi: z.literal('3.1.0'),
  info: z.object({ title: z.string(), version: z.string(), description: z.string() }),
  components: z.object({
    securitySchemes: z.object({
      bearer: z.object({ type: z.literal('http'), scheme: z.literal('bearer') }),
    }),
  }),
  paths: z.record(z.string().startsWith('/api/'), z.record(z.string(), operationSchema)),
});

let server: TestServer;
let show: Show;
/** The operations by method and path. */
let operations: Map<string, Operation>;
beforeAll(async () => {
  server = await startTestServer({ now: () => SHOW_TIME });
  show = await openShow(server);
  const { paths } = documentSchema.parse((await server.raw('/api/openapi.json')).body);
  operations = new Map(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => [
        `${method.toUpperCase()} ${path.replace('gameshow-user', '{product}-user')}`,
        operation,
      ]),
    ),
  );
});
afterAll(() => server.close());

const operationOf = (call: string): Operation => {
  const operation = operations.get(call);
  if (operation === undefined) throw new Error(`${call} is not described`);
  return operation;
};
const statusesOf = (call: string): number[] => Object.keys(operationOf(call).responses).map(Number);
const callsWith = (status: number): string[] =>
  [...operations.values()]
    .filter(({ responses }) => status in responses)
    .map(({ operationId }) => operationId);
const keysOf = (value: unknown): string[] =>
  typeof value === 'object' && value !== null ? Object.keys(value).toSorted() : [];
/** The fields of an object, or of the object among several forms. */
const fieldsOf = (schema: Schema | undefined): string[] =>
  [schema, ...(schema?.anyOf ?? [])].flatMap((form) => Object.keys(form?.properties ?? {}));

it('has every call once, with a unique name', () => {
  expect([...operations.keys()].toSorted()).toEqual(Object.keys(SPECIFIED_CALLS).toSorted());
  const names = [...operations.values()].map(({ operationId }) => operationId);
  expect(new Set(names).size).toBe(names.length);
});

describe.each(Object.entries(SPECIFIED_CALLS))('%s', (call, specified: SpecifiedCall) => {
  it('describes its whole request [R7.described]', async () => {
    const { parameters, requestBody } = operationOf(call);
    const sent = await specified.send(show);
    const inPath = [...call.matchAll(/\{(\w+)\}/gu)].flatMap(([, name = '']) =>
      name === 'product' ? [] : [name],
    );
    const path = parameters.filter((parameter) => parameter.in === 'path');
    expect(path.map(({ name, required }) => [name, required])).toEqual(
      inPath.map((name) => [name, true]),
    );
    const query = parameters.filter((parameter) => parameter.in === 'query');
    expect(query.map(({ name }) => name)).toEqual(expect.arrayContaining(keysOf(sent.query)));
    const isBytes = sent.body instanceof Uint8Array;
    expect(requestBody !== undefined && 'application/octet-stream' in requestBody.content).toBe(
      isBytes,
    );
    const body = requestBody?.content['application/json']?.schema;
    const fields = isBytes ? [] : keysOf(sent.body);
    expect(fieldsOf(body)).toEqual(expect.arrayContaining(fields));
  });

  it('describes its reply and its refusals [R7.described]', () => {
    const { responses } = operationOf(call);
    const { status = 200, reply } = specified;
    const schema = responses[status]?.content['application/json'].schema;
    const told = Array.isArray(reply) ? [schema?.type] : fieldsOf(schema);
    expect(told).toEqual(expect.arrayContaining(Array.isArray(reply) ? ['array'] : keysOf(reply)));
    expect(statusesOf(call)).toEqual(expect.arrayContaining([429, 503]));
    for (const [code, { content, description }] of Object.entries(responses)) {
      if (code.startsWith('2')) continue;
      expect(content['application/json'].schema.required).toContain('error');
      expect(description).not.toBe('Default Response');
    }
  });
});

const OPEN = new Set([
  'GET /api/config',
  'GET /api/auth/verify-email',
  'GET /api/game-sessions/leaderboard/{gameSessionId}',
  'POST /api/auth/cancel-email-change',
  'POST /api/auth/forgot-password',
  'GET /api/join/{code}',
  'POST /api/join',
  'POST /api/run-sheet',
  'POST /api/join/return',
  'POST /api/auth/login',
  'POST /api/auth/register',
  'POST /api/auth/renew',
  'POST /api/auth/resend-verification',
  'POST /api/auth/reset-password',
  'POST /api/game-sessions/confirm-payment',
  'POST /api/game-sessions/create-payment-intent',
]);
const ROLES: Readonly<Record<string, readonly string[]>> = {
  'GET /api/game-sessions/active-questions': ['admin', 'home'],
  'GET /api/game-sessions/contestant-questions': ['admin', 'contestant'],
  'GET /api/game-sessions/my-payments': ['admin', 'home'],
  'POST /api/game-sessions/answers': ['home', 'contestant'],
  'GET /api/game-sessions/my-result/{gameSessionId}': ['home', 'contestant'],
  'POST /api/game-sessions/appeals/{gameSessionId}': ['home', 'contestant'],
};
const ADMIN =
  /\/admin\/|distribution|grouping|generate|release|revoke|\/result|appeals|\/show|hide-|control-tokens|invitation|\/media/u;
const rolesOf = (call: string): readonly string[] => {
  if (OPEN.has(call) || call.includes('/api/v1/')) return [];
  return ROLES[call] ?? (ADMIN.test(call) ? ['admin'] : ['admin', 'home', 'contestant']);
};

it.each(Object.keys(SPECIFIED_CALLS))('%s says who may call it [R7.described]', (call) => {
  const roles = rolesOf(call);
  const { security, description } = operationOf(call);
  const isByToken = call.includes('/api/v1/');
  expect(security).toEqual(
    isByToken ? [{ controlToken: [] }] : roles.map((role) => ({ bearer: [role] })),
  );
  const others = isByToken ? 'a control token' : 'everybody';
  expect(description).toMatch(`For ${roles.length === 0 ? others : roles.join(', ')}.`);
  const isClosed = roles.length > 0 || isByToken || call.endsWith('/login');
  // Everybody may call these, but a show may refuse some people.
  const isJoining = call === 'POST /api/join' || call === 'POST /api/join/return';
  const refusals = call.endsWith('/renew') ? [401] : isJoining ? [403] : [];
  expect(statusesOf(call).filter((status) => status === 401 || status === 403)).toEqual(
    isClosed ? [401, 403] : refusals,
  );
});

it('describes specific refusals', () => {
  const fields = operationOf('POST /api/auth/login').responses[403]?.content;
  expect(fieldsOf(fields?.['application/json'].schema)).toEqual([
    'error',
    'code',
    'details',
    'requiresVerification',
    'email',
    'verificationEmailSent',
  ]);
  expect(statusesOf('POST /api/game-sessions/answers')).toEqual([
    201, 400, 401, 403, 404, 409, 410, 422, 429, 503,
  ]);
  expect(statusesOf('GET /api/game-sessions/admin/stats')).toEqual([200, 401, 403, 429, 503]);
  expect(callsWith(404)).toEqual(
    expect.arrayContaining([
      'submitAnswer',
      'myLastAnswer',
      'createShow',
      'createPaymentIntent',
      'confirmPayment',
    ]),
  );
  expect(callsWith(502)).toEqual(['aiGenerate']);
});
