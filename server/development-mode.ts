import type { IncomingMessage } from 'node:http';
import { DEVELOPMENT_MODE } from '#machines/contract/messages.ts';
import type { Config } from './config.ts';
import { isLoopbackHost, signOfProxy } from './http/peer.ts';

/** How far this process can be reached, as far as its settings and the requests so far tell. */
export interface DevelopmentMode {
  /** Looks for a proxy in front. Every request comes here before anything answers it. */
  readonly observe: (request: IncomingMessage) => void;
  /**
   * Whether the parts of development are there: the mailbox, the stand-in of the payment provider, inspecting
   * by everybody, a printed password, `/metrics` without a token (decisions §9). Once false it stays so.
   */
  readonly isOn: () => boolean;
  /** What an operator should change, in sentences. */
  readonly warnings: () => readonly string[];
}

type Settings = Pick<Config, 'production' | 'appUrl' | 'trustProxy'>;

/** Whether the settings allow the parts of development at all. */
export const allowsDevelopment = ({ production, appUrl }: Omit<Settings, 'trustProxy'>): boolean =>
  !production && isLoopbackHost(new URL(appUrl).host);

/** What a server for the public still lacks, a line each; in development nothing. */
export function missingSettings(config: Config): string[] {
  if (allowsDevelopment(config)) return [];
  const { appUrl, production, mail, stripe, entryFeeCents, metricsToken, trustProxy } = config;
  const { host, protocol } = new URL(appUrl);
  const isPublic = !isLoopbackHost(host);
  return [
    ...(isPublic ? [] : [`APP_URL is missing: links in mails lead to ${appUrl}.`]),
    ...(production ? [] : ['NODE_ENV=production is missing: APP_URL is public.']),
    ...(mail.smtpUrl === null
      ? ['SMTP_URL is missing: no mails are sent, so nobody can register or reset a password.']
      : []),
    ...(stripe === null && entryFeeCents > 0
      ? ['STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY are missing: nobody can pay.']
      : []),
    ...(metricsToken === null ? ['METRICS_TOKEN is missing: /metrics answers nobody.'] : []),
    // The server itself speaks no TLS.
    ...(isPublic && protocol === 'https:' && trustProxy === false
      ? [
          'TRUST_PROXY is missing: everybody behind the proxy that speaks TLS counts as one address.',
        ]
      : []),
  ];
}

/** Development ends with the first sign of a proxy: behind one, strangers come from loopback. */
export function createDevelopmentMode(
  config: Settings,
  log: { warn(details: object, message: string): void },
): DevelopmentMode {
  const isUndeclared = config.trustProxy === false;
  let hasProxy = false;
  return {
    observe: (request) => {
      if (hasProxy) return;
      const sign = signOfProxy(request);
      if (sign === null) return;
      hasProxy = true;
      if (allowsDevelopment(config)) log.warn({ sign }, DEVELOPMENT_MODE.developmentEnds);
      if (isUndeclared) log.warn({ sign }, DEVELOPMENT_MODE.undeclaredProxy);
    },
    isOn: () => allowsDevelopment(config) && !hasProxy,
    warnings: () => (hasProxy && isUndeclared ? [DEVELOPMENT_MODE.undeclaredProxy] : []),
  };
}
