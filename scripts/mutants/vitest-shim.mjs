import { GLOBAL_EXPECT } from '@vitest/expect';

// What the tests of rules and charts take from 'vitest'.
export const expect = globalThis[GLOBAL_EXPECT];
export { describe, it, onTestFinished } from '@vitest/runner';
