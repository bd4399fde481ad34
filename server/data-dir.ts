import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import Sqlite from 'libsql';
import { StoreRefused } from './db/errors.ts';

/** The folder of the embedded store and of generated secrets, locked by this process. */
export interface DataDir {
  readonly path: string;
  /** Returns the secret that signs tokens; created on first use: 256 random bits, readable by the owner only. */
  jwtSecret(): string;
  /** Releases the lock. */
  release(): void;
}

const SECRET_BYTES = 32;
const OWNER_TRIES = 20;
const OWNER_WAIT_MS = 25;

/**
 * Creates the folder if needed and locks it for this process. Used only with the embedded store. The lock is an
 * operating system's lock on an SQLite file: it ends with the process, so it is never stale, and a reused PID does not
 * matter.
 * @throws StoreRefused if another process holds the lock or the folder cannot be used
 */
export async function claimDataDir(path: string): Promise<DataDir> {
  const pidFile = join(path, 'lock.pid');
  const lock = usingFolder(path, () => {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    return new Sqlite(join(path, 'lock'), { timeout: 0 });
  });
  try {
    if (!usingFolder(path, () => takeLock(lock)))
      throw new StoreRefused(
        `DATA_DIR ${path} is in use by the process with PID ${await ownerOf(pidFile)}: stop it first, or choose another folder.`,
      );
    usingFolder(path, () => writeFileSync(pidFile, `${process.pid}\n`, { mode: 0o600 }));
  } catch (error) {
    lock.close();
    throw error;
  }

  return {
    path,
    jwtSecret: () => usingFolder(path, () => storedSecret(join(path, 'jwt-secret'))),
    release: () => lock.close(),
  };
}

/** Takes the lock; returns false if another process has it. */
function takeLock(lock: Sqlite.Database): boolean {
  try {
    lock.exec('begin exclusive');
    return true;
  } catch (error) {
    if (error instanceof Sqlite.SqliteError && error.code === 'SQLITE_BUSY') return false;
    throw error;
  }
}

/** Turns the system's or SQLite's error for an unusable folder into a message for the operator. @throws StoreRefused */
function usingFolder<T>(path: string, use: () => T): T {
  try {
    return use();
  } catch (error) {
    if (error instanceof StoreRefused) throw error;
    const what = error instanceof Error ? error.message : String(error);
    throw new StoreRefused(`DATA_DIR ${path} cannot be used: ${what}.`, { cause: error });
  }
}

/**
 * Describes the process that holds the lock. Retries, because a process that has just taken the lock may not have
 * written its PID yet. A PID of another container cannot be checked.
 */
async function ownerOf(pidFile: string): Promise<string> {
  let pid = '';
  for (let tries = 0; tries < OWNER_TRIES; tries += 1) {
    pid = existsSync(pidFile) ? readFileSync(pidFile, 'utf8').trim() : '';
    if (pid !== '' && isAlive(Number(pid))) break;
    await delay(OWNER_WAIT_MS);
  }
  return pid === '' ? 'unknown' : pid;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process exists but belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function storedSecret(file: string): string {
  if (!existsSync(file)) {
    const draft = `${file}.new`;
    const handle = openSync(draft, 'w', 0o600);
    writeFileSync(handle, randomBytes(SECRET_BYTES).toString('base64url'));
    fsyncSync(handle);
    closeSync(handle);
    renameSync(draft, file);
  }
  chmodSync(file, 0o600);
  const secret = readFileSync(file, 'utf8').trim();
  if (Buffer.from(secret, 'base64url').length < SECRET_BYTES) {
    throw new StoreRefused(`${file} is too short for a secret: remove it to have a new one made.`);
  }
  return secret;
}
