// Sentences about a campaign's effect: codes, their parameters, and the English sentences. Only effect_more and
// effect_fewer claim one.

import type { FigureFormats } from './figures.ts';
import { formatCount, formatWhole } from './wording.ts';

/** Null: not known. */
type Range = {
  readonly lower: number | null;
  readonly upper: number | null;
};

/**
 * Lifts are differences relative to those held out: 0.1 is a tenth more. `difference`: per customer, with its range;
 * missing in reports of earlier versions.
 */
type Lift = Range & {
  readonly measure: 'customers' | 'orders' | 'revenue' | 'repeat';
  readonly lift: number | null;
  readonly difference?: Range & { readonly value: number };
};

const NAMES = {
  customers: 'customers who ordered',
  orders: 'orders',
  revenue: 'net revenue',
  repeat: 'customers who ordered twice',
};

const formatSigned = (share: number, { percent }: FigureFormats): string =>
  `${share > 0 ? '+' : ''}${percent(share)}`;

type FormatChange = (value: number) => string;

function formatRange({ lower, upper }: Range, format: FormatChange): string {
  if (lower === null) return upper === null ? 'of unknown size' : `at most ${format(upper)}`;
  return upper === null ? `at least ${format(lower)}` : `between ${format(lower)} and ${format(upper)}`;
}

/** "+3.1 orders per 100 customers contacted, between +1.0 and +5.2". */
function formatChange({ measure, difference, ...relative }: Lift, figures: FigureFormats): string {
  if (difference === undefined) return `${NAMES[measure]} ${formatLift(relative, figures)}`;
  const format: FormatChange = (value) => {
    const shown = measure === 'revenue' ? figures.money(100 * value) : figures.fixed(100 * value, 1);
    return value > 0 ? `+${shown}` : shown;
  };
  const unit = measure === 'revenue' ? ` of ${NAMES.revenue}` : ` ${NAMES[measure]}`;
  return `${format(difference.value)}${unit} per 100 customers contacted, ${formatRange(difference, format)}`;
}

function formatLift({ lift, ...range }: Omit<Lift, 'measure'>, figures: FigureFormats): string {
  const estimate = lift === null ? '' : ` (estimate ${formatSigned(lift, figures)})`;
  return `${formatRange(range, (share) => formatSigned(share, figures))}${estimate}`;
}

const describeDaysToGo = (days: number): string => (days > 0 ? ` ${formatCount(days, 'day')} to go.` : '');

export const EFFECT_SENTENCES = {
  effect_of_nobody: () => 'Nobody is in the audience: it has not been updated yet, is empty, or was deleted.',
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
    `No proven change: too few customers to judge ${NAMES[measure]}. ` +
    `${formatCount(sent, 'customer')} ${sent === 1 ? 'was' : 'were'} contacted, ${formatWhole(held_out)} held out. ` +
    `Each group needs ${least} customers. In the smaller one, ` +
    `${expected} ${NAMES[measure === 'repeat' ? measure : 'customers']} must be expected.` +
    describeDaysToGo(days_to_go),
  effect_not_yet: (params: Lift & { days: number; days_to_go: number }, figures: FigureFormats) =>
    `No proven change yet.${describeDaysToGo(params.days_to_go)} So far: ${formatChange(params, figures)}.`,
  effect_undecided: (params: Lift & { days: number; detectable: number | null }, figures: FigureFormats) =>
    `No proven change after ${formatCount(params.days, 'day')}: ${formatChange(params, figures)}.` +
    (params.detectable === null
      ? ''
      : ` With so many customers, changes below ${figures.percent(params.detectable)} may stay hidden.`),
  effect_more: (params: Lift & { days_to_go: number }, figures: FigureFormats) =>
    `The campaign worked: ${formatChange(params, figures)}.${describeDaysToGo(params.days_to_go)}`,
  effect_fewer: (params: Lift & { days_to_go: number }, figures: FigureFormats) =>
    `The campaign did harm: ${formatChange(params, figures)}.${describeDaysToGo(params.days_to_go)}`,
  /** Amounts of the whole campaign: the difference per customer times those it was sent to. */
  effect_earned: (
    { amount, lower, upper }: { amount: number; lower: number; upper: number },
    { money }: FigureFormats,
  ) => `That is ${money(amount)} of net revenue in all, between ${money(lower)} and ${money(upper)}.`,
  effect_assigned_unknown: ({ sent, held_out }: { sent: number; held_out: number }) =>
    `${formatCount(sent, 'customer')} of those sent to and ${formatCount(held_out, 'customer')} of those held out have no order in the data. They count as customers who ordered nothing.`,
  effect_any_day: ({ measure }: { measure: Lift['measure'] }) =>
    `At most 5 % of campaigns without an effect are said to have one, even if you look every day. This holds for ${NAMES[measure]}, the measure that decides: the others only describe. p-values are those of a single look.`,

  /** The lift and its interval without the adjustment. */
  effect_adjusted: (params: Lift & { explained: number }, figures: FigureFormats) =>
    `The report allows for what the customers bought before, which explains ${figures.percent(params.explained)} of the differences in ${NAMES[params.measure]}. ` +
    `Without it, the change is ${formatLift(params, figures)}.`,

  plan_detectable: (
    {
      measure,
      customers,
      held_out,
      days,
      lift,
      smaller,
    }: {
      measure: Lift['measure'];
      customers: number;
      held_out: number;
      days: number;
      lift: number;
      /** A smaller lift, and the customers that it takes; missing in reports of earlier versions. */
      smaller?: { lift: number; customers: number };
    },
    { percent }: FigureFormats,
  ) =>
    `After ${formatCount(days, 'day')}, a change in ${NAMES[measure]} of ${percent(lift)} or more would show in 8 of 10 campaigns. ` +
    (smaller === undefined
      ? ''
      : `A change of ${percent(smaller.lift)} takes ${formatCount(smaller.customers, 'customer')}. `) +
    `${formatWhole(held_out)} of ${formatCount(customers, 'customer')} are held out.`,
  plan_adjusted: (
    { measure, explained, plain }: { measure: Lift['measure']; explained: number; plain: number },
    { percent }: FigureFormats,
  ) =>
    `The report allows for what the customers bought before, which explains ${percent(explained)} of the differences in ${NAMES[measure]}. Without it, a change of ${percent(plain)} or more would show.`,
  plan_too_small: ({ held_out, least }: { held_out: number; least: number }) =>
    `${formatCount(held_out, 'customer')} in one group ${held_out === 1 ? 'is' : 'are'} too few to prove a change: each group needs ${least}.`,
  plan_without_past: ({ customers, least, days }: { customers: number; least: number; days: number }) =>
    `A plan needs ${least} customers who ordered in the year before the last ${formatCount(days, 'day')} of the data. There are ${formatWhole(customers)}.`,
};
