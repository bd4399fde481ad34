import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Knowledge } from 'answer-grouping';
import type { PublicConfig } from '#machines/admin/site-calls.ts';
import { startCleanUp } from './clean-up.ts';
import { Closing } from './closing.ts';
import type { Database } from './db/client.ts';
import { createFirstAdmin, type FirstAdmin } from './account/first-admin.ts';
import { paymentsOf, providerOf } from './payment/mode.ts';
import { openHttp } from './open-http.ts';
import { stopAccepting } from './http/stop-accepting.ts';
import { paymentAccount } from './payment/account.ts';
import { createBroadcaster } from './show/announce.ts';
import { createAnswerSubscriptions } from './answering/answer-subscriptions.ts';
import { createConnectedClients } from './realtime/connected-clients.ts';
import { createProcessChannel } from './realtime/process-channel.ts';
import { openServices, type ServicesOptions } from './services.ts';
import { openSockets } from './sockets.ts';
import { wire } from './wire.ts';

export interface AppOptions extends ServicesOptions {
  /** The words and names that grouping knows. */
  readonly knowledge: Knowledge;
  /** Path of the folder with the built client. */
  readonly client: string;
}

export interface App {
  /** The origin at which the server listens, without a trailing slash. */
  readonly url: string;
  readonly db: Database;
  /** The admin that this start created; null if an admin existed already. */
  readonly firstAdmin: FirstAdmin | null;
  /** Whether the development mailbox is served. */
  readonly hasMailbox: boolean;
  readonly payments: PublicConfig['payments'];
  /** Makes `/readyz` fail, so that a proxy sends no new requests. Requests are still served. */
  leave(): void;
  /** Finishes running requests within ten seconds and closes the store. */
  close(): Promise<void>;
}

/** A proxy that connected just before the server stopped listening sends its request within this time. */
const LAST_CONNECTIONS_MS = 500;
const LAST_REQUESTS_MS = 8_000;
const IDLE_SCAN_MS = 50;

/**
 * Starts the whole server of one process. If the start fails, everything opened so far is closed again.
 * @throws StoreRefused, StoreUnavailable, or the system's error if the port is taken
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
  // Set once the server listens; it must not be read before that.
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
    channelOf: (name) => createProcessChannel(io, cluster, name),
    ownUrl,
    knowledge: options.knowledge,
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
  const sockets = openSockets(services, wiring, http);
  // Must run before the sockets' own listeners.
  for (const event of ['request', 'upgrade'] as const)
    http.server.prependListener(event, developmentMode.observe);
  closing.add('requests', async () => {
    if (isLeaving && config.trustProxy !== false) {
      await stopAccepting(http.server);
      await delay(LAST_CONNECTIONS_MS);
    }
    // Close the sockets first: an open socket would keep the server from closing.
    sockets.close();
    const cutting = setTimeout(() => http.server.closeAllConnections(), LAST_REQUESTS_MS);
    // Closes idle kept-alive connections, which would otherwise wait for their next request.
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

/** Returns the address by which this machine reaches the server: loopback if the server listens on all addresses. */
function loopbackOf(address: AddressInfo | string | null): string {
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return `http://${host}:${address.port}`
    .replace('//0.0.0.0:', '//127.0.0.1:')
    .replace('//[::]:', '//[::1]:');
}
