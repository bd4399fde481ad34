import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Declaration, type Node as StyleNode, parse } from 'postcss';
import { parseAst } from 'vite';
import { z } from 'zod';
import { BASELINE, isLater } from '../../scripts/baseline.ts';

/*
 * Finds features in scripts and styles that browsers of the baseline lack, according to MDN's data
 * (docs/decisions/which-browsers-are-supported.md).
 */

/** MDN's names of the browsers of package.json. */
const BROWSERS = {
  chrome: 'chrome',
  edge: 'edge',
  firefox: 'firefox',
  safari: 'safari',
  ios_saf: 'safari_ios',
  samsung: 'samsunginternet_android',
} as const;

const supportSchema = z.object({
  version_added: z.unknown(),
  version_removed: z.unknown().optional(),
  prefix: z.string().optional(),
  alternative_name: z.string().optional(),
  flags: z.array(z.unknown()).optional(),
});
const compatSchema = z.object({
  support: z.partialRecord(z.string(), z.union([supportSchema, z.array(supportSchema)])),
});

type Entry = Readonly<Record<string, unknown>>;
const isEntry = (value: unknown): value is Entry => typeof value === 'object' && value !== null;
/** Read instead of imported, since bundling it takes a minute. */
const DATA: unknown = JSON.parse(
  readFileSync(
    join(import.meta.dirname, '../../node_modules/@mdn/browser-compat-data/data.json'),
    'utf8',
  ),
);

/** Whether a browser of the baseline lacks the feature, or has it only with a prefix or flag. */
function isNewer(of: unknown): boolean {
  if (!isEntry(of) || of['__compat'] === undefined) return false;
  const { support } = compatSchema.parse(of['__compat']);
  return Object.entries(BROWSERS).some(([name, browser]) => {
    const oldest = BASELINE.get(name) ?? '';
    return ![support[browser] ?? []]
      .flat()
      .some(
        ({ version_added: added, version_removed: removed, prefix, alternative_name, flags }) =>
          typeof added === 'string' &&
          added !== 'preview' &&
          removed === undefined &&
          (prefix ?? alternative_name ?? flags) === undefined &&
          !isLater(added.replace('≤', ''), oldest),
      );
  });
}

const entryAt = (...path: readonly string[]): unknown =>
  path.reduce((entry, name) => (isEntry(entry) ? entry[name] : undefined), DATA);
const partsOf = (of: unknown): [name: string, part: unknown][] =>
  Object.entries(isEntry(of) ? of : {}).filter(([name]) => name !== '__compat');

/** The web interfaces that are checked. Method names of other interfaces are common words. */
const INTERFACES =
  /^(?:Node|Element|(?:HTML|SVG)\w*Element|Document(?:Fragment)?|Window|Navigator|Event(?:Target)?|Abort\w+|Response|Request|Headers|Blob|File|URL\w*|FormData|DOM\w+|MediaQueryList|Storage|History|Selection|Range|(?:Base)?AudioContext|Animation|WebSocket|Clipboard|Permissions|Crypto|SubtleCrypto|Performance|\w+Observer|Worker|MessagePort|BroadcastChannel)$/u;

interface Newer {
  /** Newer globals, e.g. `structuredClone`. */
  readonly globals: ReadonlySet<string>;
  /** Newer members, e.g. `AbortSignal.any` and `Array.toSorted`. */
  readonly members: ReadonlySet<string>;
  /** The members that a method's name may refer to; none if one of them is old. */
  readonly byName: ReadonlyMap<string, readonly string[]>;
}

function readNewer(): Newer {
  const globals = new Set<string>();
  const members = new Set<string>();
  const byName = new Map<string, string[]>();
  const old = new Set<string>();
  const roots = [partsOf(entryAt('javascript', 'builtins')), partsOf(entryAt('api'))];
  for (const [at, owners] of roots.entries())
    for (const [owner, of] of owners) {
      if (isNewer(of)) globals.add(owner);
      for (const [part, what] of partsOf(of)) {
        if (!/^[a-z]\w*$/iu.test(part) || part.endsWith('_event')) continue;
        const name = part.replace(/_static$/u, '');
        const member = `${owner}.${name}`;
        if (!isNewer(what)) old.add(name);
        else {
          members.add(member);
          if (at === 0 || INTERFACES.test(owner))
            byName.set(name, [...(byName.get(name) ?? []), member]);
        }
      }
    }
  for (const name of old) byName.delete(name);
  return { globals, members, byName };
}

