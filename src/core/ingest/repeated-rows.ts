// Rows of a request that a later row of the same order and product replaces: the contract's "updates the row" takes
// their quantity away, and the sender may have meant to add it.

import {
  acceptedLine,
  type SubmittedLine,
  type SubmittedOrder,
} from '../../contract/resources/orders/submitted-order.ts';
import { amountOf, commonScale, productUnits } from '../money/decimal.ts';
import { groupByOrder } from './chunks.ts';
import { lineKey } from './line-key.ts';

export interface RepeatedRows {
  readonly rows: number;
  /** unit_price × quantity of these rows, in the dataset's currency: the amount that is missing in the order. */
  readonly value: number;
}

/** Undefined if no row is replaced. Rows without name and SKU are not stored and replace nothing. */
export function repeatedRows(orders: readonly SubmittedOrder[]): RepeatedRows | undefined {
  const replaced = groupByOrder(orders).flatMap(replacedIn);
  if (replaced.length === 0) return undefined;
  const lines = replaced.map(acceptedLine);
  const scale = commonScale(lines.map(({ unitPrice }) => unitPrice));
  const units = lines.reduce(
    (sum, { unitPrice, quantity }) => sum + BigInt(productUnits(unitPrice, quantity, scale)),
    0n,
  );
  return { rows: replaced.length, value: amountOf(units, scale) };
}

function replacedIn({ line_items }: SubmittedOrder): SubmittedLine[] {
  if (line_items.length < 2) return [];
  const latest = new Map<string, SubmittedLine>();
  const replaced: SubmittedLine[] = [];
  for (const line of line_items) {
    if (line.product_name === undefined && line.product_sku === undefined) continue;
    const key = lineKey(line.product_name, line.product_sku);
    const earlier = latest.get(key);
    if (earlier !== undefined) replaced.push(earlier);
    latest.set(key, line);
  }
  return replaced;
}
