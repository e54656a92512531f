// What a stage may take of an account's concurrent executions, as settings for cdk.json. A reservation is a function's
// maximum, too: it bounds what a flood of requests that need no key can take, and keeps room for orders. At the quota of 1,000
// the shares are those of docs/deploying.md.

/** AWS refuses reservations that leave the functions without one less than this. */
const LEFT_UNRESERVED = 100;
/** Below it, no share is worth a reservation: what is not reserved serves whoever needs it. */
const LEAST_QUOTA = 300;

export interface ConcurrencyRecipe {
  readonly reservedConcurrency: Readonly<Record<string, number>>;
  readonly ingestConcurrency: number;
  readonly maxHeldReads: number;
  readonly partitionConcurrency: number;
}

/**
 * `quota`: concurrent executions of the account in the region. `reservedElsewhere`: what other stacks have reserved of them.
 * Undefined where nothing should be reserved.
 */
export function concurrencyRecipe(quota: number, reservedElsewhere: number): ConcurrencyRecipe | undefined {
  const free = quota - reservedElsewhere;
  if (free < LEAST_QUOTA) return undefined;
  const share = (part: number, most: number): number => Math.min(most, Math.floor(free * part));
  const recipe = {
    reservedConcurrency: {
      SubmitOrders: share(0.05, 500),
      ComputeReport: share(0.02, 200),
      Console: share(0.02, 50),
      Reference: share(0.01, 20),
      UnknownRoute: share(0.01, 20),
    },
    ingestConcurrency: share(0.02, 200),
    maxHeldReads: share(0.1, 100),
    partitionConcurrency: share(0.04, 40),
  };
  const reserved = Object.values(recipe.reservedConcurrency).reduce((sum, one) => sum + one, 0);
  return free - reserved < LEFT_UNRESERVED ? undefined : recipe;
}
