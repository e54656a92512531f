// Inspects a file before it is used: its format, the content and field of each column, the statuses and currencies of
// its orders, its totals, and the options with which it can be read.

import { type OrderFileError as FileError, OrderFileError } from './problems/errors.ts';
import type { FileProblem } from './problems/file-problems.ts';
import { type Choice, findRowWayOut, listChoices, mergeWaysOut, type WayOut } from './problems/way-out.ts';
import { type OrderFileReadOptions, type OrderReading, readOrderFiles } from './read-orders.ts';
import { type FilePreview, previewFile } from './rows/preview.ts';
import type { BadRow } from './rows/row-batches.ts';
import { type OrderFile, type Surroundings, unpackArchives } from './sources.ts';
import { computeReconciliation, listRemarks, type Reconciliation } from './totals/reconciliation.ts';
import type { Remark } from './totals/remarks.ts';

export interface Inspection {
  /** The preview with the given options. */
  readonly preview: FilePreview;
  /** The decisions before the file can be read, in sequence; each supposes the first answers to those before. */
  readonly questions: readonly Question[];
  /** Options with which the file can be read; empty if none is needed. */
  readonly way: WayOut;
  /** True if no question is open and a row was read, so that `way` is the way to read the file. */
  readonly isCertain: boolean;
  /** The result of reading with these options; undefined if the file still cannot be read. */
  readonly read: InspectedOrders | undefined;
}

/** A problem with its answers, the likeliest first; none if no option helps. */
export interface Question {
  readonly error: FileError;
  readonly answers: readonly Answer[];
}

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
  const proposed = proposeColumns(await resolveAmounts(preview, first, surroundings, options), options);
  const { way, errors, read } = await readOn([file], surroundings, options, proposed);
  const questions: Question[] = [];
  let before = proposed;
  for (const error of errors) {
    questions.push({
      error,
      answers: await measureAnswers([file], surroundings, options, error.problem, before),
    });
    before = mergeWaysOut(before, listChoices(error.problem)[0]?.way ?? {});
  }
  const isCertain = questions.length === 0 && read !== undefined && read.rows > 0;
  return { preview, questions, way, isCertain, read };
}

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
    const { read } =
      choices.length === 1
        ? { read: undefined }
        : await readOn(files, surroundings, options, mergeWaysOut(way, choice.way));
    answers.push({ ...choice, totals: read && toTotals(read) });
  }
  return answers;
}

function toTotals({ rows, figures: { orders, customers, net, currency } }: InspectedOrders): AnswerTotals {
  return { rows, orders, customers, net, currency };
}

/** Reads on after each problem with its likeliest answer. */
async function readOn(
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

/** Fields that reports need, although a file can be read without them. */
const WANTED = ['customer_id', 'order_date'] as const;

/** Previews a file whose amounts are open by their likeliest reading, so that its other columns are known. */
async function resolveAmounts(
  preview: FilePreview,
  file: OrderFile,
  surroundings: Surroundings,
  options: OrderFileReadOptions,
): Promise<FilePreview> {
  if (preview.problem?.code !== 'amount_readings') return preview;
  return previewFile(file, surroundings, applyWayOut(options, listChoices(preview.problem)[0]?.way ?? {}));
}

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
    accept: [...(options.accept ?? []), ...(way.accept ?? [])],
    guests: [...(options.guests ?? []), ...(way.guests ?? [])],
    ignore: [...(options.ignore ?? []), ...(way.ignore ?? [])],
    excludeIf: [...(options.excludeIf ?? []), ...(way.excludeIf ?? [])],
    paid: [...(options.paid ?? []), ...(way.paid ?? [])],
    notPaid: [...(options.notPaid ?? []), ...(way.notPaid ?? [])],
    ...(prices === false && { demandPrices: false }),
  };
}
