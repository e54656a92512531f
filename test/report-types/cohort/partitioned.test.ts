// A report on orders in partitions is the report that one function makes of all of them, byte for byte.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cases } from '../../../quality/harness/depth.ts';
import { randomFrom } from '../../../quality/harness/random/random.ts';
import { COHORT_PERIODS } from '../../../src/core/cohorts/periods.ts';
import { cohortRecord } from '../../../src/report-types/cohort/cohort.ts';
import { type LiteralOrder, line } from '../../core/orders/literal-orders.ts';
import {
  cuttings,
  expectTheSameReport,
  settings,
  shards,
  sharedSettings,
  storedInShards,
} from '../in-partitions.ts';

const asks = fc.record({
  cohortBy: fc.constantFrom(...COHORT_PERIODS),
  groups: fc.oneof(
    fc.constant(undefined),
    { weight: 4, arbitrary: fc.constant({ by: 'first_product', leastCustomers: 1 }) },
    fc.constant({ by: 'first_product', leastCustomers: 3 }),
  ),
  leaveOut: fc.constantFrom(undefined, { notGoods: undefined }, { notGoods: ['A'] }),
});

it('is byte for byte the report of one function, whatever the orders, the settings and the number of partitions', () => {
  let [customers, empty, groups] = [0, 0, 0];
  fc.assert(
    fc.property(shards, settings, asks, cuttings, (orders, some, more, cutting) => {
      const asked = { ...sharedSettings(some), ...more };
      const { body } = expectTheSameReport(cohortRecord, orders, asked, cutting);
      customers += body.summary.customers;
      groups += body.groups?.length ?? 0;
      if (body.cohorts.length === 0) empty++;
    }),
    { numRuns: cases(50) },
  );
  expect(customers).toBeGreaterThan(100);
  expect(empty).toBeGreaterThan(5);
  // Most draws have few customers, and few of them a group.
  expect(groups).toBeGreaterThan(0);
});

/** `weeks` of customers, more of them than there are periods to list. */
function shop(weeks: number): LiteralOrder[] {
  const random = randomFrom(9);
  return Array.from({ length: weeks * 3 }).flatMap((_, c) =>
    Array.from({ length: 1 + Math.floor(4 * random()) }, (__, n) => ({
      id: `${c}-${n}`,
      customer: `c${c}`,
      date: new Date(Date.UTC(2010, 0, 4 + 7 * (c % weeks) + n * Math.floor(900 * random()))).toISOString(),
      lines: [line(`Tea ${c % 5}`, 0.1 + (c % 9), random() < 0.2 && n > 0 ? -1 : 2)],
    })),
  );
}

it('lists the same cohorts where they are more than are listed, and older than the table is wide', () => {
  const asked = {
    ...sharedSettings({}),
    cohortBy: 'week' as const,
    groups: { by: 'first_product', leastCustomers: 100 },
  };
  const ways = [2, 7, 16].map((parts) => ({ parts, linesPerFile: 500 }));
  const { body } = expectTheSameReport(cohortRecord, storedInShards(shop(560)), asked, ways);
  expect(body.cohorts).toHaveLength(520);
  expect(body.warnings.join()).toContain('The oldest');
  expect(body.warnings.join()).toContain('Each cohort lists 260 periods after the first');
  expect(body.second_order?.recent_and_older).not.toBeNull();
  expect(body.groups).toHaveLength(5);
});
