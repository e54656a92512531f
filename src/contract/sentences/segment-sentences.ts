// Sentences of RFM reports: codes, their parameters, and the English sentences.

import type { FigureFormats } from './figures.ts';
import {
  describeCount,
  formatCount,
  formatWhole,
  joinWithAnd,
  formatPercent as percentOf,
} from './wording.ts';

/** `days`: within which four of five next orders come; null where it is not known. */
type Usual = {
  readonly days: number | null;
};

const describeGap = ({ days }: Usual): string =>
  days === null ? '' : ` Four of five next orders come within ${formatCount(days, 'day')}.`;

/** Customers that an estimate needs, and those available; `repeating`: with purchases on two days or more. */
export type CustomersNeeded = {
  readonly needed: number;
  readonly needed_repeating: number;
  readonly customers: number;
  readonly repeating: number;
};

/** `orders`, `spend` and `days` are medians over the customers of the segment. */
type Segment = {
  readonly segment: string;
  readonly share: number;
  readonly revenue_share: number;
  readonly orders: number;
  readonly spend: number;
  readonly days: number;
};

type Means = { readonly mean_orders: number; readonly mean_spend: number };

/** Errors of a forecast: per segment on average, and per customer as root mean square. */
type Errors = {
  readonly of: 'orders' | 'value';
  readonly per_segment: number;
  readonly per_customer: number;
  readonly days: number;
};

/** Small errors of order counts keep three decimals. */
const formatErrorIn =
  (of: 'orders' | 'value', { fixed, money }: FigureFormats) =>
  (error: number): string =>
    of === 'value' ? money(error) : fixed(error, error < 10 ? 3 : 0);

function describeErrors({ of, per_segment, per_customer }: Errors, figures: FigureFormats): string {
  const write = formatErrorIn(of, figures);
  return (
    `${of === 'orders' ? 'Orders' : 'Spend'}: off by ${write(per_segment)} per segment on average and ` +
    `${write(per_customer)} per customer (root mean square)`
  );
}

type Forecast = {
  /** Name of the chosen forecast. */
  readonly name: string;
  /** How regularly customers buy, of models for regular buyers. */
  readonly k: number | null;
};

function nameForecast({ name, k }: Forecast): string {
  if (name === 'own_frequency') return 'each customer’s own frequency';
  return k === null || k === 1
    ? 'a statistical model of purchases'
    : 'a statistical model for regular buyers';
}

/** Orders that are expected, and the interval that holds them in `level` of all cases. */
type Outlook = {
  readonly orders: number;
  readonly low: number;
  readonly high: number;
  readonly level: number;
  readonly days: number;
};

/** `level`: of an interval. */
export const formatLevel = (level: number): string => `in ${formatWhole(10 * level)} of 10 cases`;

const formatExpected = ({ orders, low, high, level }: Outlook): string =>
  `${formatCount(orders, 'order')} (${formatLevel(level)} ${formatWhole(low)} to ${formatWhole(high)}).`;

/** The same forecast on a past date: what it predicted, and the actual figure. */
export type Tried = { readonly date: string; readonly predicted: number; readonly actual: number };

/** Null if the actual figure is 0. */
export const computeDeviation = ({ predicted, actual }: Tried): { off: number; tooMany: boolean } | null =>
  actual === 0 ? null : { off: Math.abs(predicted - actual) / actual, tooMany: predicted > actual };

export function describeLastTime(tried: Tried | null, { day, percent }: FigureFormats): string {
  if (tried === null) return '';
  const { date, predicted, actual } = tried;
  const off = computeDeviation(tried);
  const share =
    off === null || off.off === 0 ? '' : `, ${percent(off.off)} too ${off.tooMany ? 'many' : 'few'}`;
  return ` On ${day(date)}, ${formatWhole(predicted)} were predicted and ${formatWhole(actual)} came${share}.`;
}

