// Finds the header of a CSV file and its delimiter: spreadsheets put a title, a date or Excel's `sep=;` above it.

import { OrderFileError } from '../problems/errors.ts';
import type { FileProblem, FileProblemCode } from '../problems/file-problems.ts';
import { PLAIN } from '../profiles/plain.ts';
import { chooseProfile } from '../profiles/profiles.ts';
import type { RowOptions } from '../rows/row-batches.ts';
import { MAX_CHARACTERS } from '../tables/table-limits.ts';
import { CsvRecords, guessDelimiter, parseRow } from '../text/csv-records.ts';
import { areBaskets } from './basket-lines.ts';
import { type CellKind, computeColumnFacts } from './column-facts.ts';
import { assignColumns, listCandidates, NAMED_FIELDS, nameColumns, SURE } from './column-fields.ts';
import { type ColumnMap, mapColumns } from './column-map.ts';
import { findProductProblem } from './column-problems.ts';
import { nameUnnamed } from './unnamed-columns.ts';

/** Lines above a header at most. */
const MAX_LINES_ABOVE = 40;
const SEPARATOR_LINE = /^"?sep=(.)"?\s*$/i;

export interface LocatedHeader {
  /** The header's line in the file, from 1; without a header, the line above the first row. */
  readonly line: number;
  readonly hasHeader: boolean;
  /** Lines with text above it, other than `sep=`. */
  readonly linesAbove: number;
  readonly delimiter: string;
  readonly columns: ColumnMap;
  /** Extracts the cells of a record whose row is one quoted cell; undefined if cells stand alone. */
  readonly unwrap: Unwrap | undefined;
  /** The separator of the columns within such a cell. */
  readonly mark: string | undefined;
}

/** Problems that no header further down can solve. */
const FINAL: readonly FileProblemCode[] = ['table_limit', 'order_list', 'amount_readings'];

/** Fields that the names of a line must have before the line counts as the header without further search. */
const ENOUGH_FIELDS = 2;

/**
 * Returns the line whose names are those of most fields of an order; if no line names any, the first one whose columns
 * are those of orders. `linesBefore`: lines of the file above `text`. Throws OrderFileError with what the line lacks.
 */
export function locateHeader(
  source: string,
  text: string,
  options: RowOptions,
  linesBefore = 0,
): LocatedHeader {
  const lines = listHeaderLines(text, options);
  if (options.header === false) return nameRows(source, text, lines[0], options, linesBefore);
  const scores = lines.map((line) => countFields(source, text, line, options));
  const most = Math.max(0, ...scores);
  const likeliest = most < ENOUGH_FIELDS ? undefined : lines[scores.indexOf(most)];
  const problem = most < ENOUGH_FIELDS ? findShapeProblem(text, lines, options) : undefined;
  if (problem !== undefined) throw new OrderFileError(source, problem);
  let best: OrderFileError | undefined;
  for (const [linesAbove, line] of lines.entries()) {
    if (likeliest !== undefined && line !== likeliest) continue;
    if (likeliest === undefined && linesAbove > 0 && isRow(source, text, line)) continue;
    try {
      const columns = mapHeader(source, text, line, options);
      const { delimiter, unwrap, mark } = line;
      const found = { line: linesBefore + line.line, linesAbove, delimiter, unwrap, mark, columns };
      return { ...found, hasHeader: true };
    } catch (error) {
      if (!(error instanceof OrderFileError) || FINAL.includes(error.problem.code))
        throw addLine(error, linesBefore + line.line);
      if (best === undefined || scoreCloseness(error.problem) > scoreCloseness(best.problem)) best = error;
    }
  }
  throw best ?? new OrderFileError(source, { code: 'missing_header' });
}

/** Names the columns of a file without a header. */
function nameRows(
  source: string,
  text: string,
  first: HeaderLine | undefined,
  options: RowOptions,
  linesBefore: number,
): LocatedHeader {
  if (first === undefined) throw new OrderFileError(source, { code: 'empty_file' });
  const names = readHeader(source, text, first).map((_, position) => nameUnnamed(position));
  const columns = mapHeader(source, text, first, options, names);
  const { delimiter, unwrap, mark } = first;
  const line = linesBefore + first.line - 1;
  return { line, linesAbove: 0, hasHeader: false, delimiter, unwrap, mark, columns };
}

