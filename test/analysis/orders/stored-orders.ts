// Draws stored orders, including hostile ones, and reads a report's columns from them.
import fc from 'fast-check';
import type { ShardColumnsBuilder } from '../../../src/analysis/extract/shard-columns.ts';
import type { CodedLines } from '../../../src/analysis/orders/coded-lines.ts';
import type { OrderColumns } from '../../../src/analysis/orders/columns.ts';
import {
  type ColumnsBuilderOptions,
  combineColumns,
  createColumnsBuilder,
} from '../../../src/analysis/orders/columns-builder.ts';
import { compileConditions } from '../../../src/analysis/orders/filters.ts';
import type { OrderHeader, OrderLine } from '../../../src/contract/resources/orders/row.ts';
import { createLocalTime } from '../../../src/contract/settings/calendar.ts';
import { CODE_POINT } from '../../../tools/harness/random/code-points.ts';

export interface StoredOrder {
  readonly header: OrderHeader;
  readonly lines: readonly OrderLine[];
  /** True if the order is too wide for one item. */
  readonly isInParts: boolean;
}
export type Shard = readonly StoredOrder[];

/** Includes lone surrogates, which UTF-8 cannot hold, control characters, and inherited keys of objects. */
const hostileText = fc.oneof(
  fc.string({ unit: CODE_POINT, maxLength: 12 }),
  fc.constantFrom('A', 'a', 'B', '', '\ud800', '\udc00x', '__proto__', 'constructor', '\u0000', '"\\', '007'),
);
const DAY = 86_400_000;
const price = fc.oneof(
  fc.constantFrom(0, 0.1, 19.99, 2.5, 1e-7, 123_456_789.01),
  fc.double({ noNaN: true, noDefaultInfinity: true, min: 0 }),
);
const quantity = fc.oneof(fc.integer({ min: -3, max: 9 }), fc.constantFrom(2 ** 31 - 1, -(2 ** 31), 70_000));
const line: fc.Arbitrary<OrderLine> = fc.record({
  name: fc.option(hostileText, { nil: undefined }),
  sku: fc.option(hostileText, { nil: undefined }),
  unitPrice: price,
  quantity,
  customFields: fc.option(fc.dictionary(hostileText, hostileText, { maxKeys: 3, noNullPrototype: true }), {
    nil: undefined,
  }),
});
const order: fc.Arbitrary<StoredOrder> = fc.record({
  header: fc.record({
    orderId: hostileText,
    customerId: fc.option(fc.oneof(fc.constantFrom('c1', 'c2', 'c3'), hostileText), { nil: undefined }),
    orderDate: fc.option(
      fc.oneof(
        fc.integer({ min: -5, max: 40 }).map((day) => day * DAY + 7),
        fc.integer(),
      ),
      {
        nil: undefined,
      },
    ),
  }),
  lines: fc.array(line, { maxLength: 6 }),
  isInParts: fc.boolean(),
});
export const storedShards: fc.Arbitrary<readonly Shard[]> = fc.array(fc.array(order, { maxLength: 8 }), {
  maxLength: 4,
});

export const formatDay = (day: number): string => new Date(day * DAY).toISOString().slice(0, 10);
export const anyOptions: fc.Arbitrary<ColumnsBuilderOptions> = fc.record({
  productIdentifier: fc.constantFrom('name', 'sku'),
  productLevel: fc.constantFrom(undefined, 'A', '__proto__'),
  productLevels: fc.constantFrom(undefined, ['product', 'custom:A'] as const),
  keep: fc.constantFrom(
    compileConditions([]),
    compileConditions([{ field: 'product_name', operator: 'contains', value: 'a' }]),
    compileConditions([{ field: 'line_item_value', operator: 'greater_than', value: 20 }]),
    compileConditions([{ field: 'custom:A', operator: 'not_equals', value: 'B' }]),
  ),
  localTime: fc.constantFrom('UTC', 'Europe/Berlin', 'Pacific/Apia').map(createLocalTime),
  range: fc.constantFrom(
    undefined,
    { end: formatDay(20) },
    { start: formatDay(3) },
    { start: formatDay(3), end: formatDay(20) },
  ),
});

/** Reads like the reader of stored orders: shard by shard, orders in parts after the others. */
export function readStored(stored: readonly Shard[], asked: ColumnsBuilderOptions): OrderColumns {
  return combineColumns(
    stored.map((shard) => {
      const builder = createColumnsBuilder(asked);
      const later: StoredOrder[] = [];
      for (const each of shard) {
        if (!builder.takes(each.header)) continue;
        if (each.isInParts) later.push(each);
        else builder.add(each.header, each.lines);
      }
      for (const each of later) builder.add(each.header, each.lines);
      return builder.build();
    }),
  );
}

/** Adds a shard to the columns of an extract. */
export function addStored(
  shard: Shard,
  coded: CodedLines,
  to: Pick<ShardColumnsBuilder, 'add' | 'addLines'>,
): void {
  const addLines = (lines: readonly OrderLine[]): number => {
    const from = coded.count;
    for (const line of lines) coded.add(line);
    return from;
  };
  for (const { header, lines, isInParts } of shard) to.add(header, isInParts ? undefined : addLines(lines));
  for (const { lines, isInParts } of shard) {
    if (!isInParts) continue;
    addLines(lines);
    to.addLines(lines.length);
  }
}
