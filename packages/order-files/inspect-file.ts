// Inspects a file before it is used: its format, the content and field of each column, the statuses and currencies of
// its orders, its totals, and the options with which it can be read.

import { type OrderFileError as FileError, OrderFileError } from './problems/errors.ts';
import { findRowWayOut, findWayOut, type WayOut } from './problems/way-out.ts';
import { type OrderFileReadOptions, type OrderReading, readOrderFiles } from './read-orders.ts';
import { type FilePreview, previewFile } from './rows/preview.ts';
import type { BadRow } from './rows/row-batches.ts';
import { type OrderFile, type Surroundings, unpackArchives } from './sources.ts';
import { computeReconciliation, listRemarks, type Reconciliation } from './totals/reconciliation.ts';
import type { Remark } from './totals/remarks.ts';

export interface Inspection {
  /** The preview with the given options. */
  readonly preview: FilePreview;
  /** Why the file cannot be read with these options, the first problem first. */
  readonly problems: readonly FileError[];
  /** Further options with which the file can be read, as far as they are known; empty if none is needed. */
  readonly way: WayOut;
  /** The result of reading with these options; undefined if the file still cannot be read. */
  readonly read: InspectedOrders | undefined;
}

interface InspectedOrders {
  readonly rows: number;
  readonly figures: Reconciliation;
  readonly currencies: readonly {
    readonly currency: string;
    readonly rows: number;
    readonly amount: number;
  }[];
  readonly remarks: readonly Remark[];
  readonly badRows: number;
  readonly firstBadRow: BadRow | undefined;
}

/** Each answers one question, after which the next one appears. */
const MOST_QUESTIONS = 8;

/** Shows the first file of an archive. Reads the file several times, since one problem can hide the next. */
export async function inspectFile(
  file: OrderFile,
  surroundings: Surroundings,
  options: OrderFileReadOptions = {},
): Promise<Inspection> {
  const [first = file] = await unpackArchives([file]);
  const preview = await previewFile(first, surroundings, options);
  const problems: FileError[] = [];
  let way = proposeColumns(preview, options);
  for (let asked = 0; asked < MOST_QUESTIONS; asked++) {
    try {
      const read = await readAll(file, surroundings, applyWayOut(options, way));
      const { firstBadRow } = read;
      const next = firstBadRow && findRowWayOut(firstBadRow.problem);
      if (next?.quantityScale !== undefined && way.quantityScale === undefined) {
        way = mergeWaysOut(way, next);
        continue;
      }
      // If no row is valid, skipping the bad ones leaves nothing.
      if (read.badRows > 0 && read.rows > 0) way = { ...way, badRows: 'skip' };
      return { preview, problems, way, read };
    } catch (error) {
      if (!(error instanceof OrderFileError)) throw error;
      problems.push(error);
      const next = findWayOut(error.problem);
      if (next === undefined) break;
      way = mergeWaysOut(way, next);
    }
  }
  return { preview, problems, way, read: undefined };
}

async function readAll(
  file: OrderFile,
  surroundings: Surroundings,
  options: OrderFileReadOptions,
): Promise<InspectedOrders> {
  let badRows = 0;
  let firstBadRow: BadRow | undefined;
  const reading: OrderReading = await readOrderFiles([file], surroundings, {
    ...options,
    onBadRow: (row) => {
      badRows++;
      firstBadRow ??= row;
    },
  });
  try {
    const { rows } = await reading.check();
    const figures = computeReconciliation(reading.ledger, reading.currency(), badRows);
    return {
      ...{ rows, figures, badRows, firstBadRow },
      currencies: reading.currencies(),
      remarks: listRemarks(figures, reading.ledger),
    };
  } finally {
    reading.close();
  }
}

/** Fields that reports need, although a file can be read without them. */
const WANTED = ['customer_id', 'order_date'] as const;

function proposeColumns(
  { columns, understood }: FilePreview,
  { columns: given = {} }: OrderFileReadOptions,
): WayOut {
  if (understood === undefined) return {};
  const found = WANTED.flatMap((field) => {
    if (understood.positions[field] !== undefined || given[field] !== undefined) return [];
    const guess = columns.find((one) => one.field === undefined && one.couldBe[0] === field);
    return guess === undefined ? [] : [[field, guess.column] as const];
  });
  return found.length === 0 ? {} : { columns: Object.fromEntries(found) };
}

function applyWayOut(
  options: OrderFileReadOptions,
  { prices, badRows: _, columns, ...way }: WayOut,
): OrderFileReadOptions {
  return {
    ...options,
    ...way,
    columns: { ...options.columns, ...columns },
    paid: [...(options.paid ?? []), ...(way.paid ?? [])],
    notPaid: [...(options.notPaid ?? []), ...(way.notPaid ?? [])],
    ...(prices === false && { demandPrices: false }),
  };
}

function mergeWaysOut(before: WayOut, next: WayOut): WayOut {
  return {
    ...before,
    ...next,
    ...((before.columns ?? next.columns) && { columns: { ...before.columns, ...next.columns } }),
  };
}
