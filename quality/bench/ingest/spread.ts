// What partitions of the Orders table see of one shop's new orders of one line, spread over 16, 32, 64 partitions: npm run -s
// bench -- spread [--orders-per-second N] [--seconds N]. In simulated time: the service's own transactions, charged as --like-aws
// charges them, on a table whose own throughput has been raised. A refused transaction is counted, and not tried again.
import { parseArgs } from 'node:util';
import { DynamoDBClient, type TransactWriteItemsCommandInput } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { ulid } from 'ulid';
import { writeUnits } from '../../../local/like-aws/capacity-units.ts';
import { allowances, NEW_ON_DEMAND_TABLE } from '../../../local/like-aws/dynamodb-limits.ts';
import { indexWrites } from '../../../local/like-aws/index-writes.ts';
import { type Request, touched } from '../../../local/like-aws/wire.ts';
import { SHARD_COUNT } from '../../../src/core/ingest/hash.ts';
import { createOrderStore } from '../../../src/stores/orders/orders.ts';
import { ORDERS_TABLE } from '../../harness/plain-table.ts';
import { randomFrom } from '../../harness/random/random.ts';
import { reportCase } from '../measuring/json-lines.ts';
import { commitOf } from './engine-alone.ts';

const TABLES = { orders: 'Orders', service: 'Service' };
const INDEXED = new Map([[TABLES.orders, ORDERS_TABLE]]);
const CHUNK = 83;
const START = Date.parse('2026-03-01T00:00:00Z');
const WARM_WRITES = 40_000;

export async function benchSpread(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      'orders-per-second': { type: 'string', default: '10000' },
      seconds: { type: 'string', default: '10' },
    },
  });
  const perSecond = Number(values['orders-per-second']);
  for (const width of [1, 2, 4])
    reportCase('spread', await runWidth(width, perSecond, Number(values.seconds)));
}

async function runWidth(width: number, perSecond: number, seconds: number) {
  let now = 0;
  const writes = allowances(NEW_ON_DEMAND_TABLE.partitionWrites, WARM_WRITES, () => now);
  const used = new Map<string, number>();
  const throttled = new Set<string>();
  let transactions = 0;
  let refused = 0;
  const charge = (request: Request): void => {
    transactions++;
    const items = (request.TransactItems ?? []).flatMap(({ Put }) =>
      Put?.TableName === TABLES.orders
        ? [touched(Put.TableName, Put.Item, 2 * writeUnits(Put.Item)), ...indexWrites(INDEXED, Put)]
        : [],
    );
    for (const { partition, units } of items) used.set(partition, (used.get(partition) ?? 0) + units);
    const hot = items.filter((item) => !writes.admits(item));
    for (const { partition } of hot) throttled.add(partition);
    if (hot.length > 0) refused++;
    else for (const item of items) writes.charge(item);
  };
  const db = DynamoDBDocumentClient.from(new DynamoDBClient({ region: 'us-east-1' }));
  db.middlewareStack.add(() => async ({ input }) => {
    charge(input as Request & TransactWriteItemsCommandInput);
    return { response: {}, output: { $metadata: {} } };
  });
  const store = createOrderStore(db, TABLES);
  const random = randomFrom(1);
  const dataset = { accountId: 'acc', datasetId: 'shop' };
  for (let order = 0; order < perSecond * seconds; order += CHUNK) {
    now = (order / perSecond) * 1_000;
    const orders = Array.from({ length: CHUNK }, (_, at) => ({
      order_id: String(order + at),
      customer_id: `c${Math.floor(random() * 100_000)}`,
      order_date: new Date(START + order + at).toISOString(),
      line_items: [
        { product_name: `product ${Math.floor(random() * 2_000)}`, unit_price: 9.95, quantity: 1 },
      ],
    }));
    await store.commit({ ...commitOf(dataset, ulid(START + order), order, orders), spread: { width } });
  }
  return {
    partitions: width * SHARD_COUNT,
    orders_per_second: perSecond,
    busiest_partition_write_units_per_second: Math.round(Math.max(...used.values()) / seconds),
    throttled_partitions: throttled.size,
    transactions,
    throttled_transactions: refused,
  };
}
