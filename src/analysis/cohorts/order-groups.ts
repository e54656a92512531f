// Tests whether customers who began with different goods order again at different paces: each group against all others,
// and all at once. docs/concepts defines every figure.

import { MAX_GROUPS } from '../../contract/report-types/cohort/limits.ts';
import type { groupTest } from '../../contract/report-types/cohort/schema/groups.ts';
import type { GroupRow } from '../../contract/report-types/cohort/schema.ts';
import type { Shape } from '../../contract/schema/shape.ts';
import { rankTests } from '../chance/fisher.ts';
import { estimateMedianDays, estimateSurvival, type FollowUp } from '../survival/kaplan-meier.ts';
import { logRank } from '../survival/log-rank.ts';
import type { CohortMembers } from './cohort-members.ts';
import { type FirstGoods, NONE } from './first-goods.ts';
import type { PurchaseDays } from './purchase-days.ts';
import { createFollowUp, listSharesByDay } from './second-order.ts';

/** Days of a group's curve: each seventh day of the first year. */
const GROUP_CURVE_DAYS: readonly number[] = Array.from({ length: 52 }, (_, week) => 7 * (week + 1));

export type OrderGroup = GroupRow;

export type GroupTest = Shape<typeof groupTest>;

export interface ComparedGroups {
  /** Most customers first; ties by name. */
  readonly groups: readonly OrderGroup[];
  readonly test: GroupTest;
}

/** `truncated`: number of the oldest cohorts that are left out. */
export function compareOrderGroups(
  members: CohortMembers,
  days: PurchaseDays,
  goods: FirstGoods,
  asked: { readonly reference: number; readonly truncated: number; readonly leastCustomers: number },
): ComparedGroups {
  const { labels, of } = goods;
  const first = members.start[asked.truncated];
  const sizes = new Map<number, number>();
  for (const label of of.subarray(first)) sizes.set(label, (sizes.get(label) ?? 0) + 1);
  const without = sizes.get(NONE) ?? 0;
  sizes.delete(NONE);
  const large = [...sizes]
    .filter(([, customers]) => customers >= asked.leastCustomers)
    .sort(([a, many], [b, more]) => more - many || (labels[a] < labels[b] ? -1 : 1))
    .map(([label]) => label);
  const listed = large.slice(0, MAX_GROUPS);
  const followUp = createFollowUp(members, days, asked.reference);
  const compared = splitByGroup(followUp, of, first, listed);
  const [rest] = compared.slice(-1);
  const test =
    listed.length === 0 ? undefined : logRank(rest.days.length === 0 ? compared.slice(0, -1) : compared);
  const qValue = createQValueLookup(listed.map((_, at) => test?.groups[at].pValue ?? 1));
  const all = [...sizes.values()].reduce((sum, customers) => sum + customers, 0);
  return {
    groups: listed.map((label, at): OrderGroup => {
      const curve = estimateSurvival(compared[at]);
      const { observed, expected, chiSquare, pValue } = test?.groups[at] ?? {
        ...{ observed: curve.events, expected: curve.events, chiSquare: 0, pValue: 1 },
      };
      return {
        group: labels[label],
        customers: curve.subjects,
        ...{ second_orders: observed, expected_second_orders: expected },
        median_days: estimateMedianDays(curve).days ?? null,
        by_day: listSharesByDay(curve),
        ...{ chi_square: chiSquare, p_value: pValue, q_value: qValue(pValue) },
        curve: listSharesByDay(curve, GROUP_CURVE_DAYS),
      };
    }),
    test: {
      least_customers: asked.leastCustomers,
      ...{ customers: all, customers_without_goods: without, kinds: sizes.size, large_enough: large.length },
      customers_of_other_kinds: rest.days.length,
      by_day: listSharesByDay(estimateSurvival(concatenateFollowUps(compared))),
      chi_square: test?.chiSquare ?? null,
      degrees_of_freedom: test?.degrees ?? null,
      p_value: test?.pValue ?? null,
    },
  };
}

/** Follow-ups of each listed group, then of all others with goods. */
function splitByGroup(
  { days, observed }: FollowUp,
  of: Int32Array,
  first: number,
  listed: readonly number[],
): FollowUp[] {
  const placeOf = new Map(listed.map((label, at) => [label, at]));
  const members: number[][] = Array.from({ length: listed.length + 1 }, () => []);
  for (let at = first; at < of.length; at++)
    if (of[at] !== NONE) members[placeOf.get(of[at]) ?? listed.length].push(at);
  return members.map((group) => ({
    days: Float64Array.from(group, (at) => days[at]),
    observed: Uint8Array.from(group, (at) => observed[at]),
  }));
}

function concatenateFollowUps(groups: readonly FollowUp[]): FollowUp {
  const count = groups.reduce((sum, { days }) => sum + days.length, 0);
  const all = { days: new Float64Array(count), observed: new Uint8Array(count) };
  let at = 0;
  for (const { days, observed } of groups) {
    all.days.set(days, at);
    all.observed.set(observed, at);
    at += days.length;
  }
  return all;
}

/** Corrected over all tests of groups. */
function createQValueLookup(of: readonly number[]): (pValue: number) => number {
  const ranked = rankTests(Float64Array.from(of), of.length);
  return (pValue) => ranked.qValues[ranked.pValues.indexOf(pValue)];
}

// Picks the groups by first order that differ significantly from all others.

/** The level that both the p-value of all groups at once and the group's own q-value must be below. */
export const GROUP_SIGNIFICANCE = 0.05;

/** `pValue`: of all groups at once; undefined if no second order distinguishes groups. */
export function pickSignificantGroups<G extends { readonly q_value: number }>(
  groups: readonly G[],
  pValue: number | null,
): G[] {
  if (pValue === null || pValue >= GROUP_SIGNIFICANCE) return [];
  return groups.filter(({ q_value }) => q_value < GROUP_SIGNIFICANCE);
}
