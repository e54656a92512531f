// A report on orders in partitions is the report that one function makes of all of them, byte for byte, whatever the orders, the
// settings and the number of partitions. Market baskets have a test of their own; test/golden has the reports of twelve shops.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cases } from '../../quality/harness/depth.ts';
import { COHORT_PERIODS } from '../../src/contract/report-types/cohort/limits.ts';
import type { EffectSettings } from '../../src/contract/report-types/effect/settings.ts';
import type { Assigned } from '../../src/core/effect/assigned.ts';
import { type LiteralOrder, line } from '../core/orders/literal-orders.ts';
import {
  cuttings,
  expectTheSameReport,
  settings,
  shards,
  sharedSettings,
  storedInShards,
} from './in-partitions.ts';

describe('a report in partitions is byte for byte that of one function', () => {
  it('RFM', () => {
    let [customers, empty] = [0, 0];
    fc.assert(
      fc.property(shards, settings, cuttings, (orders, some, cutting) => {
        const { body } = expectTheSameReport('RFM', orders, sharedSettings(some), cutting);
        customers += body.customer_count;
        if (body.metrics === null) empty++;
      }),
      { numRuns: cases(50) },
    );
    expect(customers).toBeGreaterThan(100);
    expect(empty).toBeGreaterThan(5);
  });

  it('COHORT', () => {
    const asks = fc.record({
      cohortBy: fc.constantFrom(...COHORT_PERIODS),
      groups: fc.oneof(
        fc.constant(undefined),
        { weight: 4, arbitrary: fc.constant({ by: 'first_product', leastCustomers: 1 }) },
        fc.constant({ by: 'first_product', leastCustomers: 3 }),
      ),
      leaveOut: fc.constantFrom(undefined, { notGoods: undefined }, { notGoods: ['A'] }),
    });
    let [customers, empty, groups] = [0, 0, 0];
    fc.assert(
      fc.property(shards, settings, asks, cuttings, (orders, some, more, cutting) => {
        const asked = { ...sharedSettings(some), ...more };
        const { body } = expectTheSameReport('COHORT', orders, asked, cutting);
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

  it('COHORT with more cohorts than are listed', () => {
    const weeks = 560;
    const shop = Array.from({ length: weeks * 3 }).flatMap((_, c): LiteralOrder[] =>
      Array.from({ length: 1 + (c % 4) }, (__, n) => ({
        id: `${c}-${n}`,
        customer: `c${c}`,
        date: new Date(Date.UTC(2010, 0, 4 + 7 * (c % weeks) + n * ((c * 37) % 900))).toISOString(),
        lines: [line(`Tea ${c % 5}`, 0.1 + (c % 9), c % 7 === 0 && n > 0 ? -1 : 2)],
      })),
    );
    const asked = {
      ...sharedSettings({}),
      cohortBy: 'week' as const,
      groups: { by: 'first_product', leastCustomers: 100 },
    };
    const cutting = { parts: 7, linesPerFile: 500 };
    const { body } = expectTheSameReport('COHORT', storedInShards(shop), asked, cutting);
    expect(body.cohorts).toHaveLength(520);
    expect(body.warnings.join()).toContain('The oldest');
  });

  it('REPLENISHMENT', () => {
    let customers = 0;
    fc.assert(
      fc.property(shards, settings, cuttings, (orders, some, cutting) => {
        const { body } = expectTheSameReport('REPLENISHMENT', orders, sharedSettings(some), cutting);
        customers += body.summary.customers;
      }),
      { numRuns: cases(50) },
    );
    expect(customers).toBeGreaterThan(100);
  });

  it('EFFECT', () => {
    const ids = [...Array.from({ length: 13 }, (_, n) => `c${n}`), '\udc00', '__proto__', '', 'é', 'unknown'];
    /** Every third is held out, every fifth has left; they were assigned one day after the other. */
    const assigned: Assigned = {
      customers: ids,
      isHeldOut: Uint8Array.from(ids, (_, at) => Number(at % 3 === 0)),
      at: Float64Array.from(ids, (_, at) => (at - 5) * 86_400_000),
      isMember: Uint8Array.from(ids, (_, at) => Number(at % 5 !== 0)),
    };
    const asked: fc.Arbitrary<EffectSettings> = fc
      .record({
        since: fc.constantFrom(undefined, '1970-01-01', '1970-01-01', '2001-01-01'),
        days: fc.constantFrom(1, 30, 60),
        decidesOn: fc.constantFrom('orders', 'revenue'),
        timeZone: fc.constantFrom('UTC', 'Europe/Berlin', 'Pacific/Apia'),
      })
      .map((some) => ({ ...sharedSettings({ timeZone: some.timeZone }), ...some, audienceId: 'a' }));
    let ordered = 0;
    fc.assert(
      fc.property(shards, asked, cuttings, (orders, some, cutting) => {
        const { body } = expectTheSameReport('EFFECT', orders, some, cutting, { assigned });
        ordered += body.effect?.sent.orders ?? 0;
      }),
      { numRuns: cases(20) },
    );
    // How many orders fall into a campaign's days is drawn: in most runs some tens.
    expect(ordered).toBeGreaterThan(0);
  });
});
