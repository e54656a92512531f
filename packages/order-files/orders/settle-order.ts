// Settles the lines of one order into sales and returns, to the currency's smallest unit: spreads discounts of the
// order over its lines in proportion to their prices, and turns refunds into returns.

import { spreadExactly } from '../../../src/analysis/money/unit-price.ts';
import { type Currency, getHalfUnit } from '../../../src/contract/sentences/currency.ts';
import type { BlockRules } from '../profiles/profile.ts';
import type { ExportLine, OrderAmounts } from '../rows/line-reader.ts';
import { type SettledLine, settleRefunds, settleReturnRecords } from './returns.ts';

export interface SettledOrder {
  readonly sales: readonly SettledLine[];
  /** Returns, which become a separate order on the day of the refund. */
  readonly returns: readonly SettledLine[];
  readonly discount: number;
  readonly tips: number;
  /** The tax that the export states; undefined where it states none. */
  readonly tax: number | undefined;
  readonly variantsMerged: number;
  /** The export's own total, and the total of these lines; undefined where the export states none. */
  readonly totals: { readonly expected: number; readonly got: number } | undefined;
}

export interface SettleRules extends BlockRules {
  readonly quantitiesAreNet?: boolean;
  /** The currency of the order's amounts. */
  readonly currency?: Currency;
}

/** `lines`: the counted lines of one order, in the file's sequence. */
export function settleOrder(
  lines: readonly ExportLine[],
  order: OrderAmounts,
  rules: SettleRules,
): SettledOrder {
  const sold = toWholeLines(
    lines.filter(({ meaning }) => meaning === 'sale'),
    order,
    rules,
  );
  const isTip = ({ name }: ExportLine): boolean => name !== undefined && rules.isTip?.(name) === true;
  const tips = sumAmounts(sold.filter(isTip).map(({ net }) => net));
  const products = sold.filter((line) => !isTip(line) && (line.quantity !== 0 || line.net !== 0));
  const kept = rules.mergesVariants === true ? withoutVariants(products) : products;
  const shared = shareTotal(kept, order, rules);
  const { nets, open } = shared === undefined ? withDiscountRecords(kept, lines) : { nets: shared, open: 0 };
  const before = sumAmounts(nets);
  const spread = open + spreadDiscount(before - open, kept, order, rules);
  const after = before - spread;
  const share = before === 0 ? 1 : after / before;
  const quantities = kept.map(({ quantity }) => quantity);
  const parts = nets.map((net) => net * share);
  const amounts = spread === 0 ? nets : spreadExactly(parts, quantities, after, rules.currency);
  const sales = kept.map((from, index): SettledLine => {
    return { from, quantity: from.quantity, amount: amounts[index] ?? 0 };
  });
  const lineDiscounts =
    shared !== undefined ? 0 : sumAmounts(kept.map(({ gross }, index) => gross - (nets[index] ?? 0)));
  const informative = rules.prices === 'after all discounts' && lineDiscounts === 0 ? order.discount : 0;
  const totals = compareTotals(after, tips, order, rules);
  return {
    sales,
    returns: [
      ...settleReturnRecords(lines),
      ...settleRefunds(sales, after, order, { isTaxOnTop: totals?.isTaxOnTop ?? false, ...rules }),
    ],
    discount: lineDiscounts + spread + (informative ?? 0),
    tips,
    tax: order.tax,
    variantsMerged: products.length - kept.length,
    totals: totals === undefined ? undefined : { expected: totals.expected, got: totals.got },
  };
}

/** The price of each line where only that of all products of the order is known: each piece has the same. */
function shareTotal(
  lines: readonly ExportLine[],
  { productsTotal }: OrderAmounts,
  { currency }: SettleRules,
): readonly number[] | undefined {
  if (productsTotal === undefined || lines.some(({ net }) => net !== 0)) return undefined;
  const quantities = lines.map(({ quantity }) => quantity);
  const pieces = sumAmounts(quantities);
  if (pieces === 0) return undefined;
  const parts = quantities.map((quantity) => (productsTotal * quantity) / pieces);
  return spreadExactly(parts, quantities, productsTotal, currency);
}

