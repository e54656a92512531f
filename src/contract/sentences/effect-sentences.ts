// Sentences about a campaign's effect: codes, their parameters, and the English sentences. Only effect_more and
// effect_fewer claim one.

import type { FigureFormats } from './figures.ts';
import { formatCount, formatWhole } from './wording.ts';

/** Lifts are differences relative to those held out: 0.1 is a tenth more. Null: not known. */
type Lift = {
  readonly measure: 'customers' | 'orders' | 'revenue' | 'repeat';
  readonly lift: number | null;
  readonly lower: number | null;
  readonly upper: number | null;
};

const NAMES = {
  customers: 'customers who ordered',
  orders: 'orders',
  revenue: 'net revenue',
  repeat: 'customers who ordered twice',
};

const formatSigned = (share: number, { percent }: FigureFormats): string =>
  `${share > 0 ? '+' : ''}${percent(share)}`;

function formatRange({ lower, upper }: Lift, figures: FigureFormats): string {
  if (lower === null) return upper === null ? 'anywhere' : `${formatSigned(upper, figures)} or less`;
  if (upper === null) return `${formatSigned(lower, figures)} or more`;
  return `${formatSigned(lower, figures)} to ${formatSigned(upper, figures)}`;
}

const estimate = ({ lift }: Lift, figures: FigureFormats): string =>
  lift === null ? '' : `, so far ${formatSigned(lift, figures)}`;

export const EFFECT_SENTENCES = {
  effect_of_nobody: () =>
    'Nobody has been assigned to the audience: it has not been refreshed yet, its conditions select nobody, or it was deleted.',
  /** `newest`: null if no order has a date. */
  effect_not_begun: ({ since, newest }: { since: string; newest: string | null }, { day }: FigureFormats) =>
    newest === null
      ? 'No order has a date: there is nothing to measure.'
      : `The newest order is of ${day(newest)}, before ${day(since)}: there is nothing to measure yet.`,
  /**
   * `least`: customers in each arm; `expected`: customers with the measure that the smaller arm must be expected to
   * have.
   */
  effect_of_few: ({
    measure,
    sent,
    held_out,
    least,
    expected,
    days_to_go,
  }: {
    measure: Lift['measure'];
    sent: number;
    held_out: number;
    least: number;
    expected: number;
    days_to_go: number;
  }) =>
    `Not yet decided: too few to say anything about ${NAMES[measure]}. ` +
    `It was sent to ${formatCount(sent, 'customer')}, and ${formatCount(held_out, 'customer')} ${held_out === 1 ? 'is' : 'are'} held out. ` +
    `It takes ${least} customers in each group. In the smaller one, ` +
    `${expected} ${NAMES[measure === 'repeat' ? measure : 'customers']} must be expected.` +
    (days_to_go > 0 ? ` ${formatCount(days_to_go, 'day')} to go.` : ''),
  effect_not_yet: (params: Lift & { days: number; days_to_go: number }, figures: FigureFormats) =>
    `Not yet decided after ${params.days - params.days_to_go} of ${formatCount(params.days, 'day')}: the lift in ${NAMES[params.measure]} ` +
    `lies in the range ${formatRange(params, figures)} (95 % interval${estimate(params, figures)}). ${formatCount(params.days_to_go, 'day')} to go.`,
  effect_undecided: (params: Lift & { days: number; detectable: number | null }, figures: FigureFormats) =>
    `Not decided after all ${formatCount(params.days, 'day')}: the lift in ${NAMES[params.measure]} lies in the range ${formatRange(params, figures)} ` +
    `(95 % interval${estimate(params, figures).replace(' so far', ' estimate')}).` +
    (params.detectable === null
      ? ''
      : ` So many customers show a lift of ${figures.percent(params.detectable)} or more in about 8 of 10 cases; smaller ones stay hidden.`),
  effect_more: (params: Lift & { days_to_go: number }, figures: FigureFormats) =>
    claim('raised', params, figures),
  effect_fewer: (params: Lift & { days_to_go: number }, figures: FigureFormats) =>
    claim('lowered', params, figures),
  /** Amounts of the whole campaign: the difference per customer times those it was sent to. */
  effect_earned: (
    { amount, lower, upper }: { amount: number; lower: number; upper: number },
    { money }: FigureFormats,
  ) => `That is ${money(amount)} of net revenue in all (95 % interval ${money(lower)} to ${money(upper)}).`,
  effect_assigned_unknown: ({ sent, held_out }: { sent: number; held_out: number }) =>
    `${formatCount(sent, 'customer')} of the list of those sent to and ${formatCount(held_out, 'customer')} of those held out have no order in the data. They count as customers who ordered nothing.`,
  effect_any_day: ({ measure }: { measure: Lift['measure'] }) =>
    `At most 5 % of campaigns without an effect are said to have one, even if you look on every day: intervals are wider for it. This holds for ${NAMES[measure]}, the measure that decides; the other measures describe. p-values are those of a single look.`,

  /** The lift and its interval without the adjustment. */
  effect_adjusted: (params: Lift & { explained: number }, figures: FigureFormats) =>
    `The lift is adjusted by what the customers bought before they were assigned: this explains ${figures.percent(params.explained)} of the variance of ${NAMES[params.measure]}. ` +
    `Without the adjustment it lies in the range ${formatRange(params, figures)} (95 % interval${estimate(params, figures).replace(' so far', ' estimate')}).`,

  plan_detectable: (
    {
      measure,
      customers,
      held_out,
      days,
      lift,
    }: { measure: Lift['measure']; customers: number; held_out: number; days: number; lift: number },
    { percent }: FigureFormats,
  ) =>
    `In ${formatCount(days, 'day')}, you can see a lift of ${percent(lift)} or more in ${NAMES[measure]} (in about 8 of 10 cases). ` +
    `That is with ${formatCount(customers, 'customer')}, of whom ${formatWhole(held_out)} are held out.`,
  plan_adjusted: (
    { measure, explained, plain }: { measure: Lift['measure']; explained: number; plain: number },
    { percent }: FigureFormats,
  ) =>
    `The report allows for what the customers bought before, which explains ${percent(explained)} of the differences in ${NAMES[measure]}. Without it, you would see ${percent(plain)} or more.`,
  plan_too_small: ({ held_out, least }: { held_out: number; least: number }) =>
    `Nothing will be said of a campaign with ${formatCount(held_out, 'customer')} in one arm: it takes ${least} in each.`,
  plan_without_past: ({ customers, least, days }: { customers: number; least: number; days: number }) =>
    `A plan needs ${least} customers who ordered in the year before the last ${formatCount(days, 'day')} of the data; there are ${formatCount(customers, 'customer')}.`,
};

function claim(verb: string, params: Lift & { days_to_go: number }, figures: FigureFormats): string {
  const by = params.lift === null ? '' : ` by ${figures.percent(Math.abs(params.lift))}`;
  const early = params.days_to_go > 0 ? ` It shows with ${formatCount(params.days_to_go, 'day')} to go.` : '';
  return `The campaign ${verb} ${NAMES[params.measure]}${by}: the lift lies in the range ${formatRange(params, figures)} (95 % interval).${early}`;
}
