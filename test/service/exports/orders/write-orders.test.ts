// Tests exports of orders: equal to the stored orders in every format, in sequence, whatever the slices and the sizes
// of runs and files are, and without customers who are being erased.
import fc from 'fast-check';
import { parquetReadObjects } from 'hyparquet';
import { describe, expect, it } from 'vitest';
import { hash64 } from '../../../../src/analysis/customer-lists/customer-ids.ts';
import {
  createEmptyPart,
  type OrderPart,
  packOrderPart,
  type StoredLine,
} from '../../../../src/analysis/ingest/stored-order.ts';
import { multiplyPrice } from '../../../../src/analysis/money/decimal.ts';
import { formatDecimal, parseUnits } from '../../../../src/analysis/money/decimal-text.ts';
import type { ExportFormat } from '../../../../src/contract/resources/reports/exports.ts';
import { asText } from '../../../../src/contract/sentences/english.ts';
import type { OrderExportItem, WrittenExport } from '../../../../src/service/exports/exports.ts';
import { createWriteOrders } from '../../../../src/service/exports/orders/write-orders.ts';
import { compareKeys } from '../../../../src/service/orders/shard-pages.ts';

const NOW = Date.parse('2026-03-01T12:00:00Z');
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
function createStage(orders: readonly OrderPart[], stage: Stage = {}) {
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
    orders: {
      async read(_, shard, sink, { after, isLate = () => false } = {}) {
        const sorted = orders
          .filter((_order, at) => at % 16 === shard)
          .sort((a, b) => compareKeys(a.orderId, b.orderId));
        for (const order of sorted) {
          if (after !== undefined && compareKeys(order.orderId, after) <= 0) continue;
          if (isLate()) return after ?? '';
          time += 1;
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
    },
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
    partitionFiles: {
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
    },
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
const stored = fc.uniqueArray(order, { maxLength: 40, selector: ({ orderId }) => orderId }).map((orders) =>
  orders.map(({ orderId, customer, date, lines }): OrderPart => {
    const stamp = <T>(value: T | undefined) => (value === undefined ? undefined : { value, importId: 'i1' });
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
function listExpected(orders: readonly OrderPart[]) {
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

const AMOUNT = /(?<="amount":)[-\d.]+/g;
/** In units of 10^-8. A price with more than six decimals may be a rounded share of a total. */
function computeAmount({ unit_price, quantity }: { readonly unit_price: number; readonly quantity: number }) {
  const units = parseUnits(formatDecimal(unit_price), 8);
  return units % 100n === 0n || !Number.isSafeInteger(Number(units) * quantity)
    ? units * BigInt(quantity)
    : parseUnits(formatDecimal(multiplyPrice(unit_price, quantity)), 8);
}

async function readFiles(files: ReadonlyMap<string, Buffer>, format: ExportFormat) {
  const rows: Record<string, unknown>[] = [];
  for (const bytes of files.values()) {
    if (format === 'ndjson') {
      const lines = bytes.toString('utf8').split('\n').filter(Boolean);
      rows.push(...lines.map((one): Record<string, unknown> => JSON.parse(one)));
    } else rows.push(...(await parquetReadObjects({ file: new Uint8Array(bytes).buffer })));
  }
  return rows;
}

describe('an export of orders', () => {
  it('equals the stored orders to the last digit, however it is sliced, in sequence', async () => {
    await fc.assert(
      fc.asyncProperty(
        stored,
        fc.record({
          runCharacters: fc.integer({ min: 1, max: 2_000 }),
          mergedRuns: fc.integer({ min: 2, max: 4 }),
          linesPerFile: fc.integer({ min: 1, max: 50 }),
        }),
        fc.integer({ min: 1, max: 50 }),
        async (orders, sizes, ordersPerSlice) => {
          const { run, files, objects, result } = createStage(orders, { sizes, ordersPerSlice });
          await run();
          const rows = await readFiles(files, 'ndjson');
          const expected = listExpected(orders);
          expect(rows.map(({ amount: _, ...row }) => row)).toEqual(
            expected.map((row) => ({ ...row, unit_price: row.unit_price + 0 })),
          );
          const texts = [...files.values()].flatMap((file) => file.toString('utf8').match(AMOUNT) ?? []);
          expect(texts.map((text) => parseUnits(text, 8))).toEqual(expected.map(computeAmount));
          const { files: named = [], rows: count, bytes } = result() ?? {};
          expect(count).toBe(expected.length);
          expect(bytes).toBe(named.reduce((sum, file) => sum + file.bytes, 0));
          expect([...files.keys()]).toEqual(named.map(({ name }) => name));
          expect(objects.size).toBe(0);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('has exact decimals, maps and times in Parquet', async () => {
    await fc.assert(
      fc.asyncProperty(stored, async (orders) => {
        const { run, files } = createStage(orders, { item: { format: 'parquet' } });
        await run();
        const rows = await readFiles(files, 'parquet');
        const expected = listExpected(orders);
        expect(
          rows.map(({ amount: _, unit_price, quantity, order_date, custom_fields, ...row }) => ({
            ...row,
            custom_fields: custom_fields ?? null,
            unit_price: Number(unit_price),
            quantity: Number(quantity),
            order_date: order_date instanceof Date ? order_date.toISOString() : null,
          })),
        ).toEqual(
          expected.map((row) => ({
            ...row,
            // hyparquet reads decimals as doubles.
            unit_price: Number(parseUnits(formatDecimal(row.unit_price), 18)) * 1e-18,
          })),
        );
      }),
      { numRuns: 30 },
    );
  });

  it('leaves out customers whose erasure is in progress, and writes files anew for one requested meanwhile', async () => {
    const orders = ['ann', 'bob', 'ann'].map((customer, at) => ({
      ...createEmptyPart(`o${at}`),
      customerId: { value: customer, importId: 'i1' },
      lines: new Map([
        ['s', { name: 'tea', sku: 's', unitPrice: 1, quantity: 1, customFields: undefined, importId: 'i1' }],
      ]),
    }));
    const { run, files, result } = createStage(orders, { hidden: ['ann'], marks: ['', 'E1'] });
    expect(await run()).toBe(2);
    expect((await readFiles(files, 'ndjson')).map(({ customer_id }) => customer_id)).toEqual(['bob']);
    expect([files.size, result()?.erasedUntil]).toEqual([1, 'E1']);
  });

  it('has only orders in the range, and none without a date', async () => {
    await fc.assert(
      fc.asyncProperty(stored, async (orders) => {
        const { run, files } = createStage(orders, { item: { from: NOW + 1, to: NOW + 4, contact: false } });
        await run();
        const inRange = orders.filter(
          ({ orderDate }) => orderDate !== undefined && orderDate.value > NOW && orderDate.value < NOW + 4,
        );
        const rows = await readFiles(files, 'ndjson');
        expect(rows.map(({ order_id }) => order_id)).toEqual(
          listExpected(inRange).map(({ order_id }) => order_id),
        );
        expect(rows.some((row) => 'contact' in row)).toBe(false);
      }),
      { numRuns: 20 },
    );
  });

  it('fails, and leaves no file, if the files exceed the bytes of the plan', async () => {
    const [one] = fc.sample(
      stored.filter(({ length }) => length > 2),
      1,
    );
    const { run, files, objects, failed } = createStage(one ?? [], { item: { most_bytes: 10 } });
    await run();
    expect(failed()).toMatch(/larger than the 10 bytes that the plan had left/);
    expect([files.size, objects.size]).toEqual([0, 0]);
  });
});
