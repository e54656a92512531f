// What predictions need to be made at all.
import type { CustomerSummaries } from './customer-summaries.ts';

export const LEAST_CUSTOMERS = 50;
export const LEAST_REPEAT_CUSTOMERS = 20;

/** Customers with purchases on two days or more. */
export function repeating({ frequency }: Pick<CustomerSummaries, 'frequency'>): number {
  return frequency.reduce((sum, x) => sum + (x > 0 ? 1 : 0), 0);
}

export function areEnough(summaries: Pick<CustomerSummaries, 'count' | 'frequency'>): boolean {
  return summaries.count >= LEAST_CUSTOMERS && repeating(summaries) >= LEAST_REPEAT_CUSTOMERS;
}
