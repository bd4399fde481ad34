import { join } from 'node:path';
import { type App, startApp } from './app.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import { StoreRefused, StoreUnavailable } from './db/errors.ts';
import { createLog, type Log } from './log.ts';

const CLOSE_WITHIN_MS = 10_000;

/** What an operator can mend is said in one line, everything else with its stack. */
function explain(error: unknown): string {
  if (error instanceof ConfigError || error instanceof StoreRefused) return error.message;
  if (error instanceof StoreUnavailable) return `The store cannot be reached: ${error.message}.`;
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    return 'The port is in use: stop the other program, or set PORT.';
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function stopped(error: unknown): never {
  process.stderr.write(`Not started. ${explain(error)}\n`);
  process.exit(1);
}

/** Where to go, who the admin is, where the mails are. */
function banner(
  { url, firstAdmin, hasMailbox, payments }: App,
  { appUrl, brand, mail }: Config,
): string {
  const place = appUrl.startsWith('http://localhost')
    ? url.replace('127.0.0.1', 'localhost')
    : appUrl;
  const lines = [`${brand.name} is on: ${place}`];
  if (firstAdmin !== null) {
    const { email, password } = firstAdmin;
    lines.push(
      password === null
        ? `First admin: ${email}`
        : `First admin: ${email}  password: ${password}  (shown once; change it in the profile)`,
    );
  }
  if (hasMailbox) lines.push(`Mails arrive at ${url}/dev/mailbox (no SMTP_URL is set)`);
  else if (mail.smtpUrl === null) lines.push('No mails are sent: SMTP_URL is not set.');
  if (payments === 'test')
    lines.push('Payments are in TEST MODE: no money moves (no STRIPE_SECRET_KEY is set).');
  return `\n${lines.map((line) => `  ${line}\n`).join('')}\n`;
}

/** Ends the process once everything is closed, or the time for it is over. */
function endWith(code: number, app: App, log: Log): void {
  setTimeout(() => {
    log.error('not everything could be closed in time');
    process.exit(code === 0 ? 1 : code);
  }, CLOSE_WITHIN_MS).unref();
  void app.close().then(() => process.exit(code));
}

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  const app = await startApp({
    config,
    log,
    sqliteWorker: new URL('./sqlite-worker.js', import.meta.url),
    knowledge: new URL('./knowledge.bin', import.meta.url),
    client: join(import.meta.dirname, '../client'),
  });
  process.stdout.write(banner(app, config));

  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => endWith(0, app, log));
  }
  for (const failure of ['unhandledRejection', 'uncaughtException'] as const) {
    process.once(failure, (error: unknown) => {
      log.fatal({ err: error }, 'the process ends');
      endWith(1, app, log);
    });
  }
}

main().catch(stopped);
