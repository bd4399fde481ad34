import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Transaction } from 'kysely';
import { safeParse } from 'zod/v4/core';
import type { Brand } from '#machines/contract/brand.ts';
import { type Call, TOTAL_HEADER } from '#machines/contract/call.ts';
import { CALL_NAMES, type CallName, calls } from '#machines/contract/calls.ts';
import { CONTROL_REFUSALS, MESSAGES } from '#machines/contract/messages.ts';
import { CALL_RIGHTS } from '#machines/contract/call-rights.ts';
import { isAmong, type Who } from '#machines/contract/rights.ts';
import type { DeedDetails } from '#server/db/deed.ts';
import type { Schema } from '#server/db/schema.ts';
import { newId } from '#server/id.ts';
import { inSlices } from '#server/in-slices.ts';
import type { AnyHandler } from './handlers.ts';
import type { Identity } from './identity.ts';
import { jsonInSteps } from './json-in-steps.ts';
import { addressKey, type Limits } from './limits.ts';
import { type Caller, Download, type RecordDeed, Refused } from './route.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What a 500 of the route says. */
    failure?: string;
  }
  interface FastifyRequest {
    /** Null: not an admin's, or not let in. */
    deed: (Deed & { isRecorded: boolean }) | null;
    /** Of a call that was made with a control token. */
    tokenId: string | null;
  }
}

/** What an admin does, or wants to: a call, or something in a window that is inspected. */
export interface Deed {
  /** Of the row, so that it is written once. */
  readonly id: string;
  readonly userId: string;
  readonly action: CallName | 'inspect';
  readonly target: string | null;
  readonly address: string;
  readonly at: number;
  /** The name of the control token that does it, for the admin who made it. */
  readonly token?: string;
}

/** The record of what admins do; `status` is how the call was answered. */
export interface Audit {
  /** Writes what is done, with the transaction that does it. */
  record(tx: Transaction<Schema>, deed: Deed, status: number, details?: DeedDetails): Promise<void>;
  /** Notes what was read or refused, a moment later; what is recorded as done stays so. */
  recordLater(deed: Deed, status: number): void;
}

export interface CallServices {
  readonly brand: Brand;
  readonly identity: Identity;
  readonly limits: Limits;
  /** Knows of every call of an admin that only admins may make, whatever became of it. */
  readonly audit: Audit;
  /** Whom a control token stands for; null: it is none, or over. */
  readonly identifyController: (token: string) => Promise<Controller | null>;
}

/** A control token, and the admin who made it. */
export interface Controller {
  readonly id: string;
  readonly name: string;
  readonly caller: Caller;
}

/** Registers every call of the contract: who may make it, how often, and only then what is in it. */
export function registerCalls(
  app: FastifyInstance,
  handlers: ReadonlyMap<CallName, AnyHandler>,
  services: CallServices,
): void {
  app.decorateRequest('deed', null);
  app.decorateRequest('tokenId', null);
  const controllers = admitControllers(services);
  for (const name of CALL_NAMES) {
    const handler = handlers.get(name);
    if (handler === undefined) throw new Error(`The call ${name} has no handler.`);
    registerCall(app, name, handler, { ...services, controllers });
  }
}

/** Calls with replies of megabytes: writing one at once would block the event loop. */
const LARGE: ReadonlySet<CallName> = new Set(['groupingDesk', 'actOnGroups']);

function registerCall(
  app: FastifyInstance,
  name: CallName,
  handler: AnyHandler,
  services: CallServices & { readonly controllers: Controllers },
): void {
  const call: Call = calls[name];
  const status = call.status ?? 200;
  app.route({
    method: call.method,
    url: routePath(call.path, services.brand),
    schema: {
      ...(call.params === undefined ? {} : { params: call.params }),
      ...(call.query === undefined ? {} : { querystring: call.query }),
      ...(call.body === undefined ? {} : { body: call.body }),
      response: { [status]: call.reply },
    },
    config: call.failure === undefined ? {} : { failure: call.failure },
    onRequest: (request) => admit(request, name, call, services),
    handler: async (request, reply) => {
      const { params, query, body, caller, receivedAt, ip, deed, tokenId, headers } = request;
      const record: RecordDeed = async (tx, details) => {
        if (deed === null) return;
        await services.audit.record(tx, deed, status, details);
        deed.isRecorded = true;
      };
      reply.code(status);
      const announceTotal = (total: number): void => void reply.header(TOTAL_HEADER, total);
      const by = { caller, tokenId, address: ip, record: deed === null ? null : record };
      const setCookie = (cookie: string): void => void reply.header('set-cookie', cookie);
      const { cookie: cookies = '' } = headers;
      const asked = { params, query, body, receivedAt, announceTotal, cookies, setCookie };
      const answer = await handler({ ...asked, ...by });
      if (LARGE.has(name)) {
        reply.type('application/json; charset=utf-8');
        return inSlices(jsonInSteps(call.reply, answer));
      }
      if (!(answer instanceof Download)) return answer;
      reply.type(answer.type);
      reply.header('content-disposition', `attachment; filename="${answer.filename}"`);
      return answer.body;
    },
    onSend: async ({ deed }, reply) => {
      const isDone = deed?.isRecorded === true && reply.statusCode === status;
      if (deed !== null && !isDone) services.audit.recordLater(deed, reply.statusCode);
      return Promise.resolve();
    },
  });
}

