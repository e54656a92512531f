// The orders that each customer scope and each date range selects from one small history.
import { expect, test } from 'vitest';
import {
  findHighValueSpend,
  listBuyerSpends,
  selectOrdersInScope,
} from '../../../src/analysis/baskets/scopes.ts';
import { findReferenceDay, selectOrdersInWindow } from '../../../src/analysis/baskets/selection.ts';
import { parseDay, toDate } from '../../../src/contract/settings/calendar.ts';
import type { CustomerScope, DateRange } from '../../../src/contract/settings/settings.ts';
import { createLine, type LiteralOrder, toColumns } from '../orders/literal-orders.ts';

const orders: LiteralOrder[] = [
  { id: 'a1', customer: 'a', date: '2024-01-01T23:59:59Z', lines: [createLine('P', 10)] },
  { id: 'a2', customer: 'a', date: '2024-03-31T00:00:00Z', lines: [createLine('P', 10)] },
  { id: 'b1', customer: 'b', date: '2024-01-01', lines: [createLine('P', 50)] },
  { id: 'c2', customer: 'c', date: '2024-01-02', lines: [createLine('P', 5)] },
  { id: 'c1', customer: 'c', date: '2024-01-02', lines: [createLine('P', 5)] },
  { id: 'd1', customer: 'd', date: '2024-03-01', lines: [createLine('P', 60, -1)] },
  { id: 'd2', customer: 'd', date: '2024-03-02', lines: [createLine('P', 80)] },
  { id: 'e1', customer: 'e', lines: [createLine('P', 1)] },
  { id: 'n1', date: '2024-03-31', lines: [createLine('P', 500)] },
];
const columns = toColumns(orders);

function listIds(scope: CustomerScope, range?: DateRange): string[] {
  const mask = selectOrdersInScope(columns, scope, findReferenceDay(columns, range));
  return columns.orderIds.filter((_, order) => mask[order] === 1);
}

// Reference date: 2024-03-31, 90 days after 2024-01-01 and 89 after 2024-01-02.
test.each([
  ['all', ['a1', 'a2', 'b1', 'c2', 'c1', 'd1', 'd2', 'e1', 'n1']],
  // c's two orders share their instant: the lower id is first. A return (d1) is no first purchase.
  ['first_order', ['a1', 'b1', 'c1', 'd2', 'e1']],
  // A purchase and a return do not count as two purchases.
  ['repeat', ['a1', 'a2', 'c2', 'c1']],
  // Spend: b 50, a 20, d 20 net, c 10, e 1. Rank ceil(0.2 × 5) = 1.
  ['high_value', ['b1']],
  ['churning', ['b1']],
  ['new_90d', ['c2', 'c1', 'd1', 'd2']],
] as const)('selectOrdersInScope selects the orders of the scope %s', (scope, expected) => {
  expect(listIds(scope)).toEqual(expected);
});

test('selectOrdersInScope counts days to the end of the date range if it has one', () => {
  expect(listIds('churning', { end: '2024-04-01' })).toEqual(['b1', 'c2', 'c1']);
  expect(listIds('new_90d', { end: '2024-04-01' })).toEqual(['d1', 'd2']);
});

test('selectOrdersInScope includes customers who tie with the lowest high-value spend', () => {
  const spends = [9, 7, 7, 7, 5, 3];
  const tied = toColumns(
    spends.map((spend, i) => ({ id: `o${i}`, customer: `c${i}`, lines: [createLine('P', spend)] })),
  );
  expect([...selectOrdersInScope(tied, 'high_value', undefined)]).toEqual([1, 1, 1, 1, 0, 0]);
});

test('selectOrdersInScope selects in a part the high-value customers of the whole dataset, by the spends of all parts', () => {
  const parts = [orders.filter(({ customer }) => customer === 'd'), orders].map((part) => toColumns(part));
  const [part = columns] = parts;
  const spends = parts.flatMap((each) => [...listBuyerSpends(each)]);
  expect(spends.sort((a, b) => b - a)).toEqual([50, 20, 20, 20, 10, 1]);
  const least = findHighValueSpend(Float64Array.from(spends));
  expect(least).toBe(20);
  expect([...selectOrdersInScope(part, 'high_value', undefined, least)]).toEqual([1, 1]);
  expect([...selectOrdersInScope(part, 'high_value', undefined, 50)]).toEqual([0, 0]);
});

test('selectOrdersInScope considers all rows of the history, whatever the conditions', () => {
  const filtered = toColumns(orders, {
    conditions: [{ field: 'order_id', operator: 'equals', value: 'a2' }],
  });
  const mask = selectOrdersInScope(filtered, 'repeat', findReferenceDay(filtered, undefined));
  expect(filtered.orderIds.filter((_, order) => mask[order] === 1)).toEqual(['a1', 'a2', 'c2', 'c1']);
});

test.each([
  [{ start: '2024-03-02' }, ['a2', 'd2', 'n1']],
  [{ end: '2024-01-01' }, ['a1', 'b1']],
  [{ start: '2024-01-02', end: '2024-03-01' }, ['c2', 'c1', 'd1']],
  [{}, columns.orderIds],
] as const)('selectOrdersInWindow selects the orders within %j, including both ends', (range, expected) => {
  const mask = selectOrdersInWindow(columns, range);
  expect(columns.orderIds.filter((_, order) => mask[order] === 1)).toEqual(expected);
});

test('findReferenceDay finds no day without any date', () => {
  expect(findReferenceDay(toColumns([{ id: 'o', lines: [createLine('P')] }]), undefined)).toBeUndefined();
  expect(findReferenceDay(toColumns([]), { end: '2024-02-29' })).toBe(parseDay('2024-02-29'));
});

test('toDate converts days to calendar dates, including days before 1970', () => {
  expect(toDate(parseDay('1969-12-31'))).toBe('1969-12-31');
  expect(parseDay('1969-12-31')).toBe(-1);
});
