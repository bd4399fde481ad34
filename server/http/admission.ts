import { m } from 'messages';
import type { FastifyRequest } from 'fastify';
import { safeParse } from 'zod/v4/core';
import { type Call, idParams, sessionParams } from '#machines/contract/call.ts';
import { CALL_RIGHTS, type ProducersCall, SHOW_OF_CALL } from '#machines/contract/call-rights.ts';
import { type CallName, calls } from '#machines/contract/calls.ts';
import { isInRoleGroup, type RoleGroup } from '#machines/contract/rights.ts';
import { showQuery } from '#machines/show/calls.ts';
import { newId } from '#server/id.ts';
import type { ShowReference } from '#server/show/producers/store.ts';
import type { Identity } from './identity.ts';
import { addressKey, type Limits } from './limits.ts';
import { type Caller, ApiError } from './route.ts';

/** A valid control token, with the admin who made it as its caller. */
export interface Controller {
  readonly id: string;
  readonly name: string;
  readonly caller: Caller;
}

export interface AdmissionServices {
  readonly identity: Identity;
  readonly limits: Limits;
  /** Returns the control token's id, name and owner; null: the token is unknown or revoked. */
  readonly identifyController: (token: string) => Promise<Controller | null>;
  /** Whether an account produces the show of a request; null: at least one show. */
  readonly produces: (userId: string, reference: ShowReference) => Promise<boolean>;
}

/**
 * Maximum age of the account of a player who answers, ms. It is as old as the last check of their connection, because
 * the transaction that stores the answer reads the account again (`server/answering/submit.ts`).
 */
const ANSWERING_MAX_AGE_MS = 60_000;

/** Texts of 401 and 403 replies that are more specific than the general text. */
const REFUSALS: Readonly<Partial<Record<RoleGroup, () => string>>> = {
  players: m.answerAdminNever,
  admins: m.adminOnly,
  producers: m.adminOnly,
  controllers: m.controlRefusedNoToken,
};

/**
 * Decides who may make a call, and how often. By default a call is denied: with 401, then 403, then 429, before the
 * request's content is read. Sets the request's `caller`, `tokenId` and `auditRecord`.
 */
export function createAdmission({
  identity,
  limits,
  identifyController,
  produces,
}: AdmissionServices) {
  /** Ids of control tokens by token, for tokens that were valid when they were last used. */
  const knownTokens = new Map<string, string>();

  /**
   * Counts a call with a control token before the store is read: a known token by its id, any other by network address.
   * So guessing tokens costs the store little, and does not delay devices at the same address.
   */
  async function controllerOf(token: string, address: string): Promise<Controller | null> {
    const id = knownTokens.get(token);
    if (id === undefined) limits.consumeHere('address', address);
    else limits.consumeHere('control', id);
    const controller = await identifyController(token);
    if (controller === null) knownTokens.delete(token);
    else knownTokens.set(token, controller.id);
    return controller;
  }

  /** Returns 401, with the reason if a token was sent whose account has changed. */
  async function unidentified(token: string | null): Promise<ApiError> {
    const code = token === null ? 'expired' : await identity.refusalOf(token);
    if (code === 'expired') return new ApiError(401, m.signInFirst());
    return new ApiError(401, code === 'role' ? m.roleChanged() : m.accountDeleted(), {
      code,
    });
  }

  return async (request: FastifyRequest, name: CallName): Promise<void> => {
    const call: Call = calls[name];
    const address = addressKey(request.ip);
    const who = CALL_RIGHTS[name];
    const token = bearerOf(request.headers.authorization);
    const maxAgeMs = call.limit === 'answer' ? ANSWERING_MAX_AGE_MS : undefined;
    const found = token === null ? null : await identity.identify(token, maxAgeMs);
    const caller = found?.caller ?? null;
    request.caller = caller;
    if (who === 'controllers' && caller === null) {
      const controller = await controllerOf(token ?? '', address);
      if (controller === null) throw await unidentified(token);
      request.caller = controller.caller;
      request.tokenId = controller.id;
      // Devices read several times a second; reads are not recorded.
      if (call.method !== 'GET')
        request.auditRecord = {
          ...auditRecordOf(request, name, controller.caller),
          token: controller.name,
        };
      return;
    }
    if (caller === null && !isInRoleGroup(who, null)) {
      limits.consumeHere('address', address);
      throw await unidentified(token);
    }
    const mayProduce = caller?.produces !== undefined && isProducersCall(name);
    if (mayProduce && !isInRoleGroup(who, caller.roleId)) {
      const reference = showIn(request, name);
      if (reference === undefined || !(await produces(caller.id, reference))) {
        limits.consumeHere('account', caller.id);
        throw new ApiError(403, m.producersOtherShow());
      }
    }
    await admitCaller(limits, name, caller, address, mayProduce);
    if ((who === 'admins' || who === 'producers') && caller !== null)
      request.auditRecord = auditRecordOf(request, name, caller);
  };
}