/** Merges a configurable product and its variant into the one with the price, or the first if neither has one. */
function withoutVariants(lines: readonly ExportLine[]): ExportLine[] {
  const parents = new Set(
    lines
      .filter(({ parentItemId, net }) => parentItemId === undefined && net !== 0)
      .map(({ itemId }) => itemId),
  );
  const priced = new Set(lines.filter(({ net }) => net !== 0).map(({ sku }) => sku));
  const parentIds = new Set(lines.map(({ parentItemId }) => parentItemId));
  return lines.filter(({ itemId, parentItemId, net, sku }) => {
    if (parentItemId !== undefined && itemId !== undefined) return !parents.has(parentItemId);
    if (parentItemId !== undefined) return net !== 0;
    // A bundle without a price of its own: its parts carry the prices.
    if (net === 0 && itemId !== undefined && parentIds.has(itemId)) return false;
    return net !== 0 || sku === undefined || !priced.has(sku);
  });
}

/** Multiplies amounts that turn out to be those of one piece; the export's own total of the order decides. */
function toWholeLines(
  lines: readonly ExportLine[],
  { productsTotal, total, shipping = 0, fees = 0, tax = 0 }: OrderAmounts,
  { lineTotalMayBeUnit }: SettleRules,
): readonly ExportLine[] {
  if (lineTotalMayBeUnit !== true || lines.every(({ unitsOfTotal }) => unitsOfTotal === 1)) return lines;
  const products = total === undefined ? undefined : total - shipping - fees;
  const expected =
    productsTotal === undefined
      ? products === undefined
        ? []
        : [products, products - tax]
      : [productsTotal];
  const computeDistance = (sum: number): number => Math.min(...expected.map((one) => Math.abs(one - sum)));
  const ofUnits = sumAmounts(lines.map(({ net, unitsOfTotal }) => net * unitsOfTotal));
  if (computeDistance(ofUnits) >= computeDistance(sumAmounts(lines.map(({ net }) => net)))) return lines;
  return lines.map((line) => ({
    ...line,
    gross: line.gross * line.unitsOfTotal,
    net: line.net * line.unitsOfTotal,
  }));
}

/**
 * Each product's net after the records that are discounts, which name the product by its item id or SKU; `open`: those
 * of the order as a whole.
 */
function withDiscountRecords(
  products: readonly ExportLine[],
  lines: readonly ExportLine[],
): { readonly nets: readonly number[]; readonly open: number } {
  const nets = products.map(({ net }) => net);
  let open = 0;
  for (const discount of lines.filter(({ meaning }) => meaning === 'discount')) {
    const index = products.findIndex(({ itemId, sku }) =>
      discount.itemId === undefined ? sku === discount.sku : itemId === discount.itemId,
    );
    if (index === -1) open += Math.abs(discount.net);
    else nets[index] = (nets[index] ?? 0) - Math.abs(discount.net);
  }
  return { nets, open };
}

/** Spreads the part of the order's discount that its lines do not hold yet. Ignores discounts on shipping. */
function spreadDiscount(
  before: number,
  lines: readonly ExportLine[],
  { productsTotal, discount }: OrderAmounts,
  { prices, orderDiscountIncludesLines, currency }: SettleRules,
): number {
  if (prices === 'after all discounts' || before <= 0) return 0;
  if (productsTotal === undefined && discount === undefined) return 0;
  const ofLines =
    orderDiscountIncludesLines === true ? sumAmounts(lines.map(({ gross, net }) => gross - net)) : 0;
  const open = discount === undefined ? before : discount - ofLines;
  const byTotal = productsTotal === undefined ? before : before - productsTotal;
  const spread = Math.min(open, byTotal, before);
  return spread > getHalfUnit(currency) ? spread : 0;
}

interface Totals {
  readonly expected: number;
  readonly got: number;
  /** True if prices exclude tax. */
  readonly isTaxOnTop: boolean;
}

function compareTotals(
  products: number,
  tips: number,
  { total, shipping, fees = 0, tax = 0, refunded = 0, productsTotal }: OrderAmounts,
  { quantitiesAreNet }: SettleRules,
): Totals | undefined {
  if (total === undefined || shipping === undefined) return undefined;
  const returned =
    quantitiesAreNet === true && refunded > 0 ? Math.max(0, (productsTotal ?? 0) - products) : 0;
  const inclusive = products + tips + returned + shipping + fees;
  // Uses the export's own figures where it has them: a missing line must not look like a missing tax.
  const without = productsTotal === undefined ? inclusive : productsTotal + tips + shipping + fees;
  const isTaxOnTop = Math.abs(without + tax - total) <= Math.abs(without - total);
  return { expected: total, got: isTaxOnTop ? inclusive + tax : inclusive, isTaxOnTop };
}

function sumAmounts(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + amount, 0);
}