const NEWER = readNewer();

/** A script that removes everything newer than the baseline from a page. */
export const forgetNewer = (): string => `(() => {
  const ownersOf = (name) => {
    if (name === 'TypedArray') return [Object.getPrototypeOf(Int8Array)];
    const owner = globalThis[name];
    return owner === undefined ? [] : [owner];
  };
  for (const member of ${JSON.stringify([...NEWER.members])}) {
    const [owner, name] = member.split('.');
    for (const each of ownersOf(owner)) {
      delete each[name];
      if (typeof each === 'function' && each.prototype) delete each.prototype[name];
    }
  }
  for (const name of ${JSON.stringify([...NEWER.globals])}) delete globalThis[name];
  const supports = CSS.supports.bind(CSS);
  CSS.supports = (...asked) => !/:has|:is|oklch|cq|round/.test(asked.join()) && supports(...asked);
})();`;

interface Syntax {
  readonly type: string;
  readonly [field: string]: unknown;
}
const isSyntax = (value: unknown): value is Syntax =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
const field = (of: unknown, name: string): unknown =>
  typeof of === 'object' && of !== null ? Reflect.get(of, name) : undefined;
const nameOf = (node: unknown): string => {
  const name = field(node, 'name');
  return isSyntax(node) && node.type === 'Identifier' && typeof name === 'string' ? name : '';
};

