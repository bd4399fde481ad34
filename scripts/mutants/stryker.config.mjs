import { fileURLToPath } from 'node:url';

/** Settings for all mutation tests; `npm run mutate` sets the file to mutate. */
export default {
  testRunner: 'modules',
  plugins: [fileURLToPath(new URL('runner.mjs', import.meta.url))],
  coverageAnalysis: 'perTest',
  // Copies only the files that the tests of rules and charts read.
  ignorePatterns: [
    '**',
    '!machines/**',
    '!scripts/**',
    '!packages/answer-grouping/**',
    '!tests/{machines,rules,support}/**',
    '!package.json',
    '!{,*/}tsconfig*.json',
  ],
  // Type annotations are stripped without type checks, because Stryker's own reader of tsconfig needs an older
  // TypeScript.
  tsconfigFile: 'none',
  disableTypeChecks: false,
  reporters: ['clear-text'],
  clearTextReporter: {
    allowColor: false,
    logTests: false,
    reportTests: false,
    reportScoreTable: false,
  },
  // Long timeouts, so that a slow machine is not taken for an endless loop. Endless loops mostly end earlier, at
  // Stryker's limit of iterations.
  timeoutMS: 10_000,
  timeoutFactor: 4,
  tempDirName: '.stryker-tmp',
  logLevel: 'error',
  warnings: false,
};
