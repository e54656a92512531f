// Sums the figures of an overview over the orders of a part of the customers, so that those of all parts add up.
import { OVERVIEW_RANGES } from '../../contract/report-types/cohort/limits.ts';
import { toDay } from '../../contract/settings/calendar.ts';
import { MoneySums } from '../money/money-sums.ts';
import { isPurchase, type OrderColumns } from '../orders/columns.ts';
import type { RfmCustomers } from '../rfm/customers.ts';
import { createSpanLookup, listOverviewSpans, type Span } from './overview-spans.ts';

/** Ranges are the first spans. A product's cell of range r is RANGES × product + r. */
export const RANGES = OVERVIEW_RANGES.length;

/** Sums per product and range. */
export interface ProductRanges {
  readonly labels: readonly string[];
  readonly orders: Uint32Array;
  readonly quantity: Float64Array;
  readonly revenue: MoneySums;
}

/** Per span of `listOverviewSpans`. */
export interface OverviewSums {
  /** The first day with an order of the data; Infinity without any. */
  readonly begin: number;
  readonly orders: Uint32Array;
  readonly customers: Uint32Array;
  readonly returning: Uint32Array;
  readonly net: MoneySums;
  /** Value of the rows without a positive quantity. */
  readonly notSold: MoneySums;
  /** Undefined if the labels of the columns are no products. */
  readonly products: ProductRanges | undefined;
}

/**
 * `firstDay`: the day of the first purchase of each selected customer. `selected`: orders up to the reference date.
 */
export function sumOverview(
  columns: OrderColumns,
  selected: Pick<RfmCustomers, 'count' | 'orderStart' | 'orders' | 'selection'>,
  firstDay: Float64Array,
  { reference, hasProducts }: { readonly reference: number; readonly hasProducts: boolean },
): OverviewSums {
  const { spans } = listOverviewSpans(reference);
  const listSpans = createSpanLookup(spans);
  return {
    begin: findFirstDay(columns),
    ...countCustomers(columns, selected, firstDay, { spans, listSpans }),
    ...sumOrders(columns, selected.selection, { spans, listSpans }),
    products: hasProducts
      ? sumProducts(columns, selected.selection, createSpanLookup(spans.slice(0, RANGES)))
      : undefined,
  };
}

interface Spans {
  readonly spans: readonly Span[];
  readonly listSpans: ReturnType<typeof createSpanLookup>;
}

function findFirstDay({ orderDate }: OrderColumns): number {
  let first = Number.POSITIVE_INFINITY;
  // No comparison holds for NaN, an order without a date.
  for (const date of orderDate) if (date < first) first = date;
  return toDay(first);
}

/** Counts each customer once per span: a customer's orders are consecutive. */
function countCustomers(
  columns: OrderColumns,
  { count, orderStart, orders }: Pick<RfmCustomers, 'count' | 'orderStart' | 'orders'>,
  firstDay: Float64Array,
  { spans, listSpans }: Spans,
) {
  const customers = new Uint32Array(spans.length);
  const returning = new Uint32Array(spans.length);
  const lastSeen = new Int32Array(spans.length).fill(-1);
  for (let customer = 0; customer < count; customer++) {
    for (let at = orderStart[customer]; at < orderStart[customer + 1]; at++) {
      if (!isPurchase(columns, orders[at])) continue;
      for (const span of listSpans(toDay(columns.orderDate[orders[at]]))) {
        if (lastSeen[span] === customer) continue;
        lastSeen[span] = customer;
        customers[span]++;
        if (firstDay[customer] < spans[span].first) returning[span]++;
      }
    }
  }
  return { customers, returning };
}

/** Sums orders with or without a customer, as the turnover of a report does. */
function sumOrders(
  columns: OrderColumns,
  { rows, isPurchase: bought }: RfmCustomers['selection'],
  { spans, listSpans }: Spans,
) {
  const { lines, lineStart, orderDate, orderCount } = columns;
  const orders = new Uint32Array(spans.length);
  const net = new MoneySums(spans.length, lines.scale);
  const notSold = new MoneySums(spans.length, lines.scale);
  const own = new MoneySums(2, lines.scale);
  for (let order = 0; order < orderCount; order++) {
    if (rows[order] === 0 || Number.isNaN(orderDate[order])) continue;
    const end = lineStart[order + 1];
    own.clear(0);
    own.clear(1);
    lines.addKeptValues(lineStart[order], end, own, 0);
    for (let line = lineStart[order]; line < end; line++)
      if (lines.isKept(line) && lines.getQuantity(line) <= 0) lines.addValue(line, own, 1);
    for (const span of listSpans(toDay(orderDate[order]))) {
      orders[span] += bought[order];
      net.addFrom(span, own, 0);
      notSold.addFrom(span, own, 1);
    }
  }
  return { orders, net, notSold };
}

function sumProducts(
  { lines, lineStart, orderDate, orderCount, products: labels }: OrderColumns,
  { rows }: RfmCustomers['selection'],
  listRanges: Spans['listSpans'],
): ProductRanges {
  const cells = RANGES * labels.length;
  const orders = new Uint32Array(cells);
  const quantity = new Float64Array(cells);
  const revenue = new MoneySums(cells, lines.scale);
  const lastOrder = new Int32Array(labels.length).fill(-1);
  for (let order = 0; order < orderCount; order++) {
    if (rows[order] === 0 || Number.isNaN(orderDate[order])) continue;
    const ranges = listRanges(toDay(orderDate[order]));
    for (let line = lineStart[order]; line < lineStart[order + 1]; line++) {
      if (!lines.isKept(line) || lines.isService(line)) continue;
      const product = lines.getProduct(line);
      const units = lines.getQuantity(line);
      const isFirst = units > 0 && lastOrder[product] !== order;
      if (isFirst) lastOrder[product] = order;
      for (const range of ranges) {
        const cell = RANGES * product + range;
        if (isFirst) orders[cell]++;
        quantity[cell] += units;
        lines.addValue(line, revenue, cell);
      }
    }
  }
  return { labels, orders, quantity, revenue };
}