/** Recognizes a file whose lines are whole orders, and one whose first line is a row like those below it. */
function findShapeProblem(
  text: string,
  lines: readonly HeaderLine[],
  { columns: choice = {} }: RowOptions,
): FileProblem | undefined {
  const [first] = lines;
  if (first === undefined) return undefined;
  let cells: readonly string[];
  let below: readonly (readonly string[])[];
  try {
    cells = readHeader('', text, first);
    below = readRecordsFrom(text, first).slice(1);
  } catch {
    // The search for the header reports what is wrong with the line.
    return undefined;
  }
  // A name that the operator gives shows that the line is a header.
  if (Object.values(choice).some((name) => name !== '' && cells.includes(name))) return undefined;
  if (areBaskets([...listLines(text)].map(({ content }) => content))) return { code: 'baskets', cells };
  return isLikeRows(cells, below) ? { code: 'no_header', cells } : undefined;
}

/** Kinds of cells that no name of a column has. */
const NO_NAMES: readonly CellKind[] = ['whole', 'number', 'date', 'email'];

function isLikeRows(cells: readonly string[], below: readonly (readonly string[])[]): boolean {
  if (cells.length < 2 || below.length === 0) return false;
  const kinds = cells.map((cell, position) => ({
    first: computeColumnFacts([cell]).kind,
    others: computeColumnFacts(below.map((row) => row[position] ?? '')).kind,
  }));
  const telling = kinds.filter(({ first, others }) => first !== 'empty' && NO_NAMES.includes(others));
  return telling.length > 0 && telling.every(({ first }) => NO_NAMES.includes(first));
}

/** True for a line with a number, a date or an address: no header has one. */
function isRow(source: string, text: string, line: HeaderLine): boolean {
  try {
    return readHeader(source, text, line).some((cell) => NO_NAMES.includes(computeColumnFacts([cell]).kind));
  } catch {
    return false;
  }
}

interface HeaderLine {
  readonly line: number;
  readonly offset: number;
  readonly delimiter: string;
  readonly unwrap: Unwrap | undefined;
  readonly mark: string | undefined;
}

/** Lines below a header that are compared with it. */
const COMPARED_LINES = 5;

/** Lists the lines with text, each with its delimiter: that of `sep=`, or the one that fits it and the next lines. */
function listHeaderLines(text: string, options: RowOptions): HeaderLine[] {
  let separator: string | undefined;
  const lines = [...listLines(text)].filter(({ content }) => content.trim() !== '');
  return lines.flatMap(({ line, content, offset }, at): HeaderLine[] => {
    const stated = SEPARATOR_LINE.exec(content)?.[1];
    separator = stated ?? separator;
    if (stated !== undefined) return [];
    const given = options.delimiter ?? separator;
    const below = lines.slice(at + 1, at + 1 + COMPARED_LINES).map((next) => next.content);
    const quoted = findQuotedRows(content, below, given);
    if (quoted !== undefined) return [{ line, offset, ...quoted }];
    const delimiter = given ?? guessDelimiter(content, below);
    return [{ line, offset, delimiter, unwrap: undefined, mark: undefined }];
  });
}

/** Counts the fields that the names of a line stand for, and the columns that the operator named. */
function countFields(source: string, text: string, line: HeaderLine, { columns, from }: RowOptions): number {
  let header: readonly string[];
  try {
    header = readHeader(source, text, line);
  } catch {
    return 0;
  }
  const choices = Object.values(columns ?? {}).filter((name) => name !== '');
  const chosen = choices.filter((name) => header.includes(name));
  const hasAll = chosen.length > 0 && chosen.length === choices.length;
  const isKnown = chooseProfile(header, from).id !== PLAIN.id;
  const named = assignColumns(NAMED_FIELDS, listCandidates(nameColumns(header, [])), SURE);
  return Object.keys(named).length + chosen.length + (isKnown || hasAll ? ENOUGH_FIELDS : 0);
}

/** Throws OrderFileError. */
function mapHeader(
  source: string,
  text: string,
  line: HeaderLine,
  options: RowOptions,
  names?: readonly string[],
): ColumnMap {
  const { columns: choice, custom, from, demandPrices } = options;
  const header = names ?? readHeader(source, text, line);
  const readRecords = (): (readonly string[])[] =>
    readRecordsFrom(text, line).slice(names === undefined ? 1 : 0);
  const columns = mapColumns(source, header, { choice, custom, from, demandPrices, records: readRecords });
  if (columns.profile.id === PLAIN.id && choice?.product_name === undefined) {
    const problem = findProductProblem(header, columns.positions, readRecords());
    if (problem !== undefined) throw new OrderFileError(source, problem);
  }
  return columns;
}

