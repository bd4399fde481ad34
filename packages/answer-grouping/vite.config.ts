import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'grouping',
    include: ['tests/**/*.test.ts'],
    globalSetup: ['tests/provide-table.ts'],
    isolate: false,
    // Properties and the linear-time checks compute for long on a busy machine.
    testTimeout: 90_000,
  },
});
