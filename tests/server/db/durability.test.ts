import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '#server/db/client.ts';
import { SQLITE_WORKER } from '#tests/support/databases.ts';
import { builtProgram, type Program } from './program.ts';

const ROUNDS = 5;

let writer: Program;
beforeAll(async () => {
  writer = await builtProgram(new URL('writer.ts', import.meta.url));
});
afterAll(() => writer.remove());

/** Every second writer stores pairs of rows. */
const isPaired = (id: string): boolean => Number(id.split('-')[1]) % 2 === 1;

/** Starts the writer, kills it after about `writes` acknowledged writes, and returns those. */
async function killedWriter(dataDir: string, prefix: string, writes: number): Promise<string[]> {
  const program = [writer.file, dataDir, SQLITE_WORKER.href, prefix];
  const child = spawn(process.execPath, program, { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
    if (said.split('\n').length > writes) child.kill('SIGKILL');
  });
  await new Promise((ended) => child.on('close', ended));
  // An unfinished line is not an acknowledgement.
  const [first, ...acknowledged] = said.split('\n').slice(0, -1);
  expect([first, acknowledged.length >= writes - 1]).toEqual(['open', true]);
  return acknowledged;
}

it('a writer killed at any moment loses no acknowledged write, and leaves none half done', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'durability-'));
  const acknowledged: string[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    acknowledged.push(...(await killedWriter(dataDir, `r${round}`, 1 + round * 400)));
  }
  const db = await openDatabase({ databaseUrl: null, dataDir, sqliteWorker: SQLITE_WORKER });
  const rows = await db.read.selectFrom('audit').select('id').execute();
  await db.close();
  rmSync(dataDir, { recursive: true, force: true });

  const stored = new Set(rows.map(({ id }) => id));
  expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
  const halves = [...stored]
    .filter((id) => !id.endsWith('+') && isPaired(id) && !stored.has(`${id}+`))
    .concat([...stored].filter((id) => id.endsWith('+') && !stored.has(id.slice(0, -1))));
  expect(halves).toEqual([]);
});
