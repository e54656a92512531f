// Previews the first rows of a file, raw and as understood, so that a reader can check them before anything is sent.
import { type AccountOptions, Bookkeeping } from '../account.ts';
import { BASKET_COLUMNS, listBasketProducts } from '../columns/basket-lines.ts';
import type { FieldExplanation } from '../columns/column-map.ts';
import {
  type DateReadings,
  type DescribedColumn,
  describeColumns,
  listDateReadings,
} from '../columns/described-columns.ts';
import type { LocatedHeader } from '../columns/locate-header.ts';
import { nameUnnamed } from '../columns/unnamed-columns.ts';
import { loadTableReaders } from '../load-readers.ts';
import { OrderFileError } from '../problems/errors.ts';
import type { FileProblem, FileProblemCode } from '../problems/file-problems.ts';
import type { ExportField } from '../profiles/profile.ts';
import {
  type OpenSource,
  type OrderFile,
  openSource,
  type SourceOptions,
  type Surroundings,
} from '../sources.ts';
import { MAX_CHARACTERS } from '../tables/table-limits.ts';
import { CsvRecords, countLines, guessDelimiter } from '../text/csv-records.ts';
import { peekArray } from '../text/peek-array.ts';
import { readTextBlocks, withLineFeeds } from '../text/utf8-lines.ts';
import { formatJson } from '../values/bytes.ts';
import type { Encoding } from '../values/encodings.ts';
import type { OrderRow } from './check-row.ts';
import { listRows } from './json-records.ts';
import type { BadRow, RowOptions } from './row-batches.ts';
import { readRows, suggestOtherSheet } from './rows.ts';

const PREVIEWED_ROWS = 20;
/** Rows from which columns are described. */
const SAMPLED_ROWS = 500;
/** Problems that a choice of columns or formats solves: the preview shows the cells for that choice. */
const WITH_CELLS: readonly FileProblemCode[] = [
  ...([
    'missing_columns',
    'unknown_column',
    'ambiguous_dates',
    'ambiguous_amounts',
    'missing_prices',
    'amount_readings',
    'zero_prices',
  ] as const),
  ...(['rows_are_orders', 'several_currencies', 'unknown_statuses'] as const),
  ...(['too_many_custom_fields', 'custom_field_name', 'missing_rate'] as const),
];
/** Lines above a header at most. */
const MAX_LINES_ABOVE = 40;

export interface FilePreview {
  readonly name: string;
  readonly size: number | undefined;
  /** Sheets of a workbook; empty for other files. */
  readonly sheets: readonly string[];
  /** Empty if every line is an order in the contract's shape. */
  readonly header: readonly string[];
  /** The header's physical line, from 1; undefined if there is none. */
  readonly headerLine: number | undefined;
  /** Raw cells of the file, below the header. */
  readonly cells: readonly (readonly string[])[];
  /** The cells and the field of each column. */
  readonly columns: readonly DescribedColumn[];
  /** How the dates can be read; undefined if no column holds dates. */
  readonly dates: DateReadings | undefined;
  /** Undefined when the file can't be understood: see `problem`. */
  readonly understood: Understood | undefined;
  readonly problem: FileProblem | undefined;
  /** False for a workbook and the like, which have neither an encoding nor a delimiter to choose. */
  readonly isText: boolean;
}

export interface Understood {
  readonly profile: { readonly id: string; readonly title: string };
  readonly columns: readonly FieldExplanation[];
  /** The column of each field, from 0. */
  readonly positions: Partial<Record<ExportField, number>>;
  readonly dateFormat: string;
  readonly decimal: string;
  readonly encoding: Encoding;
  /** The separator of the columns; undefined for JSON and for tables such as workbooks. */
  readonly delimiter: string | undefined;
  /** The currency that the first rows name, if any. */
  readonly currency: string | undefined;
  readonly rows: readonly OrderRow[];
  readonly badRows: readonly BadRow[];
}

export type PreviewOptions = RowOptions & SourceOptions & AccountOptions;

/** Never throws OrderFileError: the answer contains the file's problem. */
export async function previewFile(
  file: OrderFile,
  surroundings: Surroundings,
  options: PreviewOptions = {},
): Promise<FilePreview> {
  const { name, size } = file;
  let sheets: readonly string[] = [];
  const onSheets = (names: readonly string[]): void => {
    sheets = names;
  };
  let isText = true;
  const onTable = (): void => {
    isText = false;
  };
  try {
    const understood = await readPreview(file, surroundings, { ...options, onSheets }, onTable);
    const { header, layout } = understood;
    const found = await readFirstCells(file, surroundings, options, header, layout);
    const table = describeCells(found, understood.understood);
    return { name, size, sheets, isText, ...table, understood: understood.understood, problem: undefined };
  } catch (refusal) {
    const error = await suggestOtherSheet(refusal, file, sheets, surroundings, options);
    if (!(error instanceof OrderFileError)) throw error;
    const { problem } = error;
    const table = WITH_CELLS.includes(problem.code)
      ? describeCells(await readFirstCells(file, surroundings, options, undefined), undefined)
      : { header: [], headerLine: undefined, cells: [], columns: [], dates: undefined };
    return { name, size, sheets, isText, ...table, understood: undefined, problem };
  }
}

