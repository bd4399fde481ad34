import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from '#server/config.ts';

const SECRET = 'a secret of thirty-two bytes or more';

describe('the configuration', () => {
  it('has a default for everything', () => {
    expect(readConfig({})).toEqual({
      production: false,
      logLevel: 'info',
      host: '127.0.0.1',
      port: 3000,
      appUrl: 'http://localhost:3000',
      trustProxy: false,
      dataDir: resolve('data'),
      databaseUrl: null,
      redisUrl: null,
      jwtSecret: null,
      admin: null,
      mail: { smtpUrl: null, from: { name: 'Gameshow', address: 'no-reply@localhost' } },
      ai: null,
      stripe: null,
      entryFeeCents: 50,
      guestDays: 30,
      terms: {},
      timeZone: null,
      metricsToken: null,
      brand: { name: 'Gameshow', slug: 'gameshow' },
      brandHue: null,
      brandLogo: null,
    });
  });

  it('takes every variable', () => {
    expect(
      readConfig({
        NODE_ENV: 'production',
        LOG_LEVEL: 'warn',
        HOST: '0.0.0.0',
        PORT: '8080',
        APP_URL: 'https://show.example/',
        TRUST_PROXY: '2',
        DATA_DIR: '/var/lib/show',
        DATABASE_URL: 'postgres://u:p@db.example:5432/show?sslmode=require',
        REDIS_URL: 'rediss://:p@redis.example',
        JWT_SECRET: SECRET,
        ADMIN_EMAIL: ' Boss@Show.Example ',
        ADMIN_PASSWORD: 'geheim!',
        SMTP_URL: 'smtps://u:p@mail.example:465',
        MAIL_FROM: 'The Show <show@show.example>',
        AI_BASE_URL: 'http://127.0.0.1:8000/v1',
        AI_API_KEY: 'k',
        AI_MODEL: 'm',
        STRIPE_SECRET_KEY: 'sk_live_s',
        STRIPE_PUBLISHABLE_KEY: 'pk_live_p',
        STRIPE_WEBHOOK_SECRET: 'whsec_w',
        STRIPE_API_BASE: 'http://127.0.0.1:12111',
        ENTRY_FEE_CENTS: '100',
        GUEST_DAYS: '7',
        TERMS_URL: 'https://show.example/terms',
        PRIVACY_URL: 'https://show.example/privacy',
        MINIMUM_AGE: '16',
        METRICS_TOKEN: 't',
        SHOW_TIME_ZONE: 'America/New_York',
        BRAND_NAME: 'Quiz Night',
        BRAND_SLUG: 'quiz-night',
        BRAND_HUE: '200',
        BRAND_LOGO: '/etc/show/logo.svg',
        SOMETHING_ELSE: 'is not ours',
      }),
    ).toEqual({
      production: true,
      logLevel: 'warn',
      host: '0.0.0.0',
      port: 8080,
      appUrl: 'https://show.example',
      trustProxy: 2,
      dataDir: '/var/lib/show',
      databaseUrl: 'postgres://u:p@db.example:5432/show?sslmode=require',
      redisUrl: 'rediss://:p@redis.example',
      jwtSecret: SECRET,
      admin: { email: 'boss@show.example', password: 'geheim!' },
      mail: {
        smtpUrl: 'smtps://u:p@mail.example:465',
        from: { name: 'The Show', address: 'show@show.example' },
      },
      ai: { baseUrl: 'http://127.0.0.1:8000/v1', apiKey: 'k', model: 'm' },
      stripe: {
        secretKey: 'sk_live_s',
        publishableKey: 'pk_live_p',
        webhookSecret: 'whsec_w',
        apiBase: 'http://127.0.0.1:12111',
      },
      entryFeeCents: 100,
      guestDays: 7,
      terms: {
        termsUrl: 'https://show.example/terms',
        privacyUrl: 'https://show.example/privacy',
        minimumAge: 16,
      },
      timeZone: 'America/New_York',
      metricsToken: 't',
      brand: { name: 'Quiz Night', slug: 'quiz-night', logo: '/brand-logo.svg' },
      brandHue: 200,
      brandLogo: '/etc/show/logo.svg',
    });
  });

  it('treats an empty variable as absent', () => {
    expect(readConfig({ PORT: '', APP_URL: ' ', DATABASE_URL: '', TRUST_PROXY: '' })).toEqual(
      readConfig({}),
    );
  });

  it('derives the address in mails from the public one', () => {
    const { appUrl, mail } = readConfig({ PORT: '4000', BRAND_NAME: 'Quiz' });
    expect([appUrl, mail.from]).toEqual([
      'http://localhost:4000',
      { name: 'Quiz', address: 'no-reply@localhost' },
    ]);
    expect(readConfig({ APP_URL: 'https://show.example:8443' }).mail.from.address).toBe(
      'no-reply@show.example',
    );
    expect(readConfig({ MAIL_FROM: 'a@b.example' }).mail.from).toEqual({
      name: 'Gameshow',
      address: 'a@b.example',
    });
  });

  it.each([
    ['off', false],
    ['No', false],
    ['0', false],
    ['on', 1],
    ['true', 1],
    ['3', 3],
    ['loopback', ['loopback']],
    ['10.0.0.0/8, ::1', ['10.0.0.0/8', '::1']],
  ])('trusts proxies by number or by name: %s', (text, value) => {
    expect(readConfig({ TRUST_PROXY: text }).trustProxy).toEqual(value);
  });
});

