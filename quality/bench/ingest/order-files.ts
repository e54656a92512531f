// Lines per second and peak memory of reading an order file: npm run -s bench -- files [--lines N | --data FILE].
// Without --data it generates a CSV file in which the lines of an order are up to a few thousand lines apart, and
// deletes it afterwards.
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { readOrders } from '../../../order-files/disk/read-orders.ts';
import type { OrderReading } from '../../../order-files/read-orders.ts';
import { randomFrom } from '../../harness/random/random.ts';
import { report } from '../measuring/json-lines.ts';

/** Average lines per order, and the number of orders open at a time in the generated file. */
const LINES_PER_ORDER = 5;
const OPEN_ORDERS = 1_000;
const PRODUCTS = 4_000;
const LINES_PER_WRITE = 2_000;

export async function benchOrderFiles(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      lines: { type: 'string', default: '1000000' },
      data: { type: 'string' },
      /** rows, orders or both: one per process, so that the peak memory is that of one reader. */
      only: { type: 'string' },
      /** In MB; defaults to the default of the reader. */
      budget: { type: 'string' },
    },
  });
  const folder = await mkdtemp(join(tmpdir(), 'bench-order-files-'));
  try {
    const file = values.data ?? join(folder, 'orders.csv');
    if (values.data === undefined) {
      await pipeline(Readable.from(generatedLines(Number(values.lines))), createWriteStream(file));
    }
    const memoryBudget = values.budget === undefined ? undefined : Number(values.budget) * 1024 * 1024;
    if (values.only !== 'orders') await measure(file, 'rows', memoryBudget, countRows);
    if (values.only !== 'rows') await measure(file, 'orders', memoryBudget, countOrders);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function measure(
  file: string,
  what: string,
  memoryBudget: number | undefined,
  read: (reading: OrderReading) => Promise<object>,
): Promise<void> {
  const began = performance.now();
  const reading = await readOrders([file], { memoryBudget });
  const result = await read(reading);
  const seconds = (performance.now() - began) / 1000;
  const { rows, badRows, bytes } = reading.progress();
  report(`order file, ${what}`, (rows + badRows) / seconds, 'lines/s', {
    ...result,
    rows,
    bad_rows: badRows,
    mb_per_s: Math.round(bytes / 1e6 / seconds),
    peak_rss_mb: Math.round(process.resourceUsage().maxRSS / 1_024),
  });
}

async function countRows({ rows }: OrderReading): Promise<{ batches: number }> {
  let batches = 0;
  for await (const _ of rows) batches++;
  return { batches };
}

async function countOrders({ orders }: OrderReading): Promise<{ orders: number }> {
  let count = 0;
  for await (const _ of orders) count++;
  return { orders: count };
}

/** Of a CSV file in which the lines of an order are up to a few thousand lines apart. */
export function* generatedLines(lines: number): Generator<string> {
  yield 'InvoiceNo,StockCode,Description,Quantity,InvoiceDate,UnitPrice,CustomerID,Country\n';
  const random = randomFrom(1);
  let text = '';
  for (let line = 0; line < lines; line++) {
    const order = Math.floor(line / LINES_PER_ORDER) + Math.floor(random() * OPEN_ORDERS);
    const product = Math.floor(random() ** 3 * PRODUCTS);
    const day = 1 + (order % 28);
    const second = String(order % 60).padStart(2, '0');
    text += `${500_000 + order},${10_000 + product}A,PRODUCT WITH A NAME NUMBER ${product},${1 + (line % 12)},2011-${String(1 + (order % 12)).padStart(2, '0')}-${String(day).padStart(2, '0')}T08:26:${second}Z,${(product % 100) + 0.25},${10_000 + (order % 50_000)},United Kingdom\n`;
    if (line % LINES_PER_WRITE === LINES_PER_WRITE - 1) {
      yield text;
      text = '';
    }
  }
  yield text;
}
