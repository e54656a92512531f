// A report's columns read from an extract are those read from the stored orders, and a damaged extract is refused.
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

function compressed(stored: readonly Shard[]): CompressedSection[] {
  return stored.map((shard) => {
    const coded = new CodedLines();
    const builder = createShardColumnsBuilder(coded);
    addStored(shard, coded, builder);
    const block = builder.build();
    if (block === undefined) throw new Error('expected every value to have a place');
    return compressSection(block);
  });
}

it('gives the columns that the stored orders give, whatever their texts, prices, dates and the settings', () => {
  fc.assert(
    fc.property(storedShards, anyOptions, fc.nat(7), (stored, asked, shift) => {
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
  const many: Shard = Array.from({ length: 66_000 }, (_, i) => ({
    header: { orderId: `o${i}`, customerId: `c${i % 65_600}`, orderDate: i },
    lines: [{ name: `p${i}`, sku: undefined, unitPrice: i / 100, quantity: 1, customFields: undefined }],
    isInParts: false,
  }));
  const asked: ColumnsBuilderOptions = { productIdentifier: 'name', keep: () => true };
  const shares: number[] = [];
  const file = encodeExtract({ state: 's', lines: 66_010 }, compressed([many.slice(0, 10), many]));
  expect(decodeExtract(file).columns(asked, (share) => shares.push(share))).toEqual(
    readStored([many.slice(0, 10), many], asked),
  );
  expect(shares).toEqual([0.5, 1]);
});

it('refuses columns of fewer orders than there are ids: an order would have no customer, date or lines', () => {
  const counts = (...values: number[]) => Uint32Array.from(values);
  const texts = (...values: string[]) => values;
  const complete = {
    orderIds: texts('o1', 'o2'),
    orderCustomer: counts(1, 1),
    orderContact: counts(1, 0),
    orderDate: Float64Array.of(0, 0),
    lineCounts: counts(1, 1),
    inParts: counts(),
    lineName: counts(1, 1),
    lineSku: counts(0, 0),
    linePrice: counts(1, 1),
    lineQuantity: counts(1, 1),
    lineCustom: counts(0, 0),
    customers: texts('c1'),
    contacts: texts('c1@example.com'),
    names: texts('tea'),
    skus: texts(),
    prices: Float64Array.of(1),
    customFields: texts(),
  };
  const read = (columns: Parameters<typeof packColumns>[0]) => () =>
    addShard(packColumns(columns), createColumnsBuilder({ productIdentifier: 'name', keep: () => true }));
  expect(read(complete)).not.toThrow();
  for (const cut of [
    { orderCustomer: counts(1) },
    { orderContact: counts(1) },
    { lineCounts: counts(1) },
    { orderDate: Float64Array.of(0) },
  ])
    expect(read({ ...complete, ...cut })).toThrow(ExtractUnreadableError);
});

it('has no place for a quantity that is not a 32-bit integer', () => {
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

// What a dataset holds, counted while an extract is collected, is what its orders say one by one.

it('has each row, order and customer once, whatever shards they are in, and the first and the last date', () => {
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
