import { m } from 'messages';
import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Config } from '#server/config.ts';
import type { DevelopmentMode } from '#server/development-mode.ts';
import type { Metrics } from './metrics.ts';
import { isDirectFromLoopback } from './peer.ts';
import { busy } from './refusals.ts';
import { notFound } from './server.ts';

export interface HealthOptions {
  readonly config: Pick<Config, 'metricsToken'>;
  readonly developmentMode: Pick<DevelopmentMode, 'isOn' | 'warnings'>;
  readonly metrics: Metrics;
  /** Rejects while the database cannot be read or written. */
  readonly storeReady: () => Promise<void>;
  /** False while the other processes cannot be reached. */
  readonly clusterReady: () => boolean;
  /** Whether this process is shutting down. */
  readonly isLeaving: () => boolean;
  /** The correction of the machine's clock, ms; null if there is only one process, which needs no correction. */
  readonly clockOffsetMs: () => number | null;
}

/** The database is checked at most once in this time (ms), however often the call is made. */
const RECHECK_MS = 250;

/** Registers the operator's calls (decisions §8): /healthz, /readyz and /metrics. */
export function registerHealth(app: FastifyInstance, options: HealthOptions): void {
  const { config, developmentMode, metrics, storeReady, clusterReady, isLeaving, clockOffsetMs } =
    options;
  let checked: { at: number; result: Promise<void> } | null = null;
  const checkStore = (): Promise<void> => {
    const at = performance.now();
    if (checked === null || at - checked.at > RECHECK_MS) checked = { at, result: storeReady() };
    return checked.result;
  };

  app.get('/healthz', () => ({ status: 'ok' }));
  app.get('/readyz', async () => {
    await checkStore();
    if (isLeaving() || !clusterReady()) throw busy();
    const warnings = developmentMode.warnings();
    const offsetMs = clockOffsetMs();
    return {
      status: 'ready',
      ...(warnings.length > 0 && { warnings }),
      ...(offsetMs !== null && { clockOffsetMs: offsetMs }),
    };
  });
  app.get('/metrics', async (request, reply) => {
    const { metricsToken } = config;
    const isOpen = developmentMode.isOn() && isDirectFromLoopback(request.raw);
    if (metricsToken === null && !isOpen) return notFound(reply);
    if (metricsToken !== null && !isSame(request.headers.authorization, `Bearer ${metricsToken}`)) {
      return reply.code(401).send({ error: m.signInFirst() });
    }
    return reply.type(metrics.contentType).send(await metrics.text());
  });
}

/** Compares two secrets in constant time. */
const isSame = (given: string | undefined, expected: string): boolean =>
  timingSafeEqual(digest(given ?? ''), digest(expected));

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
