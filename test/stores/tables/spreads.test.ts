// A dataset whose orders move to more partitions, on a real table: whoever reads finds the same at every moment, and whoever
// writes does so where an order is.
import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { ulid } from 'ulid';
import { describe, expect, it } from 'vitest';
import { SHARD_COUNT } from '../../../src/core/ingest/hash.ts';
import { emptyPart, type OrderPart, packPart, ROOT_PATH } from '../../../src/core/ingest/stored-order.ts';
import { CodedLines } from '../../../src/core/orders/coded-lines.ts';
import { createSpreadDataset, type SpreadStep } from '../../../src/operations/spread-dataset.ts';
import { createListOrders } from '../../../src/order-reads/list-orders.ts';
import { createErasableOrders } from '../../../src/stores/orders/erasable-orders.ts';
import { createOrderMover } from '../../../src/stores/orders/order-mover.ts';
import { createOrderReader } from '../../../src/stores/orders/order-reader.ts';
import { type ChunkCommit, createOrderStore } from '../../../src/stores/orders/orders.ts';
import { createShardOrders } from '../../../src/stores/orders/shard-orders.ts';
import { shardPages } from '../../../src/stores/orders/shard-pages.ts';
import { createSpreads } from '../../../src/stores/orders/spreads.ts';
import {
  NARROW,
  orderKey,
  orderPartition,
  type Spread,
  shardPartition,
} from '../../../src/stores/tables/orders-table.ts';
import { TABLES, useTables } from './use-tables.ts';

const stage = useTables();
const AT = '2026-03-01T00:00:00.000Z';
const LATER = '2026-03-02T00:00:00.000Z';
const stores = () => ({
  spreads: createSpreads(stage.db, TABLES.service),
  mover: createOrderMover(stage.db, TABLES.orders),
  store: createOrderStore(stage.db, TABLES, () => 0),
});
const newDataset = () => ({ accountId: `acc_${ulid()}`, datasetId: 'shop' });
type Dataset = ReturnType<typeof newDataset>;

async function put({ accountId, datasetId }: Dataset, part: OrderPart, width = 1): Promise<void> {
  const Item = { ...orderKey(accountId, datasetId, part.orderId, part.path, width), ...packPart(part) };
  await stage.db.send(new PutCommand({ TableName: TABLES.orders, Item }));
}

const line = {
  name: 'tea',
  sku: undefined,
  unitPrice: 1,
  quantity: 1,
  customFields: undefined,
  importId: 'i',
};
const order = (orderId: string, version = 1): OrderPart => ({
  ...emptyPart(orderId),
  version,
  customerId: { value: `c${orderId.length % 2}`, importId: 'i' },
  lines: new Map([['tea', line]]),
});
/** Among them ids that UTF-16 and UTF-8 sort differently, and one that continues as the parts of another do. */
const IDS = [...Array.from({ length: 40 }, (_, at) => `o${at}`), 'wide', 'wide#0', '\u{1f375}', '\uffee'];

async function fill(dataset: Dataset): Promise<void> {
  for (const id of IDS) if (id !== 'wide') await put(dataset, order(id));
  await put(dataset, { ...order('wide'), split: true, lines: new Map() });
  for (const path of ['00', '01']) await put(dataset, { ...order('wide'), path, customerId: undefined });
}

/** What the API, reports and erasures read of a dataset. */
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

