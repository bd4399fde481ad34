import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChromium } from './chromium.ts';
import { findPostgres } from './postgres.ts';
import { findRedis } from './redis-server.ts';

interface Program {
  /** Returns its path, or null if it is not installed. */
  readonly find: () => string | null;
  /** Debian packages with the program; the first installable one is used. */
  readonly packages: readonly string[];
  /** A command that installs the program without Debian's packages. */
  readonly elsewhere?: readonly [command: string, ...args: string[]];
}

/** Programs that tests need besides Node. */
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
/** A lock, so that two runs on one machine install one after the other. */
const LOCK = join(tmpdir(), 'trivia-tests-install.lock');

/** Returns the missing programs. */
export const missingPrograms = (names: readonly ProgramName[] = NAMES): ProgramName[] =>
  names.filter((name) => PROGRAMS[name].find() === null);

/**
 * Installs the missing ones of these programs: as root from Debian's packages, else with the program's own installer. Prints
 * a line for each that cannot be installed; its tests are skipped.
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

/** Runlevel 1 keeps Debian from starting the installed service: tests start their own. */
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

/** The last line that a failed command printed, or null if it succeeded. */
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

/** The path of Chromium for scripts that take pictures or measurements; installs it if missing. */
export function provideChromium(): string {
  providePrograms(['Chromium']);
  const path = findChromium();
  if (path === null) throw new Error('There is no Chromium; set CHROMIUM_PATH.');
  return path;
}
