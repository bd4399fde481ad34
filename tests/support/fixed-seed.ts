import * as fc from 'fast-check';

// The same examples in every run, so that only a change's own fault stops it. `npm run test:long`
// and `npm run campaign` use random seeds, which they report.
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: 20_260_101 });
