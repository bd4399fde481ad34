import { join, resolve } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { readKnowledge } from 'answer-grouping/knowledge';
import { renderUnicodeCompact } from 'uqr';
import { type App, startApp } from './app.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import { claimDataDir } from './data-dir.ts';
import { openDatabase } from './db/client.ts';
import { StoreDamaged, StoreRefused, StoreUnavailable } from './db/errors.ts';
import { allowsDevelopment, missingSettings } from './development-mode.ts';
import { createLog, type Log } from './log.ts';
import { holdLines, logDestination } from './log-lines.ts';
import { hostsOf } from './admin/hosts.ts';
import { lowerPoolPriority } from './pool-priority.ts';
import { verifyCounts } from './verify.ts';

const CLOSE_WITHIN_MS = 10_000;
/**
 * How long the server still serves after `/readyz` fails, ms; long enough for a proxy that checks every second to
 * notice.
 */
const LEAVE_MS = 3_000;
const SQLITE_WORKER = new URL('./sqlite-worker.js', import.meta.url);

/** Returns one line for an error that an operator can fix, and the stack for any other error. */
function explain(error: unknown): string {
  if (
    error instanceof ConfigError ||
    error instanceof StoreRefused ||
    error instanceof StoreDamaged
  )
    return error.message;
  if (error instanceof StoreUnavailable) return `The store cannot be reached: ${error.message}.`;
  if (isSystemError(error))
    return LISTENING[error.code] ?? `The system does not allow it: ${error.message}.`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** Messages for a server that cannot listen, by the system's error code. */
const LISTENING: Readonly<Record<string, string>> = {
  EADDRINUSE: 'The port is in use: stop the other program, or set PORT.',
  EADDRNOTAVAIL: 'HOST is not an address of this machine: set it to one, or to 0.0.0.0 for all.',
  ENOTFOUND:
    'HOST is not an address or name of this machine: set it to one, or to 0.0.0.0 for all.',
};

/** Whether this is an error of the operating system; its message names the file or address. */
const isSystemError = (error: unknown): error is Error & { readonly code: string } =>
  error instanceof Error && 'syscall' in error && 'code' in error && typeof error.code === 'string';

function stopped(error: unknown): never {
  const isCommand = process.argv[2] !== undefined;
  process.stderr.write(`${isCommand ? 'Not done' : 'Not started'}. ${explain(error)}\n`);
  process.exit(1);
}

/**
 * Returns the lines printed at start: three with the next steps (address, sign-in, control room), then missing settings
 * of a public server.
 */
function banner({ url, firstAdmin, hasMailbox, payments }: App, config: Config): string {
  const { appUrl, brand } = config;
  const start = appUrl.startsWith('http://localhost')
    ? url.replace('127.0.0.1', 'localhost')
    : appUrl;
  const next = [
    `${brand.name} is on: ${start}`,
    whoToBe(firstAdmin),
    `Run a show: log in as an admin and open ${new URL('/control', start).href}`,
  ];
  const besides = missingSettings(config);
  if (payments === 'test')
    besides.unshift('Payments are in TEST MODE: no money moves (no STRIPE_SECRET_KEY is set).');
  if (hasMailbox) besides.unshift(`Mails arrive at ${url}/dev/mailbox (no SMTP_URL is set)`);
  const phones = allowsDevelopment(config) ? forPhones(config.host, new URL(url).port) : [];
  return `${block(next)}${block(phones)}${block(besides)}\n`;
}

/** Returns the addresses for phones on the local network, with a QR code of the first address. */
function forPhones(host: string, port: string): string[] {
  const urls = hostsOf(host).map((each) => `http://${each}:${port}`);
  const [first] = urls;
  return first === undefined
    ? ['Phones cannot reach it. Start it with HOST=0.0.0.0 to see an address for phones.']
    : [`Phones of this network: ${urls.join('  ')}`, ...renderUnicodeCompact(first).split('\n')];
}

const block = (lines: readonly string[]): string =>
  lines.length === 0 ? '' : `\n${lines.map((line) => `  ${line}\n`).join('')}`;

function whoToBe(firstAdmin: App['firstAdmin']): string {
  if (firstAdmin === null)
    return 'There is already an admin. To reset a forgotten password, use "Forgot password".';
  const { email, password } = firstAdmin;
  return password === null
    ? `First admin: ${email}  password: as set in ADMIN_PASSWORD`
    : `First admin: ${email}  password: ${password}  (shown once; change it in the profile)`;
}

/** Ends the process once everything is closed or the time limit is over. */
function endWith(code: number, app: App, log: Log): void {
  setTimeout(() => {
    log.error('not everything could be closed in time');
    process.exit(code === 0 ? 1 : code);
  }, CLOSE_WITHIN_MS).unref();
  void app.close().then(() => process.exit(code));
}

/** Compares totals with answers and corrects them, without serving requests. */
async function verify(config: Config): Promise<void> {
  const { databaseUrl, dataDir } = config;
  const claimed = databaseUrl === null ? await claimDataDir(dataDir) : null;
  const db = await openDatabase({ databaseUrl, dataDir, sqliteWorker: SQLITE_WORKER });
  try {
    const { people, questions } = await verifyCounts(db, new AbortController().signal);
    process.stdout.write(
      people + questions === 0
        ? 'All totals match the answers.\n'
        : `Totals of ${people} people were wrong and are now corrected. ${questions} questions are recounted by the running server, or at its next start.\n`,
    );
  } finally {
    await db.close();
    claimed?.release();
  }
}

/** Returns the file given to `npm run backup -- FILE`, relative to the folder where the command was typed. */
function namedFile(): string {
  // Only the owner may read the file, because the backup contains every user's e-mail address.
  process.umask(0o077);
  const file = process.argv[3];
  if (file === undefined)
    throw new ConfigError(`A file is missing: npm run ${process.argv[2]} -- FILE`);
  return resolve(process.env['INIT_CWD'] ?? '.', file);
}

const RESTORED =
  'Sessions, control tokens, the show link and mailed links have ended, because some may have been revoked since the backup: sign in again, and make new tokens and a new link.';

/** The commands besides serving. */
const COMMANDS = new Map<string | undefined, (config: Config) => Promise<void>>([
  ['verify', verify],
  [
    'backup',
    async (config) => {
      const file = namedFile();
      const { backUp } = await import('./backup.ts');
      await backUp({ ...config, sqliteWorker: SQLITE_WORKER, file });
      process.stdout.write(`The store is saved in ${file}.\n`);
    },
  ],
  [
    'restore',
    async (config) => {
      const file = namedFile();
      const { restore } = await import('./backup.ts');
      const kept = await restore({ ...config, sqliteWorker: SQLITE_WORKER, file });
      process.stdout.write(
        `Restored the store from ${file}.${kept === null ? '' : ` The previous store is kept as ${kept}.`}\n${RESTORED}\n`,
      );
    },
  ],
]);

/** By then a server without visitors has created so little a second that V8 gives back the room for new objects, ms. */
const SETTLED_MS = 30_000;

/**
 * Collects garbage once, as V8 itself does not while little happens: an idle process then takes 20 MB less. With
 * visitors V8 keeps the room.
 */
function releaseRoom(): void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect === 'function') collect();
}

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const command = COMMANDS.get(process.argv[2]);
  if (command !== undefined) return command(config);
  // Print the start message before the log, also if the start fails.
  const lines = holdLines(logDestination(process.stdout));
  const log = createLog(config.logLevel, lines);
  let app: App;
  try {
    await lowerPoolPriority().catch((error: unknown) =>
      log.warn({ err: error }, 'answers may wait for passwords that are hashed'),
    );
    app = await startApp({
      config,
      log,
      sqliteWorker: SQLITE_WORKER,
      knowledge: readKnowledge(new URL('./knowledge.bin', import.meta.url)),
      client: join(import.meta.dirname, '../client'),
    });
    process.stdout.write(banner(app, config));
  } finally {
    lines.release();
  }

  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      app.leave();
      // Without a proxy there is no need to wait.
      setTimeout(() => endWith(0, app, log), config.trustProxy === false ? 0 : LEAVE_MS);
    });
  }
  const fail = (error: unknown): void => {
    log.fatal({ err: error }, 'the process ends');
    endWith(1, app, log);
  };
  for (const failure of ['unhandledRejection', 'uncaughtException'] as const)
    process.once(failure, fail);
  // A supervisor restarts the process with new threads.
  void app.db.lost.then(fail);
  setTimeout(releaseRoom, SETTLED_MS).unref();
}

main().catch(stopped);
