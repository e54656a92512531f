// Provides the target of a test file, with an account of its own: the local cloud that suites share, one that only this
// file uses, or a deployed stage.
import { afterAll, beforeAll, inject } from 'vitest';
import { type Client, createClient } from '../../tools/harness/client.ts';
import {
  createTarget,
  findDeployedTarget,
  HAS_OWN_ADDRESSES,
  type LocalSide,
  type OwnTarget,
  type RunningCloud,
  startTarget,
  type Target,
  type TargetOptions,
  withOwnAddress,
} from '../../tools/harness/target.ts';

/** True on a deployed stage, where tests that need accounts of their own can't run. */
export const DEPLOYED = process.env.SMOKE_URL !== undefined;
/** True if all reports are computed in partitions: an erasure then ends at least 16 minutes after the last of them. */
export const PARTITIONED = process.env.STAGE_SETTINGS !== undefined;
/** Distinguishes the datasets of this run on a deployed stage. */
export const RUN = Date.now().toString(36);

export interface TargetInUse {
  readonly client: Client;
  readonly baseUrl: string;
  /** Key of this file's account. All files share one account on a deployed stage. */
  readonly apiKey: string;
  /** Throws on a deployed stage. */
  readonly local: LocalSide;
}

export function useTarget(): TargetInUse {
  return startForTests(
    async () => findDeployedTarget() ?? (await createTarget(withOwnAddress(getSharedCloud()))),
  ).inUse;
}

/** For suites that send many requests without a key, which are limited by address. */
export function useOwnAddress(): TargetInUse {
  return HAS_OWN_ADDRESSES ? useTarget() : useOwnTarget();
}

/**
 * For suites that exhaust or inspect the resources of a whole stage: limits, logs, the reconciler. They are skipped on
 * a deployed stage.
 */
export function useOwnTarget(options?: TargetOptions): TargetInUse & Pick<OwnTarget, 'invoke'> {
  const { inUse, started } = startForTests<Target & Partial<Pick<OwnTarget, 'invoke'>>>(
    async () => findDeployedTarget() ?? (await startTarget(options)),
  );
  return Object.assign(inUse, {
    async invoke(part: string, event: unknown): Promise<unknown> {
      const { invoke } = started();
      if (invoke === undefined) throw new Error('the functions of a deployed stage are not invoked by tests');
      return invoke(part, event);
    },
  });
}

function getSharedCloud(): RunningCloud {
  const cloud = inject('sharedCloud');
  if (cloud === undefined)
    throw new Error('only the files of the project "engines" share a local cloud: see vitest.config.ts');
  return cloud;
}

function startForTests<T extends Target>(start: () => Promise<T>) {
  let target: T | undefined;
  let client: Client | undefined;
  beforeAll(async () => {
    target = await start();
    client = createClient(target.baseUrl, target.apiKey);
  });
  afterAll(() => target?.stop());
  const requireStarted = <V>(value: V | undefined): V => {
    if (value === undefined) throw new Error('only a started local target has this');
    return value;
  };
  const inUse: TargetInUse = {
    get client() {
      return requireStarted(client);
    },
    get baseUrl() {
      return requireStarted(target).baseUrl;
    },
    get apiKey() {
      return requireStarted(target).apiKey;
    },
    get local() {
      return requireStarted(target?.local);
    },
  };
  return { inUse, started: () => requireStarted(target) };
}
