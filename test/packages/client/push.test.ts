// Pushing to the real service over a way that is anything but safe: every row is applied exactly once, and a caller
// that has to stop knows how to resume.
import { beforeAll, describe, expect, it } from 'vitest';
import {
  type Order,
  OrderAnalytics,
  PushError,
  type PushOptions,
  type PushProgress,
} from '../../../packages/client/src/index.ts';
import { useTarget } from '../../end-to-end/use-target.ts';
import { type Fault, scriptedServer, spoiledWay } from './servers.ts';

const target = useTarget();
let apiKey = '';
let client: OrderAnalytics;
beforeAll(async () => {
  apiKey = (await target.local.newAccount('max')).apiKey;
  client = new OrderAnalytics({ baseUrl: target.baseUrl, apiKey });
});

const QUICK = { firstDelayMs: 20, maxDelayMs: 50 };
/** Five of these are a batch. */
const LINES = 2_000;

/** Orders of `lines` products each. */
function* wide(count: number, lines = LINES): Generator<Order> {
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

const importsOf = async (): Promise<string[]> => {
  const ids: string[] = [];
  for await (const { import_id } of client.imports.list()) ids.push(import_id);
  return ids;
};

/** What of `promise` was thrown; fails when nothing was, or something else than a PushError. */
async function pushError(promise: Promise<unknown>): Promise<PushError> {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof PushError)) throw new Error('expected a PushError', { cause: error });
  return error;
}

describe('a push', () => {
  it('reports its progress, waits until the rows are applied, and sums them', async () => {
    const told: PushProgress[] = [];
    const options = {
      datasetId: 'told',
      wait: true,
      onProgress: (one: PushProgress) => told.push(one),
    } as const;
    const first = await client.push(wide(7), options);
    expect(first).toMatchObject({
      ordersSent: 7,
      lineItemsSent: 7 * LINES,
      batches: 2,
      rows: { total: 7 * LINES, inserted: 7 * LINES, updated: 0, failed: 0 },
      errors: [],
      warnings: [],
    });
    expect(told.map(({ ordersSent }) => ordersSent).filter((n, i, all) => n !== all[i - 1])).toEqual([5, 7]);
    expect(told.at(-1)).toMatchObject({ imports: first.imports, rows: first.rows });
    const again = await client.push(wide(7), { datasetId: 'told', wait: true });
    expect(again.rows).toEqual({ total: 7 * LINES, inserted: 0, updated: 7 * LINES, failed: 0 });
  });

  it('counts no row twice, whatever fails in transit', async () => {
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
    const before = (await importsOf()).length;
    const baseUrl = await spoiledWay(target.baseUrl, (request) => faults[request - 1]);
    const shaky = new OrderAnalytics({ baseUrl, apiKey, retry: QUICK });
    const waits = new Set<string | undefined>();
    const pushed = await shaky.push(wide(15), {
      datasetId: 'shaky',
      wait: true,
      onProgress: ({ waiting }) => waits.add(waiting?.error?.code),
    });
    expect(waits).toContain('network_error');
    expect(waits).toContain('http_504');
    expect(pushed.rows).toEqual({ total: 15 * LINES, inserted: 15 * LINES, updated: 0, failed: 0 });
    expect([pushed.batches, (await importsOf()).length - before]).toEqual([3, 3]);
  });

  it('reads no further ahead than it sends, however long the iterable is', async () => {
    let read = 0;
    let accepted = 0;
    let furthest = 0;
    const server = await scriptedServer(async ({ number, body }) => {
      await new Promise((resolve) => setTimeout(resolve, 2));
      furthest = Math.max(furthest, read - accepted);
      accepted += body?.orders?.length ?? 0;
      return {
        status: 202,
        body: { success: true, import_id: `i${number}`, rows_accepted: 1, orders_count: 1 },
      };
    });
    async function* counted(): AsyncGenerator<Order> {
      for (const order of wide(400)) {
        read++;
        yield order;
      }
    }
    const scripted = new OrderAnalytics({ baseUrl: server.url, apiKey: 'afn_test' });
    expect(await scripted.push(counted())).toMatchObject({ ordersSent: 400, batches: 80 });
    // Two batches of five in flight, and the order that showed that the second one is full.
    expect(furthest).toBeLessThanOrEqual(11);
    expect(accepted).toBe(400);
  });
});