export const SEGMENT_SENTENCES = {
  no_customers: () => 'No order with a customer and a date matched: there is nothing to segment.',
  rows_without_customer: ({ rows }: { rows: number }) =>
    `${describeCount(rows, 'row', 'without a customer')} left out.`,
  rows_without_date: ({ rows }: { rows: number }) =>
    `${describeCount(rows, 'row', 'without a date')} left out.`,
  customers_of_returns: ({ customers }: { customers: number }) =>
    `${describeCount(customers, 'customer', 'with returns but no purchase')} left out.`,

  predictions_need_histories: () =>
    'Predictions need whole histories: they are left out of a report with a scope, filter or start date.',
  predictions_need_customers: ({ needed, needed_repeating, customers, repeating }: CustomersNeeded) =>
    `Predictions need ${needed} customers, ${needed_repeating} of them with purchases on two days ` +
    `or more; there are ${customers} and ${repeating}.`,
  predictions_not_judged: ({ days }: { days: number }) =>
    `Predictions were left out: they appear with a test on past orders only. ` +
    `It needs ${2 * days} days of orders, and enough customers before the last ${days} of them.`,
  predictions_missed: (
    {
      of,
      date,
      predicted,
      actual,
      days,
      most,
    }: Tried & { of: 'orders' | 'value'; days: number; most: number },
    { day, money }: FigureFormats,
  ) =>
    `From what was known on ${day(date)}, ${of === 'orders' ? `${formatCount(predicted, 'order')} were` : `spend of ${money(predicted)} was`} predicted for the following ${days} days, ` +
    `and ${of === 'orders' ? formatWhole(actual) : money(actual)} came: that is off by more than ${percentOf(most, 0)}, so no ${of === 'orders' ? 'orders are' : 'spend is'} predicted for the next ${days} days.`,
  past_repeated: ({ figures, days }: { figures: readonly ('orders' | 'value')[]; days: number }) =>
    `No model predicted ${figures.join(' and ')} better than "the same as in the last ${days} days" on past dates. ` +
    `So ${figures.join(' and ')} are not predicted.`,

  customers_in_all: (
    {
      customers,
      orders,
      revenue,
      repeat_rate,
    }: { customers: number; orders: number; revenue: number; repeat_rate: number },
    { money, percent }: FigureFormats,
  ) =>
    `${formatCount(customers, 'customer')} placed ${formatCount(orders, 'order')} worth ${money(revenue)}; ` +
    `${percent(repeat_rate)} ordered more than once.`,
  one_customer_brings_all: () => 'One customer brings all that customers spent.',
  one_of_few_brings: (
    { customers, share }: { customers: number; share: number },
    { percent }: FigureFormats,
  ) => `One of ${formatWhole(customers)} customers brings ${percent(share)} of what customers spent.`,
  top_fifth_brings: ({ share }: { share: number }, { percent }: FigureFormats) =>
    `The top fifth of customers by spend brings ${percent(share)} of what customers spent.`,

  segment_of_one: (
    { segment, share, revenue_share, orders, spend, days }: Segment,
    { money, percent }: FigureFormats,
  ) =>
    `${segment}: one customer (${percent(share)}), who brings ${percent(revenue_share)} of what customers spent, with ` +
    `${formatCount(orders, 'order')} and a spend of ${money(spend)}. The last order is ${formatCount(days, 'day')} old.`,
  /** Medians first: what a few large or frequent customers do makes the mean. */
  segment_of_many: (
    { segment, share, revenue_share, orders, spend, days, mean_orders, mean_spend }: Segment & Means,
    { money, percent, fixed }: FigureFormats,
  ) =>
    `${segment}: ${percent(share)} of customers, who bring ${percent(revenue_share)} of what customers spent. ` +
    `The last order of half of them is ${formatCount(days, 'day')} old or older; typical are ` +
    `${formatCount(orders, 'order')} and a spend of ${money(spend)} (averages ${fixed(mean_orders, 1)} and ${money(mean_spend)}).`,
  recent_beside_others: (usual: Usual) =>
    `That is recent only compared with the other customers of this report.${describeGap(usual)}`,
  usual_time_unknown: () =>
    'Too few customers have ordered again to say how long the next order usually takes.',
  all_are_new: () =>
    'All customers of this report are new: some are less recent only compared with the others.',
  within_usual_time: (usual: Usual) => `That is within the usual time between orders.${describeGap(usual)}`,
  /** `tried`: of the segment on the latest past date; null where it had no customers. */
  segment_orders_expected: (
    {
      share,
      share_low,
      share_high,
      tried,
      ...outlook
    }: Outlook & { share: number; share_low: number; share_high: number; tried: Tried | null },
    figures: FigureFormats,
  ) =>
    `In the next ${outlook.days} days ${figures.percent(share)} of them (${figures.percent(share_low)} to ${figures.percent(share_high)}) are expected to order: ${formatExpected(outlook)}` +
    describeLastTime(tried, figures),
  segment_orders_missed: (
    { date, predicted, actual, days }: Tried & { days: number },
    { day }: FigureFormats,
  ) =>
    `On ${day(date)}, ${formatCount(predicted, 'order')} were predicted of this segment for ${days} days, and ${formatWhole(actual)} came: do not rely on its predictions.`,

  advice_champions: () =>
    'Reward them with early access and ask for reviews and referrals; do not spend discounts on them.',
  advice_loyal_customers: () => 'Offer a loyalty programme and the next product up; thank them by name.',
  advice_potential_loyalists: () =>
    'Recommend what goes with their last order and give a reason for the next one within weeks.',
  advice_recent_customers: () =>
    'Welcome them: help with what they bought and suggest the next purchase while the shop is in mind.',
  advice_promising: () => 'Build the habit with a small, time-limited offer on what they have bought.',
  advice_customers_needing_attention: () =>
    'Remind them with a limited offer on their own products before they drift off.',
  advice_about_to_sleep: () =>
    'Send one reminder with the best sellers; leave expensive campaigns to better segments.',
  advice_at_risk: () => 'Write personally, ask what went wrong, and offer something for coming back now.',
  advice_cant_lose_them: () =>
    'Call or write in person: these were among the best. Win them back before a competitor does.',
  advice_hibernating: () => 'Include them in seasonal mailings only; try one reactivation offer.',
  advice_lost: () => 'Try one low-cost campaign, then stop spending on them.',
  /** Used if the figures contradict the advice above. */
  advice_first_order: () =>
    'Half of them or more have ordered once: thank them, help with what they bought, and give a reason for a second order.',
  advice_not_the_first_order: () =>
    'For half of them or more, this was not the first order: suggest what goes with what they have bought.',
  advice_once_and_away: () =>
    'Half of them or more ordered once and have not come back: try one offer for a second order.',
  advice_later_than_usual: () =>
    'They have waited longer than customers usually do: remind them of what they have bought.',
  /** Instead of advice to win back customers who are not late. */
  not_overdue: () =>
    'Nothing shows that their next order is overdue: remind them as usual, and spend win-back offers on customers who are late.',
  customers_spent: ({ customers, spent }: { customers: number; spent: number }, { money }: FigureFormats) =>
    `This is about ${formatCount(customers, 'customer')} who ${customers === 1 ? 'has' : 'have'} spent ${money(spent)}.`,
  product_beyond_volume: (
    { product, customers, share, lift }: { product: string; customers: number; share: number; lift: number },
    { percent, fixed }: FigureFormats,
  ) =>
    `What sets them apart: ${product}, bought by ${formatWhole(customers)} of them (${percent(share)}), ${fixed(lift, 1)} times as many as expected for the number of products they buy.`,

  nobody_late: () =>
    'No segment is late by the days that usually lie between orders. Some customers only ordered longer ago than others.',
  customers_late: (
    {
      customers,
      revenue,
      days,
      segments,
    }: { customers: number; revenue: number; days: number; segments: readonly string[] },
    { money }: FigureFormats,
  ) =>
    `${formatCount(customers, 'customer')} who brought ${money(revenue)} ${customers === 1 ? 'is' : 'are'} in segments that are late (${joinWithAnd(segments)}). ` +
    `Half of each segment have stayed away for more than ${formatCount(days, 'day')}. Four of five next orders come sooner.`,
  /** Customers: of these segments, on the latest past date. */
  come_anyway: (
    {
      share,
      low,
      high,
      days,
      tried,
    }: { share: number; low: number; high: number; days: number; tried: Tried | null },
    figures: FigureFormats,
  ) =>
    `${figures.percent(share)} of them (${figures.percent(low)} to ${figures.percent(high)}) are expected to order in the next ${days} days without being asked.${describeLastTime(tried, figures)}`,
  write_to_late: () => 'Begin with those who spent most: each segment has a recommendation.',
  no_core_customers: ({ segments }: { segments: readonly string[] }) =>
    `No customer is among ${joinWithAnd(segments)}.`,
  core_customers: (
    { customers, segments, share }: { customers: number; segments: readonly string[]; share: number },
    { percent }: FigureFormats,
  ) =>
    `${formatCount(customers, 'customer')} (${joinWithAnd(segments)}) ${customers === 1 ? 'brings' : 'bring'} ` +
    `${percent(share)} of what customers spent. Keep them before you look for new ones.`,

  /** `since`: the earlier report's reference date; null where it had none. */
  nobody_moved: ({ since }: { since: string | null }, { day }: FigureFormats) =>
    `${since === null ? 'Since the earlier report' : `Since ${day(since)}`}, no customer moved to another segment, joined or left the report.`,
  customers_moved: (
    { since, moved, joined, left }: { since: string | null; moved: number; joined: number; left: number },
    { day }: FigureFormats,
  ) =>
    `${since === null ? 'Since the earlier report' : `Since ${day(since)}`}, ${formatCount(moved, 'customer')} moved to another segment, ` +
    `${formatWhole(joined)} joined and ${formatWhole(left)} left the report.`,
  /** The segments whose size changed most; null: none grew, none shrank. */
  segments_changed: ({ grew, by, shrank, shrank_by }: SizesChanged) =>
    `${grew === null ? 'No segment grew' : `${grew} grew most, by ${formatWhole(by)}`}; ` +
    `${shrank === null ? 'none shrank' : `${shrank} shrank most, by ${formatWhole(shrank_by)}`}.`,

  forecast_chosen: ({ tried, dates, ...forecast }: Forecast & { tried: number; dates: number }) =>
    `Orders are forecast by ${nameForecast(forecast)}, the best of ${formatCount(tried, 'forecast')} at ${formatCount(dates, 'past date')}.`,
  forecast_errors: (
    errors: Errors & {
      naive_per_segment: number;
      naive_per_customer: number;
      better_dates: number;
      dates: number;
    },
    figures: FigureFormats,
  ) => {
    const { of, naive_per_segment, naive_per_customer, better_dates, dates, days } = errors;
    const write = formatErrorIn(of, figures);
    return (
      `${describeErrors(errors, figures)}. “The same as in the ${days} days before” was off by ${write(naive_per_segment)} and ` +
      `${write(naive_per_customer)}. The forecast was closer per segment at ${better_dates} of ${formatCount(dates, 'date')}.`
    );
  },
  forecast_tried: ({ days, ...tried }: Tried & { days: number }, { day, percent }: FigureFormats) => {
    const off = computeDeviation(tried);
    const share =
      off === null || off.off === 0
        ? ''
        : `, so that it was ${percent(off.off)} too ${off.tooMany ? 'high' : 'low'}`;
    return (
      `From what was known on ${day(tried.date)}, ${formatWhole(tried.predicted)} orders were predicted for the following ` +
      `${days} days; there were ${formatWhole(tried.actual)}${share}.`
    );
  },
  /** `spend`: null where it is not predicted. */
  all_expected: (
    { spend, ...outlook }: Outlook & { spend: { value: number; low: number; high: number } | null },
    { money }: FigureFormats,
  ) =>
    `Expected in the next ${outlook.days} days: ${formatExpected(outlook).slice(0, -1)}` +
    `${spend === null ? '' : ` and spend of ${money(spend.value)} (${money(spend.low)} to ${money(spend.high)})`}.`,
};

type SizesChanged = {
  readonly grew: string | null;
  readonly by: number;
  readonly shrank: string | null;
  readonly shrank_by: number;
};
