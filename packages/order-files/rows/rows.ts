// Reads the rows of one file, CSV or NDJSON, in batches of valid and bad rows, each with its line number. A bad row
// never stops the reading; a file whose columns are not recognized does, before the first row.
import type { ColumnMap, FieldExplanation } from '../columns/column-map.ts';
import { type LocatedHeader, locateHeader } from '../columns/locate-header.ts';
import { loadTableReaders } from '../load-readers.ts';
import { OrderFileError } from '../problems/errors.ts';
import type { FileProblemCode } from '../problems/file-problems.ts';
import { PLAIN } from '../profiles/plain.ts';
import type { Profile } from '../profiles/profile.ts';
import {
  type OpenSource,
  type OrderFile,
  openSource,
  type SourceOptions,
  type Surroundings,
} from '../sources.ts';
import { CsvRecords, countLines } from '../text/csv-records.ts';
import { peekArray } from '../text/peek-array.ts';
import { readTextBlocks, type TextBlock, withLineFeeds } from '../text/utf8-lines.ts';
import { type CellFormats, FormatSniffer } from '../values/cell-formats.ts';
import { openBaskets } from './basket-rows.ts';
import type { CellOptions } from './cell-reader.ts';
import { type CsvRows, openCsv } from './csv-rows.ts';
import { openJson } from './json-rows.ts';
import type { FileFormat, RowBatch, RowOptions } from './row-batches.ts';

export interface RowReading {
  readonly format: FileFormat;
  /** The exporter that the file seems to be from. */
  readonly profile: Profile;
  readonly columns: readonly FieldExplanation[];
  /** Undefined for orders in the contract's shape, which need none. */
  readonly map: ColumnMap | undefined;
  /** How dates and decimals are read. */
  readonly formats: CellOptions;
  /** The separator of the columns; undefined for JSON and for tables such as workbooks. */
  readonly delimiter: string | undefined;
  /** How the rows are laid out; undefined for JSON. */
  readonly layout: LocatedHeader | undefined;
  /** Batches in the file's sequence; iterate them once. */
  readonly batches: AsyncIterable<RowBatch>;
}

export type ReadRowOptions = RowOptions & Pick<SourceOptions, 'encoding' | 'onEncoding' | 'onMixed'>;

/** Bytes whose cells are examined for how dates and decimals are written. */
const MAX_SAMPLE_LENGTH = 16 * 1024 * 1024;

/** Reads until the formats of the cells are known; iterating the batches reads the rest. */
export async function readRows(source: OpenSource, options: ReadRowOptions = {}): Promise<RowReading> {
  try {
    return await open(source, options);
  } catch (error) {
    throw addSource(source, error);
  }
}

/** Adds the file's name, which the readers of lines do not have. */
function addSource({ name }: OpenSource, error: unknown): unknown {
  return error instanceof OrderFileError && error.source === undefined
    ? new OrderFileError(name, error.problem)
    : error;
}

async function open(source: OpenSource, options: ReadRowOptions): Promise<RowReading> {
  const { chunks, isArray, before } = await peekArray(source.chunks);
  const lines = isArray
    ? (await loadTableReaders()).splitJsonArray(source.name, chunks, before)
    : withLineFeeds(chunks);
  const blocks = readTextBlocks(source.name, lines, {
    isUtf8: options.encoding !== undefined || source.isTable(),
    onWindows1252: (line) => options.onEncoding?.(source.name, 'windows-1252', line),
    onMixed: (line) => options.onMixed?.(source.name, line),
  });
  const { first, skipped } = await findFirstText(source.name, blocks);
  const isTable = source.isTable();
  const format = isTable || options.baskets === true ? 'csv' : (options.format ?? detectFormat(first.text));
  const sample = [...skipped, first];
  const file =
    format === 'csv'
      ? await openSampled(source.name, sample, blocks, options, isTable)
      : { ...(await openJson(source.name, first, options)), layout: undefined };

  async function* readBatches(): AsyncGenerator<RowBatch> {
    try {
      if (options.account !== undefined) options.account.ledger.source = source.name;
      for (let block = sample.shift(); block !== undefined; block = sample.shift()) yield file.read(block);
      for await (const block of blocks) yield file.read(block);
      yield file.end();
    } catch (error) {
      throw addSource(source, error);
    } finally {
      source.close();
    }
  }
  const profile = file.columns?.profile ?? PLAIN;
  return {
    ...{ format, profile, map: file.columns, formats: file.formats },
    delimiter: isTable ? undefined : (file.layout?.mark ?? file.layout?.delimiter),
    layout: file.layout,
    columns: explain(file.columns?.explanation, file.formats),
    batches: readBatches(),
  };
}