describe('a push that ends early', () => {
  /** Resumes at the position in the error, over a reliable connection, and returns the row counts of both. */
  async function resumed(orders: Iterable<Order>, error: PushError, datasetId: string) {
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

  it('at an order that is rejected names it, and resumes once it is corrected', async () => {
    const orders = [...wide(15)];
    const spoilt: Order[] = orders.map((order, i) =>
      i === 6 ? { ...order, order_id: 'x'.repeat(257) } : order,
    );
    // The second batch is refused when the third is accepted already.
    let accepted = 0;
    const slowly: typeof fetch = async (...args) => {
      const reply = await fetch(...args);
      if (reply.status === 202) accepted++;
      if (reply.status === 400) await expect.poll(() => accepted).toBe(2);
      return reply;
    };
    const slow = new OrderAnalytics({ baseUrl: target.baseUrl, apiKey, fetch: slowly });
    const error = await pushError(slow.push(spoilt, { datasetId: 'refused' }));
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
    const { replayed, ...rows } = await resumed(orders, error, 'refused');
    expect(rows).toEqual({ inserted: 15 * LINES, updated: 0 });
    expect(replayed).toHaveLength(1);
  });

  it('because its iterable throws has sent exactly the reported orders', async () => {
    async function* failing(): AsyncGenerator<Order> {
      yield* wide(12);
      throw new Error('the database is gone');
    }
    const error = await pushError(client.push(failing(), { datasetId: 'thrown' }));
    expect(error).toMatchObject({ code: 'interrupted', ordersSent: 10, batches: 2, unsent: [] });
    expect(error.message).toContain('the database is gone');
    const { replayed, ...rows } = await resumed([...wide(12)], error, 'thrown');
    expect([rows, replayed]).toEqual([{ inserted: 12 * LINES, updated: 0 }, []]);
  });

  it('because it was aborted has sent exactly the reported orders, even when the iterable hangs', async () => {
    const abort = new AbortController();
    let isClosed = false;
    async function* hanging(): AsyncGenerator<Order> {
      try {
        yield* wide(6);
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
    const error = await pushError(client.push(hanging(), options));
    expect(error).toMatchObject({ code: 'aborted', ordersSent: 5, cause: abort.signal.reason });
    await expect.poll(() => isClosed).toBe(true);
    const { inserted, updated } = await resumed([...wide(6)], error, 'aborted');
    expect({ inserted, updated }).toEqual({ inserted: 6 * LINES, updated: 0 });
  });

  it('because the connection failed permanently resumes later, with no row applied twice', async () => {
    const baseUrl = await spoiledWay(target.baseUrl, (request) => (request > 2 ? 'broken-after' : undefined));
    const shaky = new OrderAnalytics({ baseUrl, apiKey, retry: { ...QUICK, attempts: 2 } });
    const error = await pushError(shaky.push(wide(20), { datasetId: 'broken', concurrency: 1 }));
    // The third batch was applied, but its response was lost.
    expect(error).toMatchObject({ code: 'network_error', ordersSent: 10, batches: 2 });
    expect(error.unsent).toMatchObject([{ firstOrder: 10 }]);
    const before = (await importsOf()).length;
    const { replayed, ...rows } = await resumed([...wide(20)], error, 'broken');
    expect(rows).toEqual({ inserted: 20 * LINES, updated: 0 });
    expect([replayed, (await importsOf()).length - before]).toEqual([[], 1]);
  });
});
