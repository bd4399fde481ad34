import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { DEFAULT_BRAND } from '#machines/contract/brand.ts';
import { clientOf } from '#tests/support/client.ts';
import { freePort, until } from '#tests/support/process.ts';

const ROOT = join(import.meta.dirname, '../..');

it('the demo plays a show by itself until a producer takes over, and exits without an error when stopped', async () => {
  const port = String(await freePort());
  const demo = spawn(process.execPath, ['scripts/run.mjs', 'scripts/demo.ts'], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'] ?? '', PORT: port, DEMO_PLAYERS: '6', DEMO_SECONDS: '3' },
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
  const isPlayed = () => said.includes('  Publish the points');
  await until('the first question is played', () => isPlayed() || demo.exitCode !== null, 90_000);
  expect(complained).toBe('');
  const lines = said
    .split('\n')
    .filter((line) => /^\S/u.test(line) && !line.startsWith('Building'));
  expect(lines.slice(0, 3)).toEqual([
    'Starting the server ...',
    expect.stringMatching(/^Stage screen {2}http:\/\/localhost:\d+\/gameshow#key=\S+$/u),
    `Control room  http://localhost:${port}/control`,
  ]);
  expect(said).toMatch(/ {2}Lock the answers: 12 of them\n {2}Reveal "/u);

  await until('the question released by mistake is taken back', () =>
    /Question 2 of 6: .*\n {2}Release.*\n {2}The wrong question: take it back from everyone/u.test(
      said,
    ),
  );

  // A producer revokes the question while simulated players are answering.
  const client = clientOf(`http://localhost:${port}`, DEFAULT_BRAND);
  const { token } = await client.signIn('producer@demo.example', 'show-time-2026');
  await until('the third question is released', () =>
    /Question 3 of 6: .*\n {2}Release/u.test(said),
  );
  const [show] = (await client.ok('shows', { token })).shows;
  const view = await client.ok('showView', { token, params: { id: show?.id ?? '' } });
  const id = view.show.rundown.items[2]?.questionId ?? '';
  for (const name of ['revoke', 'revokeHome'] as const)
    await client.ok(name, { token, params: { id } });
  await until('the demo leaves it to them', () => said.includes('The show is yours now.'));

  const ended = once(demo, 'exit');
  demo.kill('SIGTERM');
  expect([await ended, complained]).toEqual([[0, null], '']);
}, 150_000);
