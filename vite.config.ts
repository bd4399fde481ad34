import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import react from '@vitejs/plugin-react';
import type { EnvironmentOptions, Plugin } from 'vite';
import { defineConfig, type ViteUserConfig } from 'vitest/config';
import { SYNTAX_TARGETS } from './scripts/baseline.ts';
import { charts } from './packages/chart-inspector/src/build/plugin.ts';
import { pageIn } from './packages/messages/src/build/page.ts';
import { messages } from './packages/messages/src/build/plugin.ts';
import settings from './packages/messages/project.inlang/settings.json' with { type: 'json' };
import { knowledgeFile } from './packages/answer-grouping/src/knowledge/file.ts';
import { olderStyles } from './scripts/older-styles.ts';
import { prerenderer, staticScreens } from './scripts/prerender.ts';

/** The API a development client talks to; the server of `npm run dev` listens here. */
const API_ORIGIN = process.env['VITE_DEV_API'] ?? 'http://127.0.0.1:3001';

type Project = NonNullable<NonNullable<ViteUserConfig['test']>['projects']>[number];

/** A test project for one folder of `tests/`. */
const project = (name: string, test: object = {}): Project => ({
  extends: true,
  test: {
    name,
    include: [`tests/${name}/**/*.test.{ts,tsx}`],
    environment: 'node',
    ...test,
  },
});

/** Modules hold no state, so that test files can share them, which halves the time. */
const SHARED = { isolate: false, setupFiles: ['tests/support/fixed-seed.ts'] };

/** Walks and properties compute for long on a busy machine. */
const WALKS = { ...SHARED, testTimeout: 30_000 };

/** `npm run atlas:coverage` watches the actors of the tests. */
const CHART_COVERAGE =
  process.env['WALKS_DIR'] === undefined ? [] : ['tests/support/chart-coverage-setup.ts'];

/**
 * Tests that run the built program, in real time: a machine that stalls for seconds is no fault of it, so that
 * whatever is waited for may take long. None is tried again: one that fails now and then has a race to mend.
 */
const BUILT_PROGRAM = {
  globalSetup: [
    'tests/support/provide-programs.ts',
    'tests/support/build-server.ts',
    'tests/support/remove-stores.ts',
  ],
  testTimeout: 60_000,
  hookTimeout: 60_000,
};
/** Tests of the server. Stores stay open until their worker ends (`tests/support/databases.ts`). */
const SERVER = { ...BUILT_PROGRAM, ...SHARED };

/** Stories in a real browser: a page takes long on a busy machine. */
const IN_BROWSER = {
  ...BUILT_PROGRAM,
  testTimeout: 300_000,
  hookTimeout: 300_000,
  sequence: { groupOrder: 1 },
};

/** The build for browsers in the first language is `client`; the build in German is `client_de`. */
const CLIENTS = new Map(
  settings.locales.map((language) => [
    language === settings.baseLocale ? 'client' : `client_${language}`,
    language,
  ]),
);
/** The build that renders the static screens in German is `static_de`. */
const RENDERERS = new Map(settings.locales.map((language) => [`static_${language}`, language]));

/** Not built into tests, which would transform them again in each file. */
const OF_MANY_FILES =
  process.env['VITEST'] === undefined ? ['kysely', 'obscenity', 'xstate', 'zod'] : [];

/** Puts the table of words and names that grouping reads beside the server's program. */
const knowledge: Plugin = {
  name: 'knowledge',
  applyToEnvironment: ({ name }) => name === 'server',
  generateBundle: {
    async handler() {
      const source = readFileSync(await knowledgeFile());
      this.emitFile({ type: 'asset', fileName: 'knowledge.bin', source });
    },
  },
};

/** Where the page has its static screens. */
const STATIC_SCREENS = /<!-- static screens: .* -->/u;

/** Writes the page of each build in its language, and names it after the language. */
const page: Plugin = {
  name: 'page',
  enforce: 'post',
  transformIndexHtml: (html, { server }) =>
    server === undefined ? html : pageIn(html, settings.baseLocale),
  generateBundle: {
    order: 'post',
    async handler(_, bundle) {
      const language = CLIENTS.get(this.environment.name);
      if (language === undefined) return;
      const screens = await staticScreens(language);
      const built = bundle['index.html'];
      if (built?.type !== 'asset') throw new Error('The build has no page.');
      delete bundle['index.html'];
      this.emitFile({
        type: 'asset',
        fileName: language === settings.baseLocale ? 'index.html' : `index.${language}.html`,
        // A function, because a '$' in a text would otherwise have a meaning.
        source: pageIn(String(built.source), language).replace(STATIC_SCREENS, () => screens),
      });
    },
  },
};

