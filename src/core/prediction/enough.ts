// What predictions need to be made at all.
import type { CustomerSummaries } from './customer-summaries.ts';

export const LEAST_CUSTOMERS = 50;
export const LEAST_REPEAT_CUSTOMERS = 20;

/** Customers with purchases on two days or more. */
export function repeating({ frequency }: Pick<CustomerSummaries, 'frequency'>): number {
  let customers = 0;
  for (const x of frequency) if (x > 0) customers++;
  return customers;
}

export function areEnough(summaries: Pick<CustomerSummaries, 'count' | 'frequency'>): boolean {
  return summaries.count >= LEAST_CUSTOMERS && repeating(summaries) >= LEAST_REPEAT_CUSTOMERS;
}
