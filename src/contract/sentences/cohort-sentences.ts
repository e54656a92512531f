// Sentences of cohort reports: codes, their parameters, and the English sentences.

import type { CustomerScope } from '../settings/settings.ts';
import type { FigureFormats } from './figures.ts';
import {
  describeCount,
  formatCount,
  formatDecimals,
  formatWhole,
  formatPercent as percentOf,
} from './wording.ts';

type CohortPeriod = 'week' | 'month' | 'quarter';

/** Names of periods, such as 2026-01; one where both are the same. */
type Span = {
  readonly first: string;
  readonly last: string;
};

function formatSpan({ first, last }: Span): string {
  return first === last ? first : `${first} to ${last}`;
}

/** The cohorts that a figure is of, and their customers. */
type Of = {
  readonly cohorts: number;
  readonly customers: number;
};

const formatCohorts = ({ cohorts, customers }: Of): string =>
  `${formatCount(cohorts, 'cohort')} of ${formatCount(customers, 'customer')}`;

/** A cohort that differs from the others by more than chance explains. */
export type Standout = {
  readonly cohort: string;
  readonly share: number;
  readonly customers: number;
  readonly lower: number;
  readonly upper: number;
  readonly others: number;
};

const describeStandout = (
  end: 'most' | 'least',
  { cohort, share, customers, lower, upper, others }: Standout,
): string =>
  `${cohort} came back ${end}: ${percentOf(share)} of ${formatWhole(customers)} customers (${percentOf(lower)} to ${percentOf(upper)}), ` +
  `and ${percentOf(others)} of the others.`;

/** `by` of groups: first_product, or custom:<key>. */
type Grouped = { readonly by: string };

type GroupsTested = Grouped & { groups: number; least_customers: number; p_value: number };

const describeStart = (by: string): string =>
  by === 'first_product' ? 'by first product' : `by ${by} of the first order`;

export type NamedGroup = {
  readonly group: string;
  readonly customers: number;
  readonly again: number;
  readonly expected: number;
  readonly q_value: number;
};

const describeGroup = ({ group, customers, again, expected }: NamedGroup): string =>
  `${group} (${formatWhole(again)} of ${formatCount(customers, 'customer')}, where ${formatDecimals(expected, 1)} were expected)`;

