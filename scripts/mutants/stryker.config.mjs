import { fileURLToPath } from 'node:url';

/** The common settings; `npm run mutate` sets the file. */
export default {
  testRunner: 'modules',
  plugins: [fileURLToPath(new URL('runner.mjs', import.meta.url))],
  coverageAnalysis: 'perTest',
  // Everything that the tests of rules and charts read.
  ignorePatterns: [
    '**',
    '!machines/**',
    '!scripts/**',
    '!packages/answer-grouping/**',
    '!tests/{machines,rules,support}/**',
    '!package.json',
    '!{,*/}tsconfig*.json',
  ],
  // Type annotations are stripped without checks; Stryker's own reader needs an older TypeScript.
  tsconfigFile: 'none',
  disableTypeChecks: false,
  reporters: ['clear-text'],
  clearTextReporter: {
    allowColor: false,
    logTests: false,
    reportTests: false,
    reportScoreTable: false,
  },
  // A slow machine is not an endless loop; those mostly end by their own limit of rounds.
  timeoutMS: 10_000,
  timeoutFactor: 4,
  tempDirName: '.stryker-tmp',
  logLevel: 'error',
  warnings: false,
};
