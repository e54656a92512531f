// Ingest under faults: the real consumer on the real engine, with the SDK made to fail at random, deliveries doubled,
// shuffled and cut off. Afterwards every row is counted once and the newest import's values stand.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  DynamoDBClient,
  ProvisionedThroughputExceededException,
  TransactionCanceledException,
} from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { monotonicFactory } from 'ulid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type LocalDynamoDb, startDynamoDb } from '../../local/dynamodb.ts';
import type { ChunkMessage } from '../../src/contract/chunk-message.ts';
import { cutIntoChunks } from '../../src/core/ingest/chunks.ts';
import { countRows, type SubmittedOrder } from '../../src/core/ingest/submitted-order.ts';
import { createApplyChunk } from '../../src/ingest/apply-chunk.ts';
import { failChunk } from '../../src/ingest/settle-chunk.ts';
import { documentClient } from '../../src/stores/clients.ts';
import { createDatasetReader } from '../../src/stores/dataset-reader.ts';
import { createImportStore, type ImportItem } from '../../src/stores/imports.ts';
import { createOrderStore } from '../../src/stores/orders.ts';
import { createRowCounters } from '../../src/stores/row-counters.ts';

const SEEDS = 25;
const ACCOUNT = 'acc_01ARZ3NDEKTSV4RRFFQ69G5FAV';
const newImportId = monotonicFactory();
const dir = mkdtempSync(join(tmpdir(), 'order-analytics-'));
let engine: LocalDynamoDb;

const key = (AttributeName: string, KeyType: 'HASH' | 'RANGE') => ({ AttributeName, KeyType });
const keys = {
  KeySchema: [key('pk', 'HASH'), key('sk', 'RANGE')],
  AttributeDefinitions: ['pk', 'sk'].map((AttributeName) => ({ AttributeName, AttributeType: 'S' as const })),
  GlobalSecondaryIndexes: [],
};

beforeAll(async () => {
  engine = await startDynamoDb({
    file: join(dir, 'drills.sqlite'),
    endpoint: process.env.DYNAMODB_ENDPOINT,
    onLoss: console.error,
  });
});
afterAll(async () => {
  await engine.stop();
  rmSync(dir, { recursive: true, force: true });
});

/** mulberry32: small, seeded, good enough to shuffle with. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Fails calls at random: before they reach the engine, or after it has done them. */
function injectFaults(db: DynamoDBDocumentClient, random: () => number, rate: () => number): void {
  const $metadata = {};
  const faults = [
    () => new ProvisionedThroughputExceededException({ message: 'injected', $metadata }),
    () =>
      new TransactionCanceledException({
        message: 'injected',
        $metadata,
        CancellationReasons: [{ Code: 'None' }, { Code: 'TransactionConflict' }],
      }),
    () => new Error('injected: the process dies here'),
  ];
  db.middlewareStack.add(
    (next) => async (args) => {
      const fault = random() < rate() ? faults[Math.floor(random() * faults.length)] : undefined;
      if (fault === undefined) return next(args);
      // A time-out after the commit: the work is done, and nobody knows.
      if (random() < 0.5) await next(args);
      throw fault();
    },
    { step: 'initialize', name: 'injectedFaults' },
  );
}

function randomOrders(random: () => number, value: number): SubmittedOrder[] {
  return Array.from({ length: 1 + Math.floor(random() * 120) }, () => ({
    order_id: `o${Math.floor(random() * 80)}`,
    line_items: Array.from({ length: 1 + Math.floor(random() * 4) }, () => ({
      product_name: `p${Math.floor(random() * 5)}`,
      unit_price: value,
    })),
  }));
}

