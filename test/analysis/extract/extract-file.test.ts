// Extracts give the same report columns as the stored orders; damaged extracts are refused.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ExtractUnreadableError } from '../../../src/analysis/extract/extract-error.ts';
import {
  decodeExtract,
  EXTRACT_VERSION,
  ExtractBuilder,
  encodeExtract,
} from '../../../src/analysis/extract/extract-file.ts';
import { packColumns } from '../../../src/analysis/extract/packed-columns.ts';
import { type CompressedSection, compressSection } from '../../../src/analysis/extract/sections.ts';
import { addShard, createShardColumnsBuilder } from '../../../src/analysis/extract/shard-columns.ts';
import { CodedLines } from '../../../src/analysis/orders/coded-lines.ts';
import type { OrderColumns } from '../../../src/analysis/orders/columns.ts';
import {
  type ColumnsBuilderOptions,
  createColumnsBuilder,
} from '../../../src/analysis/orders/columns-builder.ts';
import { addStored, anyOptions, readStored, type Shard, storedShards } from '../orders/stored-orders.ts';

function compressShards(stored: readonly Shard[]): CompressedSection[] {
  return stored.map((shard) => {
    const coded = new CodedLines();
    const builder = createShardColumnsBuilder(coded);
    addStored(shard, coded, builder);
    const block = builder.build();
    if (block === undefined) throw new Error('expected every value to have a place');
    return compressSection(block);
  });
}

it('an extract returns the columns of the stored orders for any texts, prices, dates and settings', () => {
  fc.assert(
    fc.property(storedShards, anyOptions, fc.nat(7), (stored, asked, shift) => {
      const file = encodeExtract({ state: 'a1', lines: 3 }, compressShards(stored));
      const shifted = new Uint8Array(file.length + shift).subarray(shift);
      shifted.set(file);
      const extract = decodeExtract(shifted);
      expect([extract.state, extract.lines]).toEqual(['a1', 3]);
      expect(extract.columns(asked)).toEqual(readStored(stored, asked));
    }),
    { numRuns: 300 },
  );
});

it('an extract keeps columns of more than 65,535 values and reports progress per shard', () => {
  const many: Shard = Array.from({ length: 66_000 }, (_, i) => ({
    header: { orderId: `o${i}`, customerId: `c${i % 65_600}`, orderDate: i },
    lines: [{ name: `p${i}`, sku: undefined, unitPrice: i / 100, quantity: 1, customFields: undefined }],
    isInParts: false,
  }));
  const asked: ColumnsBuilderOptions = { productIdentifier: 'name', keep: () => true };
  const shares: number[] = [];
  const file = encodeExtract({ state: 's', lines: 66_010 }, compressShards([many.slice(0, 10), many]));
  expect(decodeExtract(file).columns(asked, (share) => shares.push(share))).toEqual(
    readStored([many.slice(0, 10), many], asked),
  );
  expect(shares).toEqual([0.5, 1]);
});

it('addShard refuses columns with fewer customers, contacts, line counts or dates than order ids', () => {
  const createCounts = (...values: number[]) => Uint32Array.from(values);
  const createTexts = (...values: string[]) => values;
  const complete = {
    orderIds: createTexts('o1', 'o2'),
    orderCustomer: createCounts(1, 1),
    orderContact: createCounts(1, 0),
    orderDate: Float64Array.of(0, 0),
    lineCounts: createCounts(1, 1),
    inParts: createCounts(),
    lineName: createCounts(1, 1),
    lineSku: createCounts(0, 0),
    linePrice: createCounts(1, 1),
    lineQuantity: createCounts(1, 1),
    lineCustom: createCounts(0, 0),
    customers: createTexts('c1'),
    contacts: createTexts('c1@example.com'),
    names: createTexts('tea'),
    skus: createTexts(),
    prices: Float64Array.of(1),
    customFields: createTexts(),
  };
  const read = (columns: Parameters<typeof packColumns>[0]) => () =>
    addShard(packColumns(columns), createColumnsBuilder({ productIdentifier: 'name', keep: () => true }));
  expect(read(complete)).not.toThrow();
  for (const cut of [
    { orderCustomer: createCounts(1) },
    { orderContact: createCounts(1) },
    { lineCounts: createCounts(1) },
    { orderDate: Float64Array.of(0) },
  ])
    expect(read({ ...complete, ...cut })).toThrow(ExtractUnreadableError);
});

it('ShardColumnsBuilder builds no block if a quantity is not a 32-bit integer', () => {
  for (const wrong of [0.5, 2 ** 31, Number.NaN]) {
    const lines = new CodedLines();
    const builder = createShardColumnsBuilder(lines);
    lines.add({ name: 'a', sku: undefined, unitPrice: 1, quantity: wrong, customFields: undefined });
    builder.add({ orderId: 'o', customerId: undefined, orderDate: undefined }, 0);
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

it('decodeExtract throws ExtractUnreadableError if any byte of a file was changed', () => {
  const file = encodeExtract({ state: 's', lines: 2 }, compressShards([someOrders, someOrders]));
  for (let at = 0; at < file.length; at++) {
    const changed = file.slice();
    changed[at] = (changed[at] ?? 0) ^ (1 << (at % 8));
    expect(() => read(changed), `byte ${at}`).toThrow(
      expect.objectContaining({ name: 'ExtractUnreadableError' }),
    );
  }
});

it('decodeExtract throws ExtractUnreadableError if a file is cut at any length or continued', () => {
  const file = encodeExtract({ state: 's', lines: 2 }, compressShards([someOrders, someOrders]));
  const lengths = Array.from({ length: file.length }, (_, length) => file.slice(0, length));
  for (const wrong of [...lengths, Uint8Array.of(...file, 0)]) {
    expect(() => read(wrong), `${wrong.length} bytes`).toThrow(
      expect.objectContaining({ name: 'ExtractUnreadableError' }),
    );
  }
});

it('decodeExtract names both format versions when it refuses a file of another version', () => {
  const file = encodeExtract({ state: 's', lines: 1 }, compressShards([someOrders]));
  new DataView(file.buffer).setUint32(4, EXTRACT_VERSION + 1, true);
  expect(() => read(file)).toThrow(`expected format version ${EXTRACT_VERSION}, got ${EXTRACT_VERSION + 1}`);
  expect(() => read(new TextEncoder().encode('{"erased": "everything that was here before"}'))).toThrow(
    'not an extract',
  );
});

it('ExtractBuilder counts rows, orders and customers once across shards and finds the first and last date', () => {
  fc.assert(
    fc.property(storedShards, (stored) => {
      const extract = new ExtractBuilder(stored.length, 1_000_000);
      stored.forEach((orders, index) => {
        const lines = new CodedLines();
        const shard = extract.openShard(lines);
        if (shard === undefined) return;
        addStored(orders, lines, shard);
        extract.closeShard(index, shard);
      });
      const orders = stored.flat();
      const dates = orders.flatMap(({ header: { orderDate } }) => orderDate ?? []).sort((a, b) => a - b);
      expect(extract.contents).toEqual({
        rows: orders.flatMap(({ lines }) => lines).length,
        orders: orders.length,
        customers: new Set(orders.flatMap(({ header: { customerId } }) => customerId ?? [])).size,
        firstOrderDate: dates[0],
        lastOrderDate: dates.at(-1),
      });
    }),
    { numRuns: 200 },
  );
});
