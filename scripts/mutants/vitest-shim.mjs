import { GLOBAL_EXPECT } from '@vitest/expect';

// Replaces 'vitest' for the mutation tests: the exports that tests of rules and charts use.
export const expect = globalThis[GLOBAL_EXPECT];
export { describe, it, onTestFinished } from '@vitest/runner';
