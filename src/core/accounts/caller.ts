// Who a request comes from, once its key is known.
import type { PlanLimits } from './plans.ts';
import type { PublishableUse } from './publishable-use.ts';

/** The account of a valid key, with the limits of its plan and its own. */
export interface Caller {
  readonly accountId: string;
  readonly keyHash: string;
  readonly limits: PlanLimits;
  /** Undefined for a secret key, which may call everything. */
  readonly publishable?: PublishableUse | undefined;
}
