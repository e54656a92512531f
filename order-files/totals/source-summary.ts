// A reconciliation as the API takes it with an import: within its limits.

import * as v from 'valibot';
import {
  MAX_CURRENCY_LENGTH,
  MAX_STATUS_LENGTH,
  MAX_SUMMARY_ENTRIES,
  type SourceSummary,
  sourceSummary,
} from '../../src/schema/source-summary.ts';
import type { Reconciliation } from './reconciliation.ts';

/** Undefined where an amount is beyond what the API takes: then the orders are sent without it. */
export function sourceSummaryOf({
  repeated_products: _,
  own_totals: __,
  left_out,
  statuses,
  ...figures
}: Reconciliation): SourceSummary | undefined {
  const result = v.safeParse(sourceSummary, {
    ...figures,
    left_out: left_out
      .slice(0, MAX_SUMMARY_ENTRIES)
      .map((one) => ({ ...one, currency: one.currency?.slice(0, MAX_CURRENCY_LENGTH) ?? null })),
    statuses: statuses
      .slice(0, MAX_SUMMARY_ENTRIES)
      .map((one) => ({ ...one, status: one.status.slice(0, MAX_STATUS_LENGTH) })),
  });
  return result.success ? result.output : undefined;
}