async function readPreview(
  file: OrderFile,
  surroundings: Surroundings,
  options: PreviewOptions,
  onTable: () => void,
): Promise<{ understood: Understood; header: readonly string[]; layout: LocatedHeader | undefined }> {
  let encoding: Encoding = 'utf-8';
  const onEncoding = (_: string, found: Encoding): void => {
    encoding = found;
  };
  const account = new Bookkeeping(options);
  const source = await openSource(file, surroundings, { ...options, onEncoding });
  try {
    const reading = await readRows(source, { ...options, account, onEncoding });
    const { profile, columns, map, formats, delimiter } = reading;
    const rows: OrderRow[] = [];
    const badRows: BadRow[] = [];
    for await (const batch of reading.batches) {
      rows.push(...batch.rows);
      badRows.push(...batch.badRows);
      if (rows.length + badRows.length >= PREVIEWED_ROWS) break;
    }
    const positions = Object.entries(map?.positions ?? {}).filter(([, position]) => position !== -1);
    return {
      header: map?.header ?? [],
      layout: reading.layout,
      understood: {
        profile: { id: profile.id, title: profile.title },
        columns,
        positions: Object.fromEntries(positions),
        dateFormat: formats.dateFormat ?? 'iso',
        decimal: formats.decimal ?? 'point',
        encoding,
        delimiter,
        currency: account.currencies.own,
        rows: rows.slice(0, PREVIEWED_ROWS),
        badRows: badRows.slice(0, PREVIEWED_ROWS),
      },
    };
  } finally {
    if (source.isTable()) onTable();
    source.close();
  }
}

interface FirstCells {
  readonly header: readonly string[];
  readonly headerLine: number | undefined;
  /** Enough records to describe the columns by. */
  readonly cells: readonly (readonly string[])[];
}

/** Describes the first cells for the preview. */
function describeCells({ header, headerLine, cells }: FirstCells, understood: Understood | undefined) {
  const columns = describeColumns(header, cells, understood);
  return {
    ...{ header, headerLine, columns, cells: cells.slice(0, PREVIEWED_ROWS) },
    dates: listDateReadings(columns, header, cells),
  };
}

/** `header`: the columns, if known; otherwise the line with the most columns is the header. */
async function readFirstCells(
  file: OrderFile,
  surroundings: Surroundings,
  options: PreviewOptions,
  header: readonly string[] | undefined,
  layout?: LocatedHeader,
): Promise<FirstCells> {
  const source = await openSource(file, surroundings, options);
  try {
    const text = await readFirstText(source, options.encoding !== undefined);
    if (/^\s*[[{]/.test(text)) {
      return { header: header ?? [], headerLine: undefined, cells: parseJsonCells(text, header ?? []) };
    }
    const records = locateRecords(text, source.isTable() ? ',' : options.delimiter, layout);
    if (options.baskets === true) {
      const pairs = records.flatMap(({ line, cells }) =>
        listBasketProducts(cells).map((product) => [String(line), product]),
      );
      return { header: BASKET_COLUMNS, headerLine: undefined, cells: pairs.slice(0, SAMPLED_ROWS) };
    }
    if (options.header === false) {
      const cells = records.slice(0, SAMPLED_ROWS).map((record) => record.cells);
      return { header: (cells[0] ?? []).map((_, at) => nameUnnamed(at)), headerLine: undefined, cells };
    }
    const at =
      header === undefined
        ? findWidest(records)
        : records.findIndex(({ cells }) => cells.every((cell, index) => cell.trim() === header[index]));
    const [found, ...below] = records.slice(Math.max(0, at), Math.max(0, at) + 1 + SAMPLED_ROWS);
    return {
      header: (found?.cells ?? []).map((cell) => cell.trim()),
      headerLine: found?.line,
      cells: below.map(({ cells }) => cells),
    };
  } finally {
    source.close();
  }
}

/** Reads as many lines as the search for a header examines, from any number of pieces. */
async function readFirstText({ name, chunks }: OpenSource, isUtf8: boolean): Promise<string> {
  let text = '';
  const { chunks: all, isArray, before } = await peekArray(chunks);
  const lines = isArray ? (await loadTableReaders()).splitJsonArray(name, all, before) : withLineFeeds(all);
  for await (const block of readTextBlocks(name, lines, { isUtf8 })) {
    text += block.text;
    if (text.length > MAX_CHARACTERS || countLines(text) > MAX_LINES_ABOVE + SAMPLED_ROWS) break;
  }
  return text;
}

interface LocatedRecord {
  readonly line: number;
  readonly cells: readonly string[];
}

function locateRecords(
  text: string,
  given: string | undefined,
  layout: LocatedHeader | undefined,
): LocatedRecord[] {
  const lines = text
    .split('\n', MAX_LINES_ABOVE)
    .map((line) => ({ line, mark: given ?? guessDelimiter(line) }));
  const [first] = lines.sort((a, b) => b.line.split(b.mark).length - a.line.split(a.mark).length);
  const records = new CsvRecords(layout?.delimiter ?? first?.mark ?? ',');
  records.feed(text);
  records.end();
  const found: LocatedRecord[] = [];
  while (found.length < MAX_LINES_ABOVE + 1 + SAMPLED_ROWS && records.next()) {
    if (records.hasOpenQuote) continue;
    const cells = layout?.unwrap === undefined ? records.fields : layout.unwrap(records.fields);
    found.push({ line: records.line, cells });
  }
  return found;
}

function findWidest(records: readonly LocatedRecord[]): number {
  const most = Math.max(...records.slice(0, MAX_LINES_ABOVE).map(({ cells }) => cells.length));
  return records.findIndex(({ cells }) => cells.length === most);
}

function parseJsonCells(text: string, header: readonly string[]): string[][] {
  if (header.length === 0) return [];
  const found: string[][] = [];
  for (const record of listRows(text)) {
    if (found.push(header.map((column) => toShownText(record[column]))) === SAMPLED_ROWS) break;
  }
  return found;
}

function toShownText(value: unknown): string {
  if (value === undefined || value === null) return '';
  return formatJson(value);
}
