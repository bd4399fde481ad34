// `npm start`, `npm run verify`, `npm run backup`, `npm run restore`: runs the server's program. Builds first if there
// is no build or the sources are newer.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname ?? '.', '..');
const OLDEST = [20, 19];
const SOURCES = [
  'src',
  'server',
  'machines',
  'packages',
  'public',
  'index.html',
  'vite.config.ts',
  'package-lock.json',
];
const BUILT = [
  'dist/server/main.js',
  'dist/server/sqlite-worker.js',
  'dist/server/knowledge.bin',
  'dist/client/index.html',
];

/**
 * The modification time of a file, or of the newest file in a folder, epoch ms; 0 if it does not exist. Installed
 * packages count by package-lock.json, because tools write into their folder.
 */
function newest(path) {
  if (!existsSync(path)) return 0;
  const own = statSync(path);
  if (!own.isDirectory()) return own.mtimeMs;
  // Includes the folder's own time, because removing a file changes only that.
  return readdirSync(path).reduce(
    (latest, name) =>
      name === 'node_modules' ? latest : Math.max(latest, newest(join(path, name))),
    own.mtimeMs,
  );
}

function isBuilt() {
  const built = BUILT.map((name) => join(ROOT, name));
  if (!built.every((path) => existsSync(path))) return false;
  const builtAt = Math.min(...built.map((path) => statSync(path).mtimeMs));
  return SOURCES.every((name) => newest(join(ROOT, name)) <= builtAt);
}

function stop(line) {
  console.error(line);
  process.exit(1);
}

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])) {
  stop(
    `Node ${OLDEST.join('.')} or newer is needed; this is ${process.versions.node}. See https://nodejs.org`,
  );
}
if (!isBuilt()) {
  const vite = join(ROOT, 'node_modules/vite/bin/vite.js');
  if (!existsSync(vite))
    stop('Nothing is built, and the tools to build are not installed: run npm ci.');
  console.log('Building, this takes a few seconds ...');
  // Build in a separate process, so that the builder's memory is freed.
  const { status } = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: ROOT,
    stdio: 'inherit',
  });
  if (status !== 0) stop('The build failed.');
}
await import('../dist/server/main.js');
