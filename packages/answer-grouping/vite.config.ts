import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'grouping',
    include: ['tests/**/*.test.ts'],
    globalSetup: ['tests/provide-table.ts'],
    isolate: false,
    testTimeout: 30_000,
  },
});
