// Tests exports of orders: equal to the stored orders in every format, in sequence, whatever the slices and the sizes
// of runs and files are, and without customers who are being erased.
import fc from 'fast-check';
import { parquetReadObjects } from 'hyparquet';
import { describe, expect, it } from 'vitest';
import { createEmptyPart } from '../../../../src/analysis/ingest/stored-order.ts';
import { multiplyPrice } from '../../../../src/analysis/money/decimal.ts';
import { formatDecimal, parseUnits } from '../../../../src/analysis/money/decimal-text.ts';
import type { ExportFormat } from '../../../../src/contract/resources/reports/exports.ts';
import { createStage, listExpected, NOW, storedOrders } from './orders-stage.ts';

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
        storedOrders,
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
      fc.asyncProperty(storedOrders, async (orders) => {
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
      fc.asyncProperty(storedOrders, async (orders) => {
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
      storedOrders.filter(({ length }) => length > 2),
      1,
    );
    const { run, files, objects, failed } = createStage(one ?? [], { item: { most_bytes: 10 } });
    await run();
    expect(failed()).toMatch(/larger than the 10 bytes that the plan had left/);
    expect([files.size, objects.size]).toEqual([0, 0]);
  });
});
