// Writes an export of made-up orders, with the sorted runs and the files on the disk: line items a second and peak
// memory of the function's own work, without the database. Every row of NDJSON is compared with the orders.
import { createReadStream, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { crc32 } from 'node:zlib';
import type { PackedLine } from '../../../src/analysis/ingest/stored-order.ts';
import { EXPORT_FORMATS, type ExportFormat } from '../../../src/contract/resources/reports/exports.ts';
import type { OrderExportItem } from '../../../src/service/exports/exports.ts';
import { createWriteOrders } from '../../../src/service/exports/orders/write-orders.ts';
import type { OpenTableItem } from '../../../src/service/exports/table/open-tables.ts';
import { createRefreshTable } from '../../../src/service/exports/table/refresh-table.ts';
import type { TableManifest } from '../../../src/service/exports/table/table-files.ts';
import type { ShardOrderReader } from '../../../src/service/orders/shard-orders.ts';
import type { PartitionFiles } from '../../../src/service/reports/partition-files.ts';
import { reportCase } from '../measuring/figures.ts';
import { createMadeUpOrders, createMadeUpShard, type MadeUpOrder } from '../measuring/made-up-orders.ts';

/** Orders of a page of the database. */
const PAGE = 500;

export async function benchOrdersOut(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      lines: { type: 'string', default: '1000000' },
      format: { type: 'string', default: 'ndjson' },
      table: { type: 'boolean', default: false },
    },
  });
  const lines = Number(values.lines);
  const format = EXPORT_FORMATS.find((one) => one === values.format) ?? 'ndjson';
  const folder = mkdtempSync(join(tmpdir(), 'orders-out-'));
  try {
    if (values.table) await measureTable(folder, lines);
    else await measureExport(folder, lines, format);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function measureExport(folder: string, lines: number, format: ExportFormat): Promise<void> {
  const began = process.cpuUsage();
  const expected = createSum();
  for (const order of createMadeUpOrders(lines)) expected.addOrder(order);
  const toMakeUp = process.cpuUsage(began);

  const files: string[] = [];
  let item: OrderExportItem = {
    ...{ account_id: 'acc', dataset_id: 'shop', export_id: 'export', format, contact: false },
    ...{ status: 'Processing', created_at: new Date().toISOString(), usage_month: '', most_bytes: 1e15 },
  };
  const toPath = (name: string): string => {
    const path = join(folder, name.replaceAll('/', '-'));
    mkdirSync(dirname(path), { recursive: true });
    return path;
  };
  const write = createWriteOrders({
    orders: { read: (_, shard, sink) => readMadeUpShard(lines, shard, sink) },
    exports: {
      get: async () => item,
      complete: async (_, written) => {
        item = { ...item, status: 'Completed', files: written.files };
        return true;
      },
      fail: async () => false,
    },
    exportFiles: {
      async put(_, name, pieces) {
        const path = toPath(`${name}.${format}`);
        files.push(path);
        const file = await open(path, 'w');
        let bytes = 0;
        for await (const piece of pieces) bytes += (await file.write(piece)).bytesWritten;
        await file.close();
        return bytes;
      },
      keepOnly: async () => undefined,
    },
    partitionFiles: createPartitionsOnDisk(toPath),
    erasures: { mark: async () => undefined },
    hidden: async () => ({ customers: [], everybody: false }),
    newRunId: () => `run-${files.length}`,
    clock: Date.now,
  });
  const started = performance.now();
  const before = process.cpuUsage();
  let attempt: string | undefined;
  for (let more = true; more; ) {
    const ended = await write({ account_id: 'acc', dataset_id: 'shop', export_id: 'export', attempt });
    more = ended.more;
    attempt = ended.attempt;
  }
  const used = process.cpuUsage(before);
  const seconds = (performance.now() - started) / 1_000;
  const cpu = (used.user + used.system - toMakeUp.user - toMakeUp.system) / 1e6;
  const peakMb = Math.round(process.resourceUsage().maxRSS / 1_024);
  const isEqual = format === 'ndjson' ? (await sumFiles(files)) === expected.read() : undefined;
  for (const path of files) await rm(path);
  reportCase('orders-out', {
    ...{ format, lines, files: files.length, bytes: item.files?.reduce((sum, one) => sum + one.bytes, 0) },
    ...{ seconds: round(seconds), cpu_seconds: round(cpu), lines_per_cpu_second: Math.round(lines / cpu) },
    ...{ peak_mb: peakMb, equal: isEqual },
  });
}

function createPartitionsOnDisk(
  toPath: (name: string) => string,
): Pick<PartitionFiles, 'put' | 'get' | 'removeAll'> {
  return {
    put: (_, path, bytes) => writeFile(toPath(path), bytes),
    async get(_, path, range) {
      if (range === undefined) return readFile(toPath(path));
      const file = await open(toPath(path));
      const bytes = new Uint8Array(range.bytes);
      await file.read(bytes, 0, range.bytes, range.at);
      await file.close();
      return bytes;
    },
    removeAll: async () => undefined,
  };
}

/** The table of a dataset: its first refresh, and one after an order of one month has changed. */
async function measureTable(folder: string, lines: number): Promise<void> {
  const files = new Map<string, string>();
  let manifest: TableManifest | undefined;
  let item: OpenTableItem = {
    ...{
      account_id: 'acc',
      dataset_id: 'shop',
      table_id: 'table',
      runs: 1,
      erased_until: '',
      compared_at: 0,
    },
  };
  let bytes = 0;
  let ids = 0;
  let quantity = 1;
  const toPath = (name: string): string => join(folder, name.replaceAll('/', '-'));
  const refresh = createRefreshTable({
    orders: {
      async read(_, shard, sink) {
        await readMadeUpShard(lines, shard, sink);
        if (shard > 0) return undefined;
        const changed = { orderId: 'changed', customerId: 'c', orderDate: CHANGED_AT, contact: undefined };
        const stored = { lines: JSON.stringify([['tea', null, 1, quantity, 0]]), imports: ['i'] };
        if (sink.wants(changed)) sink.addStored?.(changed, '0', stored);
        return undefined;
      },
    },
    openTables: {
      get: async () => item,
      async finish(_, outcome) {
        item = { ...item, ...outcome };
        return true;
      },
      callNow: async () => undefined,
      remove: async () => true,
    },
    tableFiles: {
      list: async () => files,
      readManifest: async () => manifest,
      async writeManifest(_, written) {
        manifest = { version: 1, ...written };
      },
      async put(_, month, pieces) {
        const file = await open(toPath(`${month}.parquet`), 'w');
        let size = 0;
        for await (const piece of pieces) size += (await file.write(piece)).bytesWritten;
        await file.close();
        bytes += size;
        const etag = `e${ids++}`;
        files.set(month, etag);
        return { bytes: size, etag };
      },
      remove: async () => undefined,
      removeManifest: async () => undefined,
    },
    states: { read: async () => ({ token: String(quantity), isBeingErased: false }) },
    erasures: { mark: async () => undefined, listUnfinished: async () => [] },
    partitionFiles: createPartitionsOnDisk(toPath),
    keepsTables: true,
    newRunId: () => `run-${ids++}`,
    clock: Date.now,
  });
  const made = process.cpuUsage();
  for (const _ of createMadeUpOrders(lines));
  const toMakeUp = process.cpuUsage(made);
  for (const refreshed of ['all months', 'one month']) {
    bytes = 0;
    const before = process.cpuUsage();
    let attempt: string | undefined;
    for (let more = true; more; ) {
      const input = { account_id: 'acc', dataset_id: 'shop', export_id: 'table', table_run: 1, attempt };
      ({ more, attempt } = await refresh(input));
    }
    const used = process.cpuUsage(before);
    const cpu = (used.user + used.system - toMakeUp.user - toMakeUp.system) / 1e6;
    const peakMb = Math.round(process.resourceUsage().maxRSS / 1_024);
    reportCase('orders-table', {
      ...{ refreshed, lines, months: files.size, bytes_written: bytes, cpu_seconds: round(cpu) },
      ...{ lines_per_cpu_second: Math.round(lines / cpu), peak_mb: peakMb },
    });
    quantity++;
  }
}

/** In one of the months of the made-up orders. */
const CHANGED_AT = Date.parse('2025-06-15T12:00:00Z');

const round = (value: number): number => Math.round(value * 10) / 10;

async function readMadeUpShard(
  lines: number,
  shard: number,
  sink: Parameters<ShardOrderReader['read']>[2],
): Promise<undefined> {
  let count = 0;
  for (const { header, lines: made } of createMadeUpShard(lines, shard)) {
    const packed = made.map(
      ({ name = null, sku = null, unitPrice, quantity }): PackedLine => [name, sku, unitPrice, quantity, 0],
    );
    const stored = { lines: JSON.stringify(packed), imports: ['01M7YQ9C3E5G7J9M1P3R5T7V9X'] };
    if (sink.wants(header)) sink.addStored?.(header, '0', stored);
    if (++count % PAGE === 0) {
      await sink.endPage?.();
      // As reads of the database do.
      await new Promise(setImmediate);
    }
  }
}

/** Adds up checksums of rows, in any sequence. */
function createSum() {
  let sum = 0n;
  let rows = 0;
  const add = (...row: readonly unknown[]): void => {
    sum += BigInt(crc32(JSON.stringify(row)));
    rows++;
  };
  return {
    add,
    addOrder({ header, lines }: MadeUpOrder): void {
      const date = new Date(header.orderDate ?? 0).toISOString();
      for (const { name, unitPrice, quantity } of lines)
        add(header.orderId, header.customerId, date, name, unitPrice, quantity);
    },
    read: (): string => `${rows} rows, ${sum}`,
  };
}

/** Throws if the rows are not in sequence. */
async function sumFiles(files: readonly string[]): Promise<string> {
  const found = createSum();
  let last = '';
  for (const path of files) {
    for await (const line of createInterface(createReadStream(path))) {
      const row: Record<string, unknown> = JSON.parse(line);
      const date = String(row.order_date);
      if (date < last) throw new Error(`${date} follows ${last}`);
      last = date;
      found.add(row.order_id, row.customer_id, date, row.product_name, row.unit_price, row.quantity);
    }
  }
  return found.read();
}
