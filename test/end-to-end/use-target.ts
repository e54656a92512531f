// The target of a test file, with an account of its own: the local cloud that the suites share, or one that nothing
// else uses.
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
/** True where all reports are computed in partitions: an erasure ends no sooner than 16 minutes after the last of them. */
export const PARTITIONED = process.env.STAGE_SETTINGS !== undefined;
/** Sets the datasets of one run apart from those of another. */
export const RUN = Date.now().toString(36);

export interface TargetInUse {
  readonly client: Client;
  readonly baseUrl: string;
  /** Of the account that all tests of a deployed stage share. */
  readonly apiKey: string;
  /** Throws on a deployed stage. */
  readonly local: LocalSide;
}

export function useTarget(): TargetInUse {
  return duringTests(async () => findDeployedTarget() ?? (await createTarget(withOwnAddress(sharedCloud()))))
    .inUse;
}

/** For suites that send many requests without a key: their windows are those of an address. */
export function useOwnAddress(): TargetInUse {
  return HAS_OWN_ADDRESSES ? useTarget() : useOwnTarget();
}

/**
 * For suites that use up what a whole stage shares, or look at all of it: limits, logs, the reconciler. They are skipped on
 * a deployed stage.
 */
export function useOwnTarget(options?: TargetOptions): TargetInUse & Pick<OwnTarget, 'invoke'> {
  const { inUse, started } = duringTests<Target & Partial<Pick<OwnTarget, 'invoke'>>>(
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

function sharedCloud(): RunningCloud {
  const cloud = inject('sharedCloud');
  if (cloud === undefined)
    throw new Error('only the files of the project "engines" share a local cloud: see vitest.config.ts');
  return cloud;
}

function duringTests<T extends Target>(start: () => Promise<T>) {
  let target: T | undefined;
  let client: Client | undefined;
  beforeAll(async () => {
    target = await start();
    client = createClient(target.baseUrl, target.apiKey);
  });
  afterAll(() => target?.stop());
  const started = <V>(value: V | undefined): V => {
    if (value === undefined) throw new Error('only a started local target has this');
    return value;
  };
  const inUse: TargetInUse = {
    get client() {
      return started(client);
    },
    get baseUrl() {
      return started(target).baseUrl;
    },
    get apiKey() {
      return started(target).apiKey;
    },
    get local() {
      return started(target?.local);
    },
  };
  return { inUse, started: () => started(target) };
}
