import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright';

/** The headless shell comes first: it opens a page in less than half the time of the whole browser. */
const PLACES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/**
 * A name of this machine that is not a loopback address for the browser: its pages over http are
 * not a secure context.
 */
export const LAN_HOST = 'studio.local';

/** Flags that keep a headless browser quiet: only the page under test uses the network. */
const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--autoplay-policy=no-user-gesture-required',
  `--host-resolver-rules=MAP ${LAN_HOST} 127.0.0.1`,
];

/** The path in `CHROMIUM_PATH`, of the system's Chromium, or of Playwright's; null if there is none. */
export const findChromium = (): string | null =>
  [process.env['CHROMIUM_PATH'] ?? '', ...PLACES, chromium.executablePath()].find(
    (path) => path !== '' && existsSync(path),
  ) ?? null;

/**
 * Starts the browser at `path` with the quiet flags; `bars`: with scroll bars that take room, as on
 * a desktop.
 */
export const launchChromium = (path: string, bars: 'bars' | null = null): Promise<Browser> =>
  chromium.launch({
    executablePath: path,
    args: QUIET,
    ...(bars === null ? {} : { ignoreDefaultArgs: ['--hide-scrollbars'] }),
  });
