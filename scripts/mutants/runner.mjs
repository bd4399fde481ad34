import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { INSTRUMENTER_CONSTANTS } from '@stryker-mutator/api/core';
import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin';
import { determineHitLimitReached, toMutantRunResult } from '@stryker-mutator/api/test-runner';
import {
  ASYMMETRIC_MATCHERS_OBJECT,
  chai,
  GLOBAL_EXPECT,
  JestAsymmetricMatchers,
  JestChaiExpect,
  JestExtend,
  setState,
} from '@vitest/expect';
import { startTests } from '@vitest/runner';
import { getNames } from '@vitest/runner/utils';
import { configureGlobal } from 'fast-check';
import { createServer, createServerModuleRunner } from 'vite';

/*
 * Runs Vitest's tests for Stryker in one long-lived process. The mutated file and its tests are reloaded for each
 * mutant, because most of a chart is built on import; libraries are loaded only once. A new Vitest for each mutant
 * would take ten times as long.
 */

/**
 * The file with the durations of the tests, by which short tests run first: walking a whole chart takes longer than its
 * journeys. A file, so that a runner that replaces this process can read it.
 */
const durationsPath = () => join(process.cwd(), 'durations.json');
const SHIM = join(import.meta.dirname, 'vitest-shim.mjs');

/** Ignores failing promises and timers left by an earlier mutant. */
process.on('unhandledRejection', () => {});
process.on('uncaughtException', () => {});

/** Creates Vitest's `expect`, which otherwise only Vitest's workers create. */
for (const plugin of [JestExtend, JestChaiExpect, JestAsymmetricMatchers]) chai.use(plugin);
const expect = (value, message) => chai.expect(value, message);
Object.assign(expect, chai.expect, globalThis[ASYMMETRIC_MATCHERS_OBJECT]);
setState({ assertionCalls: 0 }, expect);
globalThis[GLOBAL_EXPECT] = expect;

class ModuleRunner {
  constructor() {
    this.state = globalThis[INSTRUMENTER_CONSTANTS.NAMESPACE] ??= {};
    this.files = process.env.MUTANT_TESTS.split(' ').map((path) => join(process.cwd(), path));
  }

  capabilities() {
    return { reloadEnvironment: true };
  }

  async init() {
    // Makes property tests deterministic, and stops them at the first failure, without a search for the smallest
    // counterexample.
    configureGlobal({ seed: 1, endOnFailure: true });
    this.server = await createServer({
      configFile: false,
      logLevel: 'error',
      root: process.cwd(),
      cacheDir: join(process.cwd(), '.vite'),
      server: { middlewareMode: true, watch: null, hmr: false, ws: false },
      optimizeDeps: { noDiscovery: true },
      resolve: { alias: [{ find: /^vitest$/u, replacement: SHIM }] },
    });
    this.modules = createServerModuleRunner(this.server.environments.ssr, {
      hmr: false,
      sourcemapInterceptor: false,
    });
  }

  async dispose() {
    await this.modules?.close();
    await this.server?.close();
  }

  async dryRun() {
    this.state.activeMutant = undefined;
    this.state.mutantCoverage = undefined;
    const tests = await this.run(null, { bail: false });
    await writeFile(
      durationsPath(),
      JSON.stringify(tests.map(({ id, timeSpentMs }) => [id, timeSpentMs])),
    );
    return { status: 'complete', tests, mutantCoverage: this.state.mutantCoverage };
  }

  async mutantRun({ activeMutant, mutantActivation, testFilter, hitLimit }) {
    this.state.hitCount = 0;
    this.state.hitLimit = hitLimit;
    this.state.activeMutant = mutantActivation === 'static' ? activeMutant.id : undefined;
    const tests = await this.run(testFilter && new Set(testFilter), {
      bail: true,
      beforeTests: () => {
        this.state.activeMutant = activeMutant.id;
      },
    });
    const timeout = determineHitLimitReached(this.state.hitCount, hitLimit);
    return toMutantRunResult(timeout ?? { status: 'complete', tests });
  }

  /** Runs the tests in `only` (null: all) and returns their results; with `bail` only up to the first failure. */
  async run(only, { bail, beforeTests = () => {} }) {
    const { state, modules } = this;
    const results = [];
    let failed = false;
    const note = (id, name, error, timeSpentMs = 0) => {
      failed ||= error !== undefined;
      results.push(
        error === undefined
          ? { id, name, timeSpentMs, status: 0 }
          : { id, name, timeSpentMs, status: 1, failureMessage: error },
      );
    };
    const durations = existsSync(durationsPath())
      ? new Map(JSON.parse(await readFile(durationsPath(), 'utf8')))
      : new Map();
    modules.clearCache();
    const files = await startTests(this.files, {
      config: CONFIG(process.cwd()),
      importFile: async (path) => {
        await modules.import(path);
      },
      onBeforeRunFiles: (loaded) => {
        for (const file of loaded)
          file.tasks.sort((a, b) => durationOf(durations, a) - durationOf(durations, b));
        beforeTests();
      },
      onBeforeRunTask: (test) => {
        if ((bail && failed) || (only && !only.has(idOf(test)))) test.mode = 'skip';
        else state.currentTestId = idOf(test);
      },
      onAfterRunTask: (test) => {
        state.currentTestId = undefined;
        const { state: outcome, duration, errors } = test.result ?? {};
        if (outcome === 'pass' || outcome === 'fail')
          note(
            idOf(test),
            nameOf(test),
            outcome === 'fail' ? (errors?.[0]?.message ?? 'failed') : undefined,
            duration,
          );
      },
    });
    for (const file of files)
      if (file.result?.state === 'fail' && file.result.errors?.length)
        note(
          `${file.name}#`,
          'cannot be loaded',
          `cannot be loaded: ${file.result.errors[0].message}`,
        );
    return results;
  }
}

/** The duration of a test or suite when it ran without a mutant. */
const durationOf = (durations, task) =>
  task.type === 'suite'
    ? task.tasks.reduce((sum, each) => sum + durationOf(durations, each), 0)
    : (durations.get(idOf(task)) ?? 0);

const nameOf = (test) => getNames(test).slice(1).join(' ');
const idOf = (test) => `${relative(process.cwd(), test.file.filepath)}#${nameOf(test)}`;

const CONFIG = (root) => ({
  root,
  name: '',
  setupFiles: [],
  passWithNoTests: false,
  allowOnly: false,
  sequence: { shuffle: false, concurrent: false, seed: 1, hooks: 'stack', setupFiles: 'list' },
  maxConcurrency: 1,
  // Shorter than Stryker's own timeout, which ends the process, so that a mutant that blocks only fails its test.
  testTimeout: 10_000,
  hookTimeout: 10_000,
  retry: 0,
  includeTaskLocation: false,
  tags: [],
  tagsFilter: undefined,
  strictTags: false,
});

export const strykerPlugins = [declareClassPlugin(PluginKind.TestRunner, 'modules', ModuleRunner)];
