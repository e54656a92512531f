// Helpers that open bytes in memory as a source, in pieces of any size, and collect the rows or orders read from it.
import { Readable } from 'node:stream';
import {
  createLocalSurroundings,
  type LocalOptions,
  openLocalFile,
} from '../../../packages/order-files/disk/local-files.ts';
import type { OrderRow } from '../../../packages/order-files/rows/check-row.ts';
import type { BadRow } from '../../../packages/order-files/rows/row-batches.ts';
import { type ReadRowOptions, readRows } from '../../../packages/order-files/rows/rows.ts';
import {
  type OpenSource,
  type OrderFile,
  openSource,
  type SourceOptions,
} from '../../../packages/order-files/sources.ts';
import type { SubmittedOrder } from '../../../src/contract/resources/orders/submitted-order.ts';

/** A stream for standard input that yields the content in pieces of `pieceBytes` bytes. */
export function createInput(content: string | Buffer, pieceBytes = 65_536): Readable {
  const bytes = Buffer.from(content);
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += pieceBytes) pieces.push(bytes.subarray(at, at + pieceBytes));
  return Readable.from(pieces);
}

/** Opens a path, `-` (standard input) or s3://bucket/key. */
export async function openLocal(
  name: string,
  options: SourceOptions & LocalOptions = {},
): Promise<OpenSource> {
  return openSource(await openLocalFile(name, options), createLocalSurroundings(options), options);
}

/** A file in memory, which can be opened any number of times. */
export function toOrderFile(name: string, content: string | Buffer): OrderFile {
  const bytes = Buffer.from(content);
  return {
    ...{ name, size: bytes.length, blob: undefined },
    open: async () => ({ chunks: createInput(bytes), bytesRead: () => bytes.length, close() {} }),
  };
}

export async function collectRows(
  content: string | Buffer,
  options: ReadRowOptions = {},
  pieceBytes?: number,
): Promise<{ rows: OrderRow[]; badRows: BadRow[] }> {
  const source = await openLocal('-', { ...options, standardInput: createInput(content, pieceBytes) });
  const rows: OrderRow[] = [];
  const badRows: BadRow[] = [];
  for await (const batch of (await readRows(source, options)).batches) {
    rows.push(...batch.rows);
    badRows.push(...batch.badRows);
  }
  return { rows, badRows };
}

export async function collect(orders: AsyncIterable<SubmittedOrder>): Promise<SubmittedOrder[]> {
  const collected: SubmittedOrder[] = [];
  for await (const order of orders) collected.push(order);
  return collected;
}
