// Customer summaries (x, t_x, T and the mean value of repeat purchases) against a calculation by hand.
import { expect, test } from 'vitest';
import {
  createCustomerDays,
  findKnownCustomers,
  pickEveryNth,
} from '../../../src/analysis/prediction/customer-days.ts';
import {
  estimateOrdersPerDay,
  summarizeCustomers,
} from '../../../src/analysis/prediction/customer-summaries.ts';
import { selectRfmCustomers } from '../../../src/analysis/rfm/customers.ts';
import { parseDay } from '../../../src/contract/settings/calendar.ts';
import { createLine, createMbaSettings, type LiteralOrder, toColumns } from '../orders/literal-orders.ts';

function summarizeOrders(orders: readonly LiteralOrder[], reference: string, cut = reference) {
  const columns = toColumns(orders);
  const day = parseDay(reference);
  const days = createCustomerDays(columns, selectRfmCustomers(columns, createMbaSettings(), day));
  return summarizeCustomers(days, findKnownCustomers(days, parseDay(cut)), parseDay(cut));
}

const ORDERS: readonly LiteralOrder[] = [
  // Not sorted by time: the store's shards return orders in any sequence.
  {
    id: 'o1',
    customer: 'ada',
    date: '2024-01-31',
    lines: [createLine('Tea', 10, 3), createLine('Cup', 5, -1)],
  },
  { id: 'o2', customer: 'ada', date: '2024-01-01', lines: [createLine('Tea', 100)] },
  { id: 'o3', customer: 'ada', date: '2024-01-01T18:00:00Z', lines: [createLine('Tea', 100)] },
  { id: 'o4', customer: 'ada', date: '2024-01-11T09:00:00Z', lines: [createLine('Tea', 20)] },
  { id: 'o5', customer: 'ada', date: '2024-01-11T10:00:00Z', lines: [createLine('Cup', 15)] },
  { id: 'o6', customer: 'ada', date: '2024-02-05', lines: [createLine('Tea', 10, -5)] },
  { id: 'o7', customer: 'bob', date: '2024-01-21', lines: [createLine('Cup', 40)] },
];

test('summarizeCustomers counts the days with a purchase after the first', () => {
  const found = summarizeOrders(ORDERS, '2024-02-10');
  expect([...found.frequency]).toEqual([2, 0]);
  expect([...found.recency]).toEqual([30, 0]);
  expect([...found.age]).toEqual([40, 20]);
  // (30 − 5) on one day, 20 + 15 on the other; the return of February is not a purchase.
  expect([...found.meanValue]).toEqual([30, 0]);
  expect(found.ordersPerPurchaseDay).toBe(3 / 2);
  expect(found.keptValueShare).toBe((300 - 50) / 300);
  expect([...found.lastGaps]).toEqual([20, 10, 0, 0]);
  // Ada's 3 orders on 2 days, and 5 days of 1.5 orders; Bob's are the 5 days alone.
  expect([...estimateOrdersPerDay(found)]).toEqual([(3 + 7.5) / 7, 1.5]);
});

test('summarizeCustomers ignores the orders after an earlier cut day', () => {
  const found = summarizeOrders(ORDERS, '2024-02-10', '2024-01-20');
  expect(found.count).toBe(1);
  expect([found.frequency[0], found.recency[0], found.age[0], found.meanValue[0]]).toEqual([1, 10, 19, 35]);
  expect(found).toMatchObject({ ordersPerPurchaseDay: 2, keptValueShare: 1 });
});

test('summarizeCustomers returns a kept value share of 0 if returns exceed purchases', () => {
  const found = summarizeOrders(
    [
      { id: 'o1', customer: 'ada', date: '2024-01-01', lines: [createLine('Tea', 10)] },
      { id: 'o2', customer: 'ada', date: '2024-01-02', lines: [createLine('Tea', 10, -3)] },
    ],
    '2024-01-02',
  );
  expect(found).toMatchObject({ count: 1, ordersPerPurchaseDay: 1, keptValueShare: 0 });
  expect([found.frequency[0], found.recency[0], found.age[0], found.meanValue[0]]).toEqual([0, 0, 1, 0]);
});

test('pickEveryNth keeps the days, orders and values of every n-th customer', () => {
  const columns = toColumns(
    ['ada', 'bob', 'cid', 'dan', 'eve'].flatMap((customer, c) =>
      Array.from({ length: c + 1 }, (_, n) => ({
        id: `${customer}-${n}`,
        customer,
        date: `2024-01-0${n + 1}`,
        lines: [createLine('Tea', 10 * (c + 1) + n)],
      })),
    ),
  );
  const day = parseDay('2024-02-10');
  const days = createCustomerDays(columns, selectRfmCustomers(columns, createMbaSettings(), day));
  const some = pickEveryNth(days, 2);
  expect([...some.start]).toEqual([0, 1, 4, 9]);
  expect([...some.day].map((each) => each - parseDay('2024-01-01'))).toEqual([0, 0, 1, 2, 0, 1, 2, 3, 4]);
  expect([...some.value.amounts()]).toEqual([10, 30, 31, 32, 50, 51, 52, 53, 54]);
  expect([...some.orders]).toEqual(Array.from({ length: 9 }, () => 1));
  expect(pickEveryNth(days, 1)).toBe(days);
});
