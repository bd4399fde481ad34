import { createHash } from 'node:crypto';

/** A strict policy for our own pages: nothing foreign, and no inline script but those that `withInlineScripts` names. */
const SELF_ONLY = {
  'default-src': ["'self'"],
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  'img-src': ["'self'", 'data:'],
  'connect-src': ["'self'"],
  'frame-src': ["'none'"],
  'object-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'self'"],
  'frame-ancestors': ["'none'"],
};

const policy = (directives: Readonly<Record<string, readonly string[]>>): string =>
  Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');

/** The policy with the hashes of these inline scripts. */
export const withInlineScripts = (pagePolicy: string, scripts: readonly string[]): string =>
  pagePolicy.replace(/script-src [^;]*/, (sources) =>
    [sources, ...scripts.map((script) => `'sha256-${sha256(script)}'`)].join(' '),
  );

const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64');

/** For the pages of the application. */
export const PAGE_POLICY = policy(SELF_ONLY);

/** For /payment with Stripe: its card input, as Stripe documents it. */
export const PAYMENT_POLICY = policy({
  ...SELF_ONLY,
  'script-src': ["'self'", 'https://js.stripe.com', 'https://*.js.stripe.com'],
  'frame-src': ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  'connect-src': ["'self'", 'https://api.stripe.com'],
});

/** For data, which neither runs nor loads anything. */
export const DATA_POLICY = policy({ 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] });

/** For the API description's page, which styles itself at run time. */
export const DOCS_POLICY = policy({ ...SELF_ONLY, 'style-src': ["'self'", "'unsafe-inline'"] });

/** On every reply (threats 64, 72). */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-dns-prefetch-control': 'off',
  'x-permitted-cross-domain-policies': 'none',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
};

/** For /inspect, which opens Stately's inspector in a window and receives its messages. */
export const POPUP_HEADERS: Readonly<Record<string, string>> = {
  'cross-origin-opener-policy': 'same-origin-allow-popups',
};

/** Sent if the public address is https. */
export const TRANSPORT_SECURITY = 'max-age=31536000; includeSubDomains';
