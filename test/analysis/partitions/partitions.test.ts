// Orders that are cut into partitions, written and read again equal the orders of a report's columns.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { OrderColumns } from '../../../src/analysis/orders/columns.ts';
import type { ColumnsBuilderOptions } from '../../../src/analysis/orders/columns-builder.ts';
import { OrderCutter, type PartitionKey } from '../../../src/analysis/partitions/cut-orders.ts';
import { encodePartFile } from '../../../src/analysis/partitions/part-file.ts';
import { countCases } from '../../../tools/harness/depth.ts';
import { anyOptions, readStored, type Shard, storedShards } from '../orders/stored-orders.ts';
import { cutIntoParts, readParts } from './cut-into-parts.ts';

function formatOrders(columns: OrderColumns): string[] {
  const { lines } = columns;
  return Array.from({ length: columns.orderCount }, (_, order) => {
    const [from = 0, to = 0] = [columns.lineStart[order], columns.lineStart[order + 1]];
    return JSON.stringify([
      columns.orderIds[order],
      columns.customers[columns.orderCustomer[order] ?? -1],
      columns.orderDate[order],
      Array.from({ length: to - from }, (__, i) => [
        columns.products[lines.getProduct(from + i)],
        lines.getQuantity(from + i),
        lines.getPrice(from + i),
        lines.isKept(from + i),
        lines.isUnderOther(from + i),
      ]),
    ]);
  });
}

const cutting = fc.record({
  parts: fc.constantFrom(1, 2, 7),
  by: fc.constantFrom<PartitionKey>('order', 'customer'),
  linesPerFile: fc.constantFrom(1, 4, 1_000),
});

it('OrderCutter puts every order into the partition of its customer once, for any texts, settings and number of files', () => {
  fc.assert(
    fc.property(storedShards, anyOptions, cutting, (stored, asked, how) => {
      const { parts, whole } = cutIntoParts(stored, asked, how);
      const expected = readStored(stored, asked);
      expect(parts.flatMap(formatOrders).sort()).toEqual(formatOrders(expected).sort());
      expect(whole).toEqual({
        newestDate: expected.newestDate,
        scale: expected.lines.scale,
        orders: expected.orderCount,
        lines: expected.lineCount,
        parts: how.parts,
      });
      for (const part of parts) {
        expect([part.newestDate, part.lines.scale]).toEqual([expected.newestDate, expected.lines.scale]);
      }
      if (how.by === 'customer') {
        const owners = parts.flatMap(({ customers }) => customers);
        expect(new Set(owners).size).toBe(owners.length);
      }
    }),
    { numRuns: countCases(50) },
  );
});

const createTeaOrder = (orderId: string): Shard[number] => ({
  header: { orderId, customerId: 'ada', orderDate: 0 },
  lines: [{ name: 'Tea', sku: 'T1', unitPrice: 2.5, quantity: 2, customFields: undefined }],
  isInParts: false,
});
const BY_NAME: ColumnsBuilderOptions = { productIdentifier: 'name', keep: () => true };

it('reading a part file throws ExtractUnreadableError if it was changed at any byte or cut at any length', () => {
  const cutter = new OrderCutter({ ...BY_NAME, parts: 2, by: 'order', shard: 0 });
  for (const { header, lines } of [createTeaOrder('o1'), createTeaOrder('o2'), createTeaOrder('o3')])
    cutter.add(header, lines);
  const file = encodePartFile(cutter.take());
  expect(readParts([file], 2).whole.lines).toBe(3);
  const changed = Array.from({ length: file.length }, (_, at) =>
    file.map((byte, i) => (i === at ? byte ^ 4 : byte)),
  );
  const short = Array.from({ length: file.length }, (_, length) => file.slice(0, length));
  for (const wrong of [...changed, ...short]) {
    expect(() => readParts([wrong], 2)).toThrow(expect.objectContaining({ name: 'ExtractUnreadableError' }));
  }
});
