// Reads files once for each answer to a problem, so that the answers can be shown with the totals that they lead to.

import { type OrderFileError as FileError, OrderFileError } from './problems/errors.ts';
import type { FileProblem } from './problems/file-problems.ts';
import { type Choice, findRowWayOut, listChoices, mergeWaysOut, type WayOut } from './problems/way-out.ts';
import { type OrderFileReadOptions, type OrderReading, readOrderFiles } from './read-orders.ts';
import type { BadRow } from './rows/row-batches.ts';
import type { OrderFile, Surroundings } from './sources.ts';
import { computeReconciliation, listRemarks, type Reconciliation } from './totals/reconciliation.ts';
import type { Remark } from './totals/remarks.ts';

export interface Answer extends Choice {
  /** The totals that the answer leads to; undefined if it is the only one, or if the file cannot be read so. */
  readonly totals: AnswerTotals | undefined;
}

export interface AnswerTotals {
  readonly rows: number;
  readonly orders: number;
  readonly customers: number;
  readonly net: number;
  readonly currency: string | null;
}

export interface InspectedOrders {
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

/**
 * Reads the files once for each answer to the problem. `way`: options of earlier answers. Further problems are answered
 * by their likeliest answer.
 */
export async function measureAnswers(
  files: readonly OrderFile[],
  surroundings: Surroundings,
  options: OrderFileReadOptions,
  problem: FileProblem,
  way: WayOut = {},
): Promise<readonly Answer[]> {
  const choices = listChoices(problem);
  const answers: Answer[] = [];
  for (const choice of choices) {
    const totals =
      choices.length === 1
        ? undefined
        : await measureWay(files, surroundings, options, mergeWaysOut(way, choice.way));
    answers.push({ ...choice, totals });
  }
  return answers;
}

/** Returns the totals of the files, read with the options of an answer; undefined if they cannot be read so. */
export async function measureWay(
  files: readonly OrderFile[],
  surroundings: Surroundings,
  options: OrderFileReadOptions,
  way: WayOut,
): Promise<AnswerTotals | undefined> {
  const { read } = await readOn(files, surroundings, options, way);
  return read && toTotals(read);
}

function toTotals({ rows, figures: { orders, customers, net, currency } }: InspectedOrders): AnswerTotals {
  return { rows, orders, customers, net, currency };
}

/** Reads on after each problem with its likeliest answer. */
export async function readOn(
  files: readonly OrderFile[],
  surroundings: Surroundings,
  options: OrderFileReadOptions,
  given: WayOut,
): Promise<{
  readonly way: WayOut;
  readonly errors: FileError[];
  readonly read: InspectedOrders | undefined;
}> {
  const errors: FileError[] = [];
  let way = given;
  for (let asked = 0; asked < MOST_QUESTIONS; asked++) {
    try {
      const read = await readAll(files, surroundings, applyWayOut(options, way));
      const { firstBadRow } = read;
      const next = firstBadRow && findRowWayOut(firstBadRow.problem);
      if (next?.quantityScale !== undefined && way.quantityScale === undefined) {
        way = mergeWaysOut(way, next);
        continue;
      }
      // If no row is valid, skipping the bad ones leaves nothing.
      if (read.badRows > 0 && read.rows > 0) way = { ...way, badRows: 'skip' };
      return { way, errors, read };
    } catch (error) {
      if (!(error instanceof OrderFileError)) throw error;
      errors.push(error);
      const [likeliest] = listChoices(error.problem);
      if (likeliest === undefined) break;
      way = mergeWaysOut(way, likeliest.way);
    }
  }
  return { way, errors, read: undefined };
}

async function readAll(
  files: readonly OrderFile[],
  surroundings: Surroundings,
  options: OrderFileReadOptions,
): Promise<InspectedOrders> {
  let badRows = 0;
  let firstBadRow: BadRow | undefined;
  const reading: OrderReading = await readOrderFiles(files, surroundings, {
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

/** Adds the options of an answer to the options given. */
export function applyWayOut(
  options: OrderFileReadOptions,
  { prices, badRows: _, columns, ...way }: WayOut,
): OrderFileReadOptions {
  return {
    ...options,
    ...way,
    columns: { ...options.columns, ...columns },
    accept: [...(options.accept ?? []), ...(way.accept ?? [])],
    guests: [...(options.guests ?? []), ...(way.guests ?? [])],
    ignore: [...(options.ignore ?? []), ...(way.ignore ?? [])],
    excludeIf: [...(options.excludeIf ?? []), ...(way.excludeIf ?? [])],
    paid: [...(options.paid ?? []), ...(way.paid ?? [])],
    notPaid: [...(options.notPaid ?? []), ...(way.notPaid ?? [])],
    ...(prices === false && { demandPrices: false }),
  };
}
