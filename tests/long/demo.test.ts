import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { freePort, until } from '#tests/support/process.ts';

const ROOT = join(import.meta.dirname, '../..');

it('the demo plays by itself, and ends without a word when it is told to', async () => {
  const demo = spawn(process.execPath, ['scripts/run.mjs', 'scripts/demo.ts'], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'] ?? '', PORT: String(await freePort()), DEMO_PLAYERS: '6' },
  });
  onTestFinished(() => void demo.kill());
  let said = '';
  let complained = '';
  demo.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  demo.stderr.on('data', (chunk: Buffer) => {
    complained += chunk.toString();
  });
  // In the midst of registering and answering.
  await until('a question is on air', () => said.includes('On air: '), 60_000);
  const ended = once(demo, 'exit');
  demo.kill('SIGTERM');
  expect([await ended, complained]).toEqual([[0, null], '']);
  expect(said).toContain('The show runs at http://localhost:');
});
