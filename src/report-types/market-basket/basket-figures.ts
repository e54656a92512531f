// What a market basket report says beside its rules: figures and warnings of the baskets.
import type { BasketSummary } from '../../core/baskets/baskets.ts';
import { dateOrNull } from '../../core/baskets/window.ts';
import { amountsIn, counted, countOf, listed } from '../../core/insights/wording.ts';
import { unknownProducts } from '../../core/mining/rules/rule-constraints.ts';
import { PRODUCT_LEVEL, type ProductLevel } from '../../core/settings/product-levels.ts';
import type { MbaBody } from './schema.ts';
import type { MbaSettings } from './settings.ts';

export interface CountedBaskets extends BasketSummary {
  readonly basketCount: number;
  /** Of all baskets, of the first level. */
  readonly entries: number;
  readonly fees: readonly string[];
}

/** Plain values, also as JSON. */
export interface BasketFigures {
  readonly reference_date: MbaBody['reference_date'];
  readonly summary: Omit<
    MbaBody['summary'],
    'association_rules_found' | 'association_rules_considered' | 'rules_tested'
  >;
  readonly fees: readonly string[];
  readonly warnings: readonly string[];
  readonly notes: readonly string[];
}

/** `products`: of all rows. */
export function basketFigures(
  baskets: CountedBaskets,
  settings: MbaSettings,
  products: readonly string[],
): BasketFigures {
  const { basketCount: count, entries, revenue, turnover, fees } = baskets;
  return {
    reference_date: dateOrNull(baskets.referenceDay),
    summary: {
      orders_processed: count,
      total_revenue_processed: revenue.amountAt(0),
      ...turnover,
      average_order_value: count === 0 ? 0 : revenue.meanAt(0, count),
      average_basket_size: count === 0 ? 0 : entries / count,
    },
    fees,
    warnings: [...exclusions(baskets, settings), ...unknownNames(settings, products)],
    notes: leftOut(baskets, settings),
  };
}

/** One line of what a report that leaves fees and services out has left out. */
function leftOut({ services }: CountedBaskets, settings: MbaSettings): string[] {
  const { leaveOut, productLevel, productLevels } = settings;
  if (leaveOut === undefined) return [];
  const isByName = leaveOut.notGoods === undefined;
  if (services.rows === 0) {
    return isByName ? [] : ['No row is of a fee or service of the list in settings.leave_out.'];
  }
  const which = isByName ? 'by their names' : 'of the list in settings.leave_out';
  // Of other levels, the rows have other labels than the products that were tested.
  const names = productLevel === undefined && productLevels === undefined ? shortened(services.labels) : '';
  return [
    `${counted(services.rows, 'row')} of fees and services ${which}${names}, worth ${amountsIn(settings.currency)(services.value)}, ${services.rows === 1 ? 'is' : 'are'} left out of baskets and rules; revenue includes ${services.rows === 1 ? 'it' : 'them'}.`,
  ];
}

/** " (POSTAGE, Manual and 3 more)". */
function shortened(labels: readonly string[]): string {
  const more = labels.length > NAMED ? [`${labels.length - NAMED} more`] : [];
  return ` (${listed([...labels.slice(0, NAMED), ...more])})`;
}

const NAMED = 5;

/** A misspelt product would otherwise pass as one that nobody buys. */
function unknownNames({ rules }: MbaSettings, products: readonly string[]): string[] {
  const unknown = rules === undefined ? [] : unknownProducts(rules, products);
  if (unknown.length === 0) return [];
  const shown = unknown.slice(0, UNKNOWN_SHOWN).map((name) => `“${name}”`);
  const more = unknown.length > shown.length ? ` and ${unknown.length - shown.length} more` : '';
  return [`No basket contains ${shown.join(', ')}${more}, which params.rules names.`];
}

const UNKNOWN_SHOWN = 5;

function exclusions(
  { basketCount, undatedOrders, withoutCustomer, returnOnly, rowsUnderOther, rowsWithout }: CountedBaskets,
  { productLevel, currency }: MbaSettings,
): string[] {
  const amount = amountsIn(currency);
  return [
    ...(basketCount === 0 ? ['No order matched: there are no baskets to analyse.'] : []),
    ...(undatedOrders > 0
      ? [`${countOf(undatedOrders, 'order', 'without order_date')} left out by the date range.`]
      : []),
    ...(withoutCustomer.orders > 0
      ? [
          `${countOf(withoutCustomer.orders, 'order', 'without customer_id')} left out, worth ` +
            `${amount(withoutCustomer.value)}: one basket per customer was requested.`,
        ]
      : []),
    ...(returnOnly.orders > 0
      ? [
          `${countOf(returnOnly.orders, 'order', 'with returns but no purchase')} left out of the baskets and of ` +
            `total_revenue_processed, worth ${amount(returnOnly.value)}; net_revenue includes them.`,
        ]
      : []),
    ...unidentified(rowsUnderOther, productLevel),
    ...[...rowsWithout].map(([level, rows]) => lacking(rows, level)),
  ];
}

function unidentified(rows: number, productLevel: string | undefined): string[] {
  if (rows === 0) return [];
  if (productLevel !== undefined) {
    return [
      rows === 1
        ? `1 row lacks custom:${productLevel} and stands for nothing in its basket.`
        : `${rows} rows lack custom:${productLevel} and stand for nothing in their baskets.`,
    ];
  }
  return [
    rows === 1
      ? '1 row lacks the requested product identifier and is identified by the other one.'
      : `${rows} rows lack the requested product identifier and are identified by the other one.`,
  ];
}

function lacking(rows: number, level: ProductLevel): string {
  return rows === 1
    ? `1 row lacks ${level} and stands for nothing of that level in its basket.`
    : `${rows} rows lack ${level} and stand for nothing of that level in their baskets.`;
}

/** Fees are known by the names of products. */
export function namesProducts({ productIdentifier, productLevel, productLevels }: MbaSettings): boolean {
  const [first] = productLevels ?? [];
  return (
    productIdentifier === 'name' &&
    productLevel === undefined &&
    (first === undefined || first === PRODUCT_LEVEL)
  );
}
