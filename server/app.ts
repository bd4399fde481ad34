import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import type { PublicConfig } from '#machines/contract/calls.ts';
import { databaseClock, startClock } from './clock.ts';
import type { Config } from './config.ts';
import { claimDataDir } from './data-dir.ts';
import { type Database, openDatabase } from './db/client.ts';
import { createExposure } from './exposure.ts';
import { registerCalls } from './http/calls.ts';
import { LocalCounters, localOnly } from './http/counters.ts';
import { registerHealth } from './http/health.ts';
import { createIdentity } from './http/identity.ts';
import { createLimits } from './http/limits.ts';
import { peerOf } from './http/peer.ts';
import { createMetrics } from './http/metrics.ts';
import { readPages } from './http/pages.ts';
import { PAGE_POLICY, PAYMENT_POLICY } from './http/headers.ts';
import { createHttp, notFound } from './http/server.ts';
import type { Log } from './log.ts';
import { registerMailbox } from './mail/mailbox.ts';
import { createOutbox } from './mail/outbox.ts';
import { mailTexts } from './mail/texts.ts';
import { createFirstAdmin, type FirstAdmin } from './modules/auth/first-admin.ts';
import { createPasswords } from './modules/auth/passwords.ts';
import type { AuthServices } from './modules/auth/services.ts';
import { deleteExpiredTokens, readAccounts } from './modules/auth/store.ts';
import { readKnowledge } from './modules/grouping/knowledge/read.ts';
import { createModel } from './model/model.ts';
import { createInspectorSwitch } from './modules/inspector/switch.ts';
import { paymentsOf, providerOf } from './modules/payments/mode.ts';
import { createProvider } from './modules/payments/provider.ts';
import { registerWebhook, WEBHOOK_PATH } from './modules/payments/webhook.ts';
import { registerDocs } from './modules/docs/plugin.ts';
import { createAudit } from './modules/users/audit.ts';
import { ALONE, createAnnouncer } from './realtime/announce.ts';
import { createFeed } from './realtime/feed.ts';
import { createSocketServer, openGateway } from './realtime/gateway.ts';
import { openInspection } from './realtime/inspection.ts';
import { deleteChanges } from './realtime/store.ts';
import { Closing } from './closing.ts';
import { createAnswerers } from './realtime/answerers.ts';
import { createLink } from './realtime/link.ts';
import { createShowRoom } from './realtime/show-room.ts';
import { ToldPoints } from './realtime/told-points.ts';
import { createStrangers } from './realtime/strangers.ts';
import { registerStandIn, STAND_IN_PUBLISHABLE_KEY } from './stand-in/plugin.ts';
import { createWebhookSender } from './stand-in/webhooks.ts';
import { wire } from './wire.ts';

export interface AppOptions {
  readonly config: Config;
  readonly log: Log;
  /** The built `sqlite-worker.js`. */
  readonly sqliteWorker: URL;
  /** The built `knowledge.bin`. */
  readonly knowledge: URL;
  /** The folder of the built client. */
  readonly client: string;
  /** The machine's clock, epoch ms; with PostgreSQL the server's is corrected by the database's. */
  readonly now?: () => number;
}

export interface App {
  /** Where it listens, without a slash at the end. */
  readonly url: string;
  readonly db: Database;
  /** Null when there was an admin already. */
  readonly firstAdmin: FirstAdmin | null;
  /** Whether the development mailbox is served. */
  readonly hasMailbox: boolean;
  readonly payments: PublicConfig['payments'];
  /** Finishes what is under way, within ten seconds, and closes the store. */
  close(): Promise<void>;
}

/** What only some configurations need, 30 MB of it. */
const lazy = {
  counters: () => import('./http/redis-counters.ts'),
  cluster: () => import('./realtime/cluster.ts'),
  smtp: () => import('./mail/smtp.ts'),
};

const TIDY_MS = 60 * 60_000;
const LAST_REQUESTS_MS = 8_000;
const IDLE_SWEEP_MS = 50;

/**
 * The whole server of one process, listening. Whatever was opened is closed again when the start fails.
 * @throws StoreRefused, StoreUnavailable, and the system's error when the port is taken
 */
export async function startApp(options: AppOptions): Promise<App> {
  const closing = new Closing();
  try {
    return await open(options, closing);
  } catch (error) {
    await closing.run(options.log);
    throw error;
  }
}