/**
 * Admits a caller by role, and counts the call. Limits for one e-mail address are counted by the use case, which knows
 * the address.
 * @param caller null: not signed in
 * @param address from `addressKey`
 * @param produces whether the caller produces the show of the call
 * @throws ApiError 403 for a role that may not make the call, 429 for a limit
 */
export async function admitCaller(
  limits: Limits,
  name: CallName,
  caller: Caller | null,
  address: string,
  produces = false,
): Promise<void> {
  const who = CALL_RIGHTS[name];
  const { limit, path }: Call = calls[name];
  /** Counts signed-in callers by account, since many may share one network address. */
  const consumeHere = (): void =>
    caller === null
      ? limits.consumeHere('address', address)
      : limits.consumeHere('account', caller.id);
  if (!isInRoleGroup(who, caller?.roleId ?? null, produces)) {
    consumeHere();
    throw new ApiError(403, REFUSALS[who]?.() ?? m.forbidden());
  }
  const key = caller?.id ?? address;
  switch (limit) {
    case 'login':
      return limits.consume(caller === null ? 'signInAddress' : 'signInAgain', key);
    case 'mail':
      return limits.consume(caller === null ? 'mailAddress' : 'mailAgain', key);
    case 'model':
      return limits.consume('model', `${path}:${key}`);
    case 'payment':
      await limits.consume(caller === null ? 'paymentAddress' : 'payment', `${path}:${key}`);
      if (caller === null) await limits.consume('paymentAllAddresses', path);
      return undefined;
    case 'answer':
      consumeHere();
      return limits.consumeHere('answer', key);
    case 'account':
    case 'address':
    case 'control':
      return consumeHere();
  }
}

const auditRecordOf = (
  { receivedAt, params, ip }: FastifyRequest,
  action: CallName,
  { id }: Caller,
) => ({
  id: newId(receivedAt),
  userId: id,
  action,
  target: targetOf(calls[action], params),
  address: ip,
  at: receivedAt,
  isRecorded: false,
});

const isProducersCall = (name: CallName): name is ProducersCall =>
  Object.hasOwn(SHOW_OF_CALL, name);

/** Returns what the request of a call for producers names of a show; undefined: no show that they could run. */
function showIn({ params, query }: FastifyRequest, name: ProducersCall): ShowReference | undefined {
  const where = SHOW_OF_CALL[name];
  if (where === 'path') {
    const { success, data } = idParams.safeParse(params);
    return success ? { showId: data.id } : undefined;
  }
  if (where === 'session') return sessionParams.safeParse(params).data;
  const { success, data } = showQuery.safeParse(query);
  if (!success) return undefined;
  if (data.show !== undefined) return { showId: data.show };
  return where === 'own' ? null : undefined;
}

/** Returns the first id in the call's path. @throws ApiError 404 if it cannot be an id */
function targetOf({ params }: Call, sent: unknown): string | null {
  if (params === undefined) return null;
  const parsed = safeParse(params, sent);
  if (!parsed.success) throw new ApiError(404, m.notFound());
  const [id] = Object.values(parsed.data);
  return typeof id === 'string' ? id : null;
}

/** Returns the bearer token of an `Authorization` header, or null. */
export const bearerOf = (header: string | undefined): string | null =>
  /^Bearer ([\w.~+/=-]{1,4096})$/i.exec(header ?? '')?.[1] ?? null;
