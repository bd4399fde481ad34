import type { PublicConfig } from '#machines/admin/site-calls.ts';
import { calls } from '#machines/contract/calls.ts';
import type { Closing } from './closing.ts';
import { bearerOf } from './http/admission.ts';
import { registerCalls } from './http/calls.ts';
import { PAGE_POLICY, PAYMENT_POLICY } from './http/headers.ts';
import { registerHealth } from './http/health.ts';
import { addressKey } from './http/limits.ts';
import { readPages } from './http/pages.ts';
import { createHttp, notFound } from './http/server.ts';
import { registerMailbox } from './mail/mailbox.ts';
import { readLogo } from './logo.ts';
import { registerDocs } from './http/docs/plugin.ts';
import { registerMedia } from './show/media/plugin.ts';
import { registerWebhook, WEBHOOK_PATH } from './payment/webhook.ts';
import type { PaymentAccount } from './payment/account.ts';
import type { Services } from './services.ts';
import { registerStandIn } from './payment/stand-in/plugin.ts';
import { createWebhookSender } from './payment/stand-in/webhooks.ts';
import type { Wiring } from './wire.ts';

interface HttpOptions {
  readonly wiring: Pick<Wiring, 'handlers' | 'payments' | 'identifyController' | 'produces'>;
  readonly account: PaymentAccount;
  /** The payment mode that clients see. */
  readonly payments: PublicConfig['payments'];
  /** Path of the folder with the built client. */
  readonly client: string;
  /** Whether the development mailbox is served. */
  readonly hasMailbox: boolean;
  /** Returns the address by which this process reaches itself; call it only once the server listens. */
  readonly ownUrl: () => string;
  readonly isLeaving: () => boolean;
}

/** Registers everything served over HTTP: calls, payment webhook, health, pages. Does not listen yet. */
export async function openHttp(
  {
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
    audit,
    clusterReady,
  }: Services,
  { wiring, account, payments, client, hasMailbox, ownUrl, isLeaving }: HttpOptions,
  closing: Closing,
) {
  const { brand } = config;
  const {
    name: providerName,
    provider: paymentProvider,
    secretKey,
    publishableKey,
    webhookSecret,
  } = account;
  const http = createHttp({
    config,
    log,
    now,
    measure: metrics.measureRequest,
    enqueue: ({ headers, ip, method, routeOptions }, go) => {
      const userId = identity.accountOfKnown(bearerOf(headers.authorization) ?? '');
      const isAnswer =
        method === calls.submitAnswer.method && routeOptions.url === calls.submitAnswer.path;
      const kind = isAnswer ? 'answer' : 'account';
      fairQueue.enter(
        userId === null ? { kind: 'address', key: addressKey(ip) } : { kind, key: userId },
        go,
      );
    },
  });
  registerDocs(http, { brand, limits });
  registerCalls(http, wiring.handlers, {
    brand,
    identity,
    limits,
    audit,
    identifyController: wiring.identifyController,
    produces: wiring.produces,
  });
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
    const url = (): string => `${ownUrl()}${WEBHOOK_PATH}`;
    const webhooks = createWebhookSender({ url, secret: webhookSecret, now, log });
    closing.add('webhooks of the stand-in', () => webhooks.stop());
    registerStandIn(http, {
      db,
      now,
      secretKey,
      publishableKey,
      isOn: developmentMode.isOn,
      happened: webhooks.send,
    });
  }
  registerMedia(http, { db, limits });
  registerHealth(http, {
    config,
    developmentMode,
    metrics,
    storeReady: () => db.ready(),
    clusterReady,
    isLeaving,
    clockOffsetMs: clock.offsetMs,
  });
  if (hasMailbox) registerMailbox(http, { db, now, brand, developmentMode });
  const pages = await readPages(client, {
    brand,
    days: days.current,
    paymentPolicy: payments === 'stripe' ? PAYMENT_POLICY : PAGE_POLICY,
    hue: config.brandHue,
    logo: config.brandLogo === null ? null : await readLogo(config.brandLogo),
  });
  http.setNotFoundHandler(async (request, reply) => {
    if (!(await pages.serve(request, reply))) await notFound(reply);
    return reply;
  });

  return http;
}
