import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { Brand } from '#machines/contract/brand.ts';
import type { Days } from '#machines/contract/entities.ts';
import type { Exposure } from '#server/exposure.ts';
import { LOGO_PATH } from '#server/config.ts';
import { allowing, PAGE_POLICY, POPUP_HEADERS } from './headers.ts';
import { inHue } from './older-colours.ts';
import { createPreloadTags } from './preload-tags.ts';
import { Resource, sendChanged, sendResource } from './resource.ts';

/** A browser's route: no file, nothing hidden or encoded, nothing of the program's own. */
const PAGE_PATH = /^\/(?!(?:api|dev|socket\.io)(?:\/|$))[\w/-]*$/;
/** What mail programs and people put behind a link: a full stop, a bracket, a quotation mark. */
const BEHIND_LINK = /(?<=[\w/-])(?:[.,;:!)'*>]|&(?:amp|gt|quot);?|%(?:22|3E|5D|7D))+$/iu;
const IMMUTABLE = 'public, max-age=31536000, immutable';
/** Every page loads it before it shows anything. */
const FIRST_STYLES = '/layers.css';
/** The same styles for browsers that know less: scripts/older-styles.ts. */
const OLDER_STYLES = '.older.css';
const INLINE = /<script>([^]*?)<\/script>/g;
/** What a device installs the show by. */
const MANIFEST = '/manifest.webmanifest';
const AN_HOUR = 'public, max-age=3600';

/** The program as it begins at some path. */
const createPage = (html: string): Resource =>
  new Resource('index.html', () => Promise.resolve(Buffer.from(html)));

export interface PagesOptions {
  readonly brand: Brand;
  readonly days: () => Days;
  /** The content policy of /payment. */
  readonly paymentPolicy: string;
  readonly exposure: Pick<Exposure, 'isDevelopment'>;
  /** Degrees; null: the program's own colours. */
  readonly hue: number | null;
  /** The operator's SVG, made harmless; null: there is none. */
  readonly logo: string | null;
}

export interface Pages {
  /** Answers with a file of the build, or with the page for a browser's route; false when it is neither. */
  serve(request: FastifyRequest, reply: FastifyReply): Promise<boolean>;
}

/**
 * The built client. Only files that are in the build folder at start have an address, so that there is
 * no path to traverse. Source maps are sent in development only.
 */
export async function readPages(
  folder: string,
  { brand, days, paymentPolicy, exposure, hue, logo }: PagesOptions,
): Promise<Pages> {
  const files = new Map<string, Resource>();
  const paths = new Set(existsSync(folder) ? filesIn(folder) : []);
  for (const path of paths) {
    const address = `/${relative(folder, path).split(sep).join('/')}`;
    if (address.includes('/.') || address.endsWith('.br')) continue;
    if (hue !== null && address.endsWith(OLDER_STYLES)) {
      const hued = Buffer.from(inHue(await readFile(path, 'utf8'), hue));
      files.set(address, new Resource(path, () => Promise.resolve(hued)));
      continue;
    }
    // In memory, so that a new build does not take files from a running server; maps are large and seldom asked for.
    const content = path.endsWith('.map') ? null : await readFile(path);
    const read = () => (content === null ? readFile(path) : Promise.resolve(content));
    const ready = paths.has(`${path}.br`) ? await readFile(`${path}.br`) : null;
    files.set(address, new Resource(path, read, ready));
  }
  if (hue !== null && files.has(FIRST_STYLES)) {
    const styles = await readFile(join(folder, FIRST_STYLES), 'utf8');
    const hued = Buffer.from(`${styles}:root { --brand-hue: ${hue} }\n`);
    files.set(FIRST_STYLES, new Resource(FIRST_STYLES, () => Promise.resolve(hued)));
  }
  if (files.has(MANIFEST)) {
    const named = installable(await readFile(join(folder, MANIFEST), 'utf8'), brand, hue);
    files.set(MANIFEST, new Resource(MANIFEST, () => Promise.resolve(Buffer.from(named))));
  }
  if (logo !== null)
    files.set(LOGO_PATH, new Resource(LOGO_PATH, () => Promise.resolve(Buffer.from(logo))));
  const html = files.has('/index.html')
    ? branded(await readFile(join(folder, 'index.html'), 'utf8'), brand)
    : '<!doctype html><title>Not built</title><p>The client is not built: run npm run build.</p>';
  files.delete('/index.html');
  const inline = [...html.matchAll(INLINE)].map(([, script = '']) => script);
  const policies = {
    payment: allowing(paymentPolicy, inline),
    other: allowing(PAGE_POLICY, inline),
  };
  const manifest = join(folder, '.vite/manifest.json');
  const tagsFor = paths.has(manifest)
    ? createPreloadTags(await readFile(manifest, 'utf8'), brand.slug)
    : () => '';
  /** By the tags in their heads: few screens, whatever paths are asked for. */
  const pages = new Map<string, Resource>();
  let pagesDays = days();
  const pageAt = (path: string): Resource => {
    if (pagesDays !== days()) pages.clear();
    pagesDays = days();
    const tags = tagsFor(path);
    const dated = (): string => withMeta(html, 'days', pagesDays);
    const made = pages.get(tags) ?? createPage(dated().replace('</head>', () => `${tags}</head>`));
    pages.set(tags, made);
    return made;
  };

  return {
    serve: async (request, reply) => {
      if (request.method !== 'GET' && request.method !== 'HEAD') return false;
      const path = request.url.replace(/[?#].*$/, '');
      if (path.endsWith('.map') && !exposure.isDevelopment()) return false;
      const file = files.get(path);
      if (file !== undefined) {
        // The hue may be another after the next start.
        const isFixed = path.startsWith('/assets/') && !path.endsWith(OLDER_STYLES);
        reply.header('cache-control', isFixed ? IMMUTABLE : AN_HOUR);
        await sendResource(file, request, reply);
        return true;
      }
      const meant = path.replace(BEHIND_LINK, '');
      if (!PAGE_PATH.test(meant)) return false;
      if (meant !== path) {
        // One slash: two would lead to another host.
        const place = meant.replace(/^\/+/u, '/') + request.url.slice(path.length);
        await reply.header('cache-control', 'no-store').redirect(place, 302);
        return true;
      }
      const page = pageAt(path);
      const isPayment = /^\/payment\/?$/i.test(path);
      reply.headers({
        'cache-control': 'no-cache',
        'content-security-policy': isPayment ? policies.payment : policies.other,
        ...(/^\/inspect\/?$/i.test(path) ? POPUP_HEADERS : {}),
      });
      await sendChanged(page, request, reply);
      return true;
    },
  };
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

const manifestSchema = z.looseObject({ name: z.string() });

/** The manifest with the name and the colours of the show. */
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

const withMeta = (html: string, name: string, value: unknown): string =>
  html.replace(
    `<meta name="${name}" content=""`,
    () => `<meta name="${name}" content="${escapeHtml(JSON.stringify(value))}"`,
  );

/** The brand arrives with the page, as the days do, so that the first paint is right. */
const branded = (html: string, brand: Brand): string =>
  withMeta(html, 'brand', brand).replace(
    /<title>[^<]*<\/title>/,
    () => `<title>${escapeHtml(brand.name)}</title>`,
  );