describe('orders that move to four times as many partitions', () => {
  it('are found once by every reader, before, while and after they move', async () => {
    const dataset = newDataset();
    const { spreads, mover } = stores();
    await fill(dataset);
    const before = await readAll(dataset);
    expect(before.listed).toHaveLength(IDS.length);
    expect(before.read).toContain('wide: 2');
    expect(before.singly).toEqual(IDS);
    expect(before.parts).toEqual(['00', '01', '0', '00', '01']);

    await spreads.announce(dataset, { width: 1, wider: 4 }, AT);
    expect(await readAll(dataset)).toEqual(before);
    await spreads.open(dataset, 4, 0);
    let moved = 0;
    for (let shard = 0; shard < SHARD_COUNT; shard++) {
      if (shard === SHARD_COUNT / 2) expect(await readAll(dataset)).toEqual(before);
      moved += await mover.move(dataset, shard, 0, 4);
      await spreads.noteMoved(dataset, 4, shard);
    }
    expect(moved).toBeGreaterThan(IDS.length / 2);
    expect(await readAll(dataset)).toEqual(before);
    await spreads.settle(dataset, 4, LATER);
    expect(await spreads.of(dataset)).toEqual({ width: 4, since: LATER });
    expect(await readAll(dataset)).toEqual(before);
    for (const id of IDS) {
      const pk = orderPartition(dataset, id, 4);
      expect((await createErasableOrders(stage.db, TABLES).read(dataset, id)).get(ROOT_PATH)?.partition).toBe(
        pk,
      );
    }
  });

  it('are not moved over an order that is there already', async () => {
    const dataset = newDataset();
    const id = IDS.find((one) => orderPartition(dataset, one, 4) !== orderPartition(dataset, one, 1)) ?? '';
    await put(dataset, order(id));
    await put(dataset, order(id), 4);
    const moves = Array.from({ length: SHARD_COUNT }, (_, shard) =>
      stores().mover.move(dataset, shard, 0, 4),
    );
    const failed = (await Promise.allSettled(moves)).filter(({ status }) => status === 'rejected');
    expect(failed).toMatchObject([{ reason: { message: expect.stringContaining('at both places') } }]);
  });

  it('are moved as they are by then, if they change after they were read, and not at all if they are gone', async () => {
    const dataset = newDataset();
    const leaving = IDS.filter((id) => orderPartition(dataset, id, 4) !== orderPartition(dataset, id, 1));
    const [changed = '', erased = ''] = leaving;
    for (const id of leaving) await put(dataset, order(id));
    // Right after each page was read.
    stage.db.middlewareStack.add(
      (next, { commandName }) =>
        async (args) => {
          const result = await next(args);
          if (commandName !== 'QueryCommand') return result;
          await put(dataset, order(changed, 2));
          const key = orderKey(dataset.accountId, 'shop', erased, ROOT_PATH);
          await stage.db.send(new DeleteCommand({ TableName: TABLES.orders, Key: { ...key } }));
          return result;
        },
      { step: 'initialize', name: 'race' },
    );
    const mover = createOrderMover(stage.db, TABLES.orders);
    const { accountId } = dataset;
    for (const id of [changed, erased]) {
      const shard = Number(orderPartition(dataset, id, 1).split('#').at(-1));
      await mover.move({ accountId, datasetId: 'shop' }, shard, 0, 4);
    }
    stage.db.middlewareStack.remove('race');
    const erasable = createErasableOrders(stage.db, TABLES);
    const { spreads } = stores();
    await spreads.announce(dataset, { width: 1, wider: 4 }, AT);
    expect((await erasable.read(dataset, changed)).get(ROOT_PATH)?.version).toBe(2);
    expect(await erasable.read(dataset, erased)).toEqual(new Map());
  });
});

it('reads several partitions as one, whatever their pages are', async () => {
  const dataset = newDataset();
  const partitions = [0, 1, 2].map((lane) => shardPartition(dataset, 5, lane));
  const keys = Array.from({ length: 17 }, (_, at) => String.fromCharCode(97 + at));
  for (const [at, sk] of keys.entries()) {
    const pk = partitions[at < 9 ? 0 : at % 3];
    await stage.db.send(new PutCommand({ TableName: TABLES.orders, Item: { pk, sk } }));
  }
  const input = { TableName: TABLES.orders, KeyConditionExpression: 'pk = :pk', Limit: 2 };
  const read: string[] = [];
  for await (const page of shardPages(
    stage.db,
    input,
    [partitions.slice(0, 2), partitions.slice(2)],
    undefined,
  ))
    read.push(...page.map(({ sk }) => String(sk)));
  expect(read).toEqual(keys);
});

