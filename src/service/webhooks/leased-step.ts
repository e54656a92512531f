// A step of a workflow that sends to one receiver, run by the one worker with the lease. The steps of an
// account, and of all accounts together, are limited, so that a slow or unreachable receiver does not block
// other accounts.
import type { HeldReads } from '../accounts/held-reads.ts';
import type { Failing } from '../leased-items.ts';
import { LONGEST_WAIT_S } from './retry-waits.ts';

export interface Step {
  readonly outcome: 'done' | 'again';
  readonly wait_seconds: number;
}
export const DONE: Step = { outcome: 'done', wait_seconds: 0 };
export const createRepeat = (seconds: number): Step => ({
  outcome: 'again',
  wait_seconds: Math.ceil(seconds),
});

/**
 * Milliseconds after which a step starts no request; its function has 2 minutes, and a request at most 20 s.
 */
export const WORK_MS = 40_000;
/** Longer than the function may run, so that a former holder no longer sends. */
export const LEASE_MS = 150_000;
const BUSY_WAIT_S = 5;

/** The lease was lost, or the data read is outdated. */
export class OutdatedError extends Error {
  override readonly name = 'OutdatedError';
}

export interface LeasedStepDeps<Item> {
  readonly items: {
    lease(
      item: Item,
      lease: { readonly id: string; readonly until: number },
      now: number,
    ): Promise<Item | undefined>;
    release(item: Item): Promise<void>;
  };
  /** Limits the concurrent steps of an account and of all. */
  readonly steps: Pick<HeldReads, 'take' | 'release'>;
  readonly newId: (now: number) => string;
  readonly clock: () => number;
}

export function createLeasedStep<
  Item extends { readonly account_id: string; readonly failing?: Failing | undefined },
>({ items, steps, newId, clock }: LeasedStepDeps<Item>, work: (leased: Item) => Promise<Step>) {
  async function runLeased(found: Item): Promise<Step> {
    const now = clock();
    const item = await items.lease(found, { id: newId(now), until: now + LEASE_MS }, now);
    if (item === undefined) return createRepeat(BUSY_WAIT_S);
    let step = createRepeat(1);
    try {
      step = await work(item);
    } catch (error) {
      if (!(error instanceof OutdatedError)) throw error;
    } finally {
      if (step.outcome === 'again') await items.release(item);
    }
    return step;
  }

  return async (item: Item): Promise<Step> => {
    const due = item.failing?.next_at;
    if (due !== undefined && due > clock())
      return createRepeat(Math.min(LONGEST_WAIT_S, (due - clock()) / 1_000));
    const step = await steps.take(item.account_id, LEASE_MS / 1_000, clock());
    if (step === undefined) return createRepeat(BUSY_WAIT_S);
    try {
      return await runLeased(item);
    } finally {
      await steps.release(step);
    }
  };
}