export const COHORT_SENTENCES = {
  no_cohorts: () => 'No order with a customer and a date matched: there are no cohorts.',
  returns_before_purchase: ({ rows }: { rows: number }) =>
    `${describeCount(rows, 'return row', 'dated before a first purchase')} left out.`,
  oldest_cohorts_left_out: ({ cohorts }: { cohorts: number }) =>
    `The oldest ${formatCount(cohorts, 'cohort')} of the table ${cohorts === 1 ? 'is' : 'are'} not returned; the summary includes ${cohorts === 1 ? 'it' : 'them'}.`,
  later_periods_left_out: ({ periods }: { periods: number }) =>
    `Each cohort lists ${periods} periods after the first; its totals hold the later ones, too.`,
  /** `all`: no other cohort is there. */
  cohorts_truncated: ({ cohorts, all, ...span }: Span & { cohorts: number; all: boolean }) =>
    `Customers of ${formatSpan(span)} may have bought before the data begin: ${cohorts === 1 ? 'this cohort is' : 'these cohorts are'} marked, ` +
    `and not part of averages, comparisons and findings.${all ? ' No other cohort is there; older orders would change that.' : ''}`,
  second_order_left_out: ({ scope }: { scope: CustomerScope }) =>
    `The time to the second order is left out: the report's customers (${scope}) were chosen by what they did after their first purchase.`,

  /** `share` order again within `days` of the first order; null: nobody was followed for long. */
  cohorts_in_all: (
    {
      customers,
      cohorts,
      orders,
      revenue,
      again,
    }: Of & { orders: number; revenue: number; again: { days: number; share: number } | null },
    { money, percent }: FigureFormats,
  ) =>
    `${formatCount(customers, 'customer')} in ${formatCount(cohorts, 'cohort')} placed ${formatCount(orders, 'order')} worth ${money(revenue)}` +
    `${again === null ? '' : `; within ${again.days} days of the first order, ${percent(again.share)} order again`}.`,
  customers_come_back: (
    {
      by,
      share,
      later,
      ...of
    }: Of & { by: CohortPeriod; share: number; later: { period: number; share: number } | null },
    { percent }: FigureFormats,
  ) =>
    `In the ${by} after that of their first purchase, ${percent(share)} of customers buy again (${formatCohorts(of)}).` +
    `${later === null ? '' : ` In ${by} ${later.period}, ${percent(later.share)} do.`}`,
  cohorts_stand_out: ({
    looked_at,
    least_customers,
    most,
    least,
    by,
  }: {
    looked_at: number;
    least_customers: number;
    most: Standout | null;
    least: Standout | null;
    by: CohortPeriod;
  }) =>
    [
      ...(most === null ? [] : [describeStandout('most', most)]),
      ...(least === null ? [] : [describeStandout('least', least)]),
      `This is about that ${by}, and ${looked_at} cohorts with ${least_customers} customers or more.`,
    ].join(' '),
  customer_spends: (
    {
      by,
      first,
      later,
      ...of
    }: Of & { by: CohortPeriod; first: number; later: { period: number; value: number } | null },
    { money }: FigureFormats,
  ) =>
    `A customer spends ${money(first)} in the ${by} of the first purchase (average of ${formatCohorts(of)}).` +
    `${later === null ? '' : ` By the end of ${by} ${later.period}, it is ${money(later.value)} in all.`}`,
  /** Money is skewed: the mean is that of few large customers, so the median stands beside it. */
  early_spend: (
    { days, median, mean, customers }: { days: number; median: number; mean: number; customers: number },
    { money }: FigureFormats,
  ) =>
    `In their first ${days} days, half of the customers spend ${money(median)} or less; the average is ` +
    `${money(mean)} (${formatCount(customers, 'customer')} followed for so long).`,
  ordered_again: ({ again, customers }: { again: number; customers: number }) =>
    `${formatWhole(again)} of ${formatCount(customers, 'customer')} ordered again on a later day.`,
  order_again_within: (
    { shares }: { shares: readonly { days: number; share: number; lower: number; upper: number }[] },
    { percent }: FigureFormats,
  ) =>
    `Customers order again: ${shares.map(({ days, share, lower, upper }) => `${percent(share)} within ${days} days (${percent(lower)} to ${percent(upper)})`).join('; ')}.`,
  fewer_than_half_again: () => 'Fewer than half of the customers have ordered again in the time observed.',
  half_again_after: ({ days }: { days: number }) =>
    `Half of the customers have ordered again after ${formatCount(days, 'day')}.`,
  same_day_orders: ({ customers }: { customers: number }) =>
    `Several orders on the first day, as of ${formatCount(customers, 'customer')}, do not count as ordering again.`,
  first_orders_without_goods: ({ by, customers }: Grouped & { customers: number }) =>
    `${describeCount(customers, 'customer', `whose first order held no goods${by === 'first_product' ? '' : ` with ${by}`}`)} left out of the groups.`,
  groups_not_listed: ({ by, groups, listed: shown }: Grouped & { groups: number; listed: number }) =>
    `Of ${formatWhole(groups)} groups ${describeStart(by)}, the ${shown} with the most customers are listed; the others count among all others.`,
  groups_too_small: ({ by, least_customers }: Grouped & { least_customers: number }) =>
    `No group ${describeStart(by)} has ${formatWhole(least_customers)} customers whose first order is in the data.`,
  groups_alike: ({ by, groups, least_customers }: GroupsTested) =>
    `How soon customers order again does not clearly differ ${describeStart(by)} ` +
    `(${formatCount(groups, 'group')} of ${formatWhole(least_customers)} customers or more).`,
  groups_differ: ({ by, groups, least_customers }: GroupsTested) =>
    `How soon customers order again clearly differs ${describeStart(by)} ` +
    `(${formatCount(groups, 'group')} of ${formatWhole(least_customers)} customers or more).`,
  groups_stand_out: ({
    sooner,
    later,
  }: {
    sooner: readonly NamedGroup[];
    later: readonly NamedGroup[];
    groups: number;
  }) =>
    [
      ...(sooner.length === 0 ? [] : [`Sooner than all others: ${sooner.map(describeGroup).join('; ')}.`]),
      ...(later.length === 0 ? [] : [`Later: ${later.map(describeGroup).join('; ')}.`]),
    ].join(' '),
  no_group_stands_out: ({ groups }: { groups: number }) =>
    `No single one of the ${formatCount(groups, 'group')} clearly differs from all others.`,
  groups_not_cause: () =>
    'This is an association, not a cause: who begins with what, when and at which price differs as well.',
  pace_by_chance: ({ recent, older }: { recent: Span; older: Span; p_value: number }) =>
    `How soon customers order again does not clearly differ between those of ${formatSpan(recent)} and of ${formatSpan(older)}.`,
  pace_differs: (
    {
      sooner,
      recent,
      older,
      within,
    }: {
      sooner: boolean;
      recent: Span;
      older: Span;
      within: { days: number; share: number; other: number } | null;
      p_value: number;
    },
    { percent }: FigureFormats,
  ) =>
    `Recent customers (${formatSpan(recent)}) order again ${sooner ? 'sooner' : 'later'} than older ones (${formatSpan(older)})` +
    `${within === null ? '' : `: ${percent(within.share)} against ${percent(within.other)} within ${within.days} days`}.`,
};
