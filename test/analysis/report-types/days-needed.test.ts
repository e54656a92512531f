// A report computed from the days that its type needs equals the report on the whole dataset, byte for byte.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { combineColumns } from '../../../src/analysis/orders/columns-builder.ts';
import { getAnalysis, getCompanionFormat, getFinish } from '../../../src/analysis/report-types/analyses.ts';
import { analyseOrders } from '../../../src/analysis/report-types/partitioned.ts';
import { REPORT_TYPES, type ReportType } from '../../../src/contract/report-types/report-types.ts';
import { resolveReport } from '../../../src/contract/report-types/resolve.ts';
import { BASKET_SCOPES, CUSTOMER_SCOPES, type DateRange } from '../../../src/contract/settings/settings.ts';
import { countCases } from '../../../tools/harness/depth.ts';
import { createRandom } from '../../../tools/harness/random/random.ts';
import { createLine, type LiteralOrder, toColumns } from '../orders/literal-orders.ts';

const SHARDS = 3;
type Request = Parameters<typeof resolveReport>[0];

/** The report and its companion as they are stored. */
function createReport(shards: readonly (readonly LiteralOrder[])[], request: Request, isNarrow: boolean) {
  const { reportType, settings } = resolveReport(request);
  const [analysis, format] = [getAnalysis(reportType), getCompanionFormat(reportType)];
  const range = isNarrow ? analysis.daysNeeded(settings) : undefined;
  const { conditions, productIdentifier, timeZone } = settings;
  const columns = combineColumns(
    shards.map((orders) => toColumns(orders, { conditions, productIdentifier, timeZone, range })),
  );
  const { body, companion } = analyseOrders(analysis, columns, settings);
  const described = getFinish(reportType).describe(body, null, settings);
  const packed = companion === undefined ? null : Buffer.from(format?.pack(companion) ?? []);
  return { orders: columns.orderCount, json: JSON.stringify([described, packed?.toString('base64')]) };
}

const day = fc.integer({ min: 0, max: 400 }).map((at) => new Date(Date.UTC(2024, 0, 1 + at)));
const order = fc.record({
  customer: fc.option(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), { nil: undefined }),
  // An evening in UTC is the next day in some time zones.
  date: fc.option(
    fc.tuple(day, fc.integer({ min: 0, max: 23 })).map(([on, hour]) => {
      on.setUTCHours(hour);
      return on.toISOString();
    }),
    { nil: undefined },
  ),
  lines: fc.array(
    fc
      .tuple(
        fc.constantFrom('P', 'Q', 'R', 'Postage'),
        fc.integer({ min: -500, max: 9_999 }),
        fc.integer({ min: -2, max: 4 }),
      )
      .map(([name, cents, quantity]) =>
        name === 'R'
          ? createLine('', cents / 100, quantity, { name: undefined, sku: 'r' })
          : createLine(name, cents / 100, quantity),
      ),
    { maxLength: 4 },
  ),
});
const dataset = fc.array(order, { minLength: 5, maxLength: 40, size: 'max' }).map((orders) => {
  const all = orders.map(({ customer, date, lines }, at): LiteralOrder => {
    return { id: `o${at}`, ...(customer && { customer }), ...(date && { date }), lines };
  });
  return Array.from({ length: SHARDS }, (_, shard) => all.filter((_, at) => at % SHARDS === shard));
});

const dateRange = fc
  .tuple(day, day, fc.constantFrom('start', 'end', 'both'))
  .map(([one, other, given]): DateRange => {
    const [start = '', end = ''] = [one, other]
      .sort((a, b) => a.getTime() - b.getTime())
      .map((d) => d.toISOString().slice(0, 10));
    return { ...(given !== 'end' && { start }), ...(given !== 'start' && { end }) };
  });
const request = fc.record({
  report_type: fc.constantFrom(...REPORT_TYPES),
  filters: fc.record({
    dateRange: fc.option(dateRange, { nil: undefined }),
    conditions: fc.constantFrom([], [{ field: 'quantity', operator: 'greater_than' as const, value: 1 }]),
  }),
  params: fc.record({
    customer_scope: fc.constantFrom(...CUSTOMER_SCOPES, 'all' as const, 'all' as const, 'all' as const),
    scope: fc.constantFrom(...BASKET_SCOPES),
    product_identifier: fc.constantFrom('name' as const, 'sku' as const),
    time_zone: fc.constantFrom('UTC', 'America/Los_Angeles', 'Pacific/Auckland'),
  }),
});

test('a report of any type, scope and range is the same if it reads only the days it needs', () => {
  const read = { narrow: 0, whole: 0 };
  fc.assert(
    fc.property(dataset, request, (shards, asked) => {
      const whole = createReport(shards, asked, false);
      const narrow = createReport(shards, asked, true);
      read.whole += whole.orders;
      read.narrow += narrow.orders;
      expect(narrow.json).toBe(whole.json);
    }),
    { seed: 18, numRuns: countCases(100) },
  );
  expect(read.narrow).toBeLessThan(0.95 * read.whole);
});

/** Orders of a year and 100 days, with enough customers for a prediction with a back-test. */
function createLongHistories(): LiteralOrder[][] {
  const random = createRandom(4);
  const shards: LiteralOrder[][] = Array.from({ length: SHARDS }, () => []);
  for (let at = 0; at < 1_500; at++) {
    const date = new Date(Date.UTC(2024, 0, 1 + Math.floor(random() * 465))).toISOString();
    const customer = `c${Math.floor(300 * random() ** 2)}`;
    shards[at % SHARDS]?.push({
      id: `o${at}`,
      customer,
      date,
      lines: [createLine('P', Math.ceil(random() * 5_000) / 100)],
    });
  }
  return shards;
}

test.each<[ReportType, DateRange, boolean]>([
  ['RFM', { end: '2024-12-31' }, true],
  ['RFM', { start: '2024-06-01', end: '2024-12-31' }, true],
  ['RFM', { start: '2026-01-01' }, true],
  ['COHORT', { start: '2024-06-01', end: '2024-12-31' }, true],
  ['COHORT', { start: '2024-06-01' }, false],
  ['MBA', { start: '2024-06-01' }, true],
])(
  'a report of type %s over %o on a year of orders is the same if it reads only the days it needs',
  (report_type, range, isLess) => {
    const shards = createLongHistories();
    const asked = { report_type, filters: { dateRange: range, conditions: [] }, params: {} };
    const whole = createReport(shards, asked, false);
    const narrow = createReport(shards, asked, true);
    expect(narrow.json).toBe(whole.json);
    expect(narrow.orders < whole.orders).toBe(isLess);
    if (report_type === 'RFM' && range.start === undefined) expect(whole.json).toContain('"backtest":{');
  },
);