/** The prototypes of a page's globals. */
const INSTANCES: Readonly<Record<string, string>> = {
  document: 'Document',
  globalThis: 'Window',
  navigator: 'Navigator',
  performance: 'Performance',
  self: 'Window',
  window: 'Window',
};
const LOOKBEHIND = /\(\?<[=!]/u;
/** Matches newer CSS in the texts of a script. */
const STYLE_WORDS = /\((?:width|height) ?[<>]|\d(?:dvh|cq[iwh])\b|oklch\(/u;

/** Features of a built script that are newer than the baseline. */
export function newerInScript(code: string): string[] {
  const found = new Set<string>();
  const visit = (node: unknown, parent: Syntax | null): void => {
    if (Array.isArray(node)) for (const each of node) visit(each, parent);
    if (!isSyntax(node)) return;
    for (const feature of newerIn(node, parent)) found.add(feature);
    for (const child of Object.values(node)) visit(child, node);
  };
  visit(parseAst(code), null);
  return [...found].toSorted();
}

function newerIn(node: Syntax, parent: Syntax | null): readonly string[] {
  switch (node.type) {
    case 'MemberExpression':
      return node['computed'] === true ? [] : newerMember(node, parent);
    case 'Identifier':
      return isReference(node, parent) && NEWER.globals.has(nameOf(node)) ? [nameOf(node)] : [];
    case 'StaticBlock':
      return ['static block'];
    case 'MethodDefinition':
      return isPrivate(node['key']) ? ['private method'] : [];
    case 'BinaryExpression':
      return isPrivate(node['left']) ? ['private name in'] : [];
    case 'ChainExpression':
      return hasSpread(node['expression']) ? ['spread in an optional chain'] : [];
    case 'Literal':
    case 'TemplateElement':
      return newerText(node);
    default:
      return [];
  }
}

const isPrivate = (node: unknown): boolean => isSyntax(node) && node.type === 'PrivateIdentifier';

/** Whether a name is looked up: not a key, and not an operand of `typeof`. */
const isReference = (node: Syntax, parent: Syntax | null): boolean =>
  parent !== null &&
  parent['key'] !== node &&
  (parent['property'] !== node || parent['computed'] === true) &&
  parent['operator'] !== 'typeof';

function newerMember(node: Syntax, parent: Syntax | null): readonly string[] {
  // Has a fallback, as in `Object.hasOwn || ours`.
  if (parent?.type === 'LogicalExpression' && parent['left'] === node) return [];
  const owner = nameOf(node['object']);
  const name = nameOf(node['property']);
  const member = `${INSTANCES[owner] ?? owner}.${name}`;
  if (NEWER.members.has(member)) return [member];
  const isCalled =
    parent?.type === 'CallExpression' && parent['callee'] === node && parent['optional'] !== true;
  return isCalled && node['optional'] !== true ? (NEWER.byName.get(name) ?? []) : [];
}

function hasSpread(link: unknown): boolean {
  if (!isSyntax(link)) return false;
  const given = link['arguments'];
  const spreads =
    Array.isArray(given) && given.some((each) => isSyntax(each) && each.type === 'SpreadElement');
  return spreads || hasSpread(link['callee'] ?? link['object']);
}

function newerText(node: Syntax): readonly string[] {
  const flags = field(node['regex'], 'flags');
  if (typeof flags === 'string' && /[vd]/u.test(flags)) return [`pattern with ${flags}`];
  const text = [field(node['regex'], 'pattern'), node['value'], field(node['value'], 'raw')].find(
    (each) => typeof each === 'string',
  );
  if (typeof text !== 'string') return [];
  if (LOOKBEHIND.test(text)) return ['lookbehind'];
  return STYLE_WORDS.test(text) ? [`style ${text.slice(0, 60)}`] : [];
}

/** Names of CSS functions that are newer than the baseline. */
const NEWER_FUNCTIONS = new Set<string>();
function readFunctions(of: unknown): void {
  for (const [name, part] of partsOf(of)) {
    if (isNewer(part)) NEWER_FUNCTIONS.add(name.replace(/-function$/u, ''));
    readFunctions(part);
  }
}
readFunctions(entryAt('css', 'types'));
const lengths = (name: string) => entryAt('css', 'types', 'length', name);
const NEWER_UNITS: readonly (readonly [units: RegExp, of: unknown])[] = [
  [/\d(?:[dsl]v(?:[hwib]|min|max))\b/u, lengths('viewport_percentage_units_dynamic')],
  [/\dcq(?:[hwib]|min|max)\b/u, lengths('container_query_length_units')],
  [/\dr?lh\b/u, lengths('lh')],
];

/**
 * Features of a built stylesheet that are newer than the baseline, except those with an older
 * fallback declaration.
 */
export function newerInStyles(styles: string): string[] {
  const found = new Set<string>();
  const root = parse(styles);
  root.walk((node) => {
    if (isAskedFor(node)) return;
    if (node.type === 'atrule') {
      if (isNewer(entryAt('css', 'at-rules', node.name))) found.add(`@${node.name}`);
      if (node.name === 'media' && /[<>]|\bnot ?\(/u.test(node.params))
        found.add(`@media ${node.params}`);
    } else if (node.type === 'rule')
      for (const selector of newerInSelector(node.selector)) found.add(selector);
    else if (node.type === 'decl' && !hasOlder(node))
      for (const feature of newerInDeclaration(node)) found.add(feature);
  });
  return [...found].toSorted();
}

/** Whether the declaration is inside `@supports`. */
function isAskedFor({ parent }: StyleNode): boolean {
  if (parent === undefined) return false;
  if (parent.type === 'atrule' && 'name' in parent && 'params' in parent)
    if (parent.name === 'supports' && !String(parent.params).startsWith('not')) return true;
  return isAskedFor(parent);
}

function newerInSelector(selector: string): string[] {
  const names = [...selector.matchAll(/(?<!\\):{1,2}([a-z-]+)/gu)].map(([, name = '']) => name);
  return [
    ...names
      .filter((name) => !name.startsWith('-') && isNewer(entryAt('css', 'selectors', name)))
      .map((name) => `:${name}`),
    ...(/:not\([^()]*,/u.test(selector) ? [':not() of a list'] : []),
  ];
}

function newerInDeclaration({ prop, value }: Declaration): string[] {
  const property = entryAt('css', 'properties', prop);
  if (isNewer(property)) return [prop];
  const text = value.replaceAll(/\/\*.*?\*\/|url\([^)]*\)|"[^"]*"/gu, '');
  const functions = [...text.matchAll(/([a-z][a-z-]*)\(/gu)].map(([, name = '']) => name);
  const words = text.match(/[a-z][a-z-]*/gu) ?? [];
  return [
    ...functions.filter((name) => NEWER_FUNCTIONS.has(name)).map((name) => `${name}()`),
    ...NEWER_UNITS.filter(([units, of]) => units.test(text) && isNewer(of)).map(
      ([units]) => units.exec(text)?.[0].slice(1) ?? '',
    ),
    ...words
      .filter((word) => isNewer(entryAt('css', 'properties', prop, word)))
      .map((word) => `${prop}: ${word}`),
  ];
}

/** Whether the rule has an older fallback, which a browser keeps when it skips this declaration. */
function hasOlder(declaration: Declaration): boolean {
  if (declaration.value.includes('var(')) return false;
  for (let other = declaration.prev(); other !== undefined; other = other.prev())
    if (other.type === 'decl' && other.prop === declaration.prop)
      if (newerInDeclaration(other).length === 0) return true;
  return false;
}
