// Reads files into whole orders and reports columns, progress and totals to the operator: the entry point of this
// package.

import { mergeLinesByProduct, toLineIdentity } from '../../src/analysis/ingest/line-key.ts';
import type { SubmittedLine, SubmittedOrder } from '../../src/contract/resources/orders/submitted-order.ts';
import { type AccountOptions, Bookkeeping } from './account.ts';
import type { FieldExplanation } from './columns/column-map.ts';
import { type GroupOptions, gatherOrders } from './orders/whole-orders.ts';
import { OrderFileError } from './problems/errors.ts';
import type { OrderRow } from './rows/check-row.ts';
import type { BadRow, RowOptions } from './rows/row-batches.ts';
import { type RowReading, readRows, suggestOtherSheet } from './rows/rows.ts';
import {
  type OpenSource,
  type OrderFile,
  openSource,
  type SourceOptions,
  type Surroundings,
  unpackArchives,
} from './sources.ts';
import type { Ledger } from './totals/ledger.ts';
import type { Currencies } from './values/currencies.ts';
import type { Encoding } from './values/encodings.ts';

export interface OrderFileReadOptions extends RowOptions, GroupOptions, SourceOptions, AccountOptions {
  /** Ends the reading with its reason. */
  readonly signal?: AbortSignal | undefined;
  readonly onBadRow?: ((row: BadRow) => void) | undefined;
  /** Called for each file when its columns are known, the first included. */
  readonly onColumns?: ((source: string, file: Pick<RowReading, 'profile' | 'columns'>) => void) | undefined;
}

interface ReadProgress {
  /** Bytes of the files as stored: compressed ones count as compressed. */
  readonly bytes: number;
  /** Undefined when a source's size is unknown before its end. */
  readonly totalBytes: number | undefined;
  readonly rows: number;
  readonly badRows: number;
}

/** Iterate one of `orders` and `rows`, or call `check`: the files are read once. */
export interface OrderReading {
  /** Columns of the first file; those of others are reported by `onColumns`. */
  readonly columns: readonly FieldExplanation[];
  /** Whole orders over all files, in an order that depends on the files and options only: see `gatherOrders`. */
  readonly orders: AsyncIterable<SubmittedOrder>;
  /** Rows without grouping, in batches, in the files' order. */
  readonly rows: AsyncIterable<readonly OrderRow[]>;
  progress(): ReadProgress;
  /** Totals of the files: complete after the last row. */
  readonly ledger: Ledger;
  /** The dataset's currency; undefined while no row names one. */
  currency(): string | undefined;
  /** Currencies of the counted rows. */
  currencies(): Currencies['found'];
  /** Whether an amount was converted from another currency. */
  converted(): boolean;
  /** A dry run: reads everything, reports bad rows, passes nothing on. */
  check(): Promise<ReadProgress>;
  /** Closes a reading that was not iterated. */
  close(): void;
}

/**
 * Reads orders whose lines may lie in several files. Opens the first file and reads its header, so that a wrong option
 * is reported at once. Throws OrderFileError.
 */
