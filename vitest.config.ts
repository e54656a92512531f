import { defineConfig } from 'vitest/config';
import type { Reporter, TestModule } from 'vitest/node';

/** One plain line at the very end, for whoever reads only that. */
const countLine: Reporter = {
  onTestRunEnd(modules: readonly TestModule[]) {
    const states = modules.flatMap((module) =>
      [...module.children.allTests()].map((test) => test.result().state),
    );
    const count = (state: string): number => states.filter((found) => found === state).length;
    process.once('exit', () =>
      console.log(`${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped`),
    );
  },
};

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    setupFiles: ['harness/function-environment.ts'],
    reporters: ['default', countLine],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Two cores: the engines of one suite shouldn't starve those of another.
    maxWorkers: 2,
  },
});
