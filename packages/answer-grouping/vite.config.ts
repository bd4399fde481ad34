import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'grouping',
    include: ['tests/**/*.test.ts'],
    globalSetup: ['tests/provide-table.ts'],
    isolate: false,
    // Property tests and linear-time checks run long on a busy machine.
    testTimeout: 90_000,
  },
});
