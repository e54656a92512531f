// Computes when customers' spend covers the cost of acquisition.

interface SpentSoFar {
  readonly period: number;
  readonly customers: number;
  readonly cumulative_value_per_customer: number;
}

/** Computes the spend that covers the typed cost at the typed margin, in percent of revenue. */
export function computeNeeded(cost: string, margin: string): number | undefined {
  const [spent, share] = [Number(cost), margin.trim() === '' ? 1 : Number(margin) / 100];
  return spent > 0 && share > 0 && share <= 1 && Number.isFinite(spent) ? spent / share : undefined;
}

/** Finds the first period by whose end spend covers the cost, and stays above it afterwards; undefined for none. */
export function findPayback<P extends SpentSoFar>(periods: readonly P[], needed: number): P | undefined {
  const short = periods.findLastIndex((each) => each.cumulative_value_per_customer < needed);
  return periods[short + 1];
}