async function setUp(seed: number, maxStoredRows: number) {
  const random = randomFrom(seed);
  const tables = { orders: `orders-${seed}-${maxStoredRows}`, service: `service-${seed}-${maxStoredRows}` };
  for (const table of Object.values(tables)) await engine.createTable(table, keys);
  const faulty = documentClient(new DynamoDBClient({ endpoint: engine.endpoint, maxAttempts: 1 }));
  const sound = documentClient(new DynamoDBClient({ endpoint: engine.endpoint }));
  let faultRate = 0.15;
  injectFaults(faulty, random, () => faultRate);
  const imports = createImportStore(faulty, tables.service);
  const deps = {
    orders: createOrderStore(faulty, tables),
    imports,
    rowCounters: createRowCounters(faulty, tables.service),
    maxStoredRows: async () => maxStoredRows,
    clock: Date.now,
  };
  const soundImports = createImportStore(sound, tables.service);

  async function accept(orders: SubmittedOrder[]): Promise<ChunkMessage[]> {
    const import_id = newImportId();
    const chunks = cutIntoChunks(orders);
    const item: ImportItem = {
      account_id: ACCOUNT,
      import_id,
      dataset_id: 'default',
      created_at: new Date().toISOString(),
      chunk_rows: chunks.map(countRows),
    };
    await soundImports.create(item);
    return chunks.map((share, chunk) => ({
      version: 1,
      account_id: ACCOUNT,
      dataset_id: 'default',
      import_id,
      chunk,
      orders: share,
    }));
  }

  /** Delivers until it succeeds, as the queue does; four at a time, in random order. */
  async function deliver(
    messages: ChunkMessage[],
    applyOrFail: (message: ChunkMessage) => Promise<unknown>,
  ): Promise<void> {
    const pending = messages.map((message) => ({ message, at: random() })).sort((a, b) => a.at - b.at);
    const worker = async (): Promise<void> => {
      for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
        try {
          await applyOrFail(next.message);
        } catch {
          pending.splice(Math.floor(random() * pending.length), 0, next);
        }
      }
    };
    await Promise.all([worker(), worker(), worker(), worker()]);
  }

  return {
    random,
    accept,
    deliver,
    deps,
    applyChunk: createApplyChunk(deps),
    stopFaults: () => {
      faultRate = 0;
    },
    job: (importId: string) => soundImports.get({ accountId: ACCOUNT, importId }),
    async stored(): Promise<Map<string, number>> {
      const columns = await createDatasetReader(sound, tables.orders).read(
        { accountId: ACCOUNT, datasetId: 'default' },
        { productIdentifier: 'name', keep: () => true },
      );
      const lines = new Map<string, number>();
      for (let order = 0; order < columns.orderCount; order++) {
        for (let line = columns.lineStart[order] ?? 0; line < (columns.lineStart[order + 1] ?? 0); line++) {
          lines.set(
            `${columns.orderIds[order]} ${columns.products[columns.lines.productOf(line)]}`,
            columns.lines.valueOf(line),
          );
        }
      }
      return lines;
    },
    async counted(): Promise<number> {
      return (await createRowCounters(sound, tables.service).read(ACCOUNT)).reduce(
        (sum, rows) => sum + rows,
        0,
      );
    },
  };
}

it(`counts every row once and keeps the newest values, over ${SEEDS} seeds`, {
  timeout: 120_000,
}, async () => {
  for (let seed = 1; seed <= SEEDS; seed++) {
    const drill = await setUp(seed, 1_000_000);
    const older = randomOrders(drill.random, 1);
    const newer = randomOrders(drill.random, 2);
    const messages = [...(await drill.accept(older)), ...(await drill.accept(newer))];
    // Every message twice, the two imports mixed.
    await drill.deliver([...messages, ...messages], drill.applyChunk);

    const model = new Map<string, number>();
    for (const orders of [older, newer]) {
      for (const { order_id, line_items } of orders) {
        for (const { product_name, unit_price } of line_items)
          model.set(`${order_id} ${product_name}`, unit_price ?? 0);
      }
    }
    const sorted = (lines: Map<string, number>) => [...lines].sort(([a], [b]) => (a < b ? -1 : 1));
    expect([seed, sorted(await drill.stored())]).toEqual([seed, sorted(model)]);
    expect([seed, await drill.counted()]).toEqual([seed, model.size]);
    let inserted = 0;
    for (const [importId, orders] of [
      [messages[0]?.import_id, older],
      [messages.at(-1)?.import_id, newer],
    ] as const) {
      const job = await drill.job(importId ?? '');
      expect(job?.completed_at).toBeDefined();
      const { rows } = job ?? {};
      expect([seed, (rows?.inserted ?? 0) + (rows?.updated ?? 0), rows?.failed]).toEqual([
        seed,
        countRows(orders),
        0,
      ]);
      inserted += rows?.inserted ?? 0;
    }
    expect([seed, inserted]).toEqual([seed, model.size]);
  }
});

it('never passes the storage cap, and books what is beyond it as failed', { timeout: 120_000 }, async () => {
  for (let seed = 1; seed <= 10; seed++) {
    const cap = 37;
    const drill = await setUp(1_000 + seed, cap);
    const imports = await Promise.all(
      Array.from({ length: 8 }, () => drill.accept(randomOrders(drill.random, 1))),
    );
    await drill.deliver(imports.flat(), drill.applyChunk);
    expect([seed, (await drill.stored()).size, await drill.counted()]).toEqual([seed, cap, cap]);
    for (const messages of imports) {
      const job = await drill.job(messages[0]?.import_id ?? '');
      const total = messages.reduce((rows, { orders }) => rows + countRows(orders), 0);
      const { inserted = 0, updated = 0, failed = 0 } = job?.rows ?? {};
      expect([seed, inserted + updated + failed]).toEqual([seed, total]);
    }
  }
});

it('books a dead chunk once, even while a worker is still applying it', { timeout: 120_000 }, async () => {
  for (let seed = 1; seed <= 10; seed++) {
    const drill = await setUp(2_000 + seed, 1_000_000);
    const orders = randomOrders(drill.random, 1);
    const messages = await drill.accept(orders);
    const ref = { accountId: ACCOUNT, importId: messages[0]?.import_id ?? '' };
    await Promise.all([
      drill.deliver(messages, drill.applyChunk),
      drill.deliver(messages, ({ chunk, orders: share }) =>
        failChunk(drill.deps, ref, chunk, share, 'drill'),
      ),
    ]);
    const { inserted = 0, updated = 0, failed = 0 } = (await drill.job(ref.importId))?.rows ?? {};
    expect([seed, inserted + updated + failed]).toEqual([seed, countRows(orders)]);
    expect([seed, (await drill.stored()).size]).toEqual([seed, inserted]);
  }
});