/** Scores how close a line is to a header of orders: titles above it score lower. */
function scoreCloseness(problem: FileProblem): number {
  if (problem.code === 'missing_columns')
    return Math.min(Object.keys(problem.guesses).length, problem.missing.length) - 3 * problem.missing.length;
  if (problem.code === 'unknown_column') return problem.header.length > 1 ? 0 : -20;
  // The header is likelier than a row below it.
  if (problem.code === 'open_quote') return -4;
  return problem.code === 'missing_prices' || problem.code === 'rows_are_orders' ? 1 : -20;
}

/** Records whose cells are examined for each column. */
const SAMPLED_RECORDS = 500;
const MAX_SAMPLE_LENGTH = 131_072;

/** Reads the line and the records below it. */
function readRecordsFrom(text: string, { offset, delimiter, unwrap }: HeaderLine): (readonly string[])[] {
  const records = new CsvRecords(delimiter);
  records.feed(text.slice(offset, offset + MAX_SAMPLE_LENGTH));
  records.end();
  const found: (readonly string[])[] = [];
  while (found.length <= SAMPLED_RECORDS && records.next())
    if (!records.hasOpenQuote) found.push(unwrap === undefined ? records.fields : unwrap(records.fields));
  return found;
}

function* listLines(text: string): Generator<{ line: number; content: string; offset: number }> {
  let offset = 0;
  for (let line = 1; line <= MAX_LINES_ABOVE && offset < text.length; line++) {
    const end = text.indexOf('\n', offset);
    yield { line, content: text.slice(offset, end === -1 ? text.length : end), offset };
    offset = end === -1 ? text.length : end + 1;
  }
}

/** Adds the line of the file to a limit's error. `header`: the line at which the text begins. */
function addLine(error: unknown, header: number): unknown {
  if (!(error instanceof OrderFileError) || error.problem.code !== 'table_limit') return error;
  const { line = 1, ...problem } = error.problem;
  return new OrderFileError(error.source, { ...problem, line: header + line - 1 });
}

function readHeader(source: string, text: string, { offset, delimiter, unwrap }: HeaderLine): string[] {
  const records = new CsvRecords(delimiter);
  records.feed(text.slice(offset, offset + 2 * MAX_CHARACTERS));
  records.end();
  if (!records.next()) throw new OrderFileError(source, { code: 'missing_header' });
  if (records.hasOpenQuote) throw new OrderFileError(source, { code: 'open_quote' });
  const fields = unwrap === undefined ? records.fields : unwrap(records.fields);
  return fields.map((column) => column.trim());
}

// Finds files whose every row was written as one quoted cell, `"1,""Tea, green"",2";`: a table that was exported twice.

export type Unwrap = (fields: readonly string[]) => readonly string[];

const QUOTED_ROW = /^"((?:[^"]|"")*)"([,;\t|]*)\s*$/;

/** Undefined unless all lines below are quoted rows with as many cells as the header. */
function findQuotedRows(
  header: string,
  below: readonly string[],
  given: string | undefined,
): Pick<LocatedHeader, 'delimiter' | 'unwrap' | 'mark'> | undefined {
  if (below.length === 0 || !below.every((line) => line.startsWith('"'))) return undefined;
  const rows = below.map((line) => QUOTED_ROW.exec(line));
  const inner = rows.flatMap((row) => (row?.[1] === undefined ? [] : [row[1].replaceAll('""', '"')]));
  const own = QUOTED_ROW.exec(header)?.[1]?.replaceAll('""', '"') ?? header.replace(/[,;\t|\s]+$/, '');
  const mark = given ?? guessDelimiter(own, inner);
  const parse = (row: string): readonly string[] => parseRow(row, mark);
  const width = parse(own).length;
  if (inner.length < below.length || width < 2 || inner.some((row) => parse(row).length !== width))
    return undefined;
  // Read by the mark that ends the rows, each is a cell followed by empty ones.
  return {
    delimiter: rows[0]?.[2]?.[0] ?? mark,
    mark,
    unwrap: (fields) => {
      const [row = '', ...others] = fields;
      return others.every((cell) => cell === '') ? parse(row) : fields;
    },
  };
}
