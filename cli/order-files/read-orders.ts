// The front door: files in, whole orders out, with what an operator wants to see on the way.
import type { SubmittedOrder } from '../../src/core/ingest/submitted-order.ts';
import type { OrderRow } from './check-row.ts';
import type { FieldExplanation } from './column-map.ts';
import { OrderFileError } from './errors.ts';
import type { BadRow, RowOptions } from './row-batches.ts';
import { type RowReading, readRows } from './rows.ts';
import { type OpenSource, openSource, type SourceOptions, sourceSize } from './sources.ts';
import { type GroupOptions, wholeOrders } from './whole-orders.ts';

export interface ReadOptions extends RowOptions, GroupOptions, SourceOptions {
  readonly onBadRow?: ((row: BadRow) => void) | undefined;
  /** Called for each file when its columns are known, the first included. */
  readonly onColumns?: ((source: string, columns: readonly FieldExplanation[]) => void) | undefined;
}

export interface ReadProgress {
  /** As the files lie there: compressed ones count as compressed. */
  readonly bytes: number;
  /** Undefined when a source's size is unknown before its end. */
  readonly totalBytes: number | undefined;
  readonly rows: number;
  readonly badRows: number;
}

/** Iterate one of `orders` and `rows`, or call `check`: the files are read once. */
export interface OrderReading {
  /** Of the first file; the others are looked at when it is their turn. */
  readonly columns: readonly FieldExplanation[];
  /** Whole orders over all files, in an order that depends on the files and options only: see `wholeOrders`. */
  readonly orders: AsyncIterable<SubmittedOrder>;
  /** Rows without grouping, in batches, in the files' order. */
  readonly rows: AsyncIterable<readonly OrderRow[]>;
  progress(): ReadProgress;
  /** A dry run: reads all, reports bad rows, keeps nothing. */
  check(): Promise<ReadProgress>;
  /** For a reading that is given up before it was iterated. */
  close(): void;
}

/**
 * `sources`: paths, `-`, s3://bucket/key; an order may have its lines in several. Opens the first and reads its header,
 * so that a wrong flag is told at once. Throws OrderFileError.
 */
export async function readOrders(
  sources: readonly string[],
  options: ReadOptions = {},
): Promise<OrderReading> {
  const [firstName, ...otherNames] = sources;
  if (firstName === undefined) throw new OrderFileError(undefined, 'expected a file');
  const sizes = await Promise.all(sources.map(sourceSize));
  const totalBytes = sizes.reduce<number | undefined>(
    (sum, size) => (sum === undefined || size === undefined ? undefined : sum + size),
    0,
  );
  const opened: OpenSource[] = [];
  let rowCount = 0;
  let badRowCount = 0;

  async function open(name: string): Promise<RowReading> {
    const source = await openSource(name, options);
    opened.push(source);
    try {
      const reading = await readRows(source, options);
      options.onColumns?.(name, reading.columns);
      return reading;
    } catch (error) {
      source.close();
      throw error;
    }
  }

  async function* batchesOf({ batches }: RowReading): AsyncGenerator<readonly OrderRow[]> {
    for await (const { rows, badRows } of batches) {
      rowCount += rows.length;
      badRowCount += badRows.length;
      if (options.onBadRow !== undefined) for (const row of badRows) options.onBadRow(row);
      yield rows;
    }
  }

  const first = await open(firstName);
  async function* allRows(): AsyncGenerator<readonly OrderRow[]> {
    yield* batchesOf(first);
    for (const name of otherNames) yield* batchesOf(await open(name));
  }

  const progress = (): ReadProgress => ({
    bytes: opened.reduce((sum, source) => sum + source.bytesRead(), 0),
    totalBytes,
    rows: rowCount,
    badRows: badRowCount,
  });
  const rows = allRows();
  return {
    columns: first.columns,
    orders: wholeOrders(rows, options),
    rows,
    progress,
    async check() {
      for await (const _ of rows);
      return progress();
    },
    close() {
      for (const source of opened) source.close();
    },
  };
}
