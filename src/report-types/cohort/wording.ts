// Figures of cohort reports in words, the same in insights and on pages.
import { whole } from '../../core/insights/wording.ts';

/** "1 customer", "2,000 customers". */
export function counted(count: number, noun: string): string {
  return `${whole(count)} ${noun}${count === 1 ? '' : 's'}`;
}

export function span(group: { readonly first_cohort: string; readonly last_cohort: string }): string {
  const { first_cohort, last_cohort } = group;
  return first_cohort === last_cohort ? first_cohort : `${first_cohort} to ${last_cohort}`;
}

export function probability(pValue: number): string {
  return pValue < 0.001 ? 'p < 0.001' : `p = ${pValue.toFixed(3)}`;
}
