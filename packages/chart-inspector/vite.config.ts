import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { name: 'chart-inspector', include: ['tests/**/*.test.{ts,tsx}'], isolate: false },
});
