// Batches, their order, and what a stopped run leaves behind.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { Checkpoint, describeReading } from '../../src/backfill/checkpoint.ts';
import { type OrderBatch, orderBatches } from '../../src/backfill/order-batches.ts';
import { sendBatches } from '../../src/backfill/send-batches.ts';
import type { SubmittedOrder } from '../../src/core/ingest/submitted-order.ts';

const order = (id: number, lines: number): SubmittedOrder => ({
  order_id: `o${id}`,
  line_items: Array.from({ length: lines }, (_, i) => ({ product_name: `p${i}` })),
});

async function* streamOf<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items;
}

async function collect<T>(stream: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = [];
  for await (const item of stream) items.push(item);
  return items;
}

describe('batches', () => {
  it('hold whole orders, at most 10,000 rows, none lost or twice', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 10_000 }), { maxLength: 12 }),
        fc.nat(12),
        async (widths, skip) => {
          const orders = widths.map((lines, id) => order(id, lines));
          const batches = await collect(orderBatches(streamOf(orders), skip));
          expect(batches.flatMap((batch) => batch.orders)).toEqual(orders.slice(skip));
          for (const batch of batches) expect(batch.rows).toBeLessThanOrEqual(10_000);
          expect(batches.map(({ index }) => index)).toEqual([...batches.keys()]);
          if (batches.length > 0) expect(batches.at(-1)?.ordersBehind).toBe(orders.length);
        },
      ),
      { numRuns: 50 },
    );
  });

  it('stay below what a request may weigh', async () => {
    const heavy = Array.from({ length: 3 }, (_, id) => ({
      order_id: `o${id}`,
      line_items: Array.from({ length: 4_000 }, (_, i) => ({ product_name: `${'é'.repeat(400)}${i}` })),
    }));
    expect((await collect(orderBatches(streamOf(heavy), 0))).map(({ orders }) => orders.length)).toEqual([
      1, 1, 1,
    ]);
  });
});

describe('sending', () => {
  const batches = (count: number): OrderBatch[] =>
    Array.from({ length: count }, (_, index) => ({
      index,
      orders: [order(index, 1)],
      rows: 1,
      ordersBehind: index + 1,
    }));

  it('reports them in order, whatever order they arrive in', async () => {
    const sent: number[] = [];
    let inFlight = 0;
    let most = 0;
    await sendBatches(streamOf(batches(20)), {
      inFlight: 4,
      send: async ({ index }) => {
        most = Math.max(most, ++inFlight);
        await new Promise((resolve) => setTimeout(resolve, (index * 7) % 5));
        inFlight--;
        return `import-${index}`;
      },
      onSent: ({ batch, importId }) => {
        expect(importId).toBe(`import-${batch.index}`);
        sent.push(batch.index);
      },
    });
    expect(sent).toEqual([...Array(20).keys()]);
    expect(most).toBe(4);
  });

  it('stops at a failure with a beginning that has no gap', async () => {
    const sent: number[] = [];
    const tried: number[] = [];
    const sending = sendBatches(streamOf(batches(20)), {
      inFlight: 3,
      send: async ({ index }) => {
        tried.push(index);
        if (index === 5) throw new Error('refused');
        return '';
      },
      onSent: ({ batch }) => sent.push(batch.index),
    });
    await expect(sending).rejects.toThrow('refused');
    expect(sent).toEqual([0, 1, 2, 3, 4]);
    expect(Math.max(...tried)).toBeLessThanOrEqual(8);
  });
});

describe('the checkpoint', () => {
  const dir = mkdtempSync(join(tmpdir(), 'checkpoint-'));
  afterAll(() => rmSync(dir, { recursive: true }));

  it('goes on with the same files only', () => {
    const data = join(dir, 'orders.csv');
    writeFileSync(data, 'order_id,product_name\n1,tea\n');
    const file = join(dir, 'checkpoint.json');
    const open = () => new Checkpoint(file, describeReading([data], { dataset: 'default' }));
    expect(open().load()).toEqual({ orders_sent: 0, rows_sent: 0, imports: [] });
    open().save({ orders_sent: 3, rows_sent: 9, imports: ['i'] });
    expect(open().load()).toMatchObject({ orders_sent: 3, rows_sent: 9, imports: ['i'] });
    expect(() => new Checkpoint(file, describeReading([data], { dataset: 'other' })).load()).toThrow(
      'remove it',
    );
    writeFileSync(data, 'order_id,product_name\n1,tea\n2,tea\n');
    expect(() => open().load()).toThrow('remove it');
    open().remove();
    expect(open().load().orders_sent).toBe(0);
  });
});
