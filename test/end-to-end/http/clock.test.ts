// The order in which a dataset accepts orders and erasures comes from the table, not from the clocks of the functions.
import { SQSClient } from '@aws-sdk/client-sqs';
import { ulid } from 'ulid';
import { expect, it } from 'vitest';
import { LOCAL_CREDENTIALS } from '../../../local/engines/dynamodb.ts';
import { createClient, until } from '../../../quality/harness/client.ts';
import type { StartedWork } from '../../../src/core/started-work.ts';
import { LEFT_TO_RECONCILER, wireRequestErasure } from '../../../src/erasure/wire-request.ts';
import { createAcceptOrders } from '../../../src/ingest/accept-orders.ts';
import { createRowCounters } from '../../../src/stores/accounts/row-counters.ts';
import { createDatasetStore } from '../../../src/stores/datasets/datasets.ts';
import { createChunkQueue } from '../../../src/stores/imports/chunk-queue.ts';
import { createImportStore } from '../../../src/stores/imports/imports.ts';
import { createOrderStore } from '../../../src/stores/orders/orders.ts';
import { DEPLOYED, useTarget } from '../use-target.ts';

const target = useTarget();
const HOUR = 3_600_000;
const DATASET = 'shop';

async function newShop() {
  const { cloud, db, newAccount } = target.local;
  const { accountId, apiKey } = await newAccount('max');
  const client = createClient(target.baseUrl, apiKey);
  const { ServiceTable: service = '', OrdersTable: orders = '', IngestQueueUrl = '' } = cloud.outputs;
  const datasets = createDatasetStore(db, service);
  return {
    client,
    /** Pushes by a function whose clock is ahead by so much, or behind. Returns the import when it has ended. */
    async pushAt(offset: number, price: number, started?: StartedWork) {
      const sqs = new SQSClient({
        endpoint: cloud.endpoints.sqs,
        region: 'us-east-1',
        credentials: LOCAL_CREDENTIALS,
      });
      const accept = createAcceptOrders({
        imports: createImportStore(db, service),
        datasets,
        rowCounters: createRowCounters(db, service),
        queue: createChunkQueue(sqs, IngestQueueUrl),
        newImportId: ulid,
        clock: () => Date.now() + offset,
      });
      const line = { product_name: 'tea', unit_price: price, quantity: 1 };
      const orders = [{ order_id: '1', customer_id: 'ann', line_items: [line] }];
      const { import_id } = await accept(accountId, 1_000_000, { orders, dataset_id: DATASET }, started);
      sqs.destroy();
      return until(async () => {
        const { body } = await client.get(`/data/orders?import_id=${import_id}`);
        return body.status === 'completed' || body.status === 'failed' ? body : undefined;
      });
    },
    async price(): Promise<number | undefined> {
      const dataset = { accountId, datasetId: DATASET };
      const parts = await createOrderStore(db, { orders, service }).readParts(dataset, [
        { orderId: '1', path: '0' },
      ]);
      return [...(parts[0]?.lines.values() ?? [])][0]?.unitPrice;
    },
    async eraseAt(offset: number, of: 'dataset' | 'customer') {
      const clock = () => Date.now() + offset;
      const request = wireRequestErasure(db, service, { workflow: LEFT_TO_RECONCILER, clock });
      return of === 'dataset'
        ? request.dataset(accountId, DATASET)
        : request.customer(accountId, DATASET, 'ann');
    },
  };
}

it.skipIf(DEPLOYED)('an update by a function whose clock is an hour behind replaces the value', async () => {
  const { pushAt, price } = await newShop();
  const first = await pushAt(0, 1);
  const second = await pushAt(-HOUR, 2);
  expect(second).toMatchObject({ status: 'completed', rows: { updated: 1 } });
  expect(await price()).toBe(2);
  const third = await pushAt(-HOUR, 3);
  expect(await price()).toBe(3);
  const ids = [first, second, third].map(({ import_id }) => String(import_id));
  expect(ids.toSorted()).toEqual(ids);
});

it.skipIf(DEPLOYED).each(['dataset', 'customer'] as const)(
  'orders pushed after the erasure of a %s by a clock an hour ahead are stored',
  async (of) => {
    const { pushAt, eraseAt, price } = await newShop();
    await pushAt(0, 1);
    await eraseAt(HOUR, of);
    expect(await pushAt(0, 2)).toMatchObject({ status: 'completed', rows: { failed: 0 } });
    expect(await price()).toBe(2);
  },
);

it.skipIf(DEPLOYED).each(['dataset', 'customer'] as const)(
  'the erasure of a %s by a clock an hour behind is newer than what was pushed before',
  async (of) => {
    const { pushAt, eraseAt } = await newShop();
    const { import_id } = await pushAt(0, 1);
    const { erasure_id } = await eraseAt(-HOUR, of);
    expect([erasure_id, import_id].toSorted()).toEqual([import_id, erasure_id]);
  },
);

it.skipIf(DEPLOYED)('a request with an Idempotency-Key records the newer id of its import', async () => {
  const { pushAt, price } = await newShop();
  const recorded: string[] = [];
  const begin = (at: number, resumes: boolean): StartedWork => ({
    id: ulid(at),
    resumes,
    renew: async (id) => void recorded.push(id),
  });
  const inTime = begin(Date.now(), false);
  expect((await pushAt(0, 1, inTime)).import_id).toBe(inTime.id);
  expect(recorded).toEqual([]);
  const behind = await pushAt(-HOUR, 2, begin(Date.now() - HOUR, false));
  // Its import was never created, and others were accepted since it began.
  const resumed = await pushAt(0, 3, begin(Date.now() - HOUR, true));
  expect(recorded).toEqual([behind.import_id, resumed.import_id]);
  expect(await price()).toBe(3);
});
