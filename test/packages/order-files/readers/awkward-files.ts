// Helpers that read files to their ends as the command line (`node`) or the page does and return orders, bad rows and
// remarks.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createMemorySpill,
  pageFile,
  pageSurroundings,
} from '../../../../apps/console/import-worker/page-files.ts';
import { createLocalSurroundings, openLocalFile } from '../../../../packages/order-files/disk/local-files.ts';
import { OrderFileError } from '../../../../packages/order-files/problems/errors.ts';
import type { FileProblem } from '../../../../packages/order-files/problems/file-problems.ts';
import { printRowProblem } from '../../../../packages/order-files/problems/row-problem-words.ts';
import {
  type OrderFileReadOptions,
  type OrderReading,
  readOrderFiles,
} from '../../../../packages/order-files/read-orders.ts';
import {
  computeReconciliation,
  listRemarks,
} from '../../../../packages/order-files/totals/reconciliation.ts';
import type { Remark } from '../../../../packages/order-files/totals/remarks.ts';
import type { SubmittedOrder } from '../../../../src/contract/resources/orders/submitted-order.ts';

export const READERS = ['node', 'page'] as const;
type Reader = (typeof READERS)[number];
export type Files = Readonly<Record<string, string | Uint8Array>>;

export interface ReadFiles {
  readonly orders: readonly SubmittedOrder[];
  /** Order, customer, day, product, price, quantity of each line. */
  readonly lines: readonly (readonly unknown[])[];
  readonly net: number;
  readonly bad: readonly (readonly [line: number, problem: string])[];
  readonly remarks: readonly Remark[];
  /** Share of all bytes that were read; undefined if the total is unknown. */
  readonly share: number | undefined;
}

export async function readFiles(
  reader: Reader,
  files: Files,
  options: OrderFileReadOptions = {},
): Promise<ReadFiles> {
  const folder = mkdtempSync(join(tmpdir(), 'awkward-files-'));
  try {
    const bad: [number, string][] = [];
    const all: OrderFileReadOptions = {
      ...options,
      onBadRow: ({ line, problem }) => bad.push([line, printRowProblem(problem)]),
    };
    const reading = await openReading(reader, folder, files, all);
    const orders: SubmittedOrder[] = [];
    for await (const order of reading.orders) orders.push(order);
    const { bytes, totalBytes, badRows } = reading.progress();
    const figures = computeReconciliation(reading.ledger, reading.currency(), badRows);
    return {
      orders,
      lines: orders.flatMap(({ order_id, customer_id, order_date, line_items }) =>
        line_items.map(({ product_name, unit_price, quantity }) => [
          ...[order_id, customer_id, order_date?.slice(0, 10), product_name, unit_price, quantity],
        ]),
      ),
      net: figures.net,
      bad,
      remarks: listRemarks(figures, reading.ledger),
      share: totalBytes === undefined ? undefined : bytes / totalBytes,
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function openReading(
  reader: Reader,
  folder: string,
  files: Files,
  options: OrderFileReadOptions,
): Promise<OrderReading> {
  const entries = Object.entries(files);
  if (reader === 'page') {
    const chosen = entries.map(([name, bytes]) =>
      pageFile(new File([new Uint8Array(Buffer.from(bytes))], name)),
    );
    return readOrderFiles(
      chosen,
      pageSurroundings(async () => createMemorySpill()),
      options,
    );
  }
  const local = entries.map(async ([name, bytes]) => {
    writeFileSync(join(folder, name), bytes);
    const file = await openLocalFile(join(folder, name));
    return { ...file, name };
  });
  return readOrderFiles(await Promise.all(local), createLocalSurroundings(), options);
}

/** The problem that reading the files ends with; undefined if all are read. */
export async function findRefusal(
  reader: Reader,
  files: Files,
  options?: OrderFileReadOptions,
): Promise<(FileProblem & { readonly source: string | undefined }) | undefined> {
  try {
    await readFiles(reader, files, options);
    return undefined;
  } catch (error) {
    if (error instanceof OrderFileError) return { ...error.problem, source: error.source };
    throw error;
  }
}
