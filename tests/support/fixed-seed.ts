import * as fc from 'fast-check';

// The same examples at every run, so that a change is only stopped by its own fault. What other examples
// find is looked for by `npm run test:long` and `npm run campaign`, whose seeds are random and reported.
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: 20_260_101 });
