// Workbooks and Parquet files that are small but claim to be large, each with the outcome of reading it.
import { gzipSync } from 'node:zlib';
import { parquetWriteBuffer } from 'hyparquet-writer';
import type { TableLimit } from '../../../../packages/order-files/problems/file-problems.ts';
import { createZip, XLSX } from '../readers/workbooks.ts';

export interface HostileTable {
  readonly name: string;
  /** `read`: the file is read to its end. */
  readonly outcome: TableLimit | 'table_damaged' | 'read';
  /** Line of the sheet that the message names. */
  readonly line?: number;
  /** Outcome in the page if it differs: the page decompresses fewer codecs. */
  readonly inPage?: 'parquet_codec';
  bytes(): Promise<Uint8Array> | Uint8Array;
}

const HEADER = ['order_id', 'product', 'price'];
/** Number of rows of 0.8 or 0.9 MB that exceed the heap of 256 MB together. */
const MORE_THAN_THE_HEAP = 340;
const createCells = (texts: readonly string[]): string =>
  texts.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('');

const createSheet = (rows: string): Promise<Buffer> =>
  createXlsx({ 'xl/worksheets/sheet1.xml': createSheetXml(rows) });
const createSheetXml = (rows: string): string =>
  `<worksheet><sheetData><row r="1">${createCells(HEADER)}</row>${rows}</sheetData></worksheet>`;
const createXlsx = (parts: Readonly<Record<string, string>>): Promise<Buffer> =>
  createZip({ ...XLSX, ...parts }, FAST);

const createOdsRow = (texts: readonly string[]): string =>
  `<table:table-row>${texts.map((text) => `<table:table-cell><text:p>${text}</text:p></table:table-cell>`).join('')}</table:table-row>`;
const createOds = (rows: string): Promise<Buffer> =>
  createZip(
    {
      'content.xml': `<office:document-content><office:body><office:spreadsheet><table:table table:name="A">${createOdsRow(HEADER)}${rows}</table:table></office:spreadsheet></office:body></office:document-content>`,
    },
    FAST,
  );

/** Fastest level: the repetitive content compresses well at any. */
const FAST = { level: 1 };
const GZIP = { GZIP: (bytes: Uint8Array) => new Uint8Array(gzipSync(bytes, FAST)) };

/** Without statistics and nullability the writer skips scans that take longer than writing repetitive data. */
const UNSEEN = { statistics: false } as const;
const NO_NULLS = { nullable: false } as const;
const ONE_PAGE = { codec: 'SNAPPY', rowGroupSize: 1e9, pageSize: 1e12, ...UNSEEN } as const;

/** A file whose only page declares two billion values. */
function createManyValues(): Uint8Array {
  const columnData = [{ name: 'order_id', data: ['1', '2'], type: 'STRING' as const }];
  const bytes = Buffer.from(parquetWriteBuffer({ columnData, codec: 'UNCOMPRESSED' }));
  // The header of a page of version 2, field 8 after field 3, begins with its number of values.
  const at = bytes.indexOf(Buffer.from([0x5c, 0x15])) + 2;
  return Buffer.concat([bytes.subarray(0, at), encodeVarint(2 * 2e9), bytes.subarray(at + 1)]);
}

function encodeVarint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 0x80);
  return Buffer.from([...bytes, rest]);
}

/** Parquet metadata of nested lists, each of which declares 32 million elements. */
function createHugeLists(): Uint8Array {
  const lists = Buffer.concat([
    Buffer.from([0x19]),
    ...Array<Buffer>(20).fill(Buffer.concat([Buffer.from([0xf9]), encodeVarint(2 ** 25)])),
  ]);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(lists.length);
  return Buffer.concat([Buffer.from('PAR1'), lists, length, Buffer.from('PAR1')]);
}

