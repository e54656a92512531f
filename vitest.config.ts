import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    setupFiles: ['test/functions/environment.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Two cores: the engines of one suite shouldn't starve those of another.
    maxWorkers: 2,
  },
});
