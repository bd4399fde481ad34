import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { z } from 'zod';
import type { Brand } from '#machines/contract/brand.ts';
import { brandSchema } from '#machines/contract/brand-schema.ts';
import { emailSchema } from '#machines/contract/entities.ts';
import type { PublicConfig } from '#machines/admin/site-calls.ts';
import { LIMITS, PASSWORD_MIN } from '#machines/contract/limits.ts';

/** A setting is wrong. The message is one line that names the variable and never contains a secret. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

export interface Config {
  readonly production: boolean;
  readonly logLevel: (typeof LOG_LEVELS)[number];
  readonly host: string;
  readonly port: number;
  /** The public origin for links in mails and for CORS, without a trailing slash. */
  readonly appUrl: string;
  /** Fastify's `trustProxy`: false, a number of hops, or addresses. */
  readonly trustProxy: false | number | string[];
  /** Absolute path of the folder with the embedded store and secrets. */
  readonly dataDir: string;
  /** Connection URL of PostgreSQL; null: the embedded store is used. */
  readonly databaseUrl: string | null;
  readonly redisUrl: string | null;
  /** Secret that signs tokens; null: a generated secret is kept in `dataDir`. */
  readonly jwtSecret: string | null;
  readonly admin: { readonly email: string; readonly password: string } | null;
  /** Without `smtpUrl`, mails go to the development mailbox in development, and are not sent in production. */
  readonly mail: {
    readonly smtpUrl: string | null;
    readonly from: { readonly name: string; readonly address: string };
  };
  readonly ai: {
    readonly baseUrl: string;
    readonly apiKey: string | null;
    readonly model: string;
  } | null;
  /**
   * Keys of Stripe; null: test mode in development, no payments in production. Without `webhookSecret` webhooks are
   * rejected.
   */
  readonly stripe: {
    readonly secretKey: string;
    readonly publishableKey: string;
    readonly webhookSecret: string | null;
    readonly apiBase: string;
  } | null;
  readonly entryFeeCents: number;
  /** Days after the end of a show until its guests are deleted. */
  readonly guestDays: number;
  /** IANA name of the time zone whose midnight starts a day of 'daily'; null lets an admin choose. */
  readonly timeZone: string | null;
  /** What people accept by joining or registering: links to the operator's pages, and the minimum age in years. */
  readonly terms: PublicConfig['terms'];
  /** Bearer token for `/metrics`; null: it is served only in development, to loopback. */
  readonly metricsToken: string | null;
  readonly brand: Brand;
  /** Hue of the brand colour, degrees in OKLCH; null for the default. */
  readonly brandHue: number | null;
  /** Absolute path of the logo; null for none. */
  readonly brandLogo: string | null;
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
const JWT_SECRET_BYTES = 32;
/** The URL path of the logo. */
export const LOGO_PATH = '/brand-logo.svg';

const oneOf = <const V extends readonly string[]>(values: V) =>
  z.enum(values, `must be one of ${values.join(', ')}`);

const wholeNumber = (min: number, max: number) => {
  const message = `must be a whole number from ${min} to ${max}`;
  return z
    .string()
    .regex(/^\d{1,9}$/, message)
    .transform(Number)
    .refine((value) => value >= min && value <= max, message);
};

const address = (...schemes: readonly string[]) =>
  z.string().refine(
    (text) => {
      if (!URL.canParse(text)) return false;
      const { protocol, hostname, searchParams } = new URL(text);
      return (
        schemes.includes(protocol.slice(0, -1)) && (hostname !== '' || searchParams.has('host'))
      );
    },
    `must be an address that begins with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`,
  );

const origin = address('http', 'https')
  .transform((text) => new URL(text))
  .refine(
    ({ pathname, search, hash, username }) => pathname + search + hash + username === '/',
    'must be an address without a path, like https://show.example',
  )
  .transform((url) => url.origin);

const webPage = address('http', 'https');

const isProxy = (entry: string): boolean => {
  const [ip = '', bits = '0', ...more] = entry.split('/');
  const most = isIP(ip) === 4 ? 32 : 128;
  return (
    ['loopback', 'linklocal', 'uniquelocal'].includes(entry) ||
    (isIP(ip) !== 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= most && more.length === 0)
  );
};

/** The operator must count or name the proxies, because a trusted peer chooses the network address that limits use. */
const trustProxy = z
  .string()
  .toLowerCase()
  .transform((text): Config['trustProxy'] => {
    if (/^(off|false|no|0)$/.test(text)) return false;
    if (/^(on|true|yes)$/.test(text)) return 1;
    return /^[1-9]$/.test(text) ? Number(text) : text.split(',').map((entry) => entry.trim());
  })
  .refine(
    (value) => !Array.isArray(value) || value.every(isProxy),
    'must be off, on (one proxy), a number of proxies, or a list of their addresses',
  );

