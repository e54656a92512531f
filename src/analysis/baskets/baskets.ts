// Creates baskets from orders: one per order, or one per customer. A product is in a basket when a row of it with a
// positive quantity passed the filters; a return never is.

import {
  listBasketLevels,
  listLabelLevels,
  type ProductLevel,
} from '../../contract/settings/product-levels.ts';
import type { MoneySums } from '../money/money-sums.ts';
import type { OrderColumns } from '../orders/columns.ts';
import type { BasketColumns } from './basket-columns.ts';
import {
  type BasketSettings,
  type BasketTotals,
  countRowsWithoutLevel,
  type FilledBaskets,
  fillBaskets,
  RETURN_ONLY,
  WITHOUT_CUSTOMER,
} from './fill-baskets.ts';
import { toItemBaskets } from './item-levels.ts';
import { findItemValues, type ItemValues } from './item-values.ts';
import { computeTurnover, findReferenceDay, getServiceValue, type Turnover } from './selection.ts';

export interface Baskets extends BasketSummary {
  readonly baskets: BasketColumns;
  /** With several levels, the same baskets with the items of the first level alone; otherwise `baskets`. */
  readonly firstLevel: BasketColumns;
  /** Values of the served fields, for the items of the first level. Undefined if no field is served. */
  readonly fieldValues: ItemValues | undefined;
}

/** A report's figures of its baskets other than rules. */
export interface BasketSummary {
  /**
   * Net value of the rows of all purchases that are in baskets, returns in these orders deducted. One sum, at index 0.
   */
  readonly revenue: MoneySums;
  readonly referenceDay: number | undefined;
  /** Turnover over all selected rows, in a basket or not: revenue and the orders left out add up to net_revenue. */
  readonly turnover: Turnover;
  /** Orders left out because baskets go by customer and these orders name none. */
  readonly withoutCustomer: OrdersLeftOut;
  /** Other orders left out because they bought nothing. */
  readonly returnOnly: OrdersLeftOut;
  readonly undatedOrders: number;
  readonly rowsUnderOther: number;
  /** Rows of fees and services that are left out of baskets, with their net value and their labels, most rows first. */
  readonly services: { readonly rows: number; readonly value: number; readonly labels: readonly string[] };
  /** Number of rows that lack each level, if there are several. */
  readonly rowsWithout: ReadonlyMap<ProductLevel, number>;
}

interface OrdersLeftOut {
  readonly orders: number;
  /** Net value of the rows of these orders. */
  readonly value: number;
}

export function buildBaskets(columns: OrderColumns, settings: BasketSettings): Baskets {
  return createBaskets(
    fillBaskets(columns, settings),
    settings,
    findReferenceDay(columns, settings.dateRange),
  );
}

/** `filled`: from all orders. */
export function createBaskets(
  { filled, totals }: FilledBaskets,
  settings: BasketSettings,
  reference: number | undefined,
): Baskets {
  const { servedFields = [] } = settings;
  const levels = listLabelLevels(settings);
  const shown = listBasketLevels(settings);
  const firstLevel = levels === undefined ? filled : toItemBaskets(filled, levels, shown.slice(0, 1));
  return {
    baskets: levels === undefined || shown.length === 1 ? firstLevel : toItemBaskets(filled, levels, shown),
    firstLevel,
    fieldValues:
      servedFields.length === 0
        ? undefined
        : findItemValues(
            { labelled: filled, levels: levels ?? shown, items: firstLevel.products },
            servedFields,
          ),
    ...summarizeBaskets(totals, filled.products, settings, reference),
  };
}

/** `labels`: those of all rows. */
export function summarizeBaskets(
  totals: BasketTotals,
  labels: readonly string[],
  { productLevels }: BasketSettings,
  reference: number | undefined,
): BasketSummary {
  const { orders, value, turnoverSums, undatedOrders, rowsUnderOther, serviceRows, rowsOfLabel } = totals;
  const rowsWithout =
    productLevels === undefined || rowsOfLabel === undefined
      ? new Map<ProductLevel, number>()
      : countRowsWithoutLevel(labels, rowsOfLabel, productLevels);
  return {
    revenue: value,
    referenceDay: reference,
    turnover: computeTurnover(turnoverSums),
    withoutCustomer: { orders: orders[WITHOUT_CUSTOMER], value: value.amountAt(WITHOUT_CUSTOMER) },
    returnOnly: { orders: orders[RETURN_ONLY], value: value.amountAt(RETURN_ONLY) },
    undatedOrders,
    rowsUnderOther,
    services: {
      rows: [...serviceRows.values()].reduce((sum, rows) => sum + rows, 0),
      value: getServiceValue(turnoverSums),
      labels: [...serviceRows]
        .sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1))
        .map(([label]) => label),
    },
    rowsWithout,
  };
}
