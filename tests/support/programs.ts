import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChromium } from './chromium.ts';
import { findPostgres } from './postgres.ts';
import { findRedis } from './redis-server.ts';

interface Program {
  /** Its path; null where this machine has none. */
  readonly find: () => string | null;
  /** Debian's packages that have it; the first one that can be installed is taken. */
  readonly packages: readonly string[];
  /** Installs it where Debian's packages cannot be. */
  readonly elsewhere?: readonly [command: string, ...args: string[]];
}

/** What tests run beside Node. */
const PROGRAMS = {
  Chromium: {
    find: findChromium,
    packages: ['chromium-headless-shell', 'chromium'],
    elsewhere: ['npx', 'playwright', 'install', 'chromium'],
  },
  PostgreSQL: { find: findPostgres, packages: ['postgresql'] },
  Redis: { find: findRedis, packages: ['redis-server'] },
} satisfies Record<string, Program>;

export type ProgramName = keyof typeof PROGRAMS;
const NAMES = ['Chromium', 'PostgreSQL', 'Redis'] satisfies ProgramName[];

const INSTALL_MS = 600_000;
/** Two runs on one machine install one after the other. */
const LOCK = join(tmpdir(), 'trivia-tests-install.lock');

/** The programs that this machine does not have. */
export const missingPrograms = (names: readonly ProgramName[] = NAMES): ProgramName[] =>
  names.filter((name) => PROGRAMS[name].find() === null);

/**
 * Installs what is missing of these programs: from Debian's packages as root, elsewhere by the program's own installer. Prints
 * a line for each that cannot be had; its tests are skipped.
 */
export function providePrograms(names: readonly ProgramName[] = NAMES): void {
  const missing = missingPrograms(names);
  if (missing.length === 0) return;
  console.log(`Installing ${missing.join(', ')} for the tests …`);
  const isDebianRoot = existsSync('/usr/bin/apt-get') && process.getuid?.() === 0;
  const failures = isDebianRoot ? installFromDebian(missing) : installElsewhere(missing);
  for (const name of missingPrograms(missing))
    console.log(
      `${name} could not be installed: ${failures.get(name) ?? 'it is not found afterwards'}`,
    );
}

type Failures = Map<ProgramName, string>;

function installFromDebian(names: readonly ProgramName[]): Failures {
  const failures: Failures = new Map();
  const refused = aptGet('update');
  for (const name of names)
    for (const debian of PROGRAMS[name].packages) {
      if (PROGRAMS[name].find() !== null) break;
      const failure = aptGet('install', '--yes', '--no-install-recommends', debian) ?? refused;
      if (failure !== null) failures.set(name, failure);
    }
  return failures;
}

/** Runlevel 1 keeps Debian from starting the service that it has installed: tests start their own. */
const aptGet = (...args: readonly string[]): string | null =>
  run('flock', [LOCK, 'apt-get', '-qq', '-o', 'DPkg::Lock::Timeout=300', ...args], {
    DEBIAN_FRONTEND: 'noninteractive',
    RUNLEVEL: '1',
  });

function installElsewhere(names: readonly ProgramName[]): Failures {
  const failures: Failures = new Map();
  for (const name of names) {
    const program: Program = PROGRAMS[name];
    const [command, ...args] = program.elsewhere ?? [];
    failures.set(
      name,
      (command === undefined ? null : run(command, args)) ??
        `install it by hand (on Debian: apt-get install ${program.packages[0]})`,
    );
  }
  return failures;
}

/** The last line of what a failed command printed; null: it worked. */
function run(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): string | null {
  try {
    execFileSync(command, args, {
      stdio: 'pipe',
      timeout: INSTALL_MS,
      encoding: 'utf8',
      env: { ...process.env, ...env },
    });
    return null;
  } catch (error) {
    const lines = error instanceof Error ? error.message.trim().split('\n') : [];
    return lines.at(-1) ?? command;
  }
}

/** The path of a Chromium for a script of pictures or measurements, installed where it is missing. */
export function provideChromium(): string {
  providePrograms(['Chromium']);
  const path = findChromium();
  if (path === null) throw new Error('There is no Chromium; set CHROMIUM_PATH.');
  return path;
}
