import { GLOBAL_EXPECT } from '@vitest/expect';

// The exports of 'vitest' that tests of rules and charts use.
export const expect = globalThis[GLOBAL_EXPECT];
export { describe, it, onTestFinished } from '@vitest/runner';
