// Describes an action as texts, in the words and formats of the reader: for the console's cards and for digests. The texts
// hold figures and products, and no customer.
import type { createFormatter } from '../figures.ts';
import { fill, joinIsolated } from '../names.ts';
import type words from './action-words.json';
import type { Action } from './find-actions.ts';

export type ActionWords = typeof words;

export interface ActionTools {
  readonly words: ActionWords;
  readonly figures: Pick<ReturnType<typeof createFormatter>, 'number' | 'percent' | 'money' | 'day'>;
  readonly segment: (name: Segments[number]) => string;
}
type Segments = Of<'win_back'>['segments'];

export interface DescribedAction {
  readonly title: string;
  readonly value?: string;
  /** Describes the value. */
  readonly of?: string;
  readonly text: string;
  readonly evidence: string;
  /** The page of the console that shows the customers or products, as the parts of its address. */
  readonly place: Readonly<Record<string, string | undefined>>;
  /** Title of the link to the page. */
  readonly show: string;
}

type Of<K extends Action['kind']> = Extract<Action, { readonly kind: K }>;

export function describeAction(action: Action, tools: ActionTools): DescribedAction {
  switch (action.kind) {
    case 'win_back':
      return describeWinBack(action, tools);
    case 'bundle':
    case 'cross_sell':
    case 'placement':
      return describeBasket(action, tools);
    case 'due':
      return describeDue(action, tools);
    case 'slower':
      return describeSlower(action, tools);
  }
}

function describeWinBack(
  { report, spent, customers, segments, usualDays, expected }: Of<'win_back'>,
  { words, figures, segment }: ActionTools,
): DescribedAction {
  const { currency, report_id, customer_count, reference_date } = report;
  return {
    title: fill(words.winBack, { count: customers, shown: figures.number(customers) }),
    text: fill(words.winBackText, {
      spent: figures.money(spent, currency),
      segments: segments.map(segment).join(', '),
      days: figures.number(Math.ceil(usualDays)),
    }),
    evidence: fill(words.winBackWhy, {
      shown: figures.number(customers),
      all: figures.number(customer_count),
      reference: reference_date == null ? '–' : figures.day(reference_date),
      share: figures.percent(expected, 0),
    }),
    place: { view: 'report', id: report_id, tab: 'customers', segment: segments.join(',') },
    show: words.showCustomers,
  };
}

/** The place in the console's list by week: after customers whose rhythm broke, and overdue ones. */
const THIS_WEEK = '2';

function describeDue(
  { report, customers, firstDay, lastDay, backtest, share }: Of<'due'>,
  { words, figures }: ActionTools,
): DescribedAction {
  const { cut_dates, days, customers: all, ordered } = backtest;
  return {
    title: fill(words.due, {
      count: customers,
      shown: figures.number(customers),
      first: figures.day(firstDay),
      last: figures.day(lastDay),
    }),
    text: words.dueText,
    evidence: fill(words.dueWhy, {
      dates: cut_dates.length,
      shown: figures.number(cut_dates.length),
      share: figures.percent(share, 0),
      days: figures.number(days),
      all: figures.percent(ordered / all, 0),
    }),
    place: { view: 'report', id: report.report_id, tab: 'customers', week: THIS_WEEK },
    show: words.showDue,
  };
}

function describeBasket(
  { kind, report, value, rule, evidence }: Of<'bundle' | 'cross_sell' | 'placement'>,
  { words, figures }: ActionTools,
): DescribedAction {
  const { antecedents, consequents } = rule;
  const { baskets_together: both, baskets_with_antecedents: all, lift_within_periods: lift } = evidence;
  const [first, next] = [joinIsolated(antecedents), joinIsolated(consequents)];
  const title = { bundle: words.bundle, cross_sell: words.crossSell, placement: words.placement }[kind];
  return {
    title: fill(title, { first, next }),
    value: figures.money(value, report.currency),
    of: words.beyondChance,
    text: fill(words.basketText, {
      share: figures.percent(both / all, 0),
      first,
      next,
      lift: figures.number(lift, 1),
    }),
    evidence: fill(words.basketWhy, {
      both: figures.number(both),
      all: figures.number(all),
      first,
      p: formatPValue(evidence.p_value_corrected, figures),
    }),
    place: { view: 'product', report: report.report_id, product: antecedents[0] },
    show: words.showProduct,
  };
}

function describeSlower(
  { report, compared }: Of<'slower'>,
  { words, figures }: ActionTools,
): DescribedAction {
  const { recent, older, p_value } = compared;
  return {
    title: fill(words.slower, { recent: recent.first_cohort }),
    text: fill(words.slowerText, {
      again: figures.number(recent.second_orders),
      all: figures.number(recent.customers),
      expected: figures.number(Math.round(recent.expected_second_orders)),
    }),
    evidence: fill(words.slowerWhy, {
      recent: recent.first_cohort,
      older: older.last_cohort,
      p: formatPValue(p_value, figures),
    }),
    place: { view: 'report', id: report.report_id, tab: 'cohorts' },
    show: words.showCohorts,
  };
}

/** Shows figures below a thousandth as such. */
function formatPValue(p: number, { number }: Pick<ActionTools['figures'], 'number'>): string {
  return p < 0.001 ? `< ${number(0.001, 3)}` : `= ${number(p, 3)}`;
}
