import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { baseLocale, type Locale, locales } from 'messages/runtime';
import * as z from 'zod/mini';
import type { Brand } from '#machines/contract/brand.ts';
import type { Days } from '#machines/contract/entities.ts';
import { LOGO_PATH } from '#server/config.ts';
import { withInlineScripts, PAGE_POLICY, POPUP_HEADERS } from './headers.ts';
import { pageLanguage } from './language.ts';
import { withHue } from './older-colours.ts';
import { createPreloadTags } from './preload-tags.ts';
import { createPackedResource, createResource, type Resource, sendResource } from './resource.ts';

/** Files that are not served: hidden files, source maps, compressed copies, and pages, which their routes send. */
const NOT_SERVED = /\/\.|\.(?:br|map)$|^\/index(?:\.[\w-]+)?\.html$/;
/** A path that the browser's router may know: no file name, nothing encoded, and no path of the server itself. */
const PAGE_PATH = /^\/(?!(?:api|dev|socket\.io)(?:\/|$))[\w/-]*$/;
/** Characters that mail programs or people append to a link: a full stop, a bracket, a quotation mark. */
const BEHIND_LINK = /(?<=[\w/-])(?:[.,;:!)'*>]|&(?:amp|gt|quot);?|%(?:22|3E|5D|7D))+$/iu;
const IMMUTABLE = 'public, max-age=31536000, immutable';
/** The stylesheet that every page loads before its first paint. */
const FIRST_STYLES = '/layers.css';
/** Suffix of the stylesheets for older browsers, built by scripts/older-styles.ts. */
const OLDER_STYLES = '.older.css';
/** The static screens of a built page, each for its path. */
const STATIC_SCREEN = /<template data-path="([^"]*)">[^]*?<\/template>/g;
const STATIC_SCREENS = /(?:<template data-path="[^"]*">[^]*?<\/template>)+/;
const SCREEN_PLACE = '<!--screen-->';
const INLINE = /<script>([^]*?)<\/script>/g;
/** The web app manifest, with which a device installs the show as an app. */
const MANIFEST = '/manifest.webmanifest';
/** What chooses a page besides its address (`pageLanguage`). */
const PAGE_VARIES = ['accept-language', 'cookie'];
const AN_HOUR = 'public, max-age=3600';

export interface PagesOptions {
  readonly brand: Brand;
  readonly days: () => Days;
  /** The content policy of /payment. */
  readonly paymentPolicy: string;
  /** The brand's hue in degrees; null: the colours as built. */
  readonly hue: number | null;
  /** The operator's SVG, sanitised; null: there is none. */
  readonly logo: string | null;
}

export interface Pages {
  /** Sends a file of the build, or the page if the path is a browser route; returns false if it is neither. */
  serve(request: FastifyRequest, reply: FastifyReply): Promise<boolean>;
}

/**
 * Reads the built client into memory, so that a new build does not remove files from a running server. Only files that
 * are in the folder at start can be requested, which rules out path traversal. They are read synchronously: no client is
 * connected yet, and hundreds of small files take ten times longer otherwise.
 */
