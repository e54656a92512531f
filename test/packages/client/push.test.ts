// Tests that a push to the service over a faulty connection applies every row exactly once, and that a push which ends
// early reports where to resume.
import { beforeAll, describe, expect, it } from 'vitest';
import {
  type Order,
  OrderAnalytics,
  PushError,
  type PushOptions,
  type PushProgress,
} from '../../../packages/client/src/index.ts';
import { useTarget } from '../../end-to-end/use-target.ts';
import { type Fault, startFaultyProxy, startScriptedServer } from './servers.ts';

const target = useTarget();
let apiKey = '';
let client: OrderAnalytics;
beforeAll(async () => {
  apiKey = (await target.local.newAccount('max')).apiKey;
  client = new OrderAnalytics({ baseUrl: target.baseUrl, apiKey });
});

const QUICK = { firstDelayMs: 20, maxDelayMs: 50 };
/** Line items of an order; five orders fill a batch of 10,000. */
const LINES = 2_000;

function* createWideOrders(count: number, lines = LINES): Generator<Order> {
  for (let i = 0; i < count; i++) {
    yield {
      order_id: `o-${i}`,
      line_items: Array.from({ length: lines }, (_, j) => ({
        product_name: `p${j}`,
        unit_price: 1,
        quantity: 1,
      })),
    };
  }
}

const listImports = async (): Promise<string[]> => {
  const ids: string[] = [];
  for await (const { import_id } of client.imports.list()) ids.push(import_id);
  return ids;
};

/** The PushError that the promise rejects with; throws if it resolves or rejects with another error. */
async function catchPushError(promise: Promise<unknown>): Promise<PushError> {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof PushError)) throw new Error('expected a PushError', { cause: error });
  return error;
}

describe('push', () => {
  it('reports progress, waits until the rows are applied and returns their counts', async () => {
    const reported: PushProgress[] = [];
    const options = {
      datasetId: 'reported',
      wait: true,
      onProgress: (one: PushProgress) => reported.push(one),
    } as const;
    const first = await client.push(createWideOrders(7), options);
    expect(first).toMatchObject({
      ordersSent: 7,
      lineItemsSent: 7 * LINES,
      batches: 2,
      rows: { total: 7 * LINES, inserted: 7 * LINES, updated: 0, failed: 0 },
      errors: [],
      warnings: [],
    });
    expect(reported.map(({ ordersSent }) => ordersSent).filter((n, i, all) => n !== all[i - 1])).toEqual([
      5, 7,
    ]);
    expect(reported.at(-1)).toMatchObject({ imports: first.imports, rows: first.rows });
    const again = await client.push(createWideOrders(7), { datasetId: 'reported', wait: true });
    expect(again.rows).toEqual({ total: 7 * LINES, inserted: 0, updated: 7 * LINES, failed: 0 });
  });

  it('applies no row twice if requests or responses fail', async () => {
    const faults: (Fault | undefined)[] = [
      'timeout-after',
      'broken-after',
      'cut',
      'broken-before',
      'timeout-before',
      'cut',
      undefined,
      'broken-after',
    ];
    const before = (await listImports()).length;
    const baseUrl = await startFaultyProxy(target.baseUrl, (request) => faults[request - 1]);
    const shaky = new OrderAnalytics({ baseUrl, apiKey, retry: QUICK });
    const waits = new Set<string | undefined>();
    const pushed = await shaky.push(createWideOrders(15), {
      datasetId: 'shaky',
      wait: true,
      onProgress: ({ waiting }) => waits.add(waiting?.error?.code),
    });
    expect(waits).toContain('network_error');
    expect(waits).toContain('http_504');
    expect(pushed.rows).toEqual({ total: 15 * LINES, inserted: 15 * LINES, updated: 0, failed: 0 });
    expect([pushed.batches, (await listImports()).length - before]).toEqual([3, 3]);
  });

  it('reads at most eleven of 400 orders ahead of accepted ones', async () => {
    let read = 0;
    let accepted = 0;
    let furthest = 0;
    const server = await startScriptedServer(async ({ number, body }) => {
      await new Promise((resolve) => setTimeout(resolve, 2));
      furthest = Math.max(furthest, read - accepted);
      accepted += body?.orders?.length ?? 0;
      return {
        status: 202,
        body: { success: true, import_id: `i${number}`, rows_accepted: 1, orders_count: 1 },
      };
    });
    async function* countReads(): AsyncGenerator<Order> {
      for (const order of createWideOrders(400)) {
        read++;
        yield order;
      }
    }
    const scripted = new OrderAnalytics({ baseUrl: server.url, apiKey: 'afn_test' });
    expect(await scripted.push(countReads())).toMatchObject({ ordersSent: 400, batches: 80 });
    // Two batches of five orders are in flight, and one more order shows that the second batch is full.
    expect(furthest).toBeLessThanOrEqual(11);
    expect(accepted).toBe(400);
  });
});

