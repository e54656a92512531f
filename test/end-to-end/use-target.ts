// One target for a test file: started before its tests, stopped after them.
import { afterAll, beforeAll } from 'vitest';
import { type Client, createClient } from '../../harness/client.ts';
import { type LocalSide, startTarget, type Target } from '../../harness/target.ts';
import type { LogSink } from '../../local/functions.ts';

/** True on a deployed stage, where tests that need accounts of their own can't run. */
export const DEPLOYED = process.env.SMOKE_URL !== undefined;
/** Sets the datasets of one run apart from those of another. */
export const RUN = Date.now().toString(36);

export interface TargetInUse {
  readonly client: Client;
  readonly baseUrl: string;
  /** Throws on a deployed stage. */
  readonly local: LocalSide;
}

export function useTarget(log?: LogSink): TargetInUse {
  let target: Target | undefined;
  let client: Client | undefined;
  beforeAll(async () => {
    target = await startTarget(log);
    client = createClient(target.baseUrl, target.apiKey);
  });
  afterAll(() => target?.stop());
  const started = <T>(value: T | undefined): T => {
    if (value === undefined) throw new Error('only a started local target has this');
    return value;
  };
  return {
    get client() {
      return started(client);
    },
    get baseUrl() {
      return started(target).baseUrl;
    },
    get local() {
      return started(target?.local);
    },
  };
}
