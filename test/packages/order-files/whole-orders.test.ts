// Tests that whole orders are gathered from scattered lines, alike in memory and on disk, without leaving files behind.
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openDiskSpill, readLocalOrders } from '../../../packages/order-files/disk/local-files.ts';
import { gatherOrders } from '../../../packages/order-files/orders/whole-orders.ts';
import type { OrderRow } from '../../../packages/order-files/rows/check-row.ts';
import { groupByOrder } from '../../../src/analysis/ingest/chunks.ts';
import type { SubmittedOrder } from '../../../src/contract/resources/orders/submitted-order.ts';
import { countCases } from '../../../tools/harness/depth.ts';
import { collect } from './in-memory.ts';

let temporaryFolder: string;
beforeAll(async () => {
  temporaryFolder = await mkdtemp(join(tmpdir(), 'whole-orders-test-'));
});
afterAll(() => rm(temporaryFolder, { recursive: true }));

const openSpill = () => openDiskSpill(temporaryFolder);

async function* splitIntoBatches(rows: readonly OrderRow[], size = 7): AsyncGenerator<readonly OrderRow[]> {
  for (let at = 0; at < rows.length; at += size) yield rows.slice(at, at + size);
}

function createRow(order_id: string, product_name: string, more: Partial<OrderRow> = {}): OrderRow {
  return {
    line: 1,
    order_id,
    customer_id: undefined,
    order_date: undefined,
    item: { product_name },
    ...more,
  };
}

const compareById = (a: SubmittedOrder, b: SubmittedOrder): number => (a.order_id < b.order_id ? -1 : 1);

describe('gatherOrders', () => {
  test('returns orders by first appearance with their last customer and date', async () => {
    const rows = [
      createRow('2', 'a', { customer_id: 'x', order_date: '2026-01-01' }),
      createRow('1', 'b'),
      createRow('2', 'c', { customer_id: 'y' }),
    ];
    expect(await collect(gatherOrders(splitIntoBatches(rows), openSpill))).toEqual([
      {
        order_id: '2',
        customer_id: 'y',
        order_date: '2026-01-01',
        line_items: [{ product_name: 'a' }, { product_name: 'c' }],
      },
      { order_id: '1', line_items: [{ product_name: 'b' }] },
    ]);
    expect(await readdir(temporaryFolder)).toEqual([]);
  });

  test('returns the same orders if rows are partitioned on disk, repeatedly', async () => {
    const text = fc.string({
      unit: fc.constantFrom('a', 'é', '\t', '\n', '\\', 't', '"', '😀'),
      minLength: 1,
      maxLength: 15,
    });
    const makeOptional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
    const row = fc.record({
      line: fc.constant(0),
      order_id: fc.oneof(text, fc.nat(400).map(String)),
      customer_id: makeOptional(text),
      order_date: makeOptional(fc.constant('2026-01-01')),
      item: fc.record({
        product_name: text,
        product_sku: makeOptional(text),
        unit_price: makeOptional(fc.double({ noNaN: true }).map((price) => price + 0)),
        quantity: makeOptional(fc.integer()),
        custom_fields: makeOptional(fc.dictionary(fc.constantFrom('k', 'a\tb', '\\n'), fc.string())),
      }),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(row, { maxLength: 300, size: 'max' }),
        fc.nat(30_000),
        async (rows, memoryBudget) => {
          const asOrders = rows.map(({ order_id, customer_id, order_date, item }) => {
            return { order_id, customer_id, order_date, line_items: [item] };
          });
          const expected = groupByOrder(asOrders);
          expect(await collect(gatherOrders(splitIntoBatches(rows), openSpill))).toEqual(expected);
          const options = { memoryBudget };
          const spilled = await collect(gatherOrders(splitIntoBatches(rows), openSpill, options));
          expect(spilled.toSorted(compareById)).toEqual(expected.toSorted(compareById));
          // Resuming after N orders skips the first N, so the order must not depend on the size of batches.
          const again = await collect(gatherOrders(splitIntoBatches(rows, 50), openSpill, options));
          expect(again.map(({ order_id }) => order_id)).toEqual(spilled.map(({ order_id }) => order_id));
        },
      ),
      { numRuns: countCases(4) },
    );
    expect(await readdir(temporaryFolder)).toEqual([]);
  });

  test('restores texts of any characters from disk without using TextEncoder', async () => {
    const names = [
      'plain',
      'Tee „grün“ ÿ\u0080',
      '漢字\uffff',
      'a🍵b\u{10ffff}',
      'tab\tand\nline\\',
      'half \ud83c',
    ];
    const rows = Array.from({ length: 600 }, (_, n) => createRow(`order ${n % 300}`, names[n % 6] ?? ''));
    const encoded = vi.spyOn(TextEncoder.prototype, 'encodeInto');
    try {
      const spilled = await collect(
        gatherOrders(splitIntoBatches(rows), openSpill, { memoryBudget: 20_000 }),
      );
      const found = new Set(spilled.flatMap(({ line_items }) => line_items.map((line) => line.product_name)));
      expect(found).toEqual(new Set(names.map((name) => name.toWellFormed())));
      // In a browser, each call of encodeInto leaves an object that is collected late.
      expect(encoded).not.toHaveBeenCalled();
    } finally {
      encoded.mockRestore();
    }
  });

  test('returns the same orders from shuffled lines', async () => {
    const orders = Array.from({ length: 300 }, (_, order) => ({
      order_id: `order ${order}`,
      lines: Array.from({ length: 1 + (order % 9) }, (_, line) => `product ${line}`),
    }));
    const rows = orders.flatMap(({ order_id, lines }) => lines.map((name) => createRow(order_id, name)));
    const options = { memoryBudget: 2_000 };
    const sortOrders = (found: SubmittedOrder[]) =>
      found
        .toSorted(compareById)
        .map(({ order_id, line_items }) => [
          order_id,
          line_items.map(({ product_name }) => product_name).toSorted(),
        ]);
    const expected = sortOrders(await collect(gatherOrders(splitIntoBatches(rows), openSpill)));
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray(rows, { minLength: rows.length }), async (shuffled) => {
        expect(
          sortOrders(await collect(gatherOrders(splitIntoBatches(shuffled), openSpill, options))),
        ).toEqual(expected);
      }),
      { numRuns: countCases(2) },
    );
  });

  test('accepts an order of 10,000 lines and refuses one of 10,001 by its id', async () => {
    const wide = Array.from({ length: 10_000 }, (_, line) => createRow('wide', `product ${line}`));
    const options = { memoryBudget: 1_000 };
    const rows = [createRow('other', 'a'), ...wide];
    const orders = await collect(gatherOrders(splitIntoBatches(rows, 500), openSpill, options));
    expect(orders.map(({ line_items }) => line_items.length).toSorted()).toEqual([1, 10_000]);
    await expect(
      collect(gatherOrders(splitIntoBatches([...rows, createRow('wide', 'last')], 500), openSpill, options)),
    ).rejects.toThrow('order "wide": expected at most 10000 line items, got more');
    expect(await readdir(temporaryFolder)).toEqual([]);
  });

  test('deletes its temporary files if the reader stops early or the rows fail', async () => {
    const rows = Array.from({ length: 200 }, (_, order) => createRow(`order ${order}`, 'a'));
    const options = { memoryBudget: 1_000 };
    for await (const _ of gatherOrders(splitIntoBatches(rows), openSpill, options)) {
      expect(await readdir(temporaryFolder)).toHaveLength(1);
      break;
    }
    expect(await readdir(temporaryFolder)).toEqual([]);
    async function* failAfterRows(): AsyncGenerator<readonly OrderRow[]> {
      yield* splitIntoBatches(rows);
      throw new Error('the disk is gone');
    }
    await expect(collect(gatherOrders(failAfterRows(), openSpill, options))).rejects.toThrow(
      'the disk is gone',
    );
    expect(await readdir(temporaryFolder)).toEqual([]);
  });
});