describe('push that ends early', () => {
  /** Resumes at the position in the error, over a reliable connection, and returns the row counts of both. */
  async function resumePush(orders: Iterable<Order>, error: PushError, datasetId: string) {
    const rest = await client.push(orders, { datasetId, ...error.resume, wait: true });
    expect(rest.ordersSent).toBe([...orders].length);
    const rows = { inserted: 0, updated: 0 };
    for (const importId of new Set([...error.imports, ...rest.imports])) {
      const job = await client.imports.wait(importId);
      rows.inserted += job.rows.inserted;
      rows.updated += job.rows.updated;
    }
    return { ...rows, replayed: rest.imports.filter((id) => error.imports.includes(id)) };
  }

  it('names a rejected order and resumes once it is corrected', async () => {
    const orders = [...createWideOrders(15)];
    const spoilt: Order[] = orders.map((order, i) =>
      i === 6 ? { ...order, order_id: 'x'.repeat(257) } : order,
    );
    // Delays the refusal of the second batch until the third is accepted.
    let accepted = 0;
    const fetchSlowly: typeof fetch = async (...args) => {
      const reply = await fetch(...args);
      if (reply.status === 202) accepted++;
      if (reply.status === 400) await expect.poll(() => accepted).toBe(2);
      return reply;
    };
    const slow = new OrderAnalytics({ baseUrl: target.baseUrl, apiKey, fetch: fetchSlowly });
    const error = await catchPushError(slow.push(spoilt, { datasetId: 'refused' }));
    expect(error).toMatchObject({
      status: 400,
      code: 'invalid_request',
      param: 'orders[1].order_id',
      order: { index: 6, orderId: 'x'.repeat(257) },
      ordersSent: 5,
      lineItemsSent: 5 * LINES,
      batches: 2,
      resume: { skip: 5 },
    });
    expect(error.message).toContain('index 6');
    expect(error.unsent).toMatchObject([{ firstOrder: 5, lineItems: 5 * LINES }]);
    expect(error.unsent[0]?.orderIds[0]).toBe('o-5');
    const { replayed, ...rows } = await resumePush(orders, error, 'refused');
    expect(rows).toEqual({ inserted: 15 * LINES, updated: 0 });
    expect(replayed).toHaveLength(1);
  });

  it('has sent exactly the reported orders if its iterable throws', async () => {
    async function* yieldThenFail(): AsyncGenerator<Order> {
      yield* createWideOrders(12);
      throw new Error('the database is gone');
    }
    const error = await catchPushError(client.push(yieldThenFail(), { datasetId: 'thrown' }));
    expect(error).toMatchObject({ code: 'interrupted', ordersSent: 10, batches: 2, unsent: [] });
    expect(error.message).toContain('the database is gone');
    const { replayed, ...rows } = await resumePush([...createWideOrders(12)], error, 'thrown');
    expect([rows, replayed]).toEqual([{ inserted: 12 * LINES, updated: 0 }, []]);
  });

  it('has sent exactly the reported orders if it is aborted while the iterable hangs', async () => {
    const abort = new AbortController();
    let isClosed = false;
    async function* yieldThenHang(): AsyncGenerator<Order> {
      try {
        yield* createWideOrders(6);
        await new Promise((_, reject) => abort.signal.addEventListener('abort', () => reject(new Error())));
      } finally {
        isClosed = true;
      }
    }
    const options: PushOptions = {
      datasetId: 'aborted',
      signal: abort.signal,
      onProgress: ({ batches }) => {
        if (batches === 1) abort.abort(new Error('enough'));
      },
    };
    const error = await catchPushError(client.push(yieldThenHang(), options));
    expect(error).toMatchObject({ code: 'aborted', ordersSent: 5, cause: abort.signal.reason });
    await expect.poll(() => isClosed).toBe(true);
    const { inserted, updated } = await resumePush([...createWideOrders(6)], error, 'aborted');
    expect({ inserted, updated }).toEqual({ inserted: 6 * LINES, updated: 0 });
  });

  it('resumes after a permanent connection failure without applying a row twice', async () => {
    const baseUrl = await startFaultyProxy(target.baseUrl, (request) =>
      request > 2 ? 'broken-after' : undefined,
    );
    const shaky = new OrderAnalytics({ baseUrl, apiKey, retry: { ...QUICK, attempts: 2 } });
    const error = await catchPushError(
      shaky.push(createWideOrders(20), { datasetId: 'broken', concurrency: 1 }),
    );
    // The third batch was applied, but its response was lost.
    expect(error).toMatchObject({ code: 'network_error', ordersSent: 10, batches: 2 });
    expect(error.unsent).toMatchObject([{ firstOrder: 10 }]);
    const before = (await listImports()).length;
    const { replayed, ...rows } = await resumePush([...createWideOrders(20)], error, 'broken');
    expect(rows).toEqual({ inserted: 20 * LINES, updated: 0 });
    expect([replayed, (await listImports()).length - before]).toEqual([[], 1]);
  });
});
