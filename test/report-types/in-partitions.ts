// Reports of orders in partitions beside the reports that one function makes of the same orders.
import fc from 'fast-check';
import { expect } from 'vitest';
import { analyseInParts } from '../../quality/harness/in-parts.ts';
import { CODE_POINT } from '../../quality/harness/random/code-points.ts';
import { type Random, shuffled } from '../../quality/harness/random/random.ts';
import type { Kinds, ReportType } from '../../src/contract/report-types/report-types.ts';
import { localTimeIn } from '../../src/contract/settings/calendar.ts';
import {
  CUSTOMER_SCOPES,
  type DateRange,
  type ReportSettings,
} from '../../src/contract/settings/settings.ts';
import { listInPieces } from '../../src/core/customer-lists/build-list.ts';
import type { ColumnsBuilderOptions } from '../../src/core/orders/columns-builder.ts';
import { serviceTest } from '../../src/core/orders/fee-names.ts';
import { compileConditions } from '../../src/core/orders/filters.ts';
import { analysisOf, companionOf } from '../../src/report-types/analyses.ts';
import type { Analysis, AnalysisDeps } from '../../src/report-types/analysis.ts';
import { header, type LiteralOrder, settingsOf } from '../core/orders/literal-orders.ts';
import {
  date,
  readStored,
  type Shard,
  type StoredOrder,
  storedShards,
} from '../core/orders/stored-orders.ts';
import { cutIntoParts } from '../core/partitions/cut-into-parts.ts';

const DAY = 86_400_000;
const MAX_PRICE = 1e12;

/** Of customers who come several times; prices whose sums leave the safe integers among them. */
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

/** Prices are those that requests may have: reports need not hold sums beyond the doubles. */
const hostile = storedShards.map((some) =>
  some.map((shard) =>
    shard.map((order) => ({
      ...order,
      lines: order.lines.map((of) => ({ ...of, unitPrice: Math.min(of.unitPrice, MAX_PRICE) })),
    })),
  ),
);
export const shards: fc.Arbitrary<readonly Shard[]> = fc.oneof(
  { weight: 3, arbitrary: fc.array(fc.array(returning, MANY), { maxLength: 4, size: 'max' }) },
  { weight: 1, arbitrary: hostile },
);

export const settings = fc.record({
  customerScope: fc.constantFrom('all', 'all', 'all', ...CUSTOMER_SCOPES),
  productIdentifier: fc.constantFrom('name', 'sku'),
  dateRange: fc.constantFrom(
    undefined,
    { end: date(100) },
    { start: date(3) },
    { start: date(3), end: date(40) },
  ),
  conditions: fc.constantFrom(
    [],
    [],
    [{ field: 'line_item_value', operator: 'greater_than', value: 2 } as const],
  ),
  timeZone: fc.constantFrom('UTC', 'Europe/Berlin', 'Pacific/Apia'),
});

/** Orders as they lie in four shards, some of them in parts. */
export function storedInShards(orders: readonly LiteralOrder[]): Shard[] {
  return [0, 1, 2, 3].map((shard) =>
    orders
      .filter((_, at) => (at * 7) % 4 === shard)
      .map((order, at) => ({ header: header(order), lines: order.lines, isInParts: at % 5 === 0 })),
  );
}

export interface Cutting {
  readonly parts: number;
  readonly linesPerFile: number;
  /** Partitions arrive in a sequence of its own. Default: by their numbers. */
  readonly shuffledBy?: Random;
}
export const cuttings: fc.Arbitrary<Cutting> = fc.record({
  parts: fc.constantFrom(1, 2, 7, 16),
  linesPerFile: fc.constantFrom(1, 4, 1_000),
});

/** The report of one function, after those in partitions were found to be the same, byte for byte, however they are cut. */
export function expectTheSameReport<T extends ReportType>(
  type: T,
  orders: readonly Shard[],
  asked: Kinds[T]['settings'],
  cutting: Cutting | readonly Cutting[],
  deps: AnalysisDeps = {},
): Analysis<Kinds[T]> {
  const { partitioned, analyse, daysNeeded } = analysisOf(type);
  const options = optionsOf(asked, daysNeeded(asked));
  const single = analyse(readStored(orders, options), asked, deps);
  const expected = bytesOf(type, single);
  for (const { parts, linesPerFile, shuffledBy } of [cutting].flat()) {
    const cut = cutIntoParts(orders, options, { parts, by: partitioned.partitionBy(asked), linesPerFile });
    const inSequence = cut.parts.map((columns) => () => columns);
    const decoded = shuffledBy === undefined ? inSequence : shuffled(shuffledBy, inSequence);
    const joined = analyseInParts(partitioned, decoded, asked, cut.whole, deps);
    expect(bytesOf(type, joined), `${parts} partitions`).toEqual(expected);
  }
  return single;
}

function bytesOf<T extends ReportType>(type: T, { body, companion, customers }: Analysis<Kinds[T]>) {
  const list = customers?.();
  const format = companionOf(type);
  return {
    body: JSON.stringify(body),
    companion: companion && format && Buffer.from(format.pack(companion)).toString('base64'),
    customers: list && Buffer.concat([...listInPieces(list)]).toString('base64'),
  };
}

function optionsOf(asked: ReportSettings, range: DateRange | undefined): ColumnsBuilderOptions {
  return {
    productIdentifier: asked.productIdentifier,
    productLevel: asked.productLevel,
    isService: serviceTest(asked.leaveOut),
    keep: compileConditions(asked.conditions),
    localTime: localTimeIn(asked.timeZone),
    range,
    withContacts: true,
  };
}

export function sharedSettings(some: Partial<ReportSettings>): ReportSettings {
  return settingsOf(some);
}
