// One local cloud for all suites that only need accounts of their own. It starts before the first of them.
import type { TestProject } from 'vitest/node';
import { deployedTarget, type RunningCloud, startTarget } from '../harness/target.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Undefined where a deployed stage is tested. */
    readonly sharedCloud: RunningCloud | undefined;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (deployedTarget() !== undefined) {
    project.provide('sharedCloud', undefined);
    return async () => undefined;
  }
  const { running, stop } = await startTarget();
  project.provide('sharedCloud', running);
  return stop;
}
