import { execFile, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { inspect, promisify } from 'node:util';
import { z } from 'zod';

const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
const STEP_MS = 600_000;
const OUTPUT_BYTES = 64 * 1024 * 1024;

const execute = promisify(execFile);

/** A container's image as a folder with a whole Debian; its processes run in it, without Docker. */
export interface Image {
  /** The folder; processes see it as `/`. */
  readonly root: string;
  readonly env: Readonly<Record<string, string>>;
  /** What a container runs. */
  readonly command: readonly string[];
  /** Succeeds in a healthy container. */
  readonly health: readonly string[];
  /** The command line that runs a command in a container, as the image's user if there is no other. */
  readonly inside: (command: readonly string[], user?: string) => readonly [string, ...string[]];
}

export interface BuiltImage extends Image {
  readonly remove: () => void;
}

/** Why images cannot be built here; null: they can. */
export const imagesAreMissing: string | null =
  process.getuid?.() !== 0
    ? 'only root can build images'
    : spawnSync('mmdebstrap', ['--version']).status === 0
      ? null
      : 'no mmdebstrap on the PATH';

interface Stage {
  readonly root: string;
  readonly env: Record<string, string>;
  workdir: string;
  user: string;
  command: readonly string[];
  health: readonly string[];
}

/**
 * Runs the steps of a Dockerfile with Debian's packages and Node from the npm registry.
 * @throws Error for a step that this does not know or that fails
 */
export async function buildImage(dockerfile: string, context: string): Promise<BuiltImage> {
  const folder = mkdtempSync(join(tmpdir(), 'image-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    const { root, env, command, health, ...stage } = await runSteps(dockerfile, context, folder);
    const inside: Image['inside'] = (line, user = stage.user) =>
      entering({ ...stage, root, user }, line);
    return { root, env: { PATH, ...env }, command, health, inside, remove };
  } catch (error) {
    remove();
    throw error;
  }
}

/** Returns the Dockerfile's steps: their keywords and what follows, continued lines joined. */
const stepsOf = (text: string): (readonly [keyword: string, rest: string])[] =>
  text
    .replaceAll(/^#.*\n/gmu, '')
    .replaceAll(/\\\n/gu, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, keyword = '', rest = ''] = /^(\w+)\s+(.+)$/u.exec(line) ?? [];
      return [keyword, rest];
    });

const commandSchema = z.array(z.string()).min(1);

async function runSteps(dockerfile: string, context: string, folder: string): Promise<Stage> {
  const stages = new Map<string, Stage>();
  const bases = new Map<string, string>();
  let stage: Stage | undefined;
  const isSent = sentBy(`${dockerfile}.dockerignore`);
  for (const [keyword, rest] of stepsOf(readFileSync(dockerfile, 'utf8'))) {
    if (keyword === 'FROM') {
      const [, from = '', name = `${stages.size}`] = /^(\S+)(?: AS (\w+))?$/u.exec(rest) ?? [];
      const base = bases.get(from) ?? (await makeBase(from, join(folder, `base-${bases.size}`)));
      bases.set(from, base);
      const root = join(folder, name);
      // Not `cpSync`, which refuses the devices in `/dev`.
      await execute('cp', ['--archive', '--reflink=auto', base, root]);
      stage = { root, env: {}, workdir: '/', user: 'root', command: [], health: [] };
      stages.set(name, stage);
      continue;
    }
    if (stage === undefined) throw new Error(`${keyword} comes before FROM`);
    if (keyword === 'RUN') await run(stage, rest);
    else if (keyword === 'COPY') {
      const [, from, paths = ''] = /^(?:--from=(\w+) )?(.+)$/u.exec(rest) ?? [];
      const source = from === undefined ? context : (stages.get(from)?.root ?? from);
      copy(source, paths.split(' '), stage, from === undefined ? isSent : () => true);
    } else if (keyword === 'ENV') {
      for (const pair of rest.split(' ')) {
        const [, name = '', value = ''] = /^(\w+)=(.*)$/u.exec(pair) ?? [];
        stage.env[name] = value;
      }
    } else if (keyword === 'WORKDIR') {
      stage.workdir = rest;
      mkdirSync(join(stage.root, rest), { recursive: true });
    } else if (keyword === 'USER') stage.user = rest;
    else if (keyword === 'CMD') stage.command = commandSchema.parse(JSON.parse(rest));
    else if (keyword === 'HEALTHCHECK')
      stage.health = commandSchema.parse(JSON.parse(rest.slice(rest.indexOf('['))));
    else if (keyword !== 'VOLUME' && keyword !== 'EXPOSE')
      throw new Error(`unknown step ${keyword}`);
  }
  if (stage === undefined) throw new Error(`${dockerfile} has no FROM`);
  return stage;
}

/** Returns whether a file of the context's top folder is sent, by an ignore file that lists what is. */
function sentBy(ignoreFile: string): (name: string) => boolean {
  const [first, ...sent] = readFileSync(ignoreFile, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  if (first !== '*' || sent.some((line) => !line.startsWith('!')))
    throw new Error(`${ignoreFile} does not begin with * or ignores more afterwards`);
  const patterns = sent.map(
    (line) => new RegExp(`^${line.slice(1).replaceAll('.', '\\.').replaceAll('*', '.*')}$`, 'u'),
  );
  return (name) => patterns.some((pattern) => pattern.test(name));
}

function copy(
  source: string,
  paths: readonly string[],
  { root, workdir }: Stage,
  isSent: (name: string) => boolean,
): void {
  const target = paths.at(-1) ?? '';
  const folder = join(root, resolve(workdir, target));
  const how = { recursive: true, verbatimSymlinks: true, preserveTimestamps: true };
  for (const path of paths.slice(0, -1)) {
    const from = join(source, path);
    if (path === '.') {
      for (const name of readdirSync(from).filter(isSent))
        cpSync(join(from, name), join(folder, name), how);
      continue;
    }
    if (!isSent(path.split('/')[0] ?? '')) throw new Error(`COPY ${path}: it is ignored`);
    const isInto = !statSync(from).isDirectory() && (target.endsWith('/') || existsSync(folder));
    cpSync(from, isInto ? join(folder, basename(path)) : folder, how);
  }
}

/** Makes what an official image of Node on Debian has: Debian, Node with npm, and the account `node`. */
async function makeBase(name: string, root: string): Promise<string> {
  const [, major, suite] = /^node:(\d+)-(\w+)-slim$/u.exec(name) ?? [];
  if (major === undefined || suite === undefined) throw new Error(`unknown base ${name}`);
  const { stdout } = await execute('apt-config', ['dump', 'Acquire']);
  const proxies = stdout.split('\n').filter((line) => /::Proxy "./u.test(line));
  const options = proxies.map((line) => `--aptopt=${line}`);
  const timeout = STEP_MS;
  await execute('mmdebstrap', ['--variant=minbase', '--quiet', ...options, suite, root], {
    timeout,
  });
  const packages = `${root}-packages`;
  const wanted = [`node-linux-${process.arch}@${major}`, 'npm@11'];
  await execute('npm', ['install', '--ignore-scripts', '--prefix', packages, ...wanted], {
    timeout,
  });
  const modules = join(packages, 'node_modules');
  const local = join(root, 'usr/local');
  cpSync(join(modules, `node-linux-${process.arch}/bin/node`), join(local, 'bin/node'));
  cpSync(join(modules, 'npm'), join(local, 'lib/node_modules/npm'), { recursive: true });
  const links =
    'for name in npm npx; do ln -s ../lib/node_modules/npm/bin/$name-cli.js /usr/local/bin/$name; done';
  const account = 'groupadd --gid 1000 node && useradd --uid 1000 --gid node --create-home node';
  await execute('chroot', [root, 'sh', '-ec', `${links}; ${account}`], { env: { PATH } });
  rmSync(packages, { recursive: true });
  return root;
}

/** Enters a root as one of its users (a name, or `UID:GID`), with its own `/proc`. */
function entering(
  { root, workdir, user }: Pick<Stage, 'root' | 'workdir' | 'user'>,
  command: readonly string[],
): readonly [string, ...string[]] {
  const account = readFileSync(join(root, 'etc/passwd'), 'utf8')
    .split('\n')
    .find((line) => line.startsWith(`${user}:`));
  const [uid = '', gid = ''] = account?.split(':').slice(2) ?? user.split(':');
  const place = [`--root=${root}`, `--wd=${workdir}`, `--setgid=${gid}`, `--setuid=${uid}`];
  return ['unshare', '--mount', '--mount-proc', ...place, '--', ...command];
}

const MACHINE_VARIABLES = /_proxy$|^npm_config_registry$|_ca_certs$|^ssl_cert_/iu;

const npmrc = async (name: string): Promise<string> =>
  (await execute('npm', ['config', 'get', name])).stdout.trim();

/** Files by which this machine reaches its registries, and where a root has them. */
async function machineFiles(): Promise<(readonly [here: string, inside: string])[]> {
  const files = [
    ['/etc/resolv.conf', '/etc/resolv.conf'],
    ['/etc/ssl/certs', '/etc/ssl/certs'],
    [await npmrc('userconfig'), '/root/.npmrc'],
    [await npmrc('globalconfig'), '/usr/local/etc/npmrc'],
  ] as const;
  return files.filter(([here]) => existsSync(here));
}

/** Runs a command of a stage, which is lent the machine's files. @throws Error with what it printed, if it fails */
async function run(stage: Stage, command: string): Promise<void> {
  const binds = (await machineFiles()).map(([here, inside]) => {
    const target = join(stage.root, inside);
    if (!existsSync(target)) {
      mkdirSync(dirname(target), { recursive: true });
      if (statSync(here).isDirectory()) mkdirSync(target);
      else writeFileSync(target, '');
    }
    return `mount --bind '${here}' '${target}' && `;
  });
  const variables = Object.entries(process.env).filter(([name]) => MACHINE_VARIABLES.test(name));
  const line = entering(stage, ['sh', '-c', command]);
  await execute('unshare', ['--mount', 'sh', '-c', `${binds.join('')}exec "$@"`, 'sh', ...line], {
    env: { PATH, HOME: '/root', ...Object.fromEntries(variables), ...stage.env },
    timeout: STEP_MS,
    maxBuffer: OUTPUT_BYTES,
  }).catch((error: unknown) => {
    throw new Error(`RUN ${command} failed: ${inspect(error)}`, { cause: error });
  });
}
