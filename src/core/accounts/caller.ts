// Who a request comes from, once its key is known.
import type { PlanLimits } from './plans.ts';

/** Whoever a valid key belongs to, with the limits of its plan and of its own. */
export interface Caller {
  readonly accountId: string;
  readonly keyHash: string;
  readonly limits: PlanLimits;
}
