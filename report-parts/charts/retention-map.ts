// Retention by cohort and period: who came back, and when. A pale period is not over; an empty one, nobody came back in.
import { type ComponentChildren, h } from 'preact';
import { Legend } from '../legend.ts';
import { rampOf } from '../ramp.ts';
import { Grid } from './grid.ts';

interface Period {
  readonly period: number;
  readonly retention: number;
  readonly active_customers: number;
  readonly complete: boolean;
}

interface Cohort {
  readonly cohort: string;
  readonly customers: number;
  readonly periods: readonly Period[];
}

export interface RetentionMapProps<C extends Cohort> {
  readonly label: string;
  /** Of the names of cohorts, and of their customers. */
  readonly heads: readonly [cohort: string, customers: string];
  readonly cohorts: readonly C[];
  readonly write: (share: number) => string;
  readonly number: (customers: number) => string;
  readonly name: (cohort: C) => ComponentChildren;
  readonly hint?: (period: Period, cohort: C) => string | undefined;
}

export function RetentionMap<C extends Cohort>(props: RetentionMapProps<C>) {
  const { label, heads, cohorts, write, number, name, hint } = props;
  const all = cohorts.flatMap(({ periods }) => periods);
  // Period 0 is everybody: coloured by it, the others would look alike.
  const later = all
    .filter(({ period, complete }) => period > 0 && complete)
    .map(({ retention }) => retention);
  const ramp = rampOf(later, write, 'even');
  const last = all.reduce((most, { period }) => Math.max(most, period), 0);
  const periods = Array.from({ length: last + 1 }, (_, period) => period);
  return [
    h(Grid, {
      label,
      heads,
      columns: periods.map(String),
      rows: cohorts.map((cohort) => ({
        key: cohort.cohort,
        name: name(cohort),
        figures: [number(cohort.customers)],
        cells: periods.flatMap((period) => {
          const found = cohort.periods.find((each) => each.period === period);
          if (found === undefined) return [];
          const shown = `${write(found.retention)}${found.complete ? '' : '*'}`;
          return {
            level: period === 0 || found.retention === 0 ? undefined : ramp.level(found.retention),
            shown: found.retention === 0 ? h('span', { class: 'hidden' }, shown) : shown,
            hint: hint?.(found, cohort),
            pale: !found.complete,
          };
        }),
      })),
    }),
    h(Legend, { title: label, steps: ramp.steps }),
  ];
}
