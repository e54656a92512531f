// Estimates the time from the first purchase to the next day with one, over all customers who are observed from their
// first purchase on. Customers with a shorter observation are censored, not counted as lost. docs/concepts defines
// every figure.

import { type CohortPeriod, MAX_CURVE_DAYS, SHARE_DAYS } from '../../contract/report-types/cohort/limits.ts';
import type { shareByDay } from '../../contract/report-types/cohort/schema/cohort.ts';
import type { cohortComparison, secondOrder } from '../../contract/report-types/cohort/schema/curves.ts';
import type { Shape } from '../../contract/schema/shape.ts';
import {
  estimateMedianDays,
  estimateSurvival,
  type FollowUp,
  getSurvivalAt,
  type SurvivalCurve,
} from '../survival/kaplan-meier.ts';
import { type ComparedGroup, logRank } from '../survival/log-rank.ts';
import type { CohortMembers } from './cohort-members.ts';
import { formatPeriod } from './periods.ts';
import type { PurchaseDays } from './purchase-days.ts';

/** All null if no customer has been followed for so long. */
export type ShareByDay = Shape<typeof shareByDay>;

export type CohortComparison = Shape<typeof cohortComparison>;

export type SecondOrder = Shape<typeof secondOrder>;

export interface SecondOrders {
  /** Figures over the cohorts that are not left-truncated; undefined if all are. */
  readonly all: SecondOrder | undefined;
  /** Per cohort. */
  readonly byCohort: readonly (readonly ShareByDay[])[];
}

/**
 * `members`: at least one customer. `reference`: the last day of everybody's observation. `truncated`: number of the
 * oldest cohorts that are left out of all figures but their own.
 */
export function computeSecondOrders(
  members: CohortMembers,
  days: PurchaseDays,
  by: CohortPeriod,
  { reference, truncated }: { readonly reference: number; readonly truncated: number },
): SecondOrders {
  const followUp = createFollowUp(members, days, reference);
  const byCohort = members.cohorts.map((_, cohort) =>
    listSharesByDay(
      estimateSurvival(sliceFollowUp(followUp, members.start[cohort], members.start[cohort + 1])),
    ),
  );
  const first = members.start[truncated];
  if (first === members.customers.length) return { all: undefined, byCohort };
  const curve = estimateSurvival(sliceFollowUp(followUp, first, members.customers.length));
  const median = estimateMedianDays(curve);
  const all: SecondOrder = {
    customers: curve.subjects,
    second_orders: curve.events,
    same_day: members.customers.subarray(first).reduce((sum, customer) => sum + days.sameDay[customer], 0),
    median_days: median.days ?? null,
    median_lower: median.lower ?? null,
    median_upper: median.upper ?? null,
    by_day: listSharesByDay(curve),
    curve: curve.points
      .filter(({ day }) => day <= MAX_CURVE_DAYS)
      .map(({ day, atRisk, events, ...point }) => ({
        days: day,
        at_risk: atRisk,
        second_orders: events,
        ...toOrderedShare(point),
      })),
    recent_and_older: compareHalves(members, followUp, by, truncated),
  };
  return { all, byCohort };
}

/** In the order of `members.customers`, so that each cohort is a contiguous range. */
export function createFollowUp(
  { customers }: CohortMembers,
  { first, second }: PurchaseDays,
  reference: number,
): FollowUp {
  const days = new Float64Array(customers.length);
  const observed = new Uint8Array(customers.length);
  for (const [at, customer] of customers.entries()) {
    const again = second[customer];
    const isObserved = !Number.isNaN(again);
    observed[at] = isObserved ? 1 : 0;
    days[at] = (isObserved ? again : reference) - first[customer];
  }
  return { days, observed };
}

function sliceFollowUp({ days, observed }: FollowUp, start: number, end: number | undefined): FollowUp {
  return { days: days.subarray(start, end), observed: observed.subarray(start, end) };
}

export function listSharesByDay(curve: SurvivalCurve, after: readonly number[] = SHARE_DAYS): ShareByDay[] {
  return after.map((days) => {
    const estimate = getSurvivalAt(curve, days);
    return {
      days,
      ...(estimate === undefined ? { share: null, lower: null, upper: null } : toOrderedShare(estimate)),
    };
  });
}

/** The share that has ordered again: the limits of survival swap. */
function toOrderedShare({ survival, lower, upper }: { survival: number; lower: number; upper: number }) {
  return {
    share: 1 - survival,
    lower: Number.isNaN(upper) ? null : 1 - upper,
    upper: Number.isNaN(lower) ? null : 1 - lower,
  };
}

/**
 * Compares the older and the newer half of the customers, divided between two cohorts as near to the middle as
 * possible. Left-truncated cohorts are not in the older half. Null if it would be empty.
 */
function compareHalves(
  { cohorts, start, customers }: CohortMembers,
  followUp: FollowUp,
  by: CohortPeriod,
  truncated: number,
): CohortComparison | null {
  const parting = findNearestIndex(start.subarray(1, -1), customers.length / 2) + 1;
  const at = start[parting];
  if (truncated >= parting) return null;
  const [older, recent] = [
    sliceFollowUp(followUp, start[truncated], at),
    sliceFollowUp(followUp, at, customers.length),
  ];
  const test = logRank([older, recent]);
  if (test === undefined) return null;
  const group = (half: FollowUp, from: number, to: number, { observed, expected }: ComparedGroup) => {
    const curve = estimateSurvival(half);
    return {
      first_cohort: formatPeriod(cohorts[from], by),
      last_cohort: formatPeriod(cohorts[to], by),
      customers: curve.subjects,
      second_orders: observed,
      expected_second_orders: expected,
      median_days: estimateMedianDays(curve).days ?? null,
      by_day: listSharesByDay(curve),
    };
  };
  return {
    older: group(older, truncated, parting - 1, test.groups[0]),
    recent: group(recent, parting, cohorts.length - 1, test.groups[1]),
    chi_square: test.chiSquare,
    p_value: test.pValue,
  };
}

/** Index of the value nearest to `target`, the first of equally near values; -1 without values. */
function findNearestIndex(values: Uint32Array, target: number): number {
  let best = -1;
  let distance = Number.POSITIVE_INFINITY;
  for (const [index, value] of values.entries()) {
    if (Math.abs(value - target) >= distance) continue;
    distance = Math.abs(value - target);
    best = index;
  }
  return best;
}
