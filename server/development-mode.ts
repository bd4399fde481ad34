import { m } from 'messages';
import type { IncomingMessage } from 'node:http';
import type { Config } from './config.ts';
import { isLoopbackHost, proxyEvidence } from './http/peer.ts';

/** Warnings to the operator of the server, in its log. */
const WARNINGS = {
  undeclaredProxy:
    'This server is behind a proxy but TRUST_PROXY is not set, so everyone counts as one address and one person can use up the limits for all. Set TRUST_PROXY to the proxy’s address (loopback if it runs on this machine), have it send X-Forwarded-For, and restart. If there is no proxy, someone is faking its headers: leave TRUST_PROXY unset.',
  developmentEnds:
    'This server is behind a proxy, so others may reach it. Development features (mailbox, test payments, inspecting by everyone, /metrics without a token) are off until the next start. Set APP_URL to the public address and NODE_ENV=production.',
} as const;

/** Decides whether the development features may run, from the settings and the requests so far. */
export interface DevelopmentMode {
  /** Looks for signs of a proxy. Must be called with every request before it is answered. */
  readonly observe: (request: IncomingMessage) => void;
  /**
   * Whether the development features are on: mailbox, payment stand-in, inspector for everybody, printed password, and
   * `/metrics` without a token (decisions §9). Once false, it stays false.
   */
  readonly isOn: () => boolean;
  /** Warnings for the operator, as sentences. */
  readonly warnings: () => readonly string[];
}

type Settings = Pick<Config, 'production' | 'appUrl' | 'trustProxy'>;

/** Whether the settings allow development features at all. */
export const allowsDevelopment = ({ production, appUrl }: Omit<Settings, 'trustProxy'>): boolean =>
  !production && isLoopbackHost(new URL(appUrl).host);

/** Returns the settings that a public server still lacks, one line each; empty in development. */
export function missingSettings(config: Config): string[] {
  if (allowsDevelopment(config)) return [];
  const { appUrl, production, mail, stripe, entryFeeCents, metricsToken, trustProxy } = config;
  const { host, protocol } = new URL(appUrl);
  const isPublic = !isLoopbackHost(host);
  return [
    ...(isPublic ? [] : [`APP_URL is missing: links in mails lead to ${appUrl}.`]),
    ...(production ? [] : ['NODE_ENV=production is missing: APP_URL is public.']),
    ...(mail.smtpUrl === null
      ? ['SMTP_URL is missing: no mails are sent, so no one can register or reset a password.']
      : []),
    ...(stripe === null && entryFeeCents > 0
      ? ['STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY are missing: no one can pay.']
      : []),
    ...(metricsToken === null ? ['METRICS_TOKEN is missing: /metrics is closed.'] : []),
    // https without TRUST_PROXY: the server itself does not terminate TLS, so there must be a proxy.
    ...(isPublic && protocol === 'https:' && trustProxy === false
      ? ['TRUST_PROXY is missing: everyone behind the TLS proxy counts as one address.']
      : []),
  ];
}

/**
 * Turns development features off at the first sign of a proxy, because behind a proxy remote clients seem to come from
 * loopback.
 */
export function createDevelopmentMode(
  config: Settings,
  log: { warn(details: object, message: string): void },
): DevelopmentMode {
  const isUndeclared = config.trustProxy === false;
  let hasProxy = false;
  return {
    observe: (request) => {
      if (hasProxy) return;
      const sign = proxyEvidence(request);
      if (sign === null) return;
      hasProxy = true;
      if (allowsDevelopment(config)) log.warn({ sign }, WARNINGS.developmentEnds);
      if (isUndeclared) log.warn({ sign }, WARNINGS.undeclaredProxy);
    },
    isOn: () => allowsDevelopment(config) && !hasProxy,
    warnings: () => (hasProxy && isUndeclared ? [m.developmentModeUndeclaredProxy()] : []),
  };
}