/** Adds blocks to `sample` until the formats of the file's cells are certain. */
async function openSampled(
  source: string,
  sample: TextBlock[],
  blocks: AsyncGenerator<TextBlock>,
  given: RowOptions,
  isTable: boolean,
): Promise<CsvRows & { readonly formats: CellFormats; readonly layout: LocatedHeader }> {
  const options: RowOptions = isTable ? { ...given, delimiter: ',' } : given;
  const text = sample.at(-1)?.text ?? '';
  if (options.baskets === true) return openBaskets(source, text, options);
  const linesBefore = sample.slice(0, -1).reduce((lines, block) => lines + countLines(block.text), 0);
  const located = locateHeader(source, text, options, linesBefore);
  const sniffer = new FormatSniffer(located.columns, options);
  const records = new CsvRecords(located.delimiter, linesBefore);
  const { unwrap } = located;
  const feedSniffer = (): void => {
    while (records.next())
      if (records.line > located.line)
        sniffer.feed(unwrap === undefined ? records.fields : unwrap(records.fields));
  };
  let length = 0;
  for (let next: string | undefined = text; next !== undefined; next = await readNextText(blocks, sample)) {
    records.feed(next);
    feedSniffer();
    length += next.length;
    if (sniffer.isDecided || length > MAX_SAMPLE_LENGTH) break;
  }
  records.end();
  feedSniffer();
  const formats = sniffer.decide(source, located.columns.header, !isTable);
  const file = openCsv(source, located, { ...options, ...formats });
  return { ...file, formats, layout: located };
}

async function readNextText(
  blocks: AsyncGenerator<TextBlock>,
  sample: TextBlock[],
): Promise<string | undefined> {
  const { value, done } = await blocks.next();
  if (done === true) return undefined;
  sample.push(value);
  return value.text;
}

/** Blank lines at the top count as lines, too. */
async function findFirstText(
  name: string,
  blocks: AsyncGenerator<TextBlock>,
): Promise<{ first: TextBlock; skipped: TextBlock[] }> {
  const skipped: TextBlock[] = [];
  for (;;) {
    const { value, done } = await blocks.next();
    if (done === true) throw new OrderFileError(name, { code: 'empty_file' });
    if (/\S/.test(value.text)) return { first: value, skipped };
    skipped.push(value);
  }
}

function detectFormat(text: string): FileFormat {
  return text.trimStart().startsWith('{') ? 'ndjson' : 'csv';
}

function explain(
  fields: readonly FieldExplanation[] | undefined,
  { dateFormat = 'iso' }: CellOptions,
): FieldExplanation[] {
  if (fields === undefined) return [{ field: 'order', column: 'line_items', why: { code: 'whole_order' } }];
  return fields.map((one) =>
    one.field === 'order_date' && one.column !== undefined ? { ...one, format: dateFormat } : one,
  );
}

// Proposes another sheet than the first if it has orders: it is not chosen, since a workbook may hold them twice.

/** Problems for which the search for another sheet begins. */
const LACKING: readonly FileProblemCode[] = [
  ...(['missing_columns', 'missing_header', 'missing_prices', 'rows_are_orders', 'empty_file'] as const),
];
const MOST_SHEETS = 20;

type Options = RowOptions & SourceOptions;

/** Returns `error`, or one that names the sheet to choose. `sheets`: the sheets of the file. */
export async function suggestOtherSheet(
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
