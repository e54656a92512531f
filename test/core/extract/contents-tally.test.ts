// What a dataset holds, counted while an extract is collected, is what its orders say one by one.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ExtractBuilder } from '../../../src/core/extract/extract-file.ts';
import { CodedLines } from '../../../src/core/orders/coded-lines.ts';
import { addStored, storedShards } from '../orders/stored-orders.ts';

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
