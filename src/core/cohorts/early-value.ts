// What a customer is worth in a time that all who are counted were observed for: customers of different age are never mixed.
import { roundedTo } from '../money/decimal.ts';
import { MoneySums } from '../money/money-sums.ts';
import { quantileOfSorted } from '../rfm/scores.ts';
import type { CohortMembers } from './cohort-members.ts';
import { EARLY_DAYS, type MemberSums } from './member-figures.ts';

export interface EarlyValue {
  readonly days: number;
  /** Followed for so many days or longer. */
  readonly customers: number;
  readonly mean_value: number;
  readonly median_value: number;
}

/** Of the cohorts from `from` on. Null where no customer was followed for so long. */
export function earlyValue(
  { start, customers, firstDay }: CohortMembers,
  { early }: Pick<MemberSums, 'early'>,
  reference: number,
  from: number,
): EarlyValue | null {
  const followed: number[] = [];
  const sum = new MoneySums(1, early.scale);
  for (let at = start[from]; at < customers.length; at++) {
    if (firstDay[customers[at]] + EARLY_DAYS > reference) continue;
    followed.push(at);
    sum.addFrom(0, early, at);
  }
  if (followed.length === 0) return null;
  const values = early.chosen(Uint32Array.from(followed)).amounts().sort();
  return {
    days: EARLY_DAYS,
    customers: followed.length,
    mean_value: sum.meanAt(0, followed.length),
    median_value: medianOf(values, early.scale),
  };
}

/** Per cohort: the median of its customers' value so far. */
export function medianValues(
  { cohorts, start }: CohortMembers,
  { revenue }: Pick<MemberSums, 'revenue'>,
): number[] {
  const amounts = revenue.amounts();
  return cohorts.map((_, cohort) =>
    medianOf(amounts.slice(start[cohort], start[cohort + 1]).sort(), revenue.scale),
  );
}

/** Between two amounts, with one more decimal than they have. */
function medianOf(sorted: Float64Array, scale: number): number {
  return roundedTo(quantileOfSorted(sorted, 1, 2), scale + 1);
}
