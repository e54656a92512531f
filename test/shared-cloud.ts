// One local cloud for all suites that only need accounts of their own. It starts before the first of them. At the end,
// the AWS calls of all functions are held against the recorded ones.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { CALL_LOG, readCallLog } from '../harness/call-log.ts';
import { deployedTarget, type RunningCloud, startTarget } from '../harness/target.ts';
import { checkRun } from './permissions/check-run.ts';

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
  const folder = mkdtempSync(join(tmpdir(), 'calls-'));
  process.env[CALL_LOG] = folder;
  const { running, stop } = await startTarget();
  project.provide('sharedCloud', running);
  return async () => {
    await stop();
    try {
      checkRun(readCallLog(folder), await allPassed(project));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  };
}

/** Whether every file of the project ran, and passed: only then were all calls made. */
async function allPassed(project: TestProject): Promise<boolean> {
  const { testFiles } = await project.globTestFiles();
  const passed = project.vitest.state
    .getTestModules()
    .filter((module) => module.project.name === project.name && module.state() === 'passed');
  return passed.length === testFiles.length;
}
