// Reports on many line items, as the local cloud computes them by one function and in partitions: through the deployed
// definition of the workflow, the functions' bundles, the tables and the bucket. PARTITIONED_LINES=2000000: on that many.
// The items of the orders are written into the table by the code that merges chunks, which takes less time than pushing them.
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { expect, it } from 'vitest';
import { type MadeUpOrder, madeUpOrders } from '../../../quality/bench/measuring/made-up-orders.ts';
import { createClient } from '../../../quality/harness/client.ts';
import { IS_DEEP } from '../../../quality/harness/depth.ts';
import type { SubmittedOrder } from '../../../src/core/ingest/submitted-order.ts';
import { createBatchWriter } from '../../../src/stores/aws/batches.ts';
import { createReportStore } from '../../../src/stores/reports/reports.ts';
import { reportKey, rowCounterKey } from '../../../src/stores/tables/service-table.ts';
import { orderItems } from '../../reporting/order-items.ts';
import { DEPLOYED, PARTITIONED, useTarget } from '../use-target.ts';

const target = useTarget();
/** Set: more line items, and the seconds that each report takes are printed. */
const SIZE = process.env.PARTITIONED_LINES;
const LINES = Number(SIZE ?? (IS_DEEP ? 200_000 : 40_000));
const LINES_PER_PARTITION = 5_000_000;
const PARTITIONS = 4;
/** A report may take. */
const SECONDS = 600;

const REQUESTS: readonly object[] = [
  { report_type: 'MBA', params: { min_support: 0.01 } },
  { report_type: 'RFM' },
  // Beside it, these take no more than their states do: test/end-to-end/reports/partitioned-reports.test.ts.
  ...(SIZE === undefined ? [] : [{ report_type: 'COHORT' }]),
];

/** Two made-up orders at a time are one: fewer items, with 18 line items each. */
function* submitted(): Generator<SubmittedOrder> {
  let half: MadeUpOrder | undefined;
  for (const order of madeUpOrders(LINES)) {
    if (half === undefined) {
      half = order;
      continue;
    }
    const { header } = half;
    yield {
      order_id: header.orderId,
      customer_id: header.customerId,
      order_date: new Date(header.orderDate ?? 0).toISOString(),
      line_items: [...half.lines, ...order.lines].map(({ name, unitPrice, quantity }) => ({
        product_name: name,
        unit_price: unitPrice,
        quantity,
      })),
    };
    half = undefined;
  }
}

// There is no report of one function to compare with where all are partitioned.
it.skipIf(DEPLOYED || PARTITIONED)(
  `are equal in every figure, on ${LINES} line items`,
  { timeout: 2 * REQUESTS.length * SECONDS * 1_000 },
  async () => {
    const { accountId, apiKey } = await target.local.newAccount('enterprise', {
      requestsPerMinute: 1_000_000,
    });
    const client = createClient(target.baseUrl, apiKey);
    const { db, cloud } = target.local;
    const { OrdersTable = '', ServiceTable = '' } = cloud.outputs;
    const reports = createReportStore(db, ServiceTable);
    // The dataset is created by its first import.
    await client.push([{ order_id: 'first', line_items: [{ product_name: 'Tea' }] }]);
    const writer = createBatchWriter(db, OrdersTable);
    for (const items of orderItems({ accountId, datasetId: 'default' }, submitted()).values())
      for (const Item of items) await writer.add({ PutRequest: { Item } });
    await writer.finish();

    /** What the plan goes by. */
    const count = (rows: number) =>
      db.send(
        new UpdateCommand({
          TableName: ServiceTable,
          Key: rowCounterKey(accountId, 0),
          UpdateExpression: 'SET stored_rows = :rows',
          ExpressionAttributeValues: { ':rows': rows },
        }),
      );
    /** Its figures, into how many partitions it was cut, and how long it took. */
    const report = async (request: object) => {
      const started = performance.now();
      const { report_id, name, created_at, changes, deliveries, ...figures } = await client.report(
        request,
        SECONDS,
      );
      const ms = Math.round(performance.now() - started);
      const reportId = String(report_id);
      const item = await reports.get({ accountId, reportId });
      const list = await client.get(`/reports/${report_id}/customers?limit=100`);
      // The next report is not compared with this one: insights mention what changed since.
      await db.send(
        new UpdateCommand({
          TableName: ServiceTable,
          Key: reportKey(accountId, reportId),
          UpdateExpression: 'SET #status = :failed',
          ExpressionAttributeNames: { '#status': 'status' },
          ExpressionAttributeValues: { ':failed': 'Failed' },
        }),
      );
      return { figures, customers: list.body.customers, partitions: item?.partitions, ms };
    };
    for (const request of REQUESTS) {
      await count(LINES);
      const single = await report(request);
      expect(single.partitions).toBeUndefined();
      await count((PARTITIONS - 0.5) * LINES_PER_PARTITION);
      const parts = await report(request);
      expect(parts.partitions).toBe(PARTITIONS);
      expect(parts.figures).toEqual(single.figures);
      expect(parts.customers).toEqual(single.customers);
      if (SIZE !== undefined)
        console.info(
          JSON.stringify({ ...request, lines: LINES, single_ms: single.ms, partitioned_ms: parts.ms }),
        );
    }
  },
);
