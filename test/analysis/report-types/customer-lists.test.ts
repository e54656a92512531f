// The list of a report's customers adds up to the report: for each segment and cohort, customers and money.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cohortDefinition } from '../../../src/contract/report-types/cohort/definition.ts';
import { randomFrom } from '../../../tools/harness/random/random.ts';
import { columnsOf, type LiteralOrder, line, settingsOf } from '../orders/literal-orders.ts';
import {
  cohortsOf,
  expectCellsToAddUp,
  expectCohortsToAddUp,
  expectSegmentsToAddUp,
  type RfmRow,
  rfmOf,
} from './listed-customers.ts';

/** Customers who each come at a rate of their own over a year. */
function shop(customers: number): LiteralOrder[] {
  const random = randomFrom(3);
  return Array.from({ length: customers }).flatMap((_, c) => {
    const rate = 0.002 + 0.03 * random() ** 3;
    const joined = Math.floor(200 * random());
    return Array.from({ length: 361 - joined }, (__, after) => joined + after)
      .filter((at) => at === joined || random() < rate)
      .map((at) => ({
        id: `${c}-${at}`,
        customer: `c${c}`,
        date: new Date(Date.UTC(2024, 0, 1 + at)).toISOString(),
        lines: [line('Tea', 4 + (c % 9), 1 + Math.floor(3 * random()))],
      }));
  });
}

it('lists predictions that add up to those of the segments, and none where the report has none', () => {
  const orders = columnsOf(shop(400));
  const { body, rows } = rfmOf(orders);
  expect(body.prediction_model).not.toBeNull();
  for (const { name, prediction } of body.segments) {
    const members = rows.filter(({ segment }) => segment === name);
    const sum = (figure: (row: RfmRow) => number | null) =>
      members.reduce((total, row) => total + (figure(row) ?? Number.NaN), 0);
    expect(sum((row) => row.expected_orders_90d)).toBeCloseTo(prediction?.expected_orders_90d ?? -1, 6);
    if (prediction?.expected_value_90d !== null)
      expect(sum((row) => row.expected_value_90d)).toBeCloseTo(prediction?.expected_value_90d ?? -1, 4);
  }
  const scoped = rfmOf(orders, settingsOf({ dateRange: { start: '2024-02-01' } }));
  expect(scoped.body.prediction_model).toBeNull();
  expect(scoped.rows.length).toBeGreaterThan(0);
  for (const { probability_alive, expected_orders_90d, expected_value_90d } of scoped.rows) {
    expect([probability_alive, expected_orders_90d, expected_value_90d]).toEqual([null, null, null]);
  }
});

const day = fc.integer({ min: 0, max: 400 }).map((at) => new Date(Date.UTC(2024, 0, 1 + at)).toISOString());
const anyOrders = fc
  .array(
    fc.record({
      customer: fc.option(fc.nat(30).map((n) => `c${n}`)),
      date: fc.option(day, { freq: 20 }),
      lines: fc.array(
        fc.record({
          price: fc.integer({ min: -500, max: 99_999 }),
          quantity: fc.integer({ min: -3, max: 9 }),
        }),
        { minLength: 1, maxLength: 3 },
      ),
    }),
    { maxLength: 80 },
  )
  .map((orders) =>
    orders.map(
      ({ customer, date, lines }, at): LiteralOrder => ({
        id: `o${at}`,
        ...(customer !== null && { customer }),
        ...(date !== null && { date }),
        lines: lines.map(({ price, quantity }, l) => line(`p${l}`, price / 100, quantity)),
      }),
    ),
  );

it('adds up for any orders, returns, scopes and date ranges', () => {
  const settings = fc.record({
    customerScope: fc.constantFrom('all', 'repeat', 'high_value', 'churning', 'new_90d'),
    dateRange: fc.constantFrom(undefined, { start: '2024-03-01' }, { end: '2024-10-31' }),
  });
  fc.assert(
    fc.property(anyOrders, settings, (orders, chosen) => {
      const columns = columnsOf(orders);
      const found = rfmOf(columns, settingsOf(chosen));
      expectSegmentsToAddUp(found);
      expectCellsToAddUp(found);
      expectCohortsToAddUp(cohortsOf(columns, cohortDefinition.settings(settingsOf(chosen), {})));
    }),
    { numRuns: 60 },
  );
});