/** Lets the build drop unused parts of the router: calls and assigned names keep them otherwise (4 KiB). */
const leanRouter: Plugin = {
  name: 'lean-router',
  applyToEnvironment: ({ config }) => config.consumer === 'client',
  transform: {
    filter: { id: /\/react-router\/dist\// },
    handler: (code) => ({
      code: code
        .replaceAll(/^\w+\.(?:displayName = ".*"|contextType = \w+);$/gmu, '')
        .replaceAll(
          /= (?=React\d*\.(?:forwardRef|createContext|memo)\(|new Set\(|Object\.getOwn)/gu,
          '= /* @__PURE__ */ ',
        )
        // The package offers no other way to its build without warnings for developers.
        .replace('ENABLE_DEV_WARNINGS = true', 'ENABLE_DEV_WARNINGS = false'),
      map: null,
    }),
  },
};

const brotli = promisify(brotliCompress);

/** Puts what the client's code and styles are sent as beside them: seconds of work, which no start waits for. */
const compressed: Plugin = {
  name: 'compressed',
  applyToEnvironment: ({ config }) => config.consumer === 'client',
  writeBundle: {
    async handler({ dir = '' }, bundle) {
      const files = Object.keys(bundle).filter((name) => /\.(?:js|css)$/u.test(name));
      await Promise.all(
        files.map(async (name) => {
          const file = join(dir, name);
          // Styles and charts are the same in each language.
          if (existsSync(`${file}.br`)) return;
          await writeFile(`${file}.br`, await brotli(await readFile(file)));
        }),
      );
    },
  },
};

/** What is needed at the same time comes in one file: on a phone's line each request costs more than some KiB. */
const CHUNKS = [
  { name: 'app', tags: ['$initial' as const], priority: 5 },
  {
    name: 'calls',
    test: /\/(?:zod|ky)\/(?!.*json-schema)|src\/effects\/(?:api|claims|translated)\.ts/,
    priority: 3,
  },
  {
    name: 'line',
    test: /\/(?:socket|engine)\.io|src\/effects\/(?:socket|sealed-media)\.ts/,
    priority: 2,
  },
  // The longest file by far. It has no code, so that all languages share it.
  { name: 'charts', test: /virtual:charts\/data/, priority: 6 },
  // Without what only forms, or only producers and readers of results, need.
  {
    name: 'shared',
    test: /effects\/(?:random|choose)|rules\/join-code|messages\/(?:language$|src\/format|dist\/browser\/messages\/(?:common|count|join(?:failed|six|personalletters)))|src\/(?:components\/(?!qr-code|copy|switch|dense|bar|once|print|password|data-table|dialog|field|form|result|language-field)|bindings\/(?!form|live-keys|mailed|media))|lucide(?!.*(?:copy|pencil|eye\.|mail-check|link-2-off|languages|info|\/x\.))/,
    minShareCount: 3,
    priority: 4,
  },
  // Without what is shown only below the first screen, once a board is revealed, or to producers.
  {
    name: 'play',
    test: /src\/(?:screens\/(?:home\/(?!shown-board|tonight|missed-board)|leaderboard\/(?!board-table))|words\/(?!match)|components\/answer|bindings\/wake)|browser\/messages\/(?:answer|questions|count|common(?:details|questions))|machines\/(?:results|payment|show)\/(?:rules\/)?(?:boards|final|payments|ranking|my-shows)/,
    minShareCount: 2,
  },
  {
    name: 'forms',
    test: /src\/(?:bindings\/(?:form\.ts|terms|language)|components\/(?:password|field|form|result|language))|lucide.*(?:eye\.|mail-check|link-2-off|languages|info)/,
    minShareCount: 2,
  },
  // What the inspector has, too.
  {
    name: 'join',
    test: /machines\/show\/join\.ts|browser\/messages\/join/,
    minShareCount: 2,
    priority: 1,
  },
  // Texts that several screens have.
  { name: 'texts', test: /browser\/messages\//, minShareCount: 2 },
];

/** `virtual:charts`: what the inspector knows of the charts. */
const CHARTS = charts({
  folder: join(import.meta.dirname, 'machines'),
  tsconfig: join(import.meta.dirname, 'machines/tsconfig.json'),
  importPrefix: '#machines/',
  coverage: join(import.meta.dirname, 'machines/coverage.json'),
});

/** Workspaces are TypeScript: they are bundled, unlike other packages. */
const WORKSPACES = readdirSync(join(import.meta.dirname, 'packages'));

/** The oldest browsers that the page's own check gives the styles as they are written. */
const MODERN_STYLES = ['chrome125', 'firefox125', 'safari17.4'];

/** The build for browsers in one language. Its page and manifest are named after it, unless it is the first. */
const client = (language: string): EnvironmentOptions => {
  const isFirst = language === settings.baseLocale;
  const scripts = isFirst ? 'assets' : `assets/${language}`;
  return {
    consumer: 'client',
    build: {
      outDir: 'dist/client',
      emptyOutDir: isFirst,
      copyPublicDir: isFirst,
      target: SYNTAX_TARGETS,
      // Browsers that need other styles get them from files of their own.
      cssTarget: MODERN_STYLES,
      // For the operator, beside the files: nothing in them names their maps. Other languages have the same code.
      sourcemap: isFirst && 'hidden',
      manifest: isFirst || `.vite/manifest.${language}.json`,
      // Every browser that runs the program preloads modules by itself.
      modulePreload: { polyfill: false },
      // kB: the inspector's charts are long texts that compress well. tests/e2e/build.test.ts limits what pages load.
      chunkSizeWarningLimit: 2_000,
      rolldownOptions: {
        input: 'index.html',
        output: {
          entryFileNames: `${scripts}/[name]-[hash].js`,
          chunkFileNames: ({ name }) =>
            `${name === 'charts' ? 'assets' : scripts}/[name]-[hash].js`,
          codeSplitting: { groups: CHUNKS },
        },
      },
    },
  };
};

export default defineConfig({
  resolve: {
    // React has the hook that the shim adds to older versions.
    alias: {
      'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector',
      'use-sync-external-store/shim': 'react',
    },
  },
  plugins: [
    messages({
      languageOf: (environment) => CLIENTS.get(environment) ?? RENDERERS.get(environment) ?? null,
    }),
    react(),
    leanRouter,
    CHARTS,
    knowledge,
    olderStyles,
    page,
    compressed,
  ],
  builder: {
    async buildApp(builder) {
      // One after another, because the first empties the folder that they share.
      for (const environment of Object.values(builder.environments))
        await builder.build(environment);
    },
  },
  environments: {
    ...Object.fromEntries([...RENDERERS].map(([name, language]) => [name, prerenderer(language)])),
    ...Object.fromEntries([...CLIENTS].map(([name, language]) => [name, client(language)])),
    server: {
      consumer: 'server',
      // What only a workspace depends on is built in too, because a container installs the root's packages alone; and
      // packages of many small files, because loading them one by one takes a sixth of the start.
      resolve: {
        external: true,
        noExternal: [...WORKSPACES, 'n2words', /^@orama\//, ...OF_MANY_FILES],
      },
      build: {
        outDir: 'dist/server',
        ssr: true,
        emitAssets: true,
        sourcemap: true,
        minify: false,
        copyPublicDir: false,
        rolldownOptions: {
          input: { main: 'server/main.ts', 'sqlite-worker': 'server/db/sqlite-worker.ts' },
          output: {
            entryFileNames: '[name].js',
            // A third of the file. Node.js reads one without other letters twice as fast, and keeps half as many bytes.
            comments: { legal: true, annotation: false, jsdoc: false },
            minify: {
              compress: false,
              mangle: false,
              codegen: { removeWhitespace: false, asciiOnly: true },
            },
          },
          // The table of words and names takes long, and only when its sources change.
          checks: { pluginTimings: false },
        },
      },
    },
  },
  server: {
    proxy: {
      '/api': API_ORIGIN,
      '/dev': API_ORIGIN,
      // The stand-in of the payment provider.
      '/v1': API_ORIGIN,
      '/socket.io': { target: API_ORIGIN, ws: true },
    },
  },
  test: {
    reporters: ['./tests/support/quiet-reporter.ts'],
    silent: 'passed-only',
    // Compiled already.
    server: { deps: { external: [/\/messages\/dist\//] } },
    // Much of the time is waiting, for a server, a page or a timer.
    maxWorkers: availableParallelism() + 1,
    maxConcurrency: 2,
    // Only a test that fails waits so long.
    expect: { poll: { timeout: 15_000 } },
    projects: [
      'packages/*/vite.config.ts',
      project('rules', { ...WALKS, include: ['tests/{rules,coverage}/**/*.test.ts'] }),
      project('machines', { ...WALKS, setupFiles: [...WALKS.setupFiles, ...CHART_COVERAGE] }),
      project('views', {
        ...WALKS,
        environment: 'happy-dom',
        setupFiles: [...WALKS.setupFiles, ...CHART_COVERAGE, 'tests/support/dom.ts'],
      }),
      project('server', SERVER),
      project('realtime', SERVER),
      project('campaign', SERVER),
      project('e2e', { ...IN_BROWSER, isolate: false }),
      // Not part of `npm test`, as the next one.
      project('long', {
        ...IN_BROWSER,
        setupFiles: CHART_COVERAGE,
        // Here, so that it is there before what is set up.
        env: { LONGER: '5' },
        sequence: { groupOrder: 2 },
      }),
      // `npm run e2e:browsers`: one browser at a time.
      project('long-browsers', {
        ...IN_BROWSER,
        include: ['tests/browsers/**/*.test.ts'],
        sequence: { groupOrder: 3 },
      }),
    ],
  },
});