describe('a wrong setting stops the start with one line that names it', () => {
  it.each([
    ['NODE_ENV', 'staging'],
    ['LOG_LEVEL', 'loud'],
    ['HOST', 'no host'],
    ['PORT', 'http'],
    ['PORT', '-1'],
    ['PORT', '65536'],
    ['PORT', '3e3'],
    ['PORT', ' 3000 '],
    ['APP_URL', 'show.example'],
    ['APP_URL', 'ftp://show.example'],
    ['APP_URL', 'https://show.example/path'],
    ['APP_URL', 'https://show.example/?q'],
    ['APP_URL', 'https://s3cret:s3cret@show.example'],
    ['TRUST_PROXY', 'everybody'],
    ['TRUST_PROXY', '10.0.0.0/99'],
    ['TRUST_PROXY', '10.0.0.0/8/8'],
    ['TRUST_PROXY', '99'],
    ['DATABASE_URL', 'mysql://u:s3cret@db.example'],
    ['DATABASE_URL', 's3cret'],
    ['DATABASE_URL', 'postgres://'],
    ['REDIS_URL', 'http://:s3cret@redis.example'],
    ['AI_BASE_URL', 'models.example'],
    ['AI_BASE_URL', 'https://s3cret@models.example/v1'],
    ['AI_BASE_URL', 'https://:s3cret@models.example/v1'],
    ['AI_API_KEY', 's3cret s3cret'],
    ['AI_API_KEY', 's3crét'],
    ['JWT_SECRET', 's3cret'],
    ['JWT_SECRET', 'ä'.repeat(15)],
    ['ADMIN_EMAIL', 'boss'],
    ['ADMIN_PASSWORD', 's3cr'],
    ['ADMIN_PASSWORD', 's3cret'.repeat(30)],
    ['SMTP_URL', 'mail.example:s3cret'],
    ['MAIL_FROM', 'The Show'],
    ['MAIL_FROM', 'The\nShow <a@b.example>'],
    ['MAIL_FROM', 'a@b.example\r\nBcc: c@d.example'],
    ['AI_BASE_URL', 'localhost:8000'],
    ['STRIPE_API_BASE', 'api.stripe.com'],
    ['STRIPE_SECRET_KEY', 'pk_test_s3cret'],
    ['STRIPE_SECRET_KEY', 'sk_test_s3cret\n'],
    ['STRIPE_PUBLISHABLE_KEY', 'sk_live_s3cret'],
    ['STRIPE_WEBHOOK_SECRET', 's3cret'],
    ['ENTRY_FEE_CENTS', '1'],
    ['ENTRY_FEE_CENTS', '49'],
    ['ENTRY_FEE_CENTS', '-1'],
    ['ENTRY_FEE_CENTS', '0.50'],
    ['METRICS_TOKEN', 's3cret with space'],
    ['SHOW_TIME_ZONE', 'Mars/Olympus'],
    ['SHOW_TIME_ZONE', '+01:00'],
    ['BRAND_NAME', 'x'.repeat(41)],
    ['BRAND_HUE', '75'],
    ['BRAND_LOGO', '/etc/show/logo.png'],
    ['BRAND_SLUG', 'Quiz Night'],
  ])('%s=%j', (name, value) => {
    const others = { ADMIN_EMAIL: 'a@b.example', ADMIN_PASSWORD: 'geheim!', JWT_SECRET: SECRET };
    const refused = refusalOf({ ...others, [name]: value });
    expect(refused).toMatch(new RegExp(`^${name} is wrong: [^\\n]+$`));
    expect(refused).not.toContain('s3cr');
  });

  it.each([
    ['JWT_SECRET', { DATABASE_URL: 'postgres://u:s3cret@db.example/show' }],
    ['ADMIN_PASSWORD', { ADMIN_EMAIL: 'boss@show.example' }],
    ['ADMIN_EMAIL', { ADMIN_PASSWORD: 's3cret' }],
    ['AI_MODEL', { AI_BASE_URL: 'https://ai.example' }],
    ['AI_BASE_URL', { AI_MODEL: 'm' }],
    ['AI_BASE_URL', { AI_API_KEY: 's3cret' }],
    ['STRIPE_PUBLISHABLE_KEY', { STRIPE_SECRET_KEY: 'sk_test_s3cret' }],
    ['STRIPE_SECRET_KEY', { STRIPE_PUBLISHABLE_KEY: 'pk_test_p' }],
    ['STRIPE_SECRET_KEY', { STRIPE_WEBHOOK_SECRET: 'whsec_s3cret' }],
  ])('%s is missing with %j', (name, variables) => {
    const [given] = Object.keys(variables);
    expect(refusalOf(variables)).toBe(`${name} is missing: ${given} is set and needs it.`);
  });

  it.each([
    ['sk_live_s3cret', 'pk_test_p'],
    ['rk_test_s3cret', 'pk_live_p'],
  ])('refuses a live Stripe key together with a test key: %s and %s', (secret, publishable) => {
    expect(refusalOf({ STRIPE_SECRET_KEY: secret, STRIPE_PUBLISHABLE_KEY: publishable })).toBe(
      'STRIPE_PUBLISHABLE_KEY is wrong: one of the two Stripe keys is live, the other for tests.',
    );
  });

  it.each([0, 50, 99_999])('takes an entry fee of %d cents', (cents) => {
    expect(readConfig({ ENTRY_FEE_CENTS: String(cents) }).entryFeeCents).toBe(cents);
  });
});

function refusalOf(variables: NodeJS.ProcessEnv): string {
  try {
    readConfig(variables);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return '';
}
