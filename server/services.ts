import type { Config } from './config.ts';
import { databaseClock, readLastInstant, startClock } from './clock.ts';
import type { Closing } from './closing.ts';
import { claimDataDir } from './data-dir.ts';
import { openDays } from './show/days.ts';
import { openDatabase } from './db/client.ts';
import { createDevelopmentMode } from './development-mode.ts';
import { LocalCounters } from './http/counters.ts';
import { createFairQueue } from './http/fair-queue.ts';
import { createIdentity } from './http/identity.ts';
import { createLimits } from './http/limits.ts';
import { createMetrics } from './http/metrics.ts';
import type { Log } from './log.ts';
import { createOutbox } from './mail/outbox.ts';
import { mailTexts } from './mail/texts.ts';
import { createModel } from './model/model.ts';
import { createOriginOf } from './answering/origin.ts';
import { calls } from '#machines/contract/calls.ts';
import { createDevices } from './account/devices.ts';
import { createPasswords, type Passwords } from './account/passwords.ts';
import type { AuthServices } from './account/services.ts';
import { readAccounts } from './account/store.ts';
import { createInspectorSwitch } from './admin/inspector/switch.ts';
import { createAudit } from './admin/audit.ts';
import { SINGLE_PROCESS, createBroadcaster } from './show/announce.ts';
import { createFeed } from './answering/feed.ts';
import { createSocketServer } from './realtime/gateway.ts';
import { createScreenRooms } from './show/stage/room.ts';
import { EmittedPoints } from './answering/emitted-points.ts';

/** Modules loaded on demand, because they need 30 MB and only some configurations use them. */
const lazy = {
  counters: () => import('./http/redis-counters.ts'),
  cluster: () => import('./realtime/cluster.ts'),
  smtp: () => import('./mail/smtp.ts'),
};

export interface ServicesOptions {
  readonly config: Config;
  readonly log: Log;
  /** URL of the built `sqlite-worker.js`. */
  readonly sqliteWorker: URL;
  /** The machine's clock, epoch ms; with PostgreSQL it is corrected by the database's clock. */
  readonly now?: () => number;
  /** Costs of hashing other than the recommended ones, for tests. */
  readonly passwords?: Passwords;
}

export type Services = Awaited<ReturnType<typeof openServices>>;

/**
 * Opens the infrastructure of a process: store, clock, limits, mail, sockets, model.
 * @throws StoreRefused, StoreUnavailable
 */
export async function openServices(
  { config, log, sqliteWorker, now: own = Date.now, passwords: given }: ServicesOptions,
  closing: Closing,
) {
  const { brand, appUrl, dataDir: folder, databaseUrl, redisUrl } = config;
  // Only the embedded store needs the folder; with PostgreSQL the secret must be configured.
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
  const lastInstant = await readLastInstant(db);
  const clock = await startClock({ own, shared: databaseClock(db), log, lastInstant });
  closing.add('clock', () => clock.stop());
  const { now } = clock;
  const days = await openDays({ db, now, zone: config.timeZone, log });

  const metrics = createMetrics();
  const local = new LocalCounters(now);
  const shared =
    redisUrl === null ? undefined : (await lazy.counters()).redisCounters(redisUrl, local, log);
  closing.add('limits', () => shared?.close());
  const limits = createLimits(local, shared);
  const identity = createIdentity({
    secret,
    now,
    readAccounts: (ids) => readAccounts(db.read, ids),
  });
  const fairQueue = createFairQueue();
  const passwords = given ?? createPasswords({ isAnswering: fairQueue.isAnswering });
  const developmentMode = createDevelopmentMode(config, log);
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
  const emittedPoints = new EmittedPoints();
  const broadcaster = createBroadcaster(io, cluster ?? SINGLE_PROCESS);
  metrics.watchPlayers(() => broadcaster.connected());
  metrics.watchClock(clock.offsetMs);
  const feed = createFeed({ db, now });
  const devicesAt = (path: string) =>
    createDevices({ path, secret, now, isSecure: appUrl.startsWith('https:') });
  const auth: AuthServices = {
    db,
    now,
    brand,
    passwords,
    outbox,
    texts: mailTexts(brand, appUrl),
    limits,
    identity,
    devices: devicesAt(calls.login.path),
    broadcaster,
  };
  const inspector = createInspectorSwitch({
    db,
    now,
    isDevelopment: developmentMode.isOn,
    log,
  });
  const screenRooms = createScreenRooms(io, cluster ?? SINGLE_PROCESS);
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
  return {
    config,
    log,
    db,
    clock,
    now,
    days,
    metrics,
    limits,
    identity,
    fairQueue,
    developmentMode,
    outbox,
    audit,
    io,
    cluster: cluster ?? SINGLE_PROCESS,
    clusterReady: (): boolean => cluster?.isReady() ?? true,
    emittedPoints,
    broadcaster,
    feed,
    auth,
    originOf: createOriginOf(secret),
    joinDevices: devicesAt(calls.joinShow.path),
    inspector,
    screenRooms,
    model,
  };
}