/** Why the caller may not, where there is a better text than the general one. */
const REFUSALS: Readonly<Partial<Record<Who, string>>> = {
  players: MESSAGES.answer.adminNever,
  admins: MESSAGES.adminOnly,
  controllers: CONTROL_REFUSALS.noToken,
};

/** Default deny: 401, then 403, then 429; the request's content is not looked at before. */
async function admit(
  request: FastifyRequest,
  name: CallName,
  call: Call,
  services: CallServices & { readonly controllers: Controllers },
): Promise<void> {
  const { identity, limits, controllers } = services;
  const address = addressKey(request.ip);
  const who = CALL_RIGHTS[name];
  const token = bearerOf(request.headers.authorization);
  const found = token === null ? null : await identity.identify(token);
  request.caller = found?.caller ?? null;
  const { caller } = request;
  if (who === 'controllers' && caller === null) {
    const controller = await controllers.admit(token ?? '', address);
    if (controller === null) throw await unidentified(token, identity);
    const { id, name: tokenName, caller: maker } = controller;
    request.caller = maker;
    request.tokenId = id;
    // Looks come several a second.
    if (call.method !== 'GET')
      request.deed = { ...deedOf(request, name, call, maker), token: tokenName };
    return;
  }
  if (!isAmong(who, caller?.roleId ?? null)) {
    limitHere(caller, address, limits);
    if (caller !== null) throw new Refused(403, REFUSALS[who] ?? MESSAGES.forbidden);
    throw await unidentified(token, identity);
  }
  await limit(call, caller, address, limits);
  if (who === 'admins' && caller !== null) request.deed = deedOf(request, name, call, caller);
}

type Controllers = ReturnType<typeof admitControllers>;

/**
 * Lets devices in. Counted before the store is asked: a token that was good before by itself, any other by its network address,
 * so that trying tokens costs the store little, and who tries them holds up no device at the same address.
 */
function admitControllers({ limits, identifyController }: CallServices) {
  /** The ids of tokens that were good when they were sent last. */
  const known = new Map<string, string>();
  return {
    /** @throws Refused 429 */
    admit: async (token: string, address: string): Promise<Controller | null> => {
      const id = known.get(token);
      if (id === undefined) limits.consumeHere('address', address);
      else limits.consumeHere('control', id);
      const controller = await identifyController(token);
      if (controller === null) known.delete(token);
      else known.set(token, controller.id);
      return controller;
    },
  };
}

const deedOf = (
  { receivedAt, params, ip }: FastifyRequest,
  action: CallName,
  call: Call,
  caller: Caller,
) => ({
  id: newId(receivedAt),
  userId: caller.id,
  action,
  target: targetOf(call, params),
  address: ip,
  at: receivedAt,
  isRecorded: false,
});

/** 401, with why a token that was sent does not count where it is more than over. */
async function unidentified(token: string | null, identity: Identity): Promise<Refused> {
  const code = token === null ? 'expired' : await identity.refusalOf(token);
  return code === 'expired'
    ? new Refused(401, MESSAGES.signInFirst)
    : new Refused(401, code === 'role' ? MESSAGES.roleChanged : MESSAGES.accountDeleted, { code });
}

/** Whoever is signed in is counted by account, wherever they are: a crowd may be behind one address. */
function limitHere(caller: Caller | null, address: string, limits: Limits): void {
  if (caller === null) limits.consumeHere('address', address);
  else limits.consumeHere('account', caller.id);
}

/** The limit for the network address or account; limits for one e-mail address are counted by the use case, which knows it. */
async function limit(
  call: Call,
  caller: Caller | null,
  address: string,
  limits: Limits,
): Promise<void> {
  switch (call.limit) {
    case 'address':
    case 'account':
    case 'control':
      limitHere(caller, address, limits);
      return;
    case 'answer':
      limitHere(caller, address, limits);
      limits.consumeHere('answer', caller?.id ?? address);
      return;
    case 'login':
      if (caller === null) await limits.consume('signInAddress', address);
      else await limits.consume('signInAgain', caller.id);
      return;
    case 'mail':
      if (caller === null) await limits.consume('mailAddress', address);
      else await limits.consume('mailAgain', caller.id);
      return;
    case 'payment':
      if (caller !== null) {
        await limits.consume('payment', `${call.path}:${caller.id}`);
        return;
      }
      await limits.consume('paymentAddress', `${call.path}:${address}`);
      await limits.consume('paymentStrangers', call.path);
      return;
    case 'model':
      await limits.consume(call.limit, `${call.path}:${caller?.id ?? address}`);
  }
}

/** The token of an `Authorization` header, or null. */
export const bearerOf = (header: string | undefined): string | null =>
  /^Bearer ([\w.~+/=-]{1,4096})$/i.exec(header ?? '')?.[1] ?? null;

/** The id in the path. @throws Refused 404 for what can be none */
function targetOf({ params }: Call, sent: unknown): string | null {
  if (params === undefined) return null;
  const parsed = safeParse(params, sent);
  if (!parsed.success) throw new Refused(404, MESSAGES.notFound);
  const [id] = Object.values(parsed.data);
  return typeof id === 'string' ? id : null;
}

/** `/x/{id}` as the router writes it: `/x/:id`. */
const routePath = (path: string, brand: Brand): string =>
  path.replace('{product}', brand.slug).replaceAll(/\{(\w+)\}/g, ':$1');