describe('readLocalOrders', () => {
  test('reads two files and reports their columns, bad rows and progress', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'read-orders-test-'));
    try {
      const [first, second] = [join(folder, 'a.csv'), join(folder, 'b.ndjson')];
      const texts = ['order,item\n1,a\n2,b\n3\n', '{"order_id":"1","product_name":"c"}\n{"order_id":"4"}\n'];
      await writeFile(first, texts[0] ?? '');
      await writeFile(second, texts[1] ?? '');
      const bad: string[] = [];
      const columnSources: string[] = [];
      const options = {
        onBadRow: ({ source, line }: { source: string; line: number }) =>
          bad.push(`${source === first ? 'a' : 'b'} ${line}`),
        onColumns: (source: string) => columnSources.push(source),
      };
      const reading = await readLocalOrders([first, second], options);
      expect(reading.columns[0]).toEqual({
        field: 'order_id',
        column: 'order',
        why: { code: 'common_name' },
      });
      expect(await collect(reading.orders)).toEqual([
        { order_id: '1', line_items: [{ product_name: 'a' }, { product_name: 'c' }] },
        { order_id: '2', line_items: [{ product_name: 'b' }] },
      ]);
      expect(bad).toEqual(['a 4', 'b 2']);
      expect(columnSources).toEqual([first, second]);
      const bytes = texts.join('').length;
      expect(reading.progress()).toEqual({ bytes, totalBytes: bytes, rows: 3, badRows: 2 });
      expect(await (await readLocalOrders([first, second])).check()).toEqual(reading.progress());
    } finally {
      await rm(folder, { recursive: true });
    }
  });
  test('refuses an empty list of files and a missing file', async () => {
    await expect(readLocalOrders([])).rejects.toThrow('expected a file');
    await expect(readLocalOrders(['/none/orders.csv'])).rejects.toThrow('/none/orders.csv: no such file');
  });
});
