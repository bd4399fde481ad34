import type { FastifyInstance, RouteOptions } from 'fastify';
import type { Transaction } from 'kysely';
import type { Brand } from '#machines/contract/brand.ts';
import { type Call, TOTAL_HEADER } from '#machines/contract/call.ts';
import { CALL_NAMES, type CallName, calls } from '#machines/contract/calls.ts';
import type { AuditDetails } from '#server/db/audit-details.ts';
import type { Schema } from '#server/db/schema.ts';
import { inSlices } from '#server/in-slices.ts';
import { type AdmissionServices, createAdmission } from './admission.ts';
import type { AnyHandler } from './handlers.ts';
import { jsonInSteps } from './json-in-steps.ts';
import { contentDisposition } from './content-disposition.ts';
import { Download, type RecordAudit } from './route.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Text of this route's reply when an unexpected error makes it a 500. */
    failure?: () => string;
  }
  interface FastifyRequest {
    /** The entry for the audit; null if the call is not audited. */
    auditRecord: (AuditRecord & { isRecorded: boolean }) | null;
    /** The id of the control token that the call was made with. */
    tokenId: string | null;
  }
}

/** An audit entry: what an admin does or tries, by a call or in an inspected window. */
export interface AuditRecord {
  /** The id of the row, so that it is written once. */
  readonly id: string;
  readonly userId: string;
  readonly action: CallName | 'inspect';
  readonly target: string | null;
  readonly address: string;
  readonly at: number;
  /** The name of the control token that was used. */
  readonly token?: string;
}

/** The audit trail; `status` is the status code of the reply. */
export interface Audit {
  /** Writes an act in the same transaction that performs it. */
  record(
    tx: Transaction<Schema>,
    auditRecord: AuditRecord,
    status: number,
    details?: AuditDetails,
  ): Promise<void>;
  /** Writes a read or a refused call a moment later. Does not overwrite an act that was already recorded. */
  recordLater(auditRecord: AuditRecord, status: number): void;
}

export interface CallServices extends AdmissionServices {
  readonly brand: Brand;
  /** Records every call that only admins may make, including refused calls. */
  readonly audit: Audit;
}

/** Calls with replies of megabytes, which are written in steps: serialising them at once would block the event loop. */
const LARGE: ReadonlySet<CallName> = new Set(['groupingDesk']);

/**
 * Registers every call of the contract. A request passes its rights and limits, then its validation, then its handler.
 */
export function registerCalls(
  app: FastifyInstance,
  handlers: ReadonlyMap<CallName, AnyHandler>,
  services: CallServices,
): void {
  app.decorateRequest('auditRecord', null);
  app.decorateRequest('tokenId', null);
  const admit = createAdmission(services);
  for (const name of CALL_NAMES) {
    const handler = handlers.get(name);
    if (handler === undefined) throw new Error(`The call ${name} has no handler.`);
    registerCall(app, name, handler, services, admit);
  }
}

function registerCall(
  app: FastifyInstance,
  name: CallName,
  handler: AnyHandler,
  { audit, brand }: CallServices,
  admit: ReturnType<typeof createAdmission>,
): void {
  const call: Call = calls[name];
  const status = call.status ?? 200;
  const route: RouteOptions = {
    method: call.method,
    url: routePath(call.path, brand),
    schema: {
      ...(call.params === undefined ? {} : { params: call.params }),
      ...(call.query === undefined ? {} : { querystring: call.query }),
      ...(call.body === undefined ? {} : { body: call.body }),
      response: { [status]: call.reply },
    },
    config: call.failure === undefined ? {} : { failure: call.failure },
    onRequest: (request) => admit(request, name),
    handler: async (request, reply) => {
      const { params, query, body, caller, receivedAt, ip, auditRecord, tokenId, headers } =
        request;
      const record: RecordAudit = async (tx, details) => {
        if (auditRecord === null) return;
        await audit.record(tx, auditRecord, status, details);
        auditRecord.isRecorded = true;
      };
      reply.code(status);
      const answer = await handler({
        params,
        query,
        body,
        caller,
        tokenId,
        receivedAt,
        address: ip,
        cookies: headers.cookie ?? '',
        record: auditRecord === null ? null : record,
        announceTotal: (total) => void reply.header(TOTAL_HEADER, total),
        setCookie: (cookie) => void reply.header('set-cookie', cookie),
      });
      if (LARGE.has(name)) {
        reply.type('application/json; charset=utf-8');
        return inSlices(jsonInSteps(call.reply, answer));
      }
      if (!(answer instanceof Download)) return answer;
      reply.type(answer.type);
      reply.header('content-disposition', contentDisposition(answer.filename));
      return answer.body;
    },
    onSend: ({ auditRecord }, reply, _payload, done) => {
      const isDone = auditRecord?.isRecorded === true && reply.statusCode === status;
      if (auditRecord !== null && !isDone) audit.recordLater(auditRecord, reply.statusCode);
      done();
    },
  };
  if (call.mostBytes === undefined) app.route(route);
  else registerUpload(app, route, call.mostBytes);
}

/** Registers a call that takes bytes of any content type, in a scope with a parser of its own. */
function registerUpload(app: FastifyInstance, route: RouteOptions, mostBytes: number): void {
  void app.register((scope, _options, registered) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => {
      done(null, body);
    });
    scope.route({ ...route, bodyLimit: mostBytes });
    registered();
  });
}

/** `/x/{id}` in the router's syntax: `/x/:id`. */
const routePath = (path: string, brand: Brand): string =>
  path.replace('{product}', brand.slug).replaceAll(/\{(\w+)\}/g, ':$1');
