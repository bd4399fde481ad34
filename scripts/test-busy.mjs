// `npm run test:busy [RUNS]`: runs the tests RUNS times (default 5) beside three endless loops, which keep the
// processor busy, and prints a table of times. Fails if a run fails.
import { spawn } from 'node:child_process';
import { minutes, timed } from './processor-time.mjs';

const LOOPS = 3;
const runs = Number(process.argv[2] ?? 5);
if (!Number.isInteger(runs) || runs < 1) throw new Error('Usage: npm run test:busy [runs]');

const loops = Array.from({ length: LOOPS }, () =>
  spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
);
const stop = () => loops.forEach((loop) => loop.kill('SIGKILL'));
process.on('exit', stop);

const rows = [];
for (let run = 1; run <= runs; run += 1) {
  const { code, wall, cpu } = await timed('npm', ['run', '-s', 'check']);
  rows.push({
    run,
    result: code === 0 ? 'green' : 'failed',
    wall: minutes(wall),
    'processor time': minutes(cpu),
  });
  console.table(rows);
}
stop();
process.exitCode = rows.every(({ result }) => result === 'green') ? 0 : 1;
