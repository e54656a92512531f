// A report computed in partitions equals the report of one function, byte for byte, for texts, dates, prices and
// settings that the twelve shops of test/golden do not have.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { listInPieces } from '../../../src/analysis/customer-lists/build-list.ts';
import type { Assigned } from '../../../src/analysis/effect/assigned.ts';
import type { ColumnsBuilderOptions } from '../../../src/analysis/orders/columns-builder.ts';
import { createServiceTest } from '../../../src/analysis/orders/fee-names.ts';
import { compileConditions } from '../../../src/analysis/orders/filters.ts';
import { getAnalysis, getCompanionFormat } from '../../../src/analysis/report-types/analyses.ts';
import type { Analysis } from '../../../src/analysis/report-types/analysis.ts';
import { analyseOrders } from '../../../src/analysis/report-types/partitioned.ts';
import { COHORT_PERIODS } from '../../../src/contract/report-types/cohort/limits.ts';
import type { Kinds, ReportType } from '../../../src/contract/report-types/report-types.ts';
import { createLocalTime } from '../../../src/contract/settings/calendar.ts';
import {
  CUSTOMER_SCOPES,
  type DateRange,
  type ReportSettings,
} from '../../../src/contract/settings/settings.ts';
import { countCases } from '../../../tools/harness/depth.ts';
import { analyseInParts } from '../../../tools/harness/in-parts.ts';
import { CODE_POINT } from '../../../tools/harness/random/code-points.ts';
import { createMbaSettings } from '../orders/literal-orders.ts';
import {
  formatDay,
  readStored,
  type Shard,
  type StoredOrder,
  storedShards,
} from '../orders/stored-orders.ts';
import { cutIntoParts } from '../partitions/cut-into-parts.ts';
import { createModel } from '../recommendations/literal-model.ts';

const DAY = 86_400_000;
const MAX_PRICE = 1e12;

