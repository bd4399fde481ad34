import { type ChildProcess, spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { claimDataDir, type DataDir } from '#server/data-dir.ts';
import { StoreRefused } from '#server/db/errors.ts';
import { builtProgram, type Program } from './program.ts';

let holder: Program;
let parent: string;
let path: string;
const held: DataDir[] = [];
const children: ChildProcess[] = [];

beforeAll(async () => {
  holder = await builtProgram(new URL('holder.ts', import.meta.url));
});
afterAll(() => holder.remove());
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'data-dir-'));
  path = join(parent, 'deep', 'data');
});
afterEach(async () => {
  for (const dir of held.splice(0)) dir.release();
  await Promise.all(children.splice(0).map(kill));
  rmSync(parent, { recursive: true, force: true });
});

async function claim(): Promise<DataDir> {
  const dir = await claimDataDir(path);
  held.push(dir);
  return dir;
}

/** Another process that claims the folder; returns the line that it prints. */
function claimElsewhere(): Promise<{ child: ChildProcess; said: string }> {
  const child = spawn(process.execPath, [holder.file, path], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  return new Promise((resolve) => {
    child.stdout
      .setEncoding('utf8')
      .once('data', (text: string) => resolve({ child, said: text.trim() }));
  });
}

function kill(child: ChildProcess): Promise<unknown> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  const ended = new Promise((done) => child.once('exit', done));
  child.kill('SIGKILL');
  return ended;
}

const refusalOf = (pid: number | undefined) =>
  `DATA_DIR ${path} is in use by the process with PID ${pid}: stop it first, or choose another folder.`;

it('is created for its owner only', async () => {
  await claim();
  expect(statSync(path).mode & 0o777).toBe(0o700);
});

it('is refused with one line to a second process, which names the first', async () => {
  const { child, said } = await claimElsewhere();
  expect(said).toBe('held');
  const second = claim();
  await expect(second).rejects.toBeInstanceOf(StoreRefused);
  await expect(second).rejects.toThrow(refusalOf(child.pid));
});

it('is refused to the same process, too, until it is released', async () => {
  const first = await claim();
  await expect(claim()).rejects.toThrow(refusalOf(process.pid));
  first.release();
  await claim();
});

it('is free again when its process was killed', async () => {
  const { child } = await claimElsewhere();
  await kill(child);
  await claim();
  expect(readFileSync(join(path, 'lock.pid'), 'utf8')).toBe(`${process.pid}\n`);
});

it('is free even if the PID of a dead process was reused', async () => {
  mkdirSync(path, { recursive: true });
  writeFileSync(join(path, 'lock.pid'), `${process.ppid}\n`);
  expect(await claim()).toMatchObject({ path });
});

it('goes to exactly one of several that start at once, also after a kill', async () => {
  for (const round of [1, 2]) {
    const starts = await Promise.all(Array.from({ length: 5 }, claimElsewhere));
    const winners = starts.filter(({ said }) => said === 'held');
    const [winner] = winners;
    expect([round, winners.length]).toEqual([round, 1]);
    const losers = starts.filter(({ said }) => said !== 'held');
    expect(losers.map(({ said }) => said)).toEqual(losers.map(() => refusalOf(winner?.child.pid)));
    await Promise.all(starts.map(({ child }) => kill(child)));
  }
});

it('that cannot be created is refused with one line', async () => {
  writeFileSync(join(parent, 'deep'), 'a file where a folder should be');
  await expect(claim()).rejects.toThrow(/^DATA_DIR \S+ cannot be used: [^\n]+$/);
});

it('keeps one secret of 256 bits, readable by its owner only', async () => {
  const dir = await claim();
  expect(existsSync(join(path, 'jwt-secret'))).toBe(false);
  const secret = dir.jwtSecret();
  expect(Buffer.from(secret, 'base64url')).toHaveLength(32);
  expect(Buffer.byteLength(secret)).toBeGreaterThanOrEqual(32);
  expect(statSync(join(path, 'jwt-secret')).mode & 0o777).toBe(0o600);
  dir.release();
  expect((await claim()).jwtSecret()).toBe(secret);
});

it('makes another secret in another folder', async () => {
  const one = (await claim()).jwtSecret();
  path = join(parent, 'other');
  expect((await claim()).jwtSecret()).not.toBe(one);
});

it('refuses a truncated secret', async () => {
  const dir = await claim();
  writeFileSync(join(path, 'jwt-secret'), 'short');
  expect(() => dir.jwtSecret()).toThrow(StoreRefused);
});
