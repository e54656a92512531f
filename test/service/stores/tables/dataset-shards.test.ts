// Tests a dataset whose orders are in more partitions than the default, on real tables: every reader and writer finds
// them, in the same order, and the number of partitions is chosen once, before orders are accepted.
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { ulid } from 'ulid';
import { describe, expect, it } from 'vitest';
import { createEmptyPart, type OrderPart } from '../../../../src/analysis/ingest/stored-order.ts';
import { CodedLines } from '../../../../src/analysis/orders/coded-lines.ts';
import { SHARD_COUNT } from '../../../../src/contract/schema/limits.ts';
import { createDatasetShards } from '../../../../src/service/datasets/dataset-shards.ts';
import { createDatasetStore } from '../../../../src/service/datasets/datasets.ts';
import { createErasureStore } from '../../../../src/service/erasures/erasures.ts';
import { createErasableOrders } from '../../../../src/service/orders/erasable-orders.ts';
import { createListOrders } from '../../../../src/service/orders/list-orders.ts';
import { createOrderReader } from '../../../../src/service/orders/order-reader.ts';
import { createOrderStore } from '../../../../src/service/orders/orders.ts';
import { createShardOrders } from '../../../../src/service/orders/shard-orders.ts';
import { readShardPages } from '../../../../src/service/orders/shard-pages.ts';
import { listShardPartitions } from '../../../../src/service/tables/orders-table.ts';
import { TABLES, useTables } from './use-tables.ts';

const stage = useTables();
const createDataset = () => ({ accountId: `acc_${ulid()}`, datasetId: 'shop' });
type Dataset = ReturnType<typeof createDataset>;
const choose = (dataset: Dataset, shards: number) =>
  createDatasetShards(stage.db, TABLES.service).choose(dataset, shards);

const line = {
  name: 'tea',
  sku: undefined,
  unitPrice: 1,
  quantity: 1,
  customFields: undefined,
  importId: 'i',
};
const createPart = (orderId: string): OrderPart => ({
  ...createEmptyPart(orderId),
  version: 1,
  customerId: { value: `c${orderId.length % 2}`, importId: 'i' },
  lines: new Map([['tea', line]]),
});
/** Includes ids that UTF-16 and UTF-8 sort differently, and one that continues like the parts of another. */
const IDS = [...Array.from({ length: 40 }, (_, at) => `o${at}`), 'wide', 'wide#0', '\u{1f375}', '\uffee'];

/** Returns as many parts as a transaction takes, and a wide order. */
function createParts(): OrderPart[] {
  const root = { ...createPart('wide'), split: true, lines: new Map() };
  const parts = ['00', '01'].map((path) => ({ ...createPart('wide'), path, customerId: undefined }));
  return [...IDS.filter((id) => id !== 'wide').map((id) => createPart(id)), root, ...parts];
}

async function fill(dataset: Dataset, shards = SHARD_COUNT): Promise<void> {
  expect(await choose(dataset, shards)).toBe(shards);
  const outcome = await createOrderStore(stage.db, TABLES).commit({
    dataset,
    importId: ulid(),
    chunk: 0,
    path: '',
    parts: createParts(),
    draws: [],
    maxStoredRows: 1_000,
    receipt: { kind: 'applied', inserted: 0, updated: 0, failed: 0, over_cap: 0 },
    replaces: 'nothing',
  });
  expect(outcome).toBe('committed');
}

/** Reads the dataset as the API, reports and erasures do. */
async function readAll(dataset: Dataset) {
  const reader = createOrderReader(stage.db, TABLES);
  const erasable = createErasableOrders(stage.db, TABLES);
  const list = createListOrders(reader);
  const listed: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await list(dataset.accountId, { dataset_id: 'shop', limit: 3, ...(cursor && { cursor }) });
    listed.push(...page.orders.map(({ order_id }) => order_id));
    cursor = page.next_cursor;
    if (cursor === undefined) break;
  }
  const read: string[] = [];
  const pages: string[] = [];
  for (let shard = 0; shard < SHARD_COUNT; shard++) {
    await createShardOrders(stage.db, TABLES).read(dataset, shard, {
      wants: () => true,
      lines: new CodedLines(),
      add: ({ orderId }) => read.push(orderId),
      close: ({ orderId }, lines) => read.push(`${orderId}: ${lines.length}`),
    });
    pages.push(...(await erasable.page(dataset, shard, undefined)).roots.map(({ part }) => part.orderId));
  }
  return {
    listed,
    read,
    pages,
    ofCustomer: (await reader.ofCustomer(dataset, 'c1'))?.map(({ orderId }) => orderId).sort(),
    singly: await Promise.all(IDS.map(async (id) => (await reader.root(dataset, id))?.orderId)),
    roots: (await reader.roots(dataset, IDS)).map((root) => root?.orderId),
    parts: [
      ...(await reader.parts(dataset, 'wide', undefined)).parts.map(({ path }) => path),
      ...(await erasable.read(dataset, 'wide')).keys(),
    ],
  };
}

