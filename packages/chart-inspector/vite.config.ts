import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { charts } from './src/build/plugin.ts';

/* Configures the example and the tests, which inspect the example's charts. */

const folder = join(import.meta.dirname, 'example/charts');

export default defineConfig({
  root: join(import.meta.dirname, 'example'),
  plugins: [
    react(),
    charts({
      folder,
      tsconfig: join(import.meta.dirname, 'tsconfig.json'),
      importPrefix: '../example/charts/',
    }),
  ],
  test: {
    name: 'chart-inspector',
    root: import.meta.dirname,
    include: ['tests/**/*.test.{ts,tsx}'],
    isolate: false,
    // Simulated typing is slow on a busy machine.
    testTimeout: 30_000,
    setupFiles: ['tests/setup.ts'],
  },
});
