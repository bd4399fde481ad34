import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright';

/** The headless shell first: without the browser's own windows a page opens in less than half the time. */
const PLACES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** Flags that keep a headless browser quiet: nothing but the page under test uses the network. */
const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--autoplay-policy=no-user-gesture-required',
];

/** A Chromium that is here already: `CHROMIUM_PATH`, a system one, or Playwright's own. */
const findChromium = (): string | null =>
  [process.env['CHROMIUM_PATH'] ?? '', ...PLACES, chromium.executablePath()].find(
    (path) => path !== '' && existsSync(path),
  ) ?? null;

const attempt = (command: string, args: readonly string[]): string | null => {
  try {
    execFileSync(command, args, { stdio: 'pipe', timeout: 300_000 });
    return null;
  } catch (error) {
    return error instanceof Error ? (error.message.split('\n')[0] ?? command) : command;
  }
};

/**
 * The path of a Chromium, installed first when it is missing and can be had: from Debian's packages
 * where we may, else from Playwright. Null, with one line that says why, where neither works.
 */
export function provideChromium(): string | null {
  const present = findChromium();
  if (present !== null) return present;
  const isDebianRoot = existsSync('/usr/bin/apt-get') && process.getuid?.() === 0;
  const debian = (name: string): string | null =>
    attempt('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name]);
  const failures: (string | null)[] = isDebianRoot
    ? [attempt('apt-get', ['update', '-qq'])]
    : ['not root on Debian'];
  for (const install of [
    ...(isDebianRoot ? [() => debian('chromium-headless-shell'), () => debian('chromium')] : []),
    () => attempt('npx', ['playwright', 'install', 'chromium']),
  ])
    if (findChromium() === null) failures.push(install());
  const path = findChromium();
  if (path === null) {
    console.log(
      `NOT RUN: the tests in a real browser, because no Chromium could be found or installed (${failures
        .filter((failure) => failure !== null)
        .join('; ')}). Set CHROMIUM_PATH to run them.`,
    );
  }
  return path;
}

/** Starts the browser at `path` with the quiet flags; `bars`: with scroll bars that take room, as on a desk. */
export const launchChromium = (path: string, bars: 'bars' | null = null): Promise<Browser> =>
  chromium.launch({
    executablePath: path,
    args: QUIET,
    ...(bars === null ? {} : { ignoreDefaultArgs: ['--hide-scrollbars'] }),
  });
