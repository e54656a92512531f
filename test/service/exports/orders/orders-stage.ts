// A stage for exports of orders: shards, files and sorted runs in memory; and random stored orders.
import fc from 'fast-check';
import { expect } from 'vitest';
import { hash64 } from '../../../../src/analysis/customer-lists/customer-ids.ts';
import { hash32 } from '../../../../src/analysis/ingest/hash.ts';
import {
  createEmptyPart,
  type OrderPart,
  packOrderPart,
  type StoredLine,
} from '../../../../src/analysis/ingest/stored-order.ts';
import { asText } from '../../../../src/contract/sentences/english.ts';
import type { OrderExportItem, WrittenExport } from '../../../../src/service/exports/exports.ts';
import { createWriteOrders } from '../../../../src/service/exports/orders/write-orders.ts';
import type { ShardOrderReader } from '../../../../src/service/orders/shard-orders.ts';
import { compareKeys } from '../../../../src/service/orders/shard-pages.ts';
import type { PartitionFiles } from '../../../../src/service/reports/partition-files.ts';

export const NOW = Date.parse('2026-03-01T12:00:00Z');
const ITEM: OrderExportItem = {
  account_id: 'acc',
  export_id: '01M7YQ9C3E5G7J9M1P3R5T7V9X',
  dataset_id: 'shop',
  format: 'ndjson',
  contact: true,
  status: 'Processing',
  created_at: new Date(NOW).toISOString(),
  usage_month: '2026-03',
  most_bytes: 1e9,
};

/** The orders as shards. `onOrder`: called for each order that is read. */
export function createShards(getOrders: () => readonly OrderPart[], onOrder: () => void): ShardOrderReader {
  return {
    async read(_, shard, sink, { after, isLate = () => false } = {}) {
      const sorted = getOrders()
        .filter(({ orderId }) => hash32(orderId) % 16 === shard)
        .sort((a, b) => compareKeys(a.orderId, b.orderId));
      for (const order of sorted) {
        if (after !== undefined && compareKeys(order.orderId, after) <= 0) continue;
        if (isLate()) return after ?? '';
        onOrder();
        const { lines = '[]', imports, customer_id, order_date, contact } = packOrderPart(order);
        const header = {
          ...{ orderId: order.orderId, customerId: customer_id, orderDate: order_date, contact },
        };
        if (sink.wants(header)) sink.addStored?.(header, '0', { lines, imports });
        await sink.endPage?.();
        after = order.orderId;
      }
      return undefined;
    },
  };
}

/** Files in memory, which nothing replaces. */
export function createPartitions(
  objects: Map<string, Uint8Array>,
): Pick<PartitionFiles, 'put' | 'get' | 'removeAll'> {
  return {
    async put(_, path, bytes) {
      expect(objects.has(path)).toBe(false);
      objects.set(path, bytes);
    },
    async get(_, path, range) {
      const bytes = objects.get(path);
      if (bytes === undefined) throw new Error(`${path} is missing`);
      return range === undefined ? bytes : bytes.subarray(range.at, range.at + range.bytes);
    },
    removeAll: async () => objects.clear(),
  };
}

interface Stage {
  readonly item?: Partial<OrderExportItem>;
  readonly sizes?: { runCharacters: number; mergedRuns: number; linesPerFile: number };
  /** Orders that a slice reads before it is late. */
  readonly ordersPerSlice?: number;
  readonly hidden?: readonly string[];
  /** The latest erasure, at each read of it. */
  readonly marks?: readonly string[];
}