async function open(
  { config, log, sqliteWorker, knowledge, client, now: own = Date.now }: AppOptions,
  closing: Closing,
): Promise<App> {
  const { brand, appUrl, dataDir: folder, databaseUrl, redisUrl } = config;
  // With PostgreSQL the secret is configured and nothing is kept here.
  const dataDir = databaseUrl === null ? await claimDataDir(folder) : null;
  closing.add('data folder', () => dataDir?.release());
  const secret = config.jwtSecret ?? dataDir?.jwtSecret();
  if (secret === undefined) throw new Error('JWT_SECRET is missing.');

  const db = await openDatabase({
    databaseUrl,
    dataDir: folder,
    sqliteWorker,
    notice: (line) => log.warn(line),
  });
  closing.add('store', () => db.close());
  const clock = await startClock({ own, shared: databaseClock(db), log });
  closing.add('clock', () => clock.stop());
  const { now } = clock;

  const metrics = createMetrics();
  const local = new LocalCounters(now);
  const limits = createLimits(
    local,
    redisUrl === null
      ? localOnly(local)
      : (await lazy.counters()).redisCounters(redisUrl, local, log),
  );
  closing.add('limits', () => limits.close());
  const identity = createIdentity({
    secret,
    now,
    readAccounts: (ids) => readAccounts(db.read, ids),
  });
  const exposure = createExposure(config, log);
  const hasMailbox = config.mail.smtpUrl === null && exposure.isDevelopment();
  const outbox = createOutbox({
    db,
    now,
    log,
    transport:
      config.mail.smtpUrl === null
        ? null
        : (await lazy.smtp()).smtpTransport(config.mail.smtpUrl, config.mail.from),
  });
  closing.add('outbox', () => outbox.stop());
  const audit = createAudit({ db, now, log });
  closing.add('audit', () => audit.stop());

  const io = createSocketServer(appUrl);
  const cluster =
    redisUrl === null ? null : (await lazy.cluster()).joinCluster(io, { redisUrl, now, log });
  closing.add('cluster', () => cluster?.close());
  const toldPoints = new ToldPoints();
  const announcer = createAnnouncer(io, cluster ?? ALONE);
  metrics.watchPlayers(() => announcer.connected());
  metrics.watchClock(clock.offsetMs);
  const feed = createFeed({ db, now });
  const auth: AuthServices = {
    db,
    now,
    brand,
    passwords: createPasswords(),
    outbox,
    texts: mailTexts(brand, appUrl),
    limits,
    identity,
    announcer,
  };
  const inspector = createInspectorSwitch({
    db,
    now,
    isDevelopment: exposure.isDevelopment,
    log,
  });
  const showRoom = createShowRoom(io, cluster ?? ALONE);
  const model =
    config.ai === null
      ? null
      : createModel({
          settings: config.ai,
          now,
          log,
          measure: metrics.measureModel,
          mayAsk: async () => (await limits.count('modelDay', 'all')) === null,
        });
  // Known once it listens; nobody asks before.
  let ownUrl = '';
  const providerName = providerOf(config, exposure.isDevelopment());
  const { secretKey, publishableKey, webhookSecret, apiBase } = config.stripe ?? standInKeys();
  const paymentProvider =
    providerName === null
      ? null
      : {
          name: providerName,
          calls: createProvider({ secretKey, apiBase: () => apiBase ?? ownUrl, now, log }),
        };
  const hasProvider = (): boolean => providerOf(config, exposure.isDevelopment()) !== null;
  const wiring = wire({
    config,
    exposure,
    db,
    now,
    log,
    announcer,
    announcerHere: createAnnouncer(io),
    answerers: createAnswerers(io),
    toldPoints,
    linkOf: (name) => createLink(io, cluster ?? ALONE, name),
    showRoom,
    feed,
    auth,
    inspector,
    model,
    knowledge: readKnowledge(knowledge),
    mayRefine: async () => (await limits.count('refineDay', 'all')) === null,
    measureJudgement: metrics.measureJudgement,
    paymentProvider: () => (hasProvider() ? paymentProvider : null),
    measurePayment: metrics.measurePayment,
  });
  closing.add('modules', () => wiring.stop());
  const firstAdmin = await createFirstAdmin(auth, config.admin, exposure.isDevelopment());

  const http = createHttp({ config, log, now, measure: metrics.measureRequest });
  await registerDocs(http, brand);
  registerCalls(http, wiring.handlers, { brand, identity, limits, audit });
  await registerWebhook(http, {
    payments: wiring.payments,
    limits,
    measure: metrics.measureWebhook,
    readEvent:
      paymentProvider === null || webhookSecret === null
        ? null
        : (body, signature) => paymentProvider.calls.readEvent(body, signature, webhookSecret),
  });
  if (providerName === 'stand-in' && webhookSecret !== null) {
    const url = (): string => `${ownUrl}${WEBHOOK_PATH}`;
    const webhooks = createWebhookSender({ url, secret: webhookSecret, now, log });
    closing.add('webhooks of the stand-in', () => webhooks.stop());
    registerStandIn(http, {
      db,
      now,
      secretKey,
      publishableKey,
      isOn: exposure.isDevelopment,
      happened: webhooks.send,
    });
  }
  registerHealth(http, {
    config,
    exposure,
    metrics,
    storeReady: () => db.ready(),
    clusterReady: () => cluster?.isReady() ?? true,
    clockOffsetMs: clock.offsetMs,
  });
  if (hasMailbox) registerMailbox(http, { db, brand, exposure });
  const payments = paymentsOf(config, exposure.isDevelopment());
  const pages = await readPages(client, {
    brand,
    paymentPolicy: payments === 'stripe' ? PAYMENT_POLICY : PAGE_POLICY,
    exposure,
  });
  http.setNotFoundHandler(async (request, reply) => {
    if (!(await pages.serve(request, reply))) await notFound(reply);
    return reply;
  });

  const strangers = createStrangers({
    peerOf: (request) => peerOf(request, config.trustProxy),
    count: metrics.countMisuse,
  });
  const gateway = openGateway(io, http.server, {
    toldPoints,
    feed,
    now,
    authenticate: (token) => identity.identify(token),
    standing: (session) => identity.standing(session),
    mayJoin: async (id) => (await limits.count('join', id)) === null,
    ownAnswers: wiring.ownAnswers,
    show: wiring.show,
    count: metrics.countMisuse,
    log,
    cluster: cluster ?? ALONE,
    strangers,
  });
  const inspection = openInspection(io, {
    now,
    access: inspector.access,
    authenticate: (token) => identity.identify(token),
    mayTry: (address) => limits.count('inspection', address),
    strangers,
    audit: (deed) => audit.note(deed, 200),
    watchWindows: wiring.watchWindows,
    count: metrics.countMisuse,
    log,
    cluster: cluster ?? ALONE,
  });
  // Before the sockets' own listeners, which were put first.
  for (const event of ['request', 'upgrade'] as const)
    http.server.prependListener(event, exposure.observe);
  closing.add('requests', async () => {
    // Sockets first: an open one would keep the server from closing.
    inspection.close();
    gateway.close();
    const cutting = setTimeout(() => http.server.closeAllConnections(), LAST_REQUESTS_MS);
    // A connection whose last request is answered would be kept for the next.
    const sweeping = setInterval(() => http.server.closeIdleConnections(), IDLE_SWEEP_MS);
    await http.close();
    clearInterval(sweeping);
    clearTimeout(cutting);
  });

  await wiring.recover();
  await http.listen({ port: config.port, host: config.host });
  ownUrl = loopbackOf(http.server.address());
  await wiring.start();
  const tidy = async (): Promise<void> => {
    await outbox.tidy();
    await audit.tidy();
    await deleteExpiredTokens(db.write, now() - TIDY_MS);
    await deleteChanges(db.write, now() - TIDY_MS);
  };
  const tidying = setInterval(() => {
    tidy().catch((error: unknown) => log.warn({ err: error }, 'old rows were not removed'));
  }, TIDY_MS).unref();
  closing.add('tidying', () => clearInterval(tidying));

  return {
    url: urlOf(http.server.address()),
    db,
    firstAdmin,
    hasMailbox,
    payments,
    close: () => closing.run(log),
  };
}

function urlOf(address: AddressInfo | string | null): string {
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return `http://${host}:${address.port}`;
}

/** How the process reaches itself: an address that stands for all of them is none to call. */
function loopbackOf(address: AddressInfo | string | null): string {
  return urlOf(address).replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:');
}

/** Of this process alone, so that nobody else makes payments at its stand-in. */
function standInKeys() {
  const secret = randomBytes(24).toString('hex');
  return {
    secretKey: `sk_test_${secret}`,
    publishableKey: STAND_IN_PUBLISHABLE_KEY,
    webhookSecret: `whsec_${secret}`,
    apiBase: null,
  };
}
