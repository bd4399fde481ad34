import { fileURLToPath } from 'node:url';

/** What is the same for every file; `npm run mutate` says which one. */
export default {
  testRunner: 'modules',
  plugins: [fileURLToPath(new URL('runner.mjs', import.meta.url))],
  coverageAnalysis: 'perTest',
  // All that the tests of rules and charts read.
  ignorePatterns: [
    '**',
    '!machines/**',
    '!scripts/**',
    '!packages/answer-grouping/**',
    '!tests/{machines,rules,support}/**',
    '!package.json',
    '!{,*/}tsconfig*.json',
  ],
  // Type annotations are stripped without a look at them; Stryker's own reader of this file wants an older TypeScript.
  tsconfigFile: 'none',
  disableTypeChecks: false,
  reporters: ['clear-text'],
  clearTextReporter: {
    allowColor: false,
    logTests: false,
    reportTests: false,
    reportScoreTable: false,
  },
  // A busy machine is no endless loop; those mostly end by themselves, at a limit of rounds.
  timeoutMS: 10_000,
  timeoutFactor: 4,
  tempDirName: '.stryker-tmp',
  logLevel: 'error',
  warnings: false,
};
