// Figures of cohort reports in words, for terminal and page.
import { decimals } from '../../core/insights/wording.ts';

export function span(group: { readonly first_cohort: string; readonly last_cohort: string }): string {
  const { first_cohort, last_cohort } = group;
  return first_cohort === last_cohort ? first_cohort : `${first_cohort} to ${last_cohort}`;
}

export function probability(pValue: number): string {
  return pValue < 0.001 ? 'p < 0.001' : `p = ${decimals(pValue, 3)}`;
}