/** Orders by shard, as the table has them. */
export function createStage(orders: readonly OrderPart[], stage: Stage = {}) {
  const { ordersPerSlice = Number.POSITIVE_INFINITY, hidden = [], marks = [] } = stage;
  let item: OrderExportItem | undefined = { ...ITEM, ...stage.item };
  const files = new Map<string, Buffer>();
  const objects = new Map<string, Uint8Array>();
  const left = [...marks];
  let written: WrittenExport | undefined;
  let failed: string | undefined;
  let time = NOW;
  let runs = 0;
  const write = createWriteOrders({
    orders: createShards(
      () => orders,
      () => void time++,
    ),
    exports: {
      get: async () => item,
      async complete(_, result) {
        written = result;
        item = item && { ...item, status: 'Completed', files: result.files };
        return true;
      },
      async fail(_, reason) {
        failed = asText([reason]);
        item = item && { ...item, status: 'Failed' };
        return true;
      },
    },
    exportFiles: {
      async put(_, name, pieces) {
        const parts: Uint8Array[] = [];
        for await (const piece of pieces) parts.push(Uint8Array.from(piece));
        files.set(name, Buffer.concat(parts));
        return files.get(name)?.length ?? 0;
      },
      async keepOnly(_, names) {
        for (const name of files.keys()) if (!names.includes(name)) files.delete(name);
      },
    },
    partitionFiles: createPartitions(objects),
    erasures: {
      mark: async () => {
        const latest = left.length > 1 ? left.shift() : left[0];
        return latest === undefined ? undefined : { latest };
      },
    },
    hidden: async () => ({ customers: hidden.map(hash64), everybody: false }),
    newRunId: () => `run-${runs++}`,
    clock: () => time,
    sliceMs: ordersPerSlice,
    ...(stage.sizes && { sizes: stage.sizes }),
  });
  return {
    files,
    objects,
    result: () => written,
    failed: () => failed,
    /** Runs slice after slice, the first of each twice, as a repeated delivery does. */
    async run() {
      let attempt: string | undefined;
      for (let slice = 0; slice < 1_000; slice++) {
        const input = { account_id: 'acc', dataset_id: 'shop', export_id: ITEM.export_id, attempt };
        const ended = await write(input);
        if (!ended.more) return slice + 1;
        attempt = ended.attempt;
      }
      throw new Error('the export does not end');
    },
  };
}

const textOf = (maxLength: number) =>
  fc.string({ minLength: 1, maxLength, unit: fc.oneof(fc.constantFrom('a', ';', '"', '\n', 'é', '😀')) });
const price = fc.oneof(
  fc.integer({ min: -10_000, max: 1_000_000 }).map((cents) => cents / 100),
  fc.double({ min: -1e12, max: 1e12, noNaN: true }),
  fc.constantFrom(1e-7, 3.3333333333333335, 1e12, 0),
);
const line = fc.record({
  name: fc.option(textOf(6), { nil: undefined }),
  sku: textOf(4),
  unitPrice: price,
  quantity: fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }),
  customFields: fc.option(
    fc.array(fc.tuple(textOf(4), textOf(6)), { minLength: 1, maxLength: 3 }).map(Object.fromEntries),
    { nil: undefined },
  ),
  importId: fc.constantFrom('i1', 'i2'),
});
const order = fc.record({
  orderId: textOf(3),
  customer: fc.option(fc.constantFrom('ann', 'bob'), { nil: undefined }),
  date: fc.option(fc.integer({ min: 0, max: 5 }), { nil: undefined }),
  lines: fc.uniqueArray(line, { minLength: 1, maxLength: 4, selector: ({ sku }) => sku }),
});
export const storedOrders = fc
  .uniqueArray(order, { maxLength: 40, selector: ({ orderId }) => orderId })
  .map((orders) =>
    orders.map(({ orderId, customer, date, lines }): OrderPart => {
      const stamp = <T>(value: T | undefined) =>
        value === undefined ? undefined : { value, importId: 'i1' };
      return {
        ...createEmptyPart(orderId),
        customerId: stamp(customer),
        contact: stamp(customer && `${customer}@example.com`),
        orderDate: stamp(date === undefined ? undefined : NOW + date),
        lines: new Map(lines.map((one): [string, StoredLine] => [one.sku, one])),
      };
    }),
  );

/** Every line item, with amounts by integers. */
export function listExpected(orders: readonly OrderPart[]) {
  const byPlace = [...orders].sort((a, b) => {
    const [left, right] = [a, b].map((one) => one.orderDate?.value ?? Number.POSITIVE_INFINITY);
    return left === right ? compareKeys(a.orderId, b.orderId) : Number(left) - Number(right);
  });
  return byPlace.flatMap((one) =>
    [...one.lines]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, { name, sku, unitPrice, ...rest }]) => ({
        order_id: one.orderId,
        customer_id: one.customerId?.value ?? null,
        order_date: one.orderDate === undefined ? null : new Date(one.orderDate.value).toISOString(),
        product_name: name ?? null,
        product_sku: sku ?? null,
        unit_price: unitPrice,
        quantity: rest.quantity,
        custom_fields: rest.customFields ?? null,
        import_id: rest.importId,
        contact: one.contact?.value ?? null,
      })),
  );
}
