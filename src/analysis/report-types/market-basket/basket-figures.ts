// Computes the figures and warnings of the baskets in a market basket report.

import type { MbaBody } from '../../../contract/report-types/market-basket/schema.ts';
import type { MbaSettings } from '../../../contract/report-types/market-basket/settings.ts';
import { type Sentence, say } from '../../../contract/sentences/sentence.ts';
import { PRODUCT_LEVEL } from '../../../contract/settings/product-levels.ts';
import type { BasketSummary } from '../../baskets/baskets.ts';
import { toDateOrNull } from '../../baskets/selection.ts';
import { findUnknownProducts } from '../../mining/rules/rule-constraints.ts';
import { shortenNames } from '../fee-notes.ts';

export interface ReportedBaskets extends BasketSummary {
  readonly basketCount: number;
  /** Number of entries of all baskets, at the first level. */
  readonly entries: number;
  readonly fees: readonly string[];
}

/** Plain values that survive JSON. */
export interface BasketFigures {
  readonly reference_date: MbaBody['reference_date'];
  readonly summary: Omit<
    MbaBody['summary'],
    'association_rules_found' | 'association_rules_considered' | 'rules_tested' | 'sets_searched'
  >;
  readonly fees: readonly string[];
  readonly warnings: readonly Sentence[];
  readonly notes: readonly Sentence[];
}

/** `products`: labels of all rows. */
export function createBasketFigures(
  baskets: ReportedBaskets,
  settings: MbaSettings,
  products: readonly string[],
): BasketFigures {
  const { basketCount: count, entries, revenue, turnover, fees } = baskets;
  return {
    reference_date: toDateOrNull(baskets.referenceDay),
    summary: {
      orders_processed: count,
      total_revenue_processed: revenue.amountAt(0),
      ...turnover,
      average_order_value: count === 0 ? 0 : revenue.meanAt(0, count),
      average_basket_size: count === 0 ? 0 : entries / count,
    },
    fees,
    warnings: [...describeExclusions(baskets, settings), ...describeUnknownNames(settings, products)],
    notes: describeLeftOut(baskets, settings),
  };
}

/** One note on the fees and services that a report leaves out. */
function describeLeftOut({ services }: ReportedBaskets, settings: MbaSettings): Sentence[] {
  const { leaveOut, productLevel, productLevels } = settings;
  if (leaveOut === undefined) return [];
  const isListed = leaveOut.notGoods !== undefined;
  const { rows, value } = services;
  if (rows === 0) return isListed ? [say('fees_not_found', {})] : [];
  // At other levels, rows have other labels than the tested products.
  const areNamed = productLevel === undefined && productLevels === undefined;
  const names = shortenNames(areNamed ? services.labels : [], NAMED);
  return [say('fees_left_out', { rows, value, listed: isListed, ...names })];
}

const NAMED = 5;

/** Warns of unknown products: a misspelt one would otherwise look like one that nobody buys. */
function describeUnknownNames({ rules }: MbaSettings, products: readonly string[]): Sentence[] {
  const unknown = rules === undefined ? [] : findUnknownProducts(rules, products);
  return unknown.length === 0 ? [] : [say('products_unknown', shortenNames(unknown, NAMED))];
}

function describeExclusions(
  { basketCount, undatedOrders, withoutCustomer, returnOnly, rowsUnderOther, rowsWithout }: ReportedBaskets,
  { productLevel, productIdentifier }: MbaSettings,
): Sentence[] {
  return [
    ...(basketCount === 0 ? [say('no_baskets', {})] : []),
    ...(undatedOrders > 0 ? [say('orders_without_date', { orders: undatedOrders })] : []),
    ...(withoutCustomer.orders > 0
      ? [
          say('orders_without_customer', {
            orders: withoutCustomer.orders,
            value: withoutCustomer.value,
          }),
        ]
      : []),
    ...(returnOnly.orders > 0
      ? [say('orders_of_returns', { orders: returnOnly.orders, value: returnOnly.value })]
      : []),
    ...(rowsUnderOther === 0
      ? []
      : productLevel === undefined
        ? [say('rows_by_other_identifier', { rows: rowsUnderOther, identifier: productIdentifier })]
        : [say('rows_without_field', { rows: rowsUnderOther, field: `custom:${productLevel}` })]),
    ...[...rowsWithout].map(([level, rows]) => say('rows_without_level', { rows, level })),
  ];
}

/** Whether labels are product names, by which fees are recognised. */
export function hasProductNames({ productIdentifier, productLevel, productLevels }: MbaSettings): boolean {
  const [first] = productLevels ?? [];
  return (
    productIdentifier === 'name' &&
    productLevel === undefined &&
    (first === undefined || first === PRODUCT_LEVEL)
  );
}
