// When what customers spend covers what winning one costs.

interface SpentSoFar {
  readonly period: number;
  readonly customers: number;
  readonly cumulative_value_per_customer: number;
}

/** What a customer must spend, of what was typed: a cost, and the percentage of revenue that is earned. */
export function computeNeeded(cost: string, margin: string): number | undefined {
  const [spent, share] = [Number(cost), margin.trim() === '' ? 1 : Number(margin) / 100];
  return spent > 0 && share > 0 && share <= 1 && Number.isFinite(spent) ? spent / share : undefined;
}

/** The first period by whose end a customer has spent it, and still has in all that follow; undefined for none. */
export function findPayback<P extends SpentSoFar>(periods: readonly P[], needed: number): P | undefined {
  const short = periods.findLastIndex((each) => each.cumulative_value_per_customer < needed);
  return periods[short + 1];
}