/** Orders of customers who return. Some prices have sums beyond the safe integers. */
const returning: fc.Arbitrary<StoredOrder> = fc.record({
  header: fc.record({
    orderId: fc.string({ unit: CODE_POINT, minLength: 1, maxLength: 6 }),
    customerId: fc.option(
      fc.oneof(
        fc.nat(12).map((n) => `c${n}`),
        fc.constantFrom('\udc00', '__proto__', '', 'é'),
      ),
      { nil: undefined, freq: 8 },
    ),
    contact: fc.option(fc.constantFrom('a@example.com', 'b@example.com', 'é', '\udc00'), { nil: undefined }),
    orderDate: fc.option(
      fc.integer({ min: -5, max: 260 }).map((day) => day * DAY + 7),
      { nil: undefined, freq: 8 },
    ),
  }),
  lines: fc.array(
    fc.record({
      name: fc.option(fc.constantFrom('A', 'a', '', '\ud800', '"\\', 'Postage', 'constructor'), {
        nil: undefined,
      }),
      sku: fc.option(fc.constantFrom('A', 's1', 's2'), { nil: undefined }),
      unitPrice: fc.constantFrom(0, 0.1, 19.99, 2.5, 2.5, 1e-7, 123_456_789.01, 2 ** 40),
      quantity: fc.oneof(fc.integer({ min: -2, max: 9 }), fc.constantFrom(2 ** 31 - 1, 1)),
      customFields: fc.constant(undefined),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  isInParts: fc.boolean(),
});
const MANY = { minLength: 6, maxLength: 24, size: 'max' } as const;

/** Orders with hostile texts. Their prices stay within the limit of requests, so that sums fit into doubles. */
const hostile = storedShards.map((some) =>
  some.map((shard) =>
    shard.map((order) => ({
      ...order,
      lines: order.lines.map((row) => ({ ...row, unitPrice: Math.min(row.unitPrice, MAX_PRICE) })),
    })),
  ),
);
const shards: fc.Arbitrary<readonly Shard[]> = fc.oneof(
  { weight: 3, arbitrary: fc.array(fc.array(returning, MANY), { maxLength: 4, size: 'max' }) },
  { weight: 1, arbitrary: hostile },
);

const settings = fc.record({
  customerScope: fc.constantFrom('all', 'all', 'all', ...CUSTOMER_SCOPES),
  productIdentifier: fc.constantFrom('name', 'sku'),
  dateRange: fc.constantFrom(
    undefined,
    { end: formatDay(100) },
    { start: formatDay(3) },
    { start: formatDay(3), end: formatDay(40) },
  ),
  conditions: fc.constantFrom(
    [],
    [],
    [{ field: 'line_item_value', operator: 'greater_than', value: 2 } as const],
  ),
  timeZone: fc.constantFrom('UTC', 'Europe/Berlin', 'Pacific/Apia'),
});

/** Every third customer is held out and every fifth has left. Each is assigned a day after the one before. */
const ids = [...Array.from({ length: 13 }, (_, n) => `c${n}`), '\udc00', '__proto__', '', 'é', 'unknown'];
const assigned: Assigned = {
  customers: ids,
  isHeldOut: Uint8Array.from(ids, (_, at) => Number(at % 3 === 0)),
  at: Float64Array.from(ids, (_, at) => (at - 5) * DAY),
  isMember: Uint8Array.from(ids, (_, at) => Number(at % 5 !== 0)),
};

/** Recommendations of some of the names and SKUs, for next products. */
const model = createModel([['A', 'a'], ['A', 'a'], ['Postage', 'A'], ['s1'], ['s1', 's2'], ['']]);

/** Per type: its parameters, and the number of its subjects in a report, which shows that reports are not empty. */
const KINDS = {
  RFM: { asks: fc.constant({}), found: ({ body }) => body.customer_count },
  REPLENISHMENT: { asks: fc.constant({}), found: ({ body }) => body.summary.customers },
  COHORT: {
    asks: fc.record({
      cohortBy: fc.constantFrom(...COHORT_PERIODS),
      groups: fc.constantFrom(undefined, { by: 'first_product', leastCustomers: 1 }),
      leaveOut: fc.constantFrom(undefined, { notGoods: undefined }, { notGoods: ['A'] }),
    }),
    found: ({ body }) => body.summary.customers,
  },
  EFFECT: {
    asks: fc.record({
      since: fc.constantFrom(undefined, '1970-01-01'),
      days: fc.constantFrom(1, 30, 60),
      decidesOn: fc.constantFrom('orders', 'revenue'),
      audienceId: fc.constant('a'),
      ...{
        customerScope: fc.constant('all'),
        dateRange: fc.constant(undefined),
        conditions: fc.constant([]),
      },
    }),
    found: ({ body }) => body.effect?.sent.orders ?? 0,
  },
} satisfies { readonly [T in Exclude<ReportType, 'MBA'>]: Asked<T> };

interface Asked<T extends ReportType> {
  readonly asks: fc.Arbitrary<Partial<Kinds[T]['settings']>>;
  readonly found: (analysis: Analysis<Kinds[T]>) => number;
}

function expectTheSame<T extends ReportType>(type: T, { asks, found }: Asked<T>): void {
  const analysis = getAnalysis(type);
  const cutting = fc.record({ parts: fc.constantFrom(2, 7), linesPerFile: fc.constantFrom(1, 4, 1_000) });
  let sum = 0;
  fc.assert(
    fc.property(shards, settings, asks, cutting, (orders, some, more, how) => {
      const asked: Kinds[T]['settings'] = { ...createMbaSettings(some), ...more };
      const options = toOptions(asked, analysis.daysNeeded(asked));
      const single = analyseOrders(analysis, readStored(orders, options), asked, { assigned, model });
      sum += found(single);
      const { parts, whole } = cutIntoParts(orders, options, { ...how, by: analysis.partitionBy(asked) });
      const decoded = parts.map((columns) => () => columns);
      const joined = analyseInParts(analysis, decoded, asked, whole, { assigned, model });
      expect(toBytes(type, joined)).toEqual(toBytes(type, single));
    }),
    { numRuns: countCases(30) },
  );
  expect(sum).toBeGreaterThan(0);
}

it('computes the same RFM report in partitions as in one function', () => expectTheSame('RFM', KINDS.RFM));
it('computes the same REPLENISHMENT report in partitions as in one function', () =>
  expectTheSame('REPLENISHMENT', KINDS.REPLENISHMENT));
it('computes the same COHORT report in partitions as in one function', () =>
  expectTheSame('COHORT', KINDS.COHORT));
it('computes the same EFFECT report in partitions as in one function', () =>
  expectTheSame('EFFECT', KINDS.EFFECT));

function toBytes<T extends ReportType>(type: T, { body, companion, customers }: Analysis<Kinds[T]>) {
  const list = customers?.();
  const format = getCompanionFormat(type);
  return {
    body: JSON.stringify(body),
    companion: companion && format && Buffer.from(format.pack(companion)).toString('base64'),
    customers: list && Buffer.concat([...listInPieces(list)]).toString('base64'),
  };
}

function toOptions(asked: ReportSettings, range: DateRange | undefined): ColumnsBuilderOptions {
  return {
    productIdentifier: asked.productIdentifier,
    productLevel: asked.productLevel,
    isService: createServiceTest(asked.leaveOut),
    keep: compileConditions(asked.conditions),
    localTime: createLocalTime(asked.timeZone),
    range,
    withContacts: true,
  };
}
