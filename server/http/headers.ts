import { createHash } from 'node:crypto';

/**
 * Content policy of our own pages: nothing from other origins, and only inline scripts allowed by `withInlineScripts`.
 */
const SELF_ONLY = {
  'default-src': ["'self'"],
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  // `blob:`: pictures and sounds of questions that a phone has loaded ahead.
  'img-src': ["'self'", 'data:', 'blob:'],
  'media-src': ["'self'", 'blob:'],
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

/** Returns the page's policy, extended by the hashes of these inline scripts. */
export const withInlineScripts = (pagePolicy: string, scripts: readonly string[]): string =>
  pagePolicy.replace(/script-src [^;]*/, (sources) =>
    [sources, ...scripts.map((script) => `'sha256-${sha256(script)}'`)].join(' '),
  );

const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64');

/** Content policy of the application's pages. */
export const PAGE_POLICY = policy(SELF_ONLY);

/** Content policy of /payment with Stripe's card input, as Stripe documents it. */
export const PAYMENT_POLICY = policy({
  ...SELF_ONLY,
  'script-src': ["'self'", 'https://js.stripe.com', 'https://*.js.stripe.com'],
  'frame-src': ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  'connect-src': ["'self'", 'https://api.stripe.com'],
});

/** Content policy of data replies, which neither run code nor load anything. */
export const DATA_POLICY = policy({ 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] });

/** Content policy of the API description's page, whose script sets inline styles. */
export const DOCS_POLICY = policy({ ...SELF_ONLY, 'style-src': ["'self'", "'unsafe-inline'"] });

/** Headers of every reply (threats 64, 72). */
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

/** Headers of /inspect, which opens Stately's inspector in a browser window and receives its messages. */
export const POPUP_HEADERS: Readonly<Record<string, string>> = {
  'cross-origin-opener-policy': 'same-origin-allow-popups',
};

/** Value of `strict-transport-security`, sent if the public address is https. */
export const TRANSPORT_SECURITY = 'max-age=31536000; includeSubDomains';
