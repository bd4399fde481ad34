// @vitest-environment node
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
/** Packages and files that a player's phone must load only after its first screen. */
const LATER = new Set([
  'zod',
  'zod/mini',
  'ky',
  'jwt-decode',
  'socket.io-client',
  '@stripe/stripe-js/pure',
  '@stripe/react-stripe-js',
]);
/** Files that only an inspected window may load. */
const OF_INSPECTOR = /^src\/inspector\/|^chart-inspector\//;

const IMPORT = /^(?:import|export)\s(?!type\s)(?<names>[^'"]*?\sfrom\s)?['"](?<from>[^'"]+)['"]/gm;
/** Type imports do not count. */
const isOfTypes = (names = ''): boolean =>
  /^\{[^}]*\}\s+from\s$/.test(names.trimStart()) &&
  names
    .slice(names.indexOf('{') + 1, names.indexOf('}'))
    .split(',')
    .every((name) => name.trim() === '' || name.trim().startsWith('type '));

/** Static imports of a file, by packages' names and files' paths. */
function importsOf(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(IMPORT)].flatMap(({ groups }) => {
    const { names, from = '' } = groups ?? {};
    if (isOfTypes(names)) return [];
    if (from.startsWith('#')) return [join(ROOT, from.slice(1))];
    return [from.startsWith('.') ? join(dirname(file), from) : from];
  });
}

/** For each package and file reached from these files, one import chain. */
function waysFrom(entries: readonly string[]): Map<string, string> {
  const ways = new Map<string, string>();
  const seen = new Set<string>();
  const visit = (file: string, way: string): void => {
    if (seen.has(file) || !/\.tsx?$/.test(file)) return;
    seen.add(file);
    const name = relative(ROOT, file);
    const here = `${way} > ${name}`;
    ways.set(name, here);
    for (const found of importsOf(file))
      if (existsSync(found)) visit(found, here);
      else if (!ways.has(found)) ways.set(found, here);
  };
  for (const entry of entries) visit(join(ROOT, entry), '');
  return ways;
}

describe('the first load', () => {
  it.each(['home/home', 'join/join', 'login/login', 'my-answer/my-answer'])(
    'of %s includes no schemas, calls or socket',
    (view) => {
      const ways = waysFrom(['src/main.tsx', `src/screens/${view}.tsx`]);
      // Check the search itself: it must find these known imports.
      expect(ways.has('react-dom/client') && ways.has('xstate')).toBe(true);
      expect([...ways].filter(([name]) => LATER.has(name))).toEqual([]);
    },
  );

  it('includes nothing of the inspector', () => {
    const ways = waysFrom(['src/main.tsx', 'src/screens/home/home.tsx']);
    expect(ways.has('src/effects/inspected.ts')).toBe(true);
    expect([...ways].filter(([name]) => OF_INSPECTOR.test(name))).toEqual([]);
  });

  it('of the payment page includes the provider, but not its stand-in', () => {
    const ways = waysFrom(['src/screens/payment/payment.tsx']);
    expect(ways.has('@stripe/stripe-js/pure') && ways.has('@stripe/react-stripe-js')).toBe(true);
    expect([...ways.values()].filter((way) => way.includes('src/stand-in/'))).toEqual([]);
  });
});