describe('a dataset of 64 shards', () => {
  it('gives every reader the same orders in the same sequence as one of 16', async () => {
    const [plain, wide] = [createDataset(), createDataset()];
    await fill(plain);
    await fill(wide, 64);
    const read = await readAll(wide);
    expect(read).toEqual(await readAll(plain));
    expect(read.listed).toHaveLength(IDS.length);
    expect(read.singly).toEqual(IDS);
    expect(read.read).toContain('wide: 2');
    expect(read.parts).toEqual(['00', '01', '0', '00', '01']);
  });

  it('has its orders erased in their partitions', async () => {
    const dataset = createDataset();
    await fill(dataset, 64);
    const erasable = createErasableOrders(stage.db, TABLES);
    for (let shard = 0; shard < SHARD_COUNT; shard++) {
      const { roots } = await erasable.page(dataset, shard, undefined);
      const changes = roots.map(({ part }) => ({ kind: 'delete' as const, part }));
      if (changes.length > 0)
        expect(await erasable.commit(dataset, shard, [{ changes, erased: new Map() }])).toBe(true);
    }
    expect((await readAll(dataset)).listed).toEqual([]);
  });
});

it('reads the items of several partitions in their common order, whatever their pages are', async () => {
  const partitions = listShardPartitions(createDataset(), 5, 3 * SHARD_COUNT);
  const keys = Array.from({ length: 17 }, (_, at) => String.fromCharCode(97 + at));
  for (const [at, sk] of keys.entries()) {
    const pk = partitions[at < 9 ? 0 : at % 3];
    await stage.db.send(new PutCommand({ TableName: TABLES.orders, Item: { pk, sk } }));
  }
  const input = { TableName: TABLES.orders, KeyConditionExpression: 'pk = :pk', Limit: 2 };
  const read: string[] = [];
  for await (const page of readShardPages(stage.db, input, partitions, undefined))
    read.push(...page.map(({ sk }) => String(sk)));
  expect(read).toEqual(keys);
});

describe('the number of shards', () => {
  it('is chosen once', async () => {
    const dataset = createDataset();
    expect(await choose(dataset, 16)).toBe(16);
    const both = await Promise.all([choose(dataset, 64), choose(dataset, 64)]);
    expect([...both, await choose(dataset, 32), await choose(dataset, 16)]).toEqual([64, 64, 64, 64]);
    const shards = createDatasetShards(stage.db, TABLES.service);
    expect(await shards.list(dataset.accountId)).toEqual(new Map([['shop', 64]]));
  });

  it('stays the default once orders were accepted, even after the dataset was deleted', async () => {
    const dataset = createDataset();
    const { accountId, datasetId } = dataset;
    const datasets = createDatasetStore(stage.db, TABLES.service);
    await datasets.changeSettings(accountId, datasetId, { name: 'Shop' });
    const at = await datasets.accept(accountId, datasetId, Date.now());
    expect(await choose(dataset, 64)).toBe(16);
    const erasures = createErasureStore(stage.db, TABLES.service);
    const counts = { orders: 0, line_items: 0, reports: 0, dead_letters: 0, runs: 0 };
    const erasure = {
      ...{ account_id: accountId, dataset_id: datasetId, kind: 'dataset' as const, shard_cursors: {} },
      ...{ erasure_id: ulid(at + 1), created_at: new Date(at + 1).toISOString(), ...counts },
    };
    expect(await erasures.accept(erasure, true)).toBe(true);
    expect(await datasets.exists(accountId, datasetId)).toBe(false);
    expect(await choose(dataset, 64)).toBe(16);
  });
});
