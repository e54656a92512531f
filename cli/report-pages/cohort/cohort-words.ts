// How all cohort pages format shares.
import { percent, type WriteAmount } from '../../../src/core/insights/wording.ts';

/** Empty where it is not known. */
export function share(value: number | null): string {
  return value === null ? '' : percent(value);
}

/** Empty in reports of earlier versions. */
export function amountOrNone(value: number | null | undefined, amount: WriteAmount): string {
  return typeof value === 'number' ? amount(value) : '';
}

/** Below tables that mark such cohorts with a star. */
export const LEFT_TRUNCATED =
  'May hold customers who bought before the data begin: not part of averages, comparisons and findings.';