export async function readPages(
  folder: string,
  { brand, days, paymentPolicy, hue, logo }: PagesOptions,
): Promise<Pages> {
  const files = new Map<string, Resource>();
  const paths = new Set(existsSync(folder) ? filesIn(folder) : []);
  for (const path of paths) {
    const address = `/${relative(folder, path).split(sep).join('/')}`;
    if (NOT_SERVED.test(address)) continue;
    if (paths.has(`${path}.br`) && !isAdapted(address, hue)) {
      files.set(address, createPackedResource(path, readFileSync(`${path}.br`)));
      continue;
    }
    const content = adapted(address, readFileSync(path), brand, hue);
    files.set(
      address,
      createResource(path, () => content),
    );
  }
  if (logo !== null)
    files.set(
      LOGO_PATH,
      createResource(LOGO_PATH, () => logo),
    );
  const options = { brand, days, paymentPolicy };
  const first = await readEdition(folder, baseLocale, options);
  const editions = new Map<Locale, Edition>([[baseLocale, first]]);
  for (const language of locales)
    if (!editions.has(language) && paths.has(join(folder, pageOf(language))))
      editions.set(language, await readEdition(folder, language, options));

  return {
    serve: async (request, reply) => {
      if (request.method !== 'GET' && request.method !== 'HEAD') return false;
      const path = request.url.replace(/[?#].*$/, '');
      const file = files.get(path);
      if (file !== undefined) {
        // The hue may change at the next start, so these files are not immutable.
        const isFixed = path.startsWith('/assets/') && !path.endsWith(OLDER_STYLES);
        reply.header('cache-control', isFixed ? IMMUTABLE : AN_HOUR);
        await sendResource(file, request, reply);
        return true;
      }
      const cleaned = path.replace(BEHIND_LINK, '');
      if (!PAGE_PATH.test(cleaned)) return false;
      if (cleaned !== path) {
        // Exactly one leading slash: a location with two would lead to another host.
        const location = cleaned.replace(/^\/+/u, '/') + request.url.slice(path.length);
        await reply.header('cache-control', 'no-store').redirect(location, 302);
        return true;
      }
      const edition = editions.get(pageLanguage(request)) ?? first;
      const isPayment = /^\/payment\/?$/i.test(path);
      reply.headers({
        'content-language': edition.language,
        // A link to a run sheet must not be found by a search.
        ...(/^\/run-sheet(?:\/|$)/i.test(path) ? { 'x-robots-tag': 'noindex' } : {}),
        'cache-control': 'no-cache',
        'content-security-policy': isPayment ? edition.policies.payment : edition.policies.other,
        ...(/^\/inspect\/?$/i.test(path) ? POPUP_HEADERS : {}),
      });
      await sendResource(edition.pageAt(path), request, reply, PAGE_VARIES);
      return true;
    },
  };
}

/** The pages in one language. */
interface Edition {
  readonly language: Locale;
  /** The content policies. */
  readonly policies: { readonly payment: string; readonly other: string };
  readonly pageAt: (path: string) => Resource;
}

/** The first language has Vite's own names (`vite.config.ts`). */
const suffixOf = (language: string): string => (language === baseLocale ? '' : `.${language}`);
const pageOf = (language: Locale): string => `index${suffixOf(language)}.html`;

async function readEdition(
  folder: string,
  language: Locale,
  { brand, days, paymentPolicy }: Pick<PagesOptions, 'brand' | 'days' | 'paymentPolicy'>,
): Promise<Edition> {
  const index = join(folder, pageOf(language));
  const { html, screens } = withoutScreens(
    existsSync(index)
      ? branded(await readFile(index, 'utf8'), brand)
      : '<!doctype html><title>Not built</title><p>The client is not built: run npm run build.</p>',
  );
  const inline = [...html.matchAll(INLINE)].map(([, script = '']) => script);
  const manifest = join(folder, `.vite/manifest${suffixOf(language)}.json`);
  const tagsFor = existsSync(manifest)
    ? createPreloadTags(await readFile(manifest, 'utf8'), brand.slug)
    : () => '';
  /** Rendered pages by their static screen and the preload tags in their `<head>`; screens with the same share a page. */
  const pages = new Map<string, Resource>();
  let pagesDays = days();
  return {
    language,
    policies: {
      payment: withInlineScripts(paymentPolicy, inline),
      other: withInlineScripts(PAGE_POLICY, inline),
    },
    pageAt: (path) => {
      const today = days();
      if (today !== pagesDays) pages.clear();
      pagesDays = today;
      const screen = screens.get(path) ?? '';
      const tags = tagsFor(path, screen !== '');
      const page =
        pages.get(screen + tags) ??
        createResource('index.html', () =>
          withMeta(html, 'days', today)
            .replace('</head>', () => `${tags}</head>`)
            .replace(SCREEN_PLACE, () => screen),
        );
      pages.set(screen + tags, page);
      return page;
    },
  };
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

/** Whether a built file is served with the hue or the name of the brand. */
const isAdapted = (address: string, hue: number | null): boolean =>
  address === MANIFEST ||
  (hue !== null && (address === FIRST_STYLES || address.endsWith(OLDER_STYLES)));

/** Returns the content of a built file with the hue and the name of the brand. */
function adapted(address: string, content: Buffer, brand: Brand, hue: number | null) {
  if (address === MANIFEST) return installable(content.toString(), brand, hue);
  if (hue !== null && address === FIRST_STYLES)
    return `${content.toString()}:root { --brand-hue: ${hue} }\n`;
  if (hue !== null && address.endsWith(OLDER_STYLES)) return withHue(content.toString(), hue);
  return content;
}

const manifestSchema = z.looseObject({ name: z.string() });

const installable = (manifest: string, { name }: Brand, hue: number | null): string =>
  JSON.stringify({
    ...manifestSchema.parse(JSON.parse(manifest)),
    name,
    short_name: name,
    ...(hue !== null && {
      background_color: `oklch(0.15 0.06 ${hue})`,
      theme_color: `oklch(0.22 0.06 ${hue})`,
    }),
  });

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign);

/** Takes the static screens out of a page (`scripts/prerender.ts`), by path. */
function withoutScreens(page: string): { html: string; screens: ReadonlyMap<string, string> } {
  const screens = new Map<string, string>();
  const html = page.replace(STATIC_SCREENS, (all) => {
    for (const [screen, path = ''] of all.matchAll(STATIC_SCREEN)) screens.set(path, screen);
    return SCREEN_PLACE;
  });
  return { html, screens };
}

const withMeta = (html: string, name: string, value: unknown): string =>
  html.replace(
    `<meta name="${name}" content=""`,
    () => `<meta name="${name}" content="${escapeHtml(JSON.stringify(value))}"`,
  );

/** Puts the brand into the page's HTML, so that the first paint shows it. */
const branded = (html: string, brand: Brand): string =>
  withMeta(html, 'brand', brand)
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(brand.name)}</title>`)
    .replaceAll('{{brand}}', () => escapeHtml(brand.name));
