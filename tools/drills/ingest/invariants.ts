// Checks invariants after any fault: the stored lines equal the model's, every row of every import is counted once, and
// the row counters equal the stored rows.

import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { groupByOrder, halve } from '../../../src/analysis/ingest/chunks.ts';
import type { ChunkMessage } from '../../../src/contract/messages/chunk-message.ts';
import type { ImportJob } from '../../../src/contract/resources/orders/orders.ts';
import type { SubmittedOrder } from '../../../src/contract/resources/orders/submitted-order.ts';
import { MAX_ROW_ERRORS, SHARD_COUNT } from '../../../src/contract/schema/limits.ts';
import { queryAll } from '../../../src/service/aws/items.ts';
import { toImportView } from '../../../src/service/orders/import-view.ts';
import { parseOrderPart } from '../../../src/service/orders/orders.ts';
import { listShardPartitions } from '../../../src/service/tables/orders-table.ts';
import { TABLES } from './engines.ts';
import { runOutOfTurn } from './faults.ts';
import { type Contents, formatLineName, formatLineValue } from './model.ts';
import { DATASET, type Import, type Run } from './run.ts';

export interface StoredOrders {
  readonly lines: Contents;
  readonly headers: Contents;
}

export async function readStored({ stores, accountId }: Run): Promise<StoredOrders> {
  return readStoredOrders(stores.db, TABLES.orders, accountId);
}

/** Reads items of the account's only dataset. */
async function readStoredItems(
  db: DynamoDBDocumentClient,
  ordersTable: string,
  accountId: string,
): Promise<Record<string, unknown>[]> {
  const dataset = { accountId, datasetId: DATASET };
  const partitions = Array.from({ length: SHARD_COUNT }, (_, shard) =>
    listShardPartitions(dataset, shard, SHARD_COUNT),
  );
  const items = partitions.flat().map((pk) =>
    queryAll(db, {
      TableName: ordersTable,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': pk },
      ConsistentRead: true,
    }),
  );
  return (await Promise.all(items)).flat();
}

/** Reads orders of the account's only dataset. */
export async function readStoredOrders(
  db: DynamoDBDocumentClient,
  ordersTable: string,
  accountId: string,
): Promise<StoredOrders> {
  const lines = new Map<string, string>();
  const headers = new Map<string, string>();
  for (const item of await readStoredItems(db, ordersTable, accountId)) {
    const part = parseOrderPart(item);
    const { orderId } = part;
    for (const { name, sku, unitPrice, quantity, importId } of part.lines.values()) {
      const value = formatLineValue(sku, unitPrice, quantity);
      lines.set(
        formatLineName(orderId, { product_name: name, product_sku: sku }),
        `${value}, by ${importId}`,
      );
    }
    const { customerId, orderDate } = part;
    if (customerId) headers.set(`${orderId} / customer`, `${customerId.value}, by ${customerId.importId}`);
    if (orderDate) {
      headers.set(
        `${orderId} / date`,
        `${new Date(orderDate.value).toISOString()}, by ${orderDate.importId}`,
      );
    }
  }
  return { lines, headers };
}

export async function readCountedRows({ stores, accountId }: Run): Promise<number> {
  return (await stores.rowCounters.read(accountId)).reduce((sum, rows) => sum + rows, 0);
}

/** Checks that every row is counted for its dataset: a dataset without orders has no rows. */
export async function checkCountedByDataset({ stores, accountId }: Run): Promise<string[]> {
  const rows = await stores.rowCounters.mostOfDataset({ accountId, datasetId: 'another' });
  return rows === 0 ? [] : [`${rows} rows are counted for no dataset`];
}

/**
 * Returns the parts of a chunk that were applied according to its receipts, for chunks whose outcome a drill leaves
 * open.
 */
export async function readAppliedParts(run: Run, message: ChunkMessage): Promise<SubmittedOrder[][]> {
  const ref = { accountId: message.account_id, importId: message.import_id };
  const walk = async (part: SubmittedOrder[], path: string): Promise<SubmittedOrder[][]> => {
    const receipt = await run.stores.imports.getReceipt(ref, message.chunk, path);
    if (receipt === undefined) return [];
    if (receipt.kind === 'applied') return receipt.inserted + receipt.updated > 0 ? [part] : [];
    const halves = halve(part) ?? [];
    return (await Promise.all(halves.map((half, at) => walk(half, `${path}${at}`)))).flat();
  };
  return runOutOfTurn(() => walk(groupByOrder(message.orders), ''));
}

/** `failed`: the number of failed rows of all imports. `mayLack`: lines that the storage cap may have rejected. */
export function checkAll(
  run: Run,
  imports: readonly Import[],
  failed: number | 'any' = 0,
  mayLack: (line: string) => boolean = () => false,
): Promise<string[]> {
  return runOutOfTurn(async () => {
    const stored = await readStored(run);
    const lines = [...run.model.lines()].filter(([name]) => stored.lines.has(name) || !mayLack(name));
    const wrong = [
      ...listDifferences('line', stored.lines, new Map(lines)),
      ...listDifferences('value', stored.headers, run.model.headers()),
    ];
    const counted = await readCountedRows(run);
    if (counted !== stored.lines.size)
      wrong.push(`counters say ${counted} rows, stored are ${stored.lines.size}`);
    wrong.push(...(await checkCountedByDataset(run)));
    let inserted = 0;
    let failedRows = 0;
    for (const known of imports) {
      const job = await readJob(run, known.importId);
      wrong.push(...(job === undefined ? [`import ${known.importId} is gone`] : checkJob(job, known)));
      inserted += job?.rows.inserted ?? 0;
      failedRows += job?.rows.failed ?? 0;
    }
    if (inserted !== stored.lines.size)
      wrong.push(`imports inserted ${inserted}, stored are ${stored.lines.size}`);
    if (failed !== 'any' && failedRows !== failed)
      wrong.push(`${failedRows} rows failed, expected ${failed}`);
    return wrong;
  });
}

export async function readJob({ stores, accountId }: Run, importId: string): Promise<ImportJob | undefined> {
  const item = await stores.imports.get({ accountId, importId });
  return item === undefined ? undefined : toImportView(stores.imports, item);
}

export function checkJob(job: ImportJob, { importId, rows }: Pick<Import, 'importId' | 'rows'>): string[] {
  const { total, inserted, updated, failed } = job.rows;
  const wrong: string[] = [];
  const expect = (holds: boolean, problem: string): void => {
    if (!holds) wrong.push(`import ${importId} ${problem}`);
  };
  const sum = `${inserted} inserted + ${updated} updated + ${failed} failed`;
  expect(total === rows, `has ${total} rows, but was sent ${rows}`);
  expect(inserted + updated + failed === rows, `counts ${sum}, was sent ${rows}`);
  expect(job.completed_at !== undefined, `did not complete: ${job.status}`);
  expect(job.status === (inserted + updated > 0 ? 'completed' : 'failed'), `is ${job.status} with ${sum}`);
  expect((job.fail_reason !== undefined) === (job.status === 'failed'), `says "${job.fail_reason}"`);
  expect((job.errors?.length ?? 0) <= Math.min(MAX_ROW_ERRORS, failed), `lists ${job.errors?.length} errors`);
  return wrong;
}

export function listDifferences(what: string, found: Contents, expected: Contents): string[] {
  return [...new Set([...expected.keys(), ...found.keys()])]
    .filter((name) => found.get(name) !== expected.get(name))
    .slice(0, 3)
    .map(
      (name) =>
        `${what} ${name}: ${found.get(name) ?? 'nothing'}, expected ${expected.get(name) ?? 'nothing'}`,
    );
}
