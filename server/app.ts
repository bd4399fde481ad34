import type { AddressInfo } from 'node:net';
import type { PublicConfig } from '#machines/admin/site-calls.ts';
import { startCleanUp } from './clean-up.ts';
import { Closing } from './closing.ts';
import type { Database } from './db/client.ts';
import { createFirstAdmin, type FirstAdmin } from './account/first-admin.ts';
import { readKnowledge } from 'answer-grouping/knowledge';
import { paymentsOf, providerOf } from './payment/mode.ts';
import { openHttp } from './open-http.ts';
import { paymentAccount } from './payment/account.ts';
import { createBroadcaster } from './show/announce.ts';
import { createAnswerSubscriptions } from './answering/answer-subscriptions.ts';
import { createConnectedClients } from './realtime/connected-clients.ts';
import { createLink } from './realtime/link.ts';
import { openServices, type ServicesOptions } from './services.ts';
import { openSockets } from './sockets.ts';
import { wire } from './wire.ts';

export interface AppOptions extends ServicesOptions {
  /** The built `knowledge.bin`. */
  readonly knowledge: URL;
  /** The folder of the built client. */
  readonly client: string;
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
  /** From now on `/readyz` says no, so that a proxy passes on nothing new; everything is served as before. */
  leave(): void;
  /** Finishes what is under way, within ten seconds, and closes the store. */
  close(): Promise<void>;
}

const LAST_REQUESTS_MS = 8_000;
const IDLE_SCAN_MS = 50;

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

async function open(options: AppOptions, closing: Closing): Promise<App> {
  const services = await openServices(options, closing);
  const { config, log, db, io, cluster, limits, metrics, developmentMode } = services;
  // Known once it listens; nobody asks before.
  let url = '';
  const ownUrl = (): string => url;
  let isLeaving = false;
  const account = paymentAccount(services, ownUrl);
  const hasProvider = (): boolean => providerOf(config, developmentMode.isOn()) !== null;
  const wiring = wire({
    ...services,
    localBroadcaster: createBroadcaster(io),
    answerSubscriptions: createAnswerSubscriptions(io),
    connectedClients: createConnectedClients(io),
    linkOf: (name) => createLink(io, cluster, name),
    ownUrl,
    knowledge: readKnowledge(options.knowledge),
    mayRefine: async () => (await limits.count('refineDay', 'all')) === null,
    measureJudgement: metrics.measureJudgement,
    paymentProvider: () => (hasProvider() ? account.provider : null),
    measurePayment: metrics.measurePayment,
  });
  closing.add('modules', () => wiring.stop());
  const firstAdmin = await createFirstAdmin(services.auth, config.admin, developmentMode.isOn());

  const hasMailbox = config.mail.smtpUrl === null && developmentMode.isOn();
  const payments = paymentsOf(config, developmentMode.isOn());
  const { client } = options;
  const http = await openHttp(
    services,
    { wiring, account, payments, client, hasMailbox, ownUrl, isLeaving: () => isLeaving },
    closing,
  );
  const sockets = openSockets(services, wiring, http.server);
  // Before the sockets' own listeners, which were put first.
  for (const event of ['request', 'upgrade'] as const)
    http.server.prependListener(event, developmentMode.observe);
  closing.add('requests', async () => {
    // Sockets first: an open one would keep the server from closing.
    sockets.close();
    const cutting = setTimeout(() => http.server.closeAllConnections(), LAST_REQUESTS_MS);
    // A connection whose last request is answered would be kept for the next.
    const scanning = setInterval(() => http.server.closeIdleConnections(), IDLE_SCAN_MS);
    await http.close();
    clearInterval(scanning);
    clearTimeout(cutting);
  });

  await wiring.recover();
  await http.listen({ port: config.port, host: config.host });
  url = loopbackOf(http.server.address());
  await wiring.start();
  const cleanUp = startCleanUp(services);
  closing.add('clean-up job', () => cleanUp.stop());

  return {
    url,
    db,
    firstAdmin,
    hasMailbox,
    payments,
    leave: () => {
      isLeaving = true;
    },
    close: () => closing.run(log),
  };
}

/** How this machine reaches the server: the address of loopback where it listens at all addresses. */
function loopbackOf(address: AddressInfo | string | null): string {
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return `http://${host}:${address.port}`
    .replace('//0.0.0.0:', '//127.0.0.1:')
    .replace('//[::]:', '//[::1]:');
}
