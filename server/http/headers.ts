import { createHash } from 'node:crypto';

/** A strict policy for our own pages: nothing foreign, and inline only what `allowing` names. */
const OWN = {
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

/** The policy for a page with these inline scripts, each named by its hash. */
export const allowing = (pagePolicy: string, scripts: readonly string[]): string =>
  pagePolicy.replace(/script-src [^;]*/, (sources) =>
    [sources, ...scripts.map((script) => `'sha256-${sha256(script)}'`)].join(' '),
  );

const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64');

/** For the pages of the application. */
export const PAGE_POLICY = policy(OWN);

/** For /payment alone, where the provider takes the payments: its card input, as it documents it. */
export const PAYMENT_POLICY = policy({
  ...OWN,
  'script-src': ["'self'", 'https://js.stripe.com', 'https://*.js.stripe.com'],
  'frame-src': ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  'connect-src': ["'self'", 'https://api.stripe.com'],
});

/** For data: it runs nothing and shows nothing. */
export const DATA_POLICY = policy({ 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] });

/** For the API description's page, which styles itself at run time. */
export const DOCS_POLICY = policy({ ...OWN, 'style-src': ["'self'", "'unsafe-inline'"] });

/** On every answer, whatever it is (threats 64, 72). */
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

/** For /inspect, which opens Stately's inspector in a window and hears from there when it is ready. */
export const POPUP_HEADERS: Readonly<Record<string, string>> = {
  'cross-origin-opener-policy': 'same-origin-allow-popups',
};

/** Where the public address is https, browsers shall know it. */
export const TRANSPORT_SECURITY = 'max-age=31536000; includeSubDomains';