export async function readOrderFiles(
  given: readonly OrderFile[],
  surroundings: Surroundings,
  options: OrderFileReadOptions = {},
): Promise<OrderReading> {
  const files = await unpackArchives(given);
  const [firstFile, ...otherFiles] = files;
  if (firstFile === undefined) throw new OrderFileError(undefined, { code: 'no_files' });
  const totalBytes = files.reduce<number | undefined>(
    (sum, { size }) => (sum === undefined || size === undefined ? undefined : sum + size),
    0,
  );
  const account = options.account ?? new Bookkeeping(options);
  const { ledger } = account;
  const onEncoding = (source: string, encoding: Encoding, line?: number): void => {
    ledger.note({ code: 'read_as', source, encoding, line });
    options.onEncoding?.(source, encoding, line);
  };
  const onMixed = (source: string, line: number): void => {
    ledger.note({ code: 'mixed_encodings', source, line });
    options.onMixed?.(source, line);
  };
  const opened: OpenSource[] = [];
  let rowCount = 0;
  let badRowCount = 0;

  async function open(file: OrderFile): Promise<RowReading> {
    let sheets: readonly string[] = [];
    const onSheets = (names: readonly string[]): void => {
      sheets = names;
      options.onSheets?.(names);
    };
    const source = await openSource(file, surroundings, { ...options, onEncoding, onSheets });
    opened.push(source);
    try {
      const reading = await readRows(source, { ...options, account, onEncoding, onMixed });
      options.onColumns?.(file.name, reading);
      return reading;
    } catch (error) {
      source.close();
      throw await suggestOtherSheet(error, file, sheets, surroundings, options);
    }
  }

  async function* readBatches({ batches }: RowReading): AsyncGenerator<readonly OrderRow[]> {
    for await (const { rows, badRows } of batches) {
      options.signal?.throwIfAborted();
      rowCount += rows.length;
      badRowCount += badRows.length;
      if (options.onBadRow !== undefined) for (const row of badRows) options.onBadRow(row);
      yield rows;
    }
  }

  const first = await open(firstFile);
  async function* readAllRows(): AsyncGenerator<readonly OrderRow[]> {
    yield* readBatches(first);
    for (const [index, file] of otherFiles.entries())
      yield* markFile(index + 1, readBatches(await open(file)));
    account.demandDecisions();
    const hasMoney = ledger.sales !== 0 || ledger.refunds !== 0;
    const demandsPrices = options.demandPrices === true && options.baskets !== true;
    if (demandsPrices && rowCount > 0 && !hasMoney)
      throw new OrderFileError(files.map(({ name }) => name).join(', '), { code: 'zero_prices' });
  }

  const getProgress = (): ReadProgress => ({
    bytes: opened.reduce((sum, source) => sum + source.bytesRead(), 0),
    totalBytes,
    rows: rowCount,
    badRows: badRowCount,
  });
  const rows = readAllRows();
  const orders = mergeRepeatedProducts(
    gatherOrders(rows, surroundings.openSpill, { ...options, onReplaced: (line) => ledger.replaced(line) }),
    ledger,
  );
  return {
    columns: first.columns,
    orders,
    rows,
    progress: getProgress,
    ledger,
    currency: () => account.currencies.own,
    currencies: () => account.currencies.found,
    converted: () => account.currencies.converted,
    async check() {
      for await (const _ of orders);
      return getProgress();
    },
    close() {
      for (const source of opened) source.close();
    },
  };
}

/** Marks the rows of all files after the first: an order in two files was exported twice. */
async function* markFile(
  file: number,
  batches: AsyncIterable<readonly OrderRow[]>,
): AsyncGenerator<readonly OrderRow[]> {
  for await (const rows of batches) yield rows.map((row) => ({ ...row, file }));
}

// One line per product of an order, as the service stores it: a file that has a product twice in an order means both
// lines, so their quantities are summed, at the mean price.

/** The most lines that are compared pairwise, which is faster than a map. */
const FEW_LINES = 12;

async function* mergeRepeatedProducts(
  orders: AsyncIterable<SubmittedOrder>,
  ledger: Pick<Ledger, 'repeatedProducts'>,
): AsyncGenerator<SubmittedOrder> {
  for await (const order of orders) {
    if (!hasRepeats(order.line_items)) {
      yield order;
      continue;
    }
    const line_items = mergeLinesByProduct(order.line_items);
    ledger.repeatedProducts += order.line_items.length - line_items.length;
    yield { ...order, line_items };
  }
}

function hasRepeats(lines: readonly SubmittedLine[]): boolean {
  if (lines.length > FEW_LINES) return new Set(lines.map(toProductKey)).size < lines.length;
  for (let at = 1; at < lines.length; at++) {
    const line = lines[at];
    for (let before = 0; before < at; before++) {
      const other = lines[before];
      if (
        line?.product_name === other?.product_name &&
        (line?.product_name !== undefined || line?.product_sku === other?.product_sku)
      ) {
        return true;
      }
    }
  }
  return false;
}

function toProductKey({ product_name, product_sku }: SubmittedLine): string {
  return toLineIdentity(product_name, product_sku);
}
