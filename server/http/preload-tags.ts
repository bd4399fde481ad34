import * as z from 'zod/mini';
import { isStageScreenPath, routeAccess } from '#machines/account/rules/access.ts';

/** Vite's manifest: the build's files by module. */
const manifestSchema = z.record(
  z.string(),
  z.looseObject({
    file: z.string(),
    name: z.optional(z.string()),
    imports: z._default(z.array(z.string()), []),
    css: z._default(z.array(z.string()), []),
    assets: z._default(z.array(z.string()), []),
  }),
);

const PROGRAM = 'index.html';
/**
 * The chunk with the code of API calls. Preloaded for screens that make a call at once: those that need a login, and
 * joining by an address with a code. Others need it when a form is sent.
 */
const CALLS = 'calls';
const WITH_CODE = /^\/join\/./iu;

/** Returns the module of the screen at `path`, for example `my-answer/my-answer.tsx` for `/my-answer`. */
function screenAt(path: string, slug: string): string {
  const name = isStageScreenPath(path, slug) ? 'stage-screen' : path.split('/')[1] || 'home';
  return `src/screens/${name}/${name}.tsx`;
}

/**
 * Returns a function that makes the tags which preload the code of a path's screen; they save a phone about a second.
 * `manifest` is the JSON of the build. A screen that is `isStatic`, part of the page, needs its styles at once.
 */
export function createPreloadTags(
  manifest: string,
  slug: string,
): (path: string, isStatic?: boolean) => string {
  const chunks = manifestSchema.parse(JSON.parse(manifest));
  /** Returns the files of the module `key` and of everything it imports. */
  const filesOf = (key: string, seen = new Set<string>()): string[] => {
    const chunk = chunks[key];
    if (chunk === undefined || seen.has(key)) return [];
    seen.add(key);
    const imported = chunk.imports.flatMap((each) => filesOf(each, seen));
    return [chunk.file, ...chunk.css, ...chunk.assets.filter(isFont), ...imported];
  };
  // index.html already has tags for these files, but not for its font, and a late font would shift the layout.
  const named = new Set(filesOf(PROGRAM).filter((file) => !isFont(file)));
  const calls = Object.keys(chunks).filter((key) => chunks[key]?.name === CALLS);
  const tagsOf = (screen: string, isCalling: boolean, isStatic: boolean): string => {
    const first = [PROGRAM, screen, ...(isCalling ? calls : [])];
    const files = new Set(first.flatMap((key) => filesOf(key)));
    return [...files]
      .filter((file) => !named.has(file))
      .map((file) => tagOf(file, isStatic))
      .join('');
  };
  /** Cached tags by screen, and by whether it makes a call at once and is static. */
  const known = new Map<string, string>();
  return (path, isStatic = false) => {
    const access = routeAccess(path, null, slug);
    if ('notFound' in access) return '';
    const screen = screenAt(path, slug);
    const isCalling = !('allow' in access) || WITH_CODE.test(path);
    const key = `${screen} ${isCalling} ${isStatic}`;
    const tags = known.get(key) ?? tagsOf(screen, isCalling, isStatic);
    known.set(key, tags);
    return tags;
  };
}

const isFont = (file: string): boolean => file.endsWith('.woff2');

function tagOf(file: string, isStatic: boolean): string {
  const rest = `crossorigin href="/${file}" />`;
  if (file.endsWith('.css') && isStatic) return `<link rel="stylesheet" ${rest}`;
  // Only preloaded: the screen's loader inserts the stylesheet and reports a failure.
  if (file.endsWith('.css')) return `<link rel="preload" as="style" ${rest}`;
  if (isFont(file)) return `<link rel="preload" as="font" type="font/woff2" ${rest}`;
  return `<link rel="modulepreload" ${rest}`;
}
