import { m } from 'messages';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { LIMITS } from '#machines/contract/limits.ts';
import { TOTAL_HEADER } from '#machines/contract/call.ts';
import { SERVER_TIME_HEADER } from '#machines/contract/events.ts';
import type { Config } from '#server/config.ts';
import { recordReceiptTimes } from './receipt-time.ts';
import { rejectInvalidText } from './invalid-text.ts';
import { compressReplies } from './compress.ts';
import { boundConnections } from './connections.ts';
import { trustedProxies } from './peer.ts';
import type { Log } from '#server/log.ts';
import { DATA_POLICY, SECURITY_HEADERS, TRANSPORT_SECURITY } from './headers.ts';
import { inLanguage, languageOf, replyInLanguage } from './language.ts';
import { isFault, replyTo } from './refusals.ts';
import { type Caller, ApiError } from './route.ts';
import { replyToMalformed, rejectUnmetRequirements } from './malformed-requests.ts';
import { serializerCompiler, validatorCompiler } from './validation.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on calls of the contract once the bearer token has been checked. */
    caller: Caller | null;
    /** When the whole request had arrived, epoch ms; until then, when its headers had arrived. */
    receivedAt: number;
  }
}

const KEEP_ALIVE_MS = 65_000;
const IDLE_CONNECTION_MS = 120_000;
/** Time limits (ms), from the first byte, for the headers and for the whole request with its body. */
const TIMING = { headersMs: 10_000, requestMs: 15_000, checkMs: 1_000 };
const HEADER_BYTES = 16_384;
const PREFLIGHT_S = 600;

export interface HttpOptions {
  readonly config: Pick<Config, 'appUrl' | 'trustProxy'>;
  readonly log: Log;
  readonly now: () => number;
  /** Called for every reply; `route` is the pattern, never the URL with its secrets. */
  readonly measure: (request: { route: string; status: number; tookMs: number }) => void;
  /** Calls `go` when the request may run (`fair-queue.ts`), or with an error if it may not. */
  readonly enqueue?: (request: FastifyRequest, go: (refusal?: ApiError) => void) => void;
  /** Time limits, which tests shorten. */
  readonly timing?: typeof TIMING;
}

/** Stands for Fastify's own compilers, which it would load although ours replace them: a tenth of a start's work. */
const unused = (): never => {
  throw new Error("Fastify's own compilers are not loaded.");
};

/** Creates Fastify with every timeout, limit and header set, before any route is registered. */
export function createHttp({
  config,
  log,
  now,
  measure,
  enqueue = (_request, go) => go(),
  timing = TIMING,
}: HttpOptions): FastifyInstance {
  const baseHeaders = {
    ...SECURITY_HEADERS,
    'content-security-policy': DATA_POLICY,
    'cache-control': 'no-store',
    ...(config.appUrl.startsWith('https:')
      ? { 'strict-transport-security': TRANSPORT_SECURITY }
      : {}),
  };
  const loggerInstance: FastifyBaseLogger = log;
  const app = Fastify({
    loggerInstance,
    schemaController: { compilersFactory: { buildValidator: unused, buildSerializer: unused } },
    // URLs may contain secrets, so Fastify's own request log is off; `onResponse` below logs the route instead.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustProxy !== false && trustedProxies(config.trustProxy),
    bodyLimit: LIMITS.bodyBytes,
    requestTimeout: timing.requestMs,
    keepAliveTimeout: KEEP_ALIVE_MS,
    connectionTimeout: IDLE_CONNECTION_MS,
    exposeHeadRoutes: false,
    http: {
      headersTimeout: timing.headersMs,
      connectionsCheckingInterval: timing.checkMs,
      maxHeaderSize: HEADER_BYTES,
      requireHostHeader: false,
    },
    // Fastify runs no hooks for these errors, so the headers are set here.
    frameworkErrors: (error, request, reply) =>
      void inLanguage(languageOf(request.headers), () =>
        answer(error, request, reply.headers(baseHeaders)),
      ),
    clientErrorHandler: replyToMalformed,
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.removeAllContentTypeParsers();
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string' },
    (request, body, done) => {
      // Clients send a JSON content type even without a body.
      if (body === '') done(null);
      else void parseJson(request, body, done);
    },
  );
  app.decorateRequest('caller', null);

  boundConnections(app.server, { log });
  replyInLanguage(app);
  recordReceiptTimes(app, now);
  rejectInvalidText(app);
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(baseHeaders);
    if (request.headers.origin === config.appUrl) allowOrigin(config.appUrl, reply);
    done();
  });
  app.addHook('onRequest', (request, _reply, done) =>
    enqueue(request, (refusal) => {
      // Continue only if the client has not closed the connection. The turn may come in another request's language.
      if (!request.raw.socket.destroyed) inLanguage(request.language, () => done(refusal));
    }),
  );
  rejectUnmetRequirements(app);
  compressReplies(app);
  app.addHook('onSend', (_request, reply, _payload, done) => {
    reply.header(SERVER_TIME_HEADER, now());
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'other';
    const tookMs = reply.elapsedTime;
    measure({ route, status: reply.statusCode, tookMs });
    request.log.debug({ route, status: reply.statusCode, tookMs: Math.round(tookMs) }, 'answered');
    done();
  });
  app.setErrorHandler<FastifyError | ApiError>((error, request, reply) =>
    inLanguage(request.language, () => answer(error, request, reply)),
  );
  app.options('/api/*', (_request, reply) => reply.code(204).send());
  return app;
}

/** Allows cross-origin calls from pages at the public address, which another server may serve. */
function allowOrigin(origin: string, reply: FastifyReply): void {
  reply.headers({
    'access-control-allow-origin': origin,
    'access-control-allow-methods': 'GET, POST, PUT, DELETE',
    'access-control-allow-headers': 'authorization, content-type',
    'access-control-expose-headers': `${SERVER_TIME_HEADER}, ${TOTAL_HEADER}, retry-after, content-disposition`,
    'access-control-max-age': PREFLIGHT_S,
    vary: 'origin',
  });
}

function answer(
  error: FastifyError | ApiError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const {
    status,
    reply: body,
    retryAfterS,
  } = replyTo(error, request.routeOptions.config.failure?.());
  if (isFault(error, status)) {
    const route = request.routeOptions.url;
    request.log.error({ err: error, route, status }, 'a request failed');
  }
  if (retryAfterS !== undefined) reply.header('retry-after', retryAfterS);
  // Replies in JSON even if the route's normal replies have another type.
  return reply
    .code(status)
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(body);
}

/** Replies 404 in JSON. */
export const notFound = (reply: FastifyReply): FastifyReply =>
  reply.code(404).send({ error: m.notFound() });
