// `npm run dev`: runs the client with hot reload, and the API, which is rebuilt and restarted at every change.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createBuilder, createServer } from 'vite';

const ROOT = join(import.meta.dirname, '..');
const OUT = join(ROOT, 'node_modules/.cache/dev/server');
const PORT = Number(process.env.PORT ?? 3000);
const API_PORT = PORT + 1;
// Otherwise the builder would set NODE_ENV of this process to production.
process.env.NODE_ENV ??= 'development';
process.env.VITE_DEV_API = `http://127.0.0.1:${API_PORT}`;

let api = null;
let isEnding = false;
/** The last restart; each restart waits for the one before. */
let turn = Promise.resolve();

async function stopApi() {
  if (api === null || api.exitCode !== null || api.signalCode !== null) return;
  const exited = once(api, 'exit');
  api.kill('SIGTERM');
  await exited;
}

async function restartApi() {
  await stopApi();
  if (isEnding) return;
  api = spawn(process.execPath, ['--enable-source-maps', join(OUT, 'main.js')], {
    cwd: ROOT,
    stdio: 'inherit',
    env: {
      ...process.env,
      PORT: String(API_PORT),
      // The API is reached only by the client's server on this machine.
      HOST: '127.0.0.1',
      APP_URL: process.env.APP_URL ?? `http://localhost:${PORT}`,
    },
  });
}

const builder = await createBuilder({
  root: ROOT,
  mode: 'development',
  logLevel: 'warn',
  environments: { server: { build: { outDir: OUT, emptyOutDir: true, watch: {} } } },
});
const watcher = await builder.build(builder.environments.server);
watcher.on('event', (event) => {
  if (event.code === 'ERROR') console.error(event.error.message);
  if (event.code === 'END') turn = turn.then(restartApi);
});

const client = await createServer({ root: ROOT, server: { port: PORT, strictPort: true } });
await client.listen();
client.printUrls();

async function end() {
  isEnding = true;
  await watcher.close();
  await client.close();
  await turn;
  await stopApi();
  process.exit(0);
}
process.once('SIGINT', end);
process.once('SIGTERM', end);
