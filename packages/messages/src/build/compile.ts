import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { compile } from '@inlang/paraglide-js';

const PACKAGE = resolve(import.meta.dirname, '../..');
const PROJECT = join(PACKAGE, 'project.inlang');

/** What texts are compiled for; each has a folder in `dist`. */
const STRUCTURES = {
  /** The server and tests: one module a language, which is quick to load. */
  node: 'locale-modules',
  /** Browsers: one module a text, so that each screen loads its own texts only. */
  browser: 'message-modules',
} as const;

/** Compiles the texts of all languages, unless they have not changed. Returns the path of `messages.js`. */
export async function compiledMessages(runtime: keyof typeof STRUCTURES): Promise<string> {
  const outdir = join(PACKAGE, 'dist', runtime);
  const messages = join(outdir, 'messages.js');
  const digest = digestOfSources();
  const mark = join(outdir, '.sources');
  if (existsSync(mark) && readFileSync(mark, 'utf8') === digest) return messages;
  // Beside the old texts, as another process may be reading them.
  const draft = `${outdir}.${process.pid}`;
  await compile({
    project: PROJECT,
    outdir: draft,
    outputStructure: STRUCTURES[runtime],
    strategy: ['globalVariable', 'baseLocale'],
    emitTsDeclarations: runtime === 'node',
    emitGitIgnore: false,
    emitPrettierIgnore: false,
    emitReadme: false,
  });
  writeFileSync(join(draft, '.sources'), digest);
  rmSync(outdir, { recursive: true, force: true });
  renameSync(draft, outdir);
  return messages;
}

function digestOfSources(): string {
  const hash = createHash('sha256');
  const languages = join(PACKAGE, 'languages');
  const files = [
    ...readdirSync(languages)
      .toSorted()
      .map((name) => join(languages, name)),
    join(PROJECT, 'settings.json'),
    join(PACKAGE, 'package.json'),
  ];
  for (const file of files) hash.update(file).update(readFileSync(file));
  return hash.digest('hex');
}
