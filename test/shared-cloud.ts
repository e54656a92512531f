// Global setup: one local cloud for all suites that only need accounts of their own. Afterwards, the AWS calls of all
// functions are checked against their roles.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestModule, TestProject } from 'vitest/node';
import { loadLocalAssembly } from '../bin/local-assembly.ts';
import { findBrowser } from '../tools/harness/browser.ts';
import { CALL_LOG, type CallOfFunction, readCallLog } from '../tools/harness/call-log.ts';
import { findDeployedTarget, type RunningCloud, startTarget } from '../tools/harness/target.ts';
import { findDeniedCalls, findNeedlessExcuses, findNeedlessGrants } from './permissions/check-run.ts';
import { readFunctionRoles } from './permissions/roles.ts';
import { UNUSED_GRANTS } from './permissions/unused-grants.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Undefined if a deployed stage is tested. */
    readonly sharedCloud: RunningCloud | undefined;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (findDeployedTarget() !== undefined) {
    project.provide('sharedCloud', undefined);
    return async () => undefined;
  }
  const folder = mkdtempSync(join(tmpdir(), 'calls-'));
  process.env[CALL_LOG] = folder;
  // Unpacks the browser once; concurrent processes would each unpack it.
  const [{ running, stop }] = await Promise.all([startTarget({ isShared: true }), findBrowser()]);
  project.provide('sharedCloud', running);
  return async () => {
    await stop();
    try {
      await checkPermissions(
        readCallLog(folder),
        await isWhole(project),
        project.config.env.TEST_DEPTH === 'deep',
      );
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  };
}

/**
 * Throws if AWS would deny a call or, after a whole deep run, if a role has a grant that nothing uses. A whole daily
 * run only prints such grants: which rare calls it makes depends on how its tests overlap.
 */
async function checkPermissions(
  calls: readonly CallOfFunction[],
  areAll: boolean,
  isDeep: boolean,
): Promise<void> {
  const roles = readFunctionRoles((await loadLocalAssembly()).template);
  const denied = findDeniedCalls(roles, calls);
  const needless = areAll
    ? [
        ...findNeedlessGrants(roles, calls, UNUSED_GRANTS),
        ...findNeedlessExcuses(roles, calls, UNUSED_GRANTS),
      ]
    : [];
  const problems = isDeep ? [...denied, ...needless] : denied;
  if (problems.length > 0) throw new Error(`permissions of functions:\n${problems.join('\n')}`);
  for (const grant of needless) console.log(`permissions of functions: ${grant}`);
}

/**
 * Whether all tests that call AWS ran and passed. Unit tests call nothing: those that lack their data may be skipped.
 */
async function isWhole({ vitest }: TestProject): Promise<boolean> {
  const names = vitest.projects.map(({ name }) => name);
  if (!['engines', 'drills'].every((name) => names.includes(name))) return false;
  if (vitest.config.testNamePattern !== undefined) return false;
  const modules = vitest.state.getTestModules();
  const all = await vitest.globTestSpecifications();
  return modules.length === all.length && modules.every(isDone);
}

function isDone(module: TestModule): boolean {
  const state = module.state();
  return state === 'passed' || (state === 'skipped' && module.project.name.startsWith('unit'));
}