/** Sender of mails, `a@b.example` or `The Show <a@b.example>`. */
const sender = z
  .string()
  .transform((text) => {
    const [, name = '', bracketed] = /^(?:([^<>]*) )?<([^<>]+)>$/.exec(text) ?? [];
    return { name: name.trim(), address: bracketed ?? text };
  })
  .refine(
    (from) => emailSchema.safeParse(from.address).success && !/\p{Cc}/u.test(from.name),
    'must be like show@example.org or The Show <show@example.org>',
  );

/** A bearer token: only characters that are valid in a header. */
const bearer = z
  .string()
  .regex(/^[\x21-\x7e]+$/, 'must be of letters, digits and signs, without spaces');

const stripeKey = (...beginnings: readonly [string, ...string[]]) => {
  const message = `must begin with ${beginnings.join(' or ')}`;
  return z
    .string()
    .refine((key) => beginnings.some((beginning) => key.startsWith(beginning)), message)
    .regex(/^\w+$/, 'must be of letters, digits and _');
};

/** Entry fee in cents; Stripe charges at least 50 US cents. */
const entryFee = wholeNumber(0, 99_999).refine(
  (cents) => cents === 0 || cents >= 50,
  'must be 0, which asks for none, or at least 50',
);

export const isTimeZone = (name: string): boolean => {
  try {
    // Offsets such as +01:00 are rejected: they are no zone names, and some browsers do not support them.
    return (
      new Intl.DateTimeFormat('en', { timeZone: name }).format() !== '' && /^[a-z]/i.test(name)
    );
  } catch {
    return false;
  }
};

/** All variables of decisions §8 as texts; an empty variable is treated as absent. */
const environmentSchema = z.object({
  NODE_ENV: oneOf(['production', 'development', 'test']).default('development'),
  LOG_LEVEL: oneOf(LOG_LEVELS).default('info'),
  HOST: z
    .string()
    .regex(/^[\w.:-]+$/, 'must be an address or a host name')
    .default('127.0.0.1'),
  PORT: wholeNumber(0, 65_535).default(3000),
  APP_URL: origin.optional(),
  TRUST_PROXY: trustProxy.default(false),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: address('postgres', 'postgresql').optional(),
  REDIS_URL: address('redis', 'rediss').optional(),
  JWT_SECRET: z
    .string()
    .refine(
      (secret) => Buffer.byteLength(secret) >= JWT_SECRET_BYTES,
      `must have at least ${JWT_SECRET_BYTES} bytes`,
    )
    .optional(),
  ADMIN_EMAIL: z.optional(emailSchema),
  ADMIN_PASSWORD: z
    .string()
    .min(PASSWORD_MIN, `must have at least ${PASSWORD_MIN} characters`)
    .max(LIMITS.passwordLength, `must have at most ${LIMITS.passwordLength} characters`)
    .optional(),
  SMTP_URL: address('smtp', 'smtps').optional(),
  MAIL_FROM: sender.optional(),
  AI_BASE_URL: address('http', 'https')
    .refine(
      (text) => !URL.canParse(text) || new URL(text).username + new URL(text).password === '',
      'must not contain a name or password: put a key into AI_API_KEY',
    )
    .optional(),
  AI_API_KEY: bearer.optional(),
  AI_MODEL: z.string().optional(),
  STRIPE_SECRET_KEY: stripeKey('sk_test_', 'sk_live_', 'rk_test_', 'rk_live_').optional(),
  // The publishable key is sent to every client, so this must reject a secret key.
  STRIPE_PUBLISHABLE_KEY: stripeKey('pk_test_', 'pk_live_').optional(),
  STRIPE_WEBHOOK_SECRET: stripeKey('whsec_').optional(),
  STRIPE_API_BASE: origin.default('https://api.stripe.com'),
  ENTRY_FEE_CENTS: entryFee.default(50),
  GUEST_DAYS: wholeNumber(1, 3_650).default(30),
  TERMS_URL: webPage.optional(),
  PRIVACY_URL: webPage.optional(),
  MINIMUM_AGE: wholeNumber(1, 99).optional(),
  METRICS_TOKEN: bearer.optional(),
  SHOW_TIME_ZONE: z
    .string()
    .refine(isTimeZone, 'must be the name of a time zone, like Europe/Berlin')
    .optional(),
  BRAND_NAME: brandSchema.shape.name,
  BRAND_SLUG: brandSchema.shape.slug,
  BRAND_HUE: wholeNumber(0, 360)
    .refine(
      (hue) => hue <= 30 || hue >= 130,
      'must be from 0 to 30 or from 130 to 360: amber is reserved for open questions',
    )
    .optional(),
  BRAND_LOGO: z.string().endsWith('.svg', 'must be the path of an SVG file').optional(),
});

