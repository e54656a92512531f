// Inspects a file before it is used: its format, the content and field of each column, the statuses and currencies of
// its orders, its totals, and the options with which it can be read.

import { type Answer, applyWayOut, type InspectedOrders, measureAnswers, readOn } from './measure-answers.ts';
import type { OrderFileError as FileError } from './problems/errors.ts';
import { listChoices, mergeWaysOut, type WayOut } from './problems/way-out.ts';
import type { OrderFileReadOptions } from './read-orders.ts';
import { type FilePreview, previewFile } from './rows/preview.ts';
import { type OrderFile, type Surroundings, unpackArchives } from './sources.ts';

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
