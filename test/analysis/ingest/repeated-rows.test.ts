// Counts rows that later rows of the same order replace.
import { expect, it } from 'vitest';
import { findRepeatedRows } from '../../../src/analysis/ingest/chunks.ts';

const order = (order_id: string, ...line_items: object[]) => ({ order_id, line_items });
const createTea = (quantity: number, unit_price = 0.1) => ({ product_name: 'Tea', quantity, unit_price });

it('findRepeatedRows counts replaced rows of the same order and product with their exact value', () => {
  const orders = [
    order('1', createTea(3), { product_name: 'Milk' }, createTea(1)),
    order('2', createTea(2)),
    order('1', createTea(6)),
  ];
  // 3 × 0.10 and 1 × 0.10 are replaced; 6 × 0.10 stays.
  expect(findRepeatedRows(orders)).toEqual({ rows: 2, value: 0.4 });
});

it('findRepeatedRows subtracts a replaced return and applies defaults for missing prices and quantities', () => {
  const orders = [
    order('1', createTea(-2, 5), createTea(1, 5)),
    order('2', { product_sku: 'A' }, { product_sku: 'A' }),
  ];
  expect(findRepeatedRows(orders)).toEqual({ rows: 2, value: -10 });
});

it('findRepeatedRows returns undefined if no order repeats a product', () => {
  const orders = [
    order('1', { product_name: 'A' }, { product_sku: 'A' }, {}, {}),
    order('2', { product_name: 'A' }),
  ];
  expect(findRepeatedRows(orders)).toBeUndefined();
});
