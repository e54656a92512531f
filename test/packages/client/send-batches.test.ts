// Tests batches of whole orders, the sequence in which they are sent and reported, and how far ahead orders are read.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Order } from '../../../packages/client/src/contract.ts';
import { batchOrders, type OrderBatch } from '../../../packages/client/src/pushing/batch-orders.ts';
import { sendBatches } from '../../../packages/client/src/pushing/send-batches.ts';
import { MAX_LINE_ITEMS_PER_REQUEST } from '../../../src/contract/schema/limits.ts';

const createOrder = (id: number | string, lines: number): Order => ({
  order_id: `o${id}`,
  line_items: Array.from({ length: lines }, (_, i) => ({ product_name: `p${i}` })),
});

async function* toStream<T>(items: Iterable<T>): AsyncGenerator<T> {
  yield* items;
}

async function collect<T>(stream: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = [];
  for await (const item of stream) items.push(item);
  return items;
}

describe('batchOrders', () => {
  it('yields each order once in batches of at most 10,000 rows and keeps objects of one id together', async () => {
    const object = fc.record({ id: fc.nat(4), lines: fc.integer({ min: 1, max: 3_000 }) });
    await fc.assert(
      fc.asyncProperty(fc.array(object, { maxLength: 20 }), fc.nat(20), async (objects, skip) => {
        const orders: Order[] = [];
        const rowsOfRun: number[] = [];
        for (const { id, lines } of objects) {
          const isSame = orders.at(-1)?.order_id === `o${id}`;
          const run = isSame ? (rowsOfRun.at(-1) ?? 0) : 0;
          if (run + lines > MAX_LINE_ITEMS_PER_REQUEST) continue;
          if (isSame) rowsOfRun.pop();
          rowsOfRun.push(run + lines);
          orders.push(createOrder(id, lines));
        }
        const batches = await collect(batchOrders(toStream(orders), { skip }));
        expect(batches.flatMap((batch) => batch.orders)).toEqual(orders.slice(skip));
        expect(batches.map(({ index }) => index)).toEqual([...batches.keys()]);
        for (const { orders: some, lineItems, ordersBefore } of batches) {
          expect(lineItems).toBeLessThanOrEqual(MAX_LINE_ITEMS_PER_REQUEST);
          expect(lineItems).toBe(some.reduce((sum, { line_items }) => sum + line_items.length, 0));
          expect(some).toEqual(orders.slice(ordersBefore, ordersBefore + some.length));
          if (ordersBefore > skip) {
            expect(orders[ordersBefore - 1]?.order_id).not.toBe(orders[ordersBefore]?.order_id);
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  it('splits batches below the size limit of a request', async () => {
    const heavy = Array.from({ length: 3 }, (_, id) => ({
      order_id: `o${id}`,
      line_items: Array.from({ length: 4_000 }, (_, i) => ({ product_name: `${'é'.repeat(400)}${i}` })),
    }));
    const batches = await collect(batchOrders(heavy));
    expect(batches.map(({ orders }) => orders.length)).toEqual([1, 1, 1]);
  });

  it.each([
    ['an order', [createOrder(1, 1), createOrder(2, 10_001)]],
    ['objects of one id', [createOrder(1, 1), createOrder(2, 6_000), createOrder(2, 4_001)]],
  ])('refuses %s over the limit of 10,000 rows', async (_, orders) => {
    await expect(collect(batchOrders(orders))).rejects.toMatchObject({
      code: 'order_too_large',
      orderId: 'o2',
    });
  });
});

describe('sendBatches', () => {
  const createBatches = (count: number): OrderBatch[] =>
    Array.from({ length: count }, (_, index) => ({
      index,
      orders: [createOrder(index, 1)],
      lineItems: 1,
      ordersBefore: index,
    }));

  it('reports batches in order, sends four at a time and reads at most four ahead', async () => {
    const sent: number[] = [];
    let read = 0;
    let inFlight = 0;
    let most = 0;
    async function* countReads() {
      for (const batch of createBatches(20)) {
        read++;
        yield batch;
      }
    }
    await sendBatches(countReads(), {
      concurrency: 4,
      send: async ({ index }) => {
        most = Math.max(most, ++inFlight);
        expect(read - index).toBeLessThanOrEqual(4);
        await new Promise((resolve) => setTimeout(resolve, (index * 7) % 5));
        inFlight--;
        return `import-${index}`;
      },
      onSent: (batch, importId) => {
        expect(importId).toBe(`import-${batch.index}`);
        sent.push(batch.index);
      },
    });
    expect(sent).toEqual([...Array(20).keys()]);
    expect(most).toBe(4);
  });

  it('reports all batches before the failed one and closes its source', async () => {
    const sent: number[] = [];
    const tried: number[] = [];
    let isClosed = false;
    async function* yieldAndNoteClosing() {
      try {
        yield* createBatches(20);
      } finally {
        isClosed = true;
      }
    }
    const sending = sendBatches(yieldAndNoteClosing(), {
      concurrency: 3,
      send: async ({ index }) => {
        tried.push(index);
        if (index === 5) throw new Error('refused');
        return '';
      },
      onSent: (batch) => sent.push(batch.index),
    });
    await expect(sending).rejects.toThrow('refused');
    expect(sent).toEqual([0, 1, 2, 3, 4]);
    expect(Math.max(...tried)).toBeLessThanOrEqual(8);
    expect(isClosed).toBe(true);
  });

  it('rejects on a failure or abort while its source hangs', async () => {
    async function* yieldThenHang() {
      yield* createBatches(1);
      await new Promise(() => undefined);
    }
    const options = { concurrency: 2, onSent: () => undefined };
    const refuse = async (): Promise<void> => {
      throw new Error('refused');
    };
    await expect(sendBatches(yieldThenHang(), { ...options, send: refuse })).rejects.toThrow('refused');
    const abort = new AbortController();
    const send = async (): Promise<void> => abort.abort(new Error('enough'));
    const aborted = sendBatches(yieldThenHang(), { ...options, send, signal: abort.signal });
    await expect(aborted).rejects.toThrow('enough');
  });
});
