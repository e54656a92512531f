// A report on orders in partitions is the report that one function makes of all of them, byte for byte.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cases } from '../../../quality/harness/depth.ts';
import { replenishment } from '../../../src/report-types/replenishment/replenishment.ts';
import {
  cuttings,
  expectTheSameReport,
  settings,
  shards,
  sharedSettings,
  storedInShards,
} from '../in-partitions.ts';
import { rhythmic } from './cadence-shops.ts';

it('is byte for byte the report of one function, whatever the orders, the settings and the number of partitions', () => {
  let customers = 0;
  fc.assert(
    fc.property(shards, settings, cuttings, (orders, some, cutting) => {
      const { body } = expectTheSameReport(replenishment, orders, sharedSettings(some), cutting);
      customers += body.summary.customers;
    }),
    { numRuns: cases(50) },
  );
  expect(customers).toBeGreaterThan(100);
});

it('has the same due dates, products and back-test, however many partitions there are', () => {
  const orders = storedInShards(rhythmic(6, 200));
  const ways = [1, 2, 7, 16].map((parts) => ({ parts, linesPerFile: 300 }));
  const { body } = expectTheSameReport(replenishment, orders, sharedSettings({}), ways);
  expect(body.cadence?.backtest.cut_dates).toHaveLength(6);
  expect(body.product_dates?.cut_dates).toHaveLength(6);
  expect(body.products.some(({ customers_due }) => customers_due > 0)).toBe(true);
});
