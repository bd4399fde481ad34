import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, until } from '#tests/support/process.ts';
import { openHttpSession, openMarionetteSession, type Send } from './protocol.ts';

/** A running browser with one WebDriver session. */
export interface Session {
  readonly send: Send;
  readonly end: () => Promise<void>;
}
interface BrowserKind {
  readonly name: 'chromium' | 'firefox' | 'webkit';
  /** The Debian packages that contain the browser. */
  readonly packages: string;
  /** Returns the required programs that are not installed. */
  readonly missing: () => string[];
  readonly start: () => Promise<Session>;
}

const CHROMIUM = '/usr/bin/chromium';
const CHROMEDRIVER = '/usr/bin/chromedriver';
const FIREFOX = '/usr/bin/firefox-esr';
const WEBKIT_DRIVER = '/usr/bin/WebKitWebDriver';
const XVFB = '/usr/bin/Xvfb';
const MACHINE = process.arch === 'arm64' ? 'aarch64' : 'x86_64';
const MINI_BROWSER = `/usr/lib/${MACHINE}-linux-gnu/webkit2gtk-4.1/MiniBrowser`;

const absent = (paths: readonly string[]) => paths.filter((path) => !existsSync(path));

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}

const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = createConnection(port, '127.0.0.1');
    socket.on('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });

const start = (
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): ChildProcess => spawn(program, args, { stdio: 'ignore', env: { ...process.env, ...env } });

/** Starts a WebDriver server and opens a session. */
async function startDriver(
  program: string,
  capabilities: Readonly<Record<string, unknown>>,
  env: Readonly<Record<string, string>> = {},
): Promise<Session> {
  const port = await freePort();
  const driver = start(program, [`--port=${port}`], env);
  await until(`${program} listens`, () => accepts(port), 30_000);
  const send = await openHttpSession(`http://127.0.0.1:${port}`, capabilities);
  return {
    send,
    end: async () => {
      await send('end');
      await end(driver);
    },
  };
}

const startChromium = () =>
  startDriver(CHROMEDRIVER, {
    'goog:chromeOptions': {
      binary: CHROMIUM,
      args: ['--headless', '--no-sandbox', '--disable-gpu'],
    },
  });

async function startFirefox(): Promise<Session> {
  const port = await freePort();
  const profile = await mkdtemp(join(tmpdir(), 'firefox-'));
  await writeFile(join(profile, 'user.js'), `user_pref("marionette.port", ${port});\n`);
  const browser = start(FIREFOX, [
    '--headless',
    '--marionette',
    '--no-remote',
    '--profile',
    profile,
  ]);
  await until('Firefox listens', () => accepts(port), 60_000);
  const send = await openMarionetteSession(port);
  return {
    send,
    end: async () => {
      await send('end');
      await end(browser);
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function startWebKit(): Promise<Session> {
  // MiniBrowser has no headless mode.
  const screen = spawn(
    XVFB,
    ['-displayfd', '3', '-screen', '0', '1920x1200x24', '-nolisten', 'tcp'],
    {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    },
  );
  let display = '';
  screen.stdio[3]?.on('data', (chunk: Buffer) => {
    display += chunk.toString();
  });
  await until('the screen is there', () => display.endsWith('\n'));
  const session = await startDriver(
    WEBKIT_DRIVER,
    {
      'webkitgtk:browserOptions': {
        binary: MINI_BROWSER,
        args: ['--automation'],
      },
    },
    { DISPLAY: `:${display.trim()}`, GDK_BACKEND: 'x11', NO_AT_BRIDGE: '1' },
  );
  return {
    send: session.send,
    end: async () => {
      await session.end();
      await end(screen);
    },
  };
}

const BROWSERS: readonly BrowserKind[] = [
  {
    name: 'chromium',
    packages: 'chromium chromium-driver',
    missing: () => absent([CHROMIUM, CHROMEDRIVER]),
    start: startChromium,
  },
  {
    name: 'firefox',
    packages: 'firefox-esr',
    missing: () => absent([FIREFOX]),
    start: startFirefox,
  },
  {
    name: 'webkit',
    packages: 'webkit2gtk-driver xvfb',
    missing: () => absent([WEBKIT_DRIVER, XVFB, MINI_BROWSER]),
    start: startWebKit,
  },
];

/**
 * The browsers named in `BROWSERS`, separated by commas, which must all be installed. Without it, those of the three
 * that are installed; prints a line for each missing one.
 */
export function chosenBrowsers(): readonly BrowserKind[] {
  const named = (process.env['BROWSERS'] ?? '').split(',').filter((name) => name !== '');
  const unknown = named.find((name) => BROWSERS.every((each) => each.name !== name));
  if (unknown !== undefined)
    throw new Error(`BROWSERS: no browser "${unknown}"; there are chromium, firefox and webkit`);
  return BROWSERS.filter(({ name, packages, missing }) => {
    if (named.length > 0 && !named.includes(name)) return false;
    const paths = missing();
    if (paths.length === 0) return true;
    const text = `${name}: ${paths.join(', ')} missing; on Debian: apt-get install ${packages}`;
    if (named.length > 0) throw new Error(text);
    console.log(`NOT RUN: ${text}`);
    return false;
  });
}
