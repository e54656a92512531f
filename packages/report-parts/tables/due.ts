// The facts and tables of a report on who is due to buy again.

import { REPEAT_DAYS } from '../../../src/contract/report-types/replenishment/limits.ts';
import type { ReplenishmentReport } from '../../client/src/index.ts';
import {
  createFigure,
  formatKnown,
  type Say,
  type ShownReport,
  type ShownTable,
  stateFigure,
  withRows,
} from './shown.ts';

const MOST_PRODUCTS = 200;

const RULES = {
  probability_in_30_days: 'the model',
  own_frequency: 'the customer’s own frequency',
  days_since_over_median_gap: 'days since the last order against the median gap',
} as const;

export function showDue(report: ReplenishmentReport, say: Say): ShownReport {
  const { t, number, percent, money, day } = say;
  const { summary, expected, weeks, cadence } = report;
  const formatWithin = (value: number, { low, high }: Range, write: (value: number) => string): string =>
    t('{value} ({low} to {high})', { value: write(value), low: write(low), high: write(high) });
  const formatRound = (value: number): string => number(Math.round(value));
  const createFigures = (titles: readonly string[]) => titles.map((title) => createFigure(title));
  return {
    facts: [
      ...stateFigure(t('Customers'), summary.customers, number),
      ...stateFigure(t('Due within a week'), summary.due_this_week, number),
      ...stateFigure(t('Due later this month'), summary.due_this_month, number),
      ...stateFigure(t('Due later'), summary.later, number),
      ...stateFigure(t('Overdue'), summary.overdue, number),
      ...stateFigure(t('Late by more than twice their gap'), summary.late_twice, number),
      ...stateFigure(t('Rhythm broken'), summary.rhythm_broken, number),
      ...stateFigure(t('Too few orders for a date'), summary.too_few_orders, number),
      ...expected.map(
        ({ days, orders, orders_interval }) =>
          [
            t('Orders expected in {days} days', { days: number(days) }),
            formatWithin(orders, orders_interval, formatRound),
            { value: orders, write: formatRound },
          ] as const,
      ),
      ...expected.flatMap(({ days, revenue, revenue_interval: range }) =>
        revenue === null || range === null
          ? []
          : [
              [
                t('Revenue expected in {days} days', { days: number(days) }),
                formatWithin(revenue, range, money),
                { value: revenue, write: money },
              ] as const,
            ],
      ),
      ...stateFigure(
        t('Of those whom the list named on past dates, ordered'),
        cadence?.backtest.rules.find(({ rule }) => rule === cadence.backtest.sorted_by)?.share,
        percent,
      ),
    ],
    tables: withRows([
      {
        id: 'due-weeks',
        title: t('Customers by the week in which they are due'),
        columns: [{ title: t('From') }, { title: t('To') }, createFigure(t('Customers'))],
        rows: weeks.map((week) => [day(week.first_day), day(week.last_day), number(week.customers)]),
      },
      showProducts(report, say),
      {
        ...{ id: 'due-rules', isEvidence: true },
        title: t('Of as many customers named on past dates, how many ordered within 30 days'),
        columns: [
          { title: t('Rule') },
          ...createFigures([t('Named'), t('Ordered'), t('Share'), t('From'), t('To')]),
        ],
        rows: (cadence?.backtest.rules ?? []).map(({ rule, ordered, share, lower, upper }) => [
          t(RULES[rule]),
          ...[cadence?.backtest.named ?? 0, ordered].map((one) => number(one)),
          ...[share, lower, upper].map((one) => percent(one)),
        ]),
      },
      {
        ...{ id: 'due-calibration', isEvidence: true },
        title: t('Probabilities on past dates, and what happened'),
        columns: [
          { title: t('Tenth of the customers') },
          ...createFigures([t('Customers'), t('Probability'), t('Ordered')]),
        ],
        rows: (cadence?.backtest.calibration ?? []).map(({ tenth, customers, predicted, actual }) => [
          ...[tenth, customers].map((one) => number(one)),
          ...[predicted, actual].map((one) => percent(one)),
        ]),
      },
    ]),
    none: summary.customers === 0 ? t('Nobody has bought anything.') : undefined,
  };
}

/** Lists the products of which something is known: on most others, too few purchases have been repeated. */
function showProducts({ products }: ReplenishmentReport, { t, number, percent }: Say): ShownTable {
  const known = products.filter(
    ({ customers_due: due, repeat_share: shares }) => due > 0 || shares.some(({ share }) => share !== null),
  );
  const others = products.length - known.length;
  const isAnyDue = known.some(({ customers_due: due }) => due > 0);
  const spans = REPEAT_DAYS.flatMap((days, at) =>
    known.some(({ repeat_share: shares }) => (shares[at]?.share ?? null) !== null) ? [{ days, at }] : [],
  );
  const areUnitsUsual = known.every(({ usual_quantity: units }) => units === 1);
  return {
    id: 'due-products',
    title: t('How many buy a product again'),
    note:
      others > 0 ? t('Too seldom bought again to tell: {count} more.', { count: number(others) }) : undefined,
    columns: [
      { title: t('Product') },
      ...(isAnyDue ? [createFigure(t('Due now'))] : []),
      createFigure(t('Customers')),
      ...spans.map(({ days }) => createFigure(t('Ordered again in {days} days', { days: number(days) }))),
      createFigure(t('Days until half buy again'), 110),
      ...(areUnitsUsual ? [] : [createFigure(t('Usual units'), 110)]),
    ],
    rows: known
      .slice(0, MOST_PRODUCTS)
      .map((row) => [
        row.product,
        ...(isAnyDue ? [number(row.customers_due)] : []),
        number(row.customers),
        ...spans.map(({ at }) => formatKnown(row.repeat_share[at]?.share, (one) => percent(one, 0))),
        formatKnown(row.median_days, (one) => number(one)),
        ...(areUnitsUsual ? [] : [number(row.usual_quantity)]),
      ]),
  };
}

interface Range {
  readonly low: number;
  readonly high: number;
}
