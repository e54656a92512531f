import { expect, it } from 'vitest';
import { findRepeatedRows } from '../../../src/analysis/ingest/chunks.ts';

const order = (order_id: string, ...line_items: object[]) => ({ order_id, line_items });
const tea = (quantity: number, unit_price = 0.1) => ({ product_name: 'Tea', quantity, unit_price });

it('counts the rows that a later row of the same order and product replaces, with their exact value', () => {
  const orders = [
    order('1', tea(3), { product_name: 'Milk' }, tea(1)),
    order('2', tea(2)),
    order('1', tea(6)),
  ];
  // 3 × 0.10 and 1 × 0.10 are replaced; 6 × 0.10 stays.
  expect(findRepeatedRows(orders)).toEqual({ rows: 2, value: 0.4 });
});

it('nets a replaced return, and takes defaults for missing prices and quantities', () => {
  const orders = [order('1', tea(-2, 5), tea(1, 5)), order('2', { product_sku: 'A' }, { product_sku: 'A' })];
  expect(findRepeatedRows(orders)).toEqual({ rows: 2, value: -10 });
});

it('is undefined if every product stands once in its order', () => {
  const orders = [
    order('1', { product_name: 'A' }, { product_sku: 'A' }, {}, {}),
    order('2', { product_name: 'A' }),
  ];
  expect(findRepeatedRows(orders)).toBeUndefined();
});
