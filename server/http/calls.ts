import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Brand } from '#machines/contract/brand.ts';
import { type Call, type CallName, calls, errorReplySchema } from '#machines/contract/calls.ts';
import { ROLE } from '#machines/contract/entities.ts';
import { MESSAGES } from '#machines/contract/messages.ts';
import { type AnyHandler, CALL_NAMES } from './handlers.ts';
import type { Identity } from './identity.ts';
import { addressKey, type Limits } from './limits.ts';
import { type Caller, Refused } from './route.ts';

/** What an admin has done. */
export interface Deed {
  readonly userId: string;
  readonly action: CallName;
  readonly target: string | null;
  readonly address: string;
  readonly at: number;
}

export interface CallServices {
  readonly brand: Brand;
  readonly identity: Identity;
  readonly limits: Limits;
  /** Told of every call that only admins may make, refused by its rules or not. */
  readonly audit: (deed: Deed) => void;
}

/** Registers every call of the contract: who may make it, how often, and only then what is in it. */
export function registerCalls(
  app: FastifyInstance,
  handlers: ReadonlyMap<CallName, AnyHandler>,
  services: CallServices,
): void {
  for (const name of CALL_NAMES) {
    const handler = handlers.get(name);
    if (handler === undefined) throw new Error(`The call ${name} has no handler.`);
    registerCall(app, name, handler, services);
  }
}

function registerCall(
  app: FastifyInstance,
  name: CallName,
  handler: AnyHandler,
  services: CallServices,
): void {
  const call: Call = calls[name];
  const status = call.status ?? 200;
  app.route({
    method: call.method,
    url: routePath(call.path, services.brand),
    schema: {
      ...describe(name, call),
      ...(call.params === undefined ? {} : { params: call.params }),
      ...(call.query === undefined ? {} : { querystring: call.query }),
      ...(call.body === undefined ? {} : { body: call.body }),
      response: { [status]: call.reply, '4xx': errorReplySchema, '5xx': errorReplySchema },
    },
    onRequest: (request) => admit(request, name, call, services),
    handler: async (request, reply) => {
      const { params, query, body, caller, receivedAt, ip } = request;
      reply.code(status);
      return handler({ params, query, body, caller, receivedAt, address: ip });
    },
  });
}

/** Default deny: 401, then 403, then 429; the request's content is not looked at before. */
async function admit(
  request: FastifyRequest,
  name: CallName,
  call: Call,
  { identity, limits, audit }: CallServices,
): Promise<void> {
  const address = addressKey(request.ip);
  const token = bearerOf(request.headers.authorization);
  const found = token === null ? null : await identity.identify(token);
  request.caller = found?.caller ?? null;
  const { caller } = request;
  if (call.access === 'public') {
    await limit(call, caller, address, limits);
    return;
  }
  if (caller === null) {
    limits.takeHere('address', address);
    throw new Refused(401, MESSAGES.signInFirst);
  }
  if (!call.access.includes(caller.roleId)) {
    const isAdminOnly = call.access.length === 1 && call.access[0] === ROLE.admin;
    throw new Refused(403, isAdminOnly ? MESSAGES.adminOnly : MESSAGES.forbidden);
  }
  await limit(call, caller, address, limits);
  if (call.access.length === 1) {
    audit({
      userId: caller.id,
      action: name,
      target: targetOf(request.params),
      address: request.ip,
      at: request.receivedAt,
    });
  }
}

/** The house's part of the limit; what concerns one e-mail address is counted where it is known. */
async function limit(
  call: Call,
  caller: Caller | null,
  address: string,
  limits: Limits,
): Promise<void> {
  switch (call.limit) {
    case 'address':
      limits.takeHere('address', address);
      return;
    case 'account':
      limits.takeHere('account', caller?.id ?? address);
      return;
    case 'login':
      await limits.take('signInAddress', address);
      return;
    case 'mail':
      await limits.take('mailAddress', address);
      return;
    case 'payment':
    case 'model':
      await limits.take(call.limit, `${call.path}:${caller?.id ?? address}`);
  }
}

const bearerOf = (header: string | undefined): string | null =>
  /^Bearer ([\w.~+/=-]{1,4096})$/i.exec(header ?? '')?.[1] ?? null;

/** The id in the path, as it was sent. */
function targetOf(params: unknown): string | null {
  if (typeof params !== 'object' || params === null) return null;
  const [id] = Object.values(params);
  return typeof id === 'string' ? id.slice(0, 64) : null;
}

/** `/x/{id}` as the router writes it: `/x/:id`. */
const routePath = (path: string, brand: Brand): string =>
  path.replace('{product}', brand.slug).replaceAll(/\{(\w+)\}/g, ':$1');

/** How the API description words the call. */
const describe = (name: CallName, call: Call) => ({
  operationId: name,
  summary: call.summary,
  description: `${accessText(call)} Limit: ${call.limit}.`,
  tags: [call.path.split('/')[2] ?? 'api'],
  security: call.access === 'public' ? [] : [{ bearer: [] }],
});

const ROLE_NAMES: Readonly<Record<number, string>> = {
  [ROLE.admin]: 'admins',
  [ROLE.home]: 'home viewers',
  [ROLE.contestant]: 'contestants',
};

const accessText = ({ access }: Call): string =>
  access === 'public'
    ? 'For everybody.'
    : `For ${access.map((role) => ROLE_NAMES[role] ?? role).join(', ')}.`;