describe('a commit of a writer', () => {
  const commitOf = (dataset: Dataset, parts: OrderPart[], spread: Spread): ChunkCommit => ({
    dataset,
    importId: ulid(),
    chunk: 0,
    path: '',
    parts,
    draws: [],
    maxStoredRows: 1_000,
    receipt: { kind: 'applied', inserted: 0, updated: 0, failed: 0, over_cap: 0 },
    replaces: 'nothing',
    spread,
  });

  it('is refused if the dataset is spread otherwise than it has read, and the next one knows', async () => {
    const dataset = newDataset();
    const { spreads, store } = stores();
    const [id = ''] = IDS.filter(
      (one) => orderPartition(dataset, one, 4) !== orderPartition(dataset, one, 1),
    );
    expect(await store.assumedSpread(dataset)).toEqual(NARROW);
    expect(await store.commit(commitOf(dataset, [order('first')], NARROW))).toBe('committed');
    await put(dataset, order(id));
    await spreads.announce(dataset, { width: 1, wider: 4 }, AT);
    // Nobody writes elsewhere yet.
    expect(await store.commit(commitOf(dataset, [order('second')], NARROW))).toBe('committed');
    await spreads.open(dataset, 4, 5);
    for (const parts of [[order('third')], []])
      expect(await store.commit(commitOf(dataset, parts, NARROW))).toBe('counter_full');
    const learned = await store.assumedSpread(dataset);
    expect(learned).toMatchObject({ width: 1, wider: 4, moves_at: 5 });
    // Until commits that began before have ended.
    expect(await store.commit(commitOf(dataset, [order('third')], learned))).toBe('conflict');
    const later = createOrderStore(stage.db, TABLES, () => 5);
    expect(await later.commit(commitOf(dataset, [order('third')], learned))).toBe('committed');
    const refs = [id, 'third'].map((orderId) => ({ orderId, path: ROOT_PATH }));
    const read = await later.readParts(dataset, refs, learned);
    const places = new Map(read.map(({ orderId, partition }) => [orderId, partition]));
    expect(places.get('third')).toBe(orderPartition(dataset, 'third', 4));
    expect(places.get(id)).toBe(orderPartition(dataset, id, 1));
    // An order that has not moved is replaced where it is.
    const replaced = read.filter(({ orderId }) => orderId === id).map((part) => ({ ...part, version: 2 }));
    expect(await later.commit(commitOf(dataset, replaced, learned))).toBe('committed');
    expect(await later.readParts(dataset, refs, learned)).toContainEqual(
      expect.objectContaining({ orderId: id, version: 2, partition: orderPartition(dataset, id, 1) }),
    );
  });
});

describe('how a dataset is spread', () => {
  it('changes by one step after the other, each once', async () => {
    const dataset = newDataset();
    const { spreads } = stores();
    await spreads.announce(dataset, { width: 1, wider: 2 }, AT);
    await spreads.announce(dataset, { width: 1, wider: 4 }, LATER);
    expect(await spreads.find(dataset)).toEqual({ width: 1, wider: 2, since: AT });
    await spreads.open(dataset, 4, 7);
    expect(await spreads.find(dataset)).toEqual({ width: 1, wider: 2, since: AT });
    await spreads.open(dataset, 2, 7);
    await spreads.open(dataset, 2, 8);
    await spreads.noteMoved(dataset, 4, 0);
    expect(await spreads.find(dataset)).toEqual({ width: 1, wider: 2, since: AT, moves_at: 7 });
    for (let shard = 1; shard < SHARD_COUNT; shard++) await spreads.noteMoved(dataset, 2, shard);
    await spreads.settle(dataset, 2, LATER);
    expect(await spreads.find(dataset)).toMatchObject({ width: 1, wider: 2 });
    await spreads.noteMoved(dataset, 2, 0);
    await spreads.settle(dataset, 4, LATER);
    expect(await spreads.find(dataset)).toMatchObject({ width: 1, wider: 2 });
    await spreads.settle(dataset, 2, LATER);
    await spreads.announce(dataset, { width: 1, wider: 4 }, AT);
    expect(await spreads.find(dataset)).toEqual({ width: 2, since: LATER });
  });

  it('is changed by a command that waits for functions that run, and continues where it was stopped', async () => {
    const dataset = newDataset();
    await fill(dataset);
    const before = await readAll(dataset);
    const waits: number[] = [];
    const steps: SpreadStep[] = [];
    let now = Date.parse(AT);
    const command = (version = 2) =>
      createSpreadDataset({
        ...stores(),
        versions: { read: async () => version },
        clock: () => now,
        async pause(ms) {
          waits.push(ms);
          if (waits.length === 2) throw new Error('stopped');
          now += ms;
        },
      });
    const run = (partitions: number) => command()(dataset, partitions, (step) => steps.push(step));
    await expect(command(1)(dataset, 64)).rejects.toThrow('run stage migrate first');
    for (const wrong of [0, 8, 24, 48, 512])
      await expect(run(wrong)).rejects.toThrow(/^partitions: expected/);
    await expect(run(64)).rejects.toThrow('stopped');
    await expect(run(32)).rejects.toThrow('is being spread over 64 partitions');
    await run(64);
    expect(waits).toEqual([16 * 60_000, 5_000, 5_000]);
    expect(steps.slice(0, 2)).toEqual([
      { step: 'announced', waits: 16 * 60_000 },
      { step: 'opened', waits: 5_000 },
    ]);
    expect(steps).toHaveLength(2 + SHARD_COUNT);
    await expect(run(32)).rejects.toThrow('is spread over 64 partitions: expected more, got 32');
    await run(64);
    await run(256);
    expect(await readAll(dataset)).toEqual(before);
  });
});
