// Orders on another sheet than the first: proposed, not taken, since a workbook may have them twice.
import { OrderFileError } from './problems/errors.ts';
import type { FileProblemCode } from './problems/file-problems.ts';
import type { RowOptions } from './rows/row-batches.ts';
import { readRows } from './rows/rows.ts';
import { type OrderFile, openSource, type SourceOptions, type Surroundings } from './sources.ts';

/** What the first sheet may lack. */
const LACKING: readonly FileProblemCode[] = [
  ...(['missing_columns', 'missing_header', 'missing_prices', 'rows_are_orders', 'empty_file'] as const),
];
const MOST_SHEETS = 20;

type Options = RowOptions & SourceOptions;

/** `error`, or one that names the sheet to choose. `sheets`: of the file. */
export async function orOtherSheet(
  error: unknown,
  file: OrderFile,
  sheets: readonly string[],
  surroundings: Surroundings,
  options: Options,
): Promise<unknown> {
  const [first, ...others] = sheets;
  if (!(error instanceof OrderFileError) || options.sheet !== undefined || first === undefined) return error;
  if (!LACKING.includes(error.problem.code)) return error;
  for (const found of others.slice(0, MOST_SHEETS)) {
    if (await hasOrders(file, surroundings, { ...options, sheet: found, onSheets: undefined }))
      return new OrderFileError(error.source, { code: 'other_sheet', sheet: first, found });
  }
  return error;
}

async function hasOrders(file: OrderFile, surroundings: Surroundings, options: Options): Promise<boolean> {
  const source = await openSource(file, surroundings, options);
  try {
    await readRows(source, { ...options, account: undefined });
    return true;
  } catch (problem) {
    if (problem instanceof OrderFileError) return false;
    throw problem;
  } finally {
    source.close();
  }
}
