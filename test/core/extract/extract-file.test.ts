// A report's columns read from an extract are those read from the stored orders, and a damaged extract is refused.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  type CompressedShard,
  compressShard,
  decodeExtract,
  EXTRACT_VERSION,
  encodeExtract,
} from '../../../src/core/extract/extract-file.ts';
import { createShardColumnsBuilder } from '../../../src/core/extract/shard-columns.ts';
import type { OrderColumns } from '../../../src/core/orders/columns.ts';
import {
  type ColumnsBuilderOptions,
  combineColumns,
  createColumnsBuilder,
} from '../../../src/core/orders/columns-builder.ts';
import { compileConditions } from '../../../src/core/orders/filters.ts';
import { localTimeIn } from '../../../src/core/orders/local-time.ts';
import type { OrderHeader, OrderLine } from '../../../src/core/orders/row.ts';

interface StoredOrder {
  readonly header: OrderHeader;
  readonly lines: readonly OrderLine[];
  /** Too wide for one item. */
  readonly isInParts: boolean;
}
type Shard = readonly StoredOrder[];

/** Also halves of surrogate pairs, which no UTF-8 can hold, control characters, and keys that objects inherit. */
const hostileText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
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
const shards: fc.Arbitrary<readonly Shard[]> = fc.array(fc.array(order, { maxLength: 8 }), { maxLength: 4 });

const date = (day: number): string => new Date(day * DAY).toISOString().slice(0, 10);
const options: fc.Arbitrary<ColumnsBuilderOptions> = fc.record({
  productIdentifier: fc.constantFrom('name', 'sku'),
  productLevel: fc.constantFrom(undefined, 'A', '__proto__'),
  productLevels: fc.constantFrom(undefined, ['product', 'custom:A'] as const),
  keep: fc.constantFrom(
    compileConditions([]),
    compileConditions([{ field: 'product_name', operator: 'contains', value: 'a' }]),
    compileConditions([{ field: 'line_item_value', operator: 'greater_than', value: 20 }]),
    compileConditions([{ field: 'custom:A', operator: 'not_equals', value: 'B' }]),
  ),
  localTime: fc.constantFrom('UTC', 'Europe/Berlin', 'Pacific/Apia').map(localTimeIn),
  range: fc.constantFrom(undefined, { end: date(20) }, { start: date(3) }, { start: date(3), end: date(20) }),
});

/** As the reader of the stored orders does it: shard by shard, orders in parts after the others. */
function readStored(stored: readonly Shard[], asked: ColumnsBuilderOptions): OrderColumns {
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

function compressed(stored: readonly Shard[]): CompressedShard[] {
  return stored.map((shard) => {
    const builder = createShardColumnsBuilder();
    for (const { header, lines, isInParts } of shard) builder.add(header, isInParts ? undefined : lines);
    for (const { lines, isInParts } of shard) if (isInParts) builder.addLines(lines);
    const block = builder.build();
    if (block === undefined) throw new Error('expected every value to have a place');
    return compressShard(block);
  });
}

it('gives the columns that the stored orders give, whatever their texts, prices, dates and the settings', () => {
  fc.assert(
    fc.property(shards, options, fc.nat(7), (stored, asked, shift) => {
      const file = encodeExtract({ state: 'a1', lines: 3 }, compressed(stored));
      const shifted = new Uint8Array(file.length + shift).subarray(shift);
      shifted.set(file);
      const extract = decodeExtract(shifted);
      expect([extract.state, extract.lines]).toEqual(['a1', 3]);
      expect(extract.columns(asked)).toEqual(readStored(stored, asked));
    }),
    { numRuns: 300 },
  );
});

it('keeps columns of more than 65,535 values, and reports its progress by shard', () => {
  const many: Shard = Array.from({ length: 70_000 }, (_, i) => ({
    header: { orderId: `o${i}`, customerId: `c${i % 66_000}`, orderDate: i },
    lines: [{ name: `p${i}`, sku: undefined, unitPrice: i / 100, quantity: 1, customFields: undefined }],
    isInParts: false,
  }));
  const asked: ColumnsBuilderOptions = { productIdentifier: 'name', keep: () => true };
  const shares: number[] = [];
  const file = encodeExtract({ state: 's', lines: 140_000 }, compressed([many, many]));
  expect(decodeExtract(file).columns(asked, (share) => shares.push(share))).toEqual(
    readStored([many, many], asked),
  );
  expect(shares).toEqual([0.5, 1]);
});

it('has no place for a quantity that is not a 32-bit integer', () => {
  for (const wrong of [0.5, 2 ** 31, Number.NaN]) {
    const builder = createShardColumnsBuilder();
    builder.add({ orderId: 'o', customerId: undefined, orderDate: undefined }, [
      { name: 'a', sku: undefined, unitPrice: 1, quantity: wrong, customFields: undefined },
    ]);
    expect(builder.build()).toBeUndefined();
  }
});

const someOrders: Shard = [
  {
    header: { orderId: 'o1', customerId: 'ada', orderDate: 0 },
    lines: [{ name: 'Tea', sku: 'T1', unitPrice: 2.5, quantity: 2, customFields: { colour: 'green' } }],
    isInParts: false,
  },
];
const read = (file: Uint8Array): OrderColumns =>
  decodeExtract(file).columns({ productIdentifier: 'name', keep: () => true });

it('refuses a file whose bytes were changed, wherever, with ExtractUnreadableError', () => {
  const file = encodeExtract({ state: 's', lines: 2 }, compressed([someOrders, someOrders]));
  for (let at = 0; at < file.length; at++) {
    const changed = file.slice();
    changed[at] = (changed[at] ?? 0) ^ (1 << (at % 8));
    expect(() => read(changed), `byte ${at}`).toThrow(
      expect.objectContaining({ name: 'ExtractUnreadableError' }),
    );
  }
});

it('refuses a file that is cut short or continued, wherever, with ExtractUnreadableError', () => {
  const file = encodeExtract({ state: 's', lines: 2 }, compressed([someOrders, someOrders]));
  const lengths = Array.from({ length: file.length }, (_, length) => file.slice(0, length));
  for (const wrong of [...lengths, Uint8Array.of(...file, 0)]) {
    expect(() => read(wrong), `${wrong.length} bytes`).toThrow(
      expect.objectContaining({ name: 'ExtractUnreadableError' }),
    );
  }
});

it('refuses a file of another format version by its name', () => {
  const file = encodeExtract({ state: 's', lines: 1 }, compressed([someOrders]));
  new DataView(file.buffer).setUint32(4, EXTRACT_VERSION + 1, true);
  expect(() => read(file)).toThrow(`expected format version ${EXTRACT_VERSION}, got ${EXTRACT_VERSION + 1}`);
  expect(() => read(new TextEncoder().encode('{"erased": "everything that was here before"}'))).toThrow(
    'not an extract',
  );
});
