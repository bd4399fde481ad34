// Runs npm scripts in parallel and prints the output of each when it ends: node scripts/parallel.mjs <script> …
import { spawn } from 'node:child_process';

const run = (script) =>
  new Promise((resolve) => {
    const child = spawn('npm', ['run', '-s', script], { stdio: ['ignore', 'pipe', 'pipe'] });
    const said = [];
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => said.push(chunk));
    child.on('close', (code) => {
      process.stdout.write(`> ${script}\n${Buffer.concat(said).toString()}`);
      resolve(code ?? 1);
    });
  });

const codes = await Promise.all(process.argv.slice(2).map(run));
process.exitCode = Math.max(0, ...codes);