/** The first file of each outcome is the cheapest, because ordinary runs read only this one. */
export const HOSTILE_TABLES: readonly HostileTable[] = [
  {
    name: 'a million sheets',
    outcome: 'unpacked',
    bytes: () =>
      createXlsx({
        'xl/workbook.xml': `<workbook><sheets>${'<sheet name="a"/>'.repeat(1e6)}</sheets></workbook>`,
      }),
  },
  {
    name: 'a wide row of an .ods file that repeats',
    outcome: 'read',
    bytes: () =>
      createOds(
        '<table:table-row table:number-rows-repeated="50"><table:table-cell table:number-columns-repeated="16000"><text:p>abcdefghij</text:p></table:table-cell></table:table-row>',
      ),
  },
  {
    name: 'a cell of a workbook at ZZZZZZ3',
    outcome: 'columns',
    line: 3,
    bytes: () => createSheet('<row r="3"><c r="ZZZZZZ3"><v>1</v></c></row>'),
  },
  {
    name: 'a row of a workbook below the last one',
    outcome: 'rows',
    line: 2_000_000_000,
    bytes: () => createSheet(`<row r="2000000000">${createCells(['1', 'Tea', '2'])}</row>`),
  },
  { name: 'a row without a number', outcome: 'table_damaged', bytes: () => createSheet('<row r="x"/>') },
  {
    name: 'a cell of 3 million characters',
    outcome: 'characters',
    line: 2,
    bytes: () => createSheet(`<row><c t="str"><v>${'a'.repeat(3e6)}</v></c></row>`),
  },
  {
    name: 'a cell of many values',
    outcome: 'characters',
    line: 2,
    bytes: () => createSheet(`<row><c t="str">${`<v>${'a'.repeat(500)}</v>`.repeat(6_000)}</c></row>`),
  },
  {
    name: 'a tag of 3 million characters',
    outcome: 'characters',
    bytes: () => createSheet(`<row a="${'a'.repeat(3e6)}"/>`),
  },
  {
    name: 'rows of cells that all refer to one text of 900,000 characters',
    outcome: 'read',
    bytes: () =>
      createXlsx({
        'xl/sharedStrings.xml': `<sst><si><t>${'a'.repeat(900_000)}</t></si></sst>`,
        'xl/worksheets/sheet1.xml': createSheetXml(
          '<row><c t="s"><v>0</v></c></row>'.repeat(MORE_THAN_THE_HEAP),
        ),
      }),
  },
  {
    name: 'a row of cells that all refer to one text of 900,000 characters',
    outcome: 'characters',
    line: 2,
    bytes: () =>
      createXlsx({
        'xl/sharedStrings.xml': `<sst><si><t>${'a'.repeat(900_000)}</t></si></sst>`,
        'xl/worksheets/sheet1.xml': createSheetXml(`<row>${'<c t="s"><v>0</v></c>'.repeat(16_000)}</row>`),
      }),
  },
  {
    name: 'ten million texts that no cell refers to',
    outcome: 'unpacked',
    bytes: () => createXlsx({ 'xl/sharedStrings.xml': `<sst>${'<si/>'.repeat(10e6)}</sst>` }),
  },
  {
    name: '3 million tags that are not closed',
    outcome: 'nesting',
    bytes: () => createSheet('<a>'.repeat(3e6)),
  },
  {
    name: 'a cell of an .ods file that repeats a billion times',
    outcome: 'columns',
    line: 2,
    bytes: () =>
      createOds(
        '<table:table-row><table:table-cell table:number-columns-repeated="1000000000"><text:p>a</text:p></table:table-cell></table:table-row>',
      ),
  },
  {
    name: 'a cell of an .ods file right of a billion empty ones',
    outcome: 'columns',
    line: 2,
    bytes: () =>
      createOds(
        '<table:table-row><table:table-cell table:number-columns-repeated="1000000000"/><table:table-cell><text:p>a</text:p></table:table-cell></table:table-row>',
      ),
  },
  {
    name: 'a row of an .ods file that repeats two billion times',
    outcome: 'rows',
    line: 2,
    bytes: () =>
      createOds(
        createOdsRow(['1', 'Tea', '2']).replace('row>', 'row table:number-rows-repeated="2000000000">'),
      ),
  },
  {
    name: 'two billion blanks in a cell of an .ods file',
    outcome: 'characters',
    line: 2,
    bytes: () => createOds(createOdsRow(['1', '<text:s text:c="2000000000"/>'])),
  },
  {
    name: 'a gzip file of an archive of 140 MB',
    outcome: 'unpacked',
    bytes: () => gzipSync(Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(140e6)]), FAST),
  },
  {
    name: 'a Parquet file with a cell of 140 MB',
    outcome: 'unpacked',
    inPage: 'parquet_codec',
    bytes: () => {
      const data = ['a'.repeat(140e6)];
      const columnData = [{ name: 'order_id', data, type: 'STRING' as const, ...NO_NULLS }];
      return Buffer.from(parquetWriteBuffer({ columnData, codec: 'GZIP', compressors: GZIP, ...UNSEEN }));
    },
  },
  {
    name: 'a Parquet file with rows of 800,000 characters',
    outcome: 'read',
    bytes: () => {
      const texts = Array<string>(MORE_THAN_THE_HEAP).fill('a'.repeat(400_000));
      const columnData = ['order_id', 'product'].map((name) => ({
        name,
        data: texts,
        type: 'STRING' as const,
      }));
      return Buffer.from(parquetWriteBuffer({ columnData, codec: 'SNAPPY' }));
    },
  },
  {
    name: 'a Parquet file with 17,000 columns',
    outcome: 'columns',
    bytes: () => {
      const columnData = Array.from({ length: 17_000 }, (_, at) => ({
        name: `c${at}`,
        data: [at],
        type: 'INT32' as const,
        ...NO_NULLS,
      }));
      return Buffer.from(parquetWriteBuffer({ columnData, ...UNSEEN }));
    },
  },
  {
    name: 'a Parquet file whose texts all begin as the one before',
    outcome: 'unpacked',
    bytes: () => {
      const data = Array<string>(4_000).fill('a'.repeat(50_000));
      const column = {
        name: 'order_id',
        data,
        type: 'STRING' as const,
        encoding: 'DELTA_BYTE_ARRAY' as const,
      };
      return Buffer.from(parquetWriteBuffer({ columnData: [column], ...ONE_PAGE }));
    },
  },
  {
    name: 'a Parquet file with 2.5 million empty texts in a page',
    outcome: 'unpacked',
    bytes: () => {
      // Passed as bytes, because the writer would encode a text 2.5 million times.
      const data = Array<Uint8Array>(2.5e6).fill(new Uint8Array());
      const column = {
        name: 'order_id',
        data,
        type: 'STRING' as const,
        encoding: 'PLAIN' as const,
        ...NO_NULLS,
      };
      return Buffer.from(parquetWriteBuffer({ columnData: [column], ...ONE_PAGE }));
    },
  },
  {
    name: 'a page of a Parquet file with two billion values',
    outcome: 'table_damaged',
    bytes: createManyValues,
  },
  {
    name: 'a Parquet file that describes itself in huge lists',
    outcome: 'table_damaged',
    bytes: createHugeLists,
  },
];
