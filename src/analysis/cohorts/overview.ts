// Describes the shop at a glance, from sums over spans of days. docs/concepts/overview.md defines every figure.
import type {
  overviewFigures,
  overviewPoint,
  overviewProduct,
  overview as overviewSchema,
} from '../../contract/report-types/cohort/schema/overview.ts';
import type { Shape } from '../../contract/schema/shape.ts';
import { toDate } from '../../contract/settings/calendar.ts';
import { toAmount } from '../money/decimal.ts';
import { isFeeName } from '../orders/fee-names.ts';
import { pickBest } from '../rfm/top-products.ts';
import { listOverviewSpans } from './overview-spans.ts';
import { type OverviewSums, RANGES } from './overview-sums.ts';
import { getLastDay, toPeriod } from './periods.ts';

export type Overview = Shape<typeof overviewSchema>;
type Figures = Shape<typeof overviewFigures>;
type Point = Shape<typeof overviewPoint>;
type Product = Shape<typeof overviewProduct>;

/**
 * `returningFrom`: the first day from which customers who are first seen count as new; Infinity without customers. Null
 * if no order has a date.
 */
export function describeOverview(
  sums: OverviewSums,
  { reference, returningFrom }: { readonly reference: number; readonly returningFrom: number },
): Overview | null {
  const { begin } = sums;
  if (!(begin <= reference)) return null;
  const { spans, ranges, days, weeks, months } = listOverviewSpans(reference);
  const isCovered = (at: number) => begin <= spans[at].first;
  const compareWith = (at: number | undefined) =>
    at === undefined || !isCovered(at) ? null : describeFigures(at);
  const listPoints = (points: readonly number[], isWhole: (at: number) => boolean) =>
    points
      .filter((at) => begin <= spans[at].last)
      .map((at) => describePoint(at, isCovered(at) && isWhole(at)));
  return {
    begins: toDate(begin),
    returning_from: Number.isFinite(returningFrom) ? toDate(returningFrom) : null,
    ranges: ranges
      .filter(({ range, current }) => range === 'all' || isCovered(current))
      .map(({ range, current, previous, previousYear }) => ({
        range,
        ...describeFigures(current),
        previous: compareWith(previous),
        previous_year: compareWith(previousYear),
        top_products: listTopProducts(sums, current),
      })),
    days: listPoints(days, () => true),
    // The first one has six days.
    weeks: listPoints(weeks, (at) => at !== weeks[0]),
    months: listPoints(
      months,
      (at) => spans[at].last === getLastDay(toPeriod(spans[at].first, 'month'), 'month'),
    ),
  };

  function getDays(at: number) {
    const { first, last } = spans[at];
    return { first_day: toDate(Math.max(first, begin)), last_day: toDate(last) };
  }

  function describeFigures(at: number): Figures {
    const { orders, customers, returning, net, notSold } = sums;
    const [all, returned] = [BigInt(net.unitsAt(at)), BigInt(notSold.unitsAt(at))];
    const isKnown = customers[at] > 0 && spans[at].first >= returningFrom;
    return {
      ...getDays(at),
      gross_revenue: toAmount(all - returned, net.scale),
      returns: toAmount(-returned, net.scale),
      net_revenue: net.amountAt(at),
      orders: orders[at],
      customers: customers[at],
      returning_customers: returning[at],
      average_order_value: orders[at] === 0 ? null : net.meanAt(at, orders[at]),
      returning_share: isKnown ? returning[at] / customers[at] : null,
    };
  }

  function describePoint(at: number, complete: boolean): Point {
    return {
      ...getDays(at),
      complete,
      net_revenue: sums.net.amountAt(at),
      orders: sums.orders[at],
      customers: sums.customers[at],
      returning_customers: sums.returning[at],
    };
  }
}

function listTopProducts({ products }: OverviewSums, range: number): Product[] {
  if (products === undefined) return [];
  const { labels, orders, quantity, revenue } = products;
  const amounts = Float64Array.from(labels, (label, product) => {
    const amount = revenue.amountAt(RANGES * product + range);
    return amount > 0 && isFeeName(label) ? 0 : amount;
  });
  return pickBest(labels, amounts, (product) => ({
    product_name: labels[product],
    orders: orders[RANGES * product + range],
    quantity: quantity[RANGES * product + range],
    net_revenue: amounts[product],
  }));
}
