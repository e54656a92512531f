// Settles the returns of an order: records of returns as they are, and refunds that the export states, by line where it
// does, otherwise per order.

import { spreadExactly } from '../../../src/analysis/money/unit-price.ts';
import { type Currency, getCurrencyDecimals, getHalfUnit } from '../../../src/contract/sentences/currency.ts';
import type { ExportLine, OrderAmounts } from '../rows/line-reader.ts';

export interface SettledLine {
  readonly from: ExportLine;
  readonly quantity: number;
  /** Amount of the whole line; negative for a return. */
  readonly amount: number;
}

interface RefundRules {
  readonly isTaxOnTop: boolean;
  readonly quantitiesAreNet?: boolean | undefined;
  readonly currency?: Currency;
}

/** Settles records that are returns, one line per product. */
export function settleReturnRecords(lines: readonly ExportLine[]): SettledLine[] {
  const byProduct = new Map<string, SettledLine>();
  for (const from of lines.filter(({ meaning }) => meaning === 'return')) {
    const key = JSON.stringify([from.itemId, from.sku, from.name, from.date?.slice(0, 10)]);
    const known = byProduct.get(key);
    byProduct.set(key, {
      from: known?.from ?? from,
      quantity: known?.quantity ?? -Math.max(1, Math.abs(from.quantity)),
      amount: (known?.amount ?? 0) + from.net,
    });
  }
  return [...byProduct.values()];
}

/**
 * Settles refunds that the export states as amounts: by line where it does, otherwise by order, in proportion to its
 * lines.
 */
export function settleRefunds(
  sales: readonly SettledLine[],
  products: number,
  order: OrderAmounts,
  { isTaxOnTop, quantitiesAreNet, currency }: RefundRules,
): SettledLine[] {
  const half = getHalfUnit(currency);
  const { total, tax = 0, refunded = 0, productsTotal = products } = order;
  const ofLines = sales.filter(({ from }) => from.refund > half);
  if (ofLines.length > 0 && quantitiesAreNet !== true) {
    return ofLines.map(({ from, quantity, amount }) => ({
      from,
      quantity: -(from.refundQuantity === 0 ? Math.abs(quantity) : from.refundQuantity),
      amount: -Math.min(from.refund, Math.max(amount, 0)),
    }));
  }
  const ofPieces = sales.filter(({ from, amount }) => from.refundQuantity > 0 && amount > half);
  if (ofPieces.length > 0 && quantitiesAreNet !== true) {
    return settleReturnedPieces(ofPieces, order.refunded, currency);
  }
  if (refunded <= half || products <= 0) return [];
  const before = quantitiesAreNet === true ? Math.max(products, productsTotal) : products;
  const isWhole = total !== undefined && refunded >= total - half;
  const ofProducts = isWhole ? before : isTaxOnTop ? (refunded * before) / (before + tax) : refunded;
  const open = Math.min(ofProducts, before) - (before - products);
  if (open <= half) return [];
  const returned = sales.filter(({ quantity }) => quantity > 0);
  const share = Math.min(1, open / products);
  const parts = returned.map(({ amount }) => -amount * share);
  const amounts = spreadExactly(
    parts,
    returned.map(({ quantity }) => -quantity),
    sumAmounts(parts),
    currency,
  );
  return returned.map(({ from, quantity }, index) => ({
    from,
    quantity: -quantity,
    amount: amounts[index] ?? 0,
  }));
}

/**
 * Settles pieces that were returned at their price, as far as money was: `refunded`, undefined if the export omits it.
 */
function settleReturnedPieces(
  sales: readonly SettledLine[],
  refunded: number | undefined,
  currency: Currency,
): SettledLine[] {
  const half = getHalfUnit(currency);
  if (refunded !== undefined && refunded <= half) return [];
  const quantities = sales.map(({ from, quantity }) => Math.min(from.refundQuantity, Math.abs(quantity)));
  const scale = 10 ** getCurrencyDecimals(currency);
  const prices = sales.map(({ amount, quantity }, index) => {
    const share = (quantities[index] ?? 0) / Math.abs(quantity);
    return Math.round(amount * share * scale) / scale;
  });
  const sum = sumAmounts(prices);
  const isLess = refunded !== undefined && refunded < sum - half;
  const amounts = isLess
    ? spreadExactly(
        prices.map((price) => (price * refunded) / sum),
        quantities,
        refunded,
        currency,
      )
    : prices;
  return sales.map(({ from }, index) => ({
    from,
    quantity: -(quantities[index] ?? 0),
    amount: -(amounts[index] ?? 0),
  }));
}

function sumAmounts(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + amount, 0);
}