/**
 * Pairs of variables: if the first is set, the second must be set too, because the service would be broken without it.
 */
const NEEDS = [
  ['ADMIN_EMAIL', 'ADMIN_PASSWORD'],
  ['ADMIN_PASSWORD', 'ADMIN_EMAIL'],
  ['DATABASE_URL', 'JWT_SECRET'],
  ['AI_BASE_URL', 'AI_MODEL'],
  ['AI_MODEL', 'AI_BASE_URL'],
  ['AI_API_KEY', 'AI_BASE_URL'],
  ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY'],
  ['STRIPE_PUBLISHABLE_KEY', 'STRIPE_SECRET_KEY'],
  ['STRIPE_WEBHOOK_SECRET', 'STRIPE_SECRET_KEY'],
] as const;

function read(variables: NodeJS.ProcessEnv): z.infer<typeof environmentSchema> {
  const set = Object.entries(variables).filter(
    ([, value]) => value !== undefined && value.trim() !== '',
  );
  const parsed = environmentSchema.safeParse(Object.fromEntries(set));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new ConfigError(`${issue?.path.join('.')} is wrong: ${issue?.message}`);
  }
  const env = parsed.data;
  for (const [given, needed] of NEEDS) {
    if (env[given] !== undefined && env[needed] === undefined) {
      throw new ConfigError(`${needed} is missing: ${given} is set and needs it.`);
    }
  }
  const [secret = '', publishable = ''] = [env.STRIPE_SECRET_KEY, env.STRIPE_PUBLISHABLE_KEY];
  if (secret.includes('_live_') !== publishable.includes('_live_')) {
    throw new ConfigError(
      'STRIPE_PUBLISHABLE_KEY is wrong: one of the two Stripe keys is live, the other for tests.',
    );
  }
  return env;
}

/**
 * Reads the settings of decisions §8, once at start.
 * @throws ConfigError for the first variable that is wrong or missing
 */
export function readConfig(variables: NodeJS.ProcessEnv): Config {
  const env = read(variables);
  const appUrl = env.APP_URL ?? `http://localhost:${env.PORT}`;
  const brand = {
    name: env.BRAND_NAME,
    slug: env.BRAND_SLUG,
    ...(env.BRAND_LOGO !== undefined && { logo: LOGO_PATH }),
  };
  const from = env.MAIL_FROM ?? { name: '', address: `no-reply@${new URL(appUrl).hostname}` };
  return {
    production: env.NODE_ENV === 'production',
    logLevel: env.LOG_LEVEL,
    host: env.HOST,
    port: env.PORT,
    appUrl,
    trustProxy: env.TRUST_PROXY,
    dataDir: resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL ?? null,
    redisUrl: env.REDIS_URL ?? null,
    jwtSecret: env.JWT_SECRET ?? null,
    admin:
      env.ADMIN_EMAIL === undefined || env.ADMIN_PASSWORD === undefined
        ? null
        : { email: env.ADMIN_EMAIL, password: env.ADMIN_PASSWORD },
    mail: {
      smtpUrl: env.SMTP_URL ?? null,
      from: { name: from.name === '' ? brand.name : from.name, address: from.address },
    },
    ai:
      env.AI_BASE_URL === undefined || env.AI_MODEL === undefined
        ? null
        : { baseUrl: env.AI_BASE_URL, apiKey: env.AI_API_KEY ?? null, model: env.AI_MODEL },
    stripe:
      env.STRIPE_SECRET_KEY === undefined || env.STRIPE_PUBLISHABLE_KEY === undefined
        ? null
        : {
            secretKey: env.STRIPE_SECRET_KEY,
            publishableKey: env.STRIPE_PUBLISHABLE_KEY,
            webhookSecret: env.STRIPE_WEBHOOK_SECRET ?? null,
            apiBase: env.STRIPE_API_BASE,
          },
    entryFeeCents: env.ENTRY_FEE_CENTS,
    guestDays: env.GUEST_DAYS,
    terms: {
      ...(env.TERMS_URL !== undefined && { termsUrl: env.TERMS_URL }),
      ...(env.PRIVACY_URL !== undefined && { privacyUrl: env.PRIVACY_URL }),
      ...(env.MINIMUM_AGE !== undefined && { minimumAge: env.MINIMUM_AGE }),
    },
    timeZone: env.SHOW_TIME_ZONE ?? null,
    metricsToken: env.METRICS_TOKEN ?? null,
    brand,
    brandHue: env.BRAND_HUE ?? null,
    brandLogo: env.BRAND_LOGO === undefined ? null : resolve(env.BRAND_LOGO),
  };
}
