// Tests the rows read from workbooks, spreadsheets, Parquet files and archives, which the tests build part by part.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { ZipWriterConstructorOptions } from '@zip.js/zip.js';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { afterAll, describe, expect, test } from 'vitest';
import { readRows } from '../../../../packages/order-files/rows/rows.ts';
import type { SourceOptions } from '../../../../packages/order-files/sources.ts';
import { createParquetReader } from '../../../../packages/order-files/tables/parquet.ts';
import { createInput, openLocal } from '../in-memory.ts';
import { createWorkbook, createZip, XLSX } from './workbooks.ts';

const folder = mkdtempSync(join(tmpdir(), 'tables-test-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function readLines(bytes: Buffer, options: SourceOptions & { fromFile?: boolean } = {}) {
  const path = join(folder, 'orders');
  writeFileSync(path, bytes);
  const { fromFile = true, ...rest } = options;
  const source = await openLocal(fromFile ? path : '-', {
    standardInput: createInput(bytes, 1_000),
    ...rest,
  });
  const lines: unknown[] = [];
  for await (const { rows, badRows } of (await readRows(source)).batches) {
    for (const { line, order_id, customer_id, order_date, item } of rows) {
      const { product_name, unit_price, quantity } = item;
      lines.push([line, order_id, customer_id, order_date, product_name, unit_price, quantity]);
    }
    lines.push(...badRows);
  }
  return lines;
}

const MARCH_ROWS = [
  [4, '1001', 'ann', '2026-03-01T10:00:00Z', 'Tea, "loose"', 4.5, 2],
  [5, '1002', undefined, '2026-03-02', 'Milk fresh', 1.25, undefined],
  [9, '1003', undefined, undefined, 'Mug', 12, 1],
];

describe('readRows on an Excel workbook', () => {
  test('reads typed cells with their row numbers from a file, a stream and a gzip file', async () => {
    const bytes = await createZip(XLSX);
    expect(await readLines(bytes)).toEqual(MARCH_ROWS);
    expect(await readLines(bytes, { fromFile: false })).toEqual(MARCH_ROWS);
    expect(await readLines(gzipSync(bytes))).toEqual(MARCH_ROWS);
  });

  test('reads the sheet of --sheet and lists the sheets if it does not exist', async () => {
    const bytes = await createZip(XLSX);
    expect(await readLines(bytes, { sheet: 'April & May' })).toEqual([
      [2, '7', undefined, undefined, 'Tea', undefined, undefined],
    ]);
    await expect(readLines(bytes, { sheet: 'June' })).rejects.toThrow(
      '--sheet June: no such sheet; the file has "March", "April & May"',
    );
  });

  test('reads dates of a workbook that counts days from 1904', async () => {
    const workbook = XLSX['xl/workbook.xml'].replace('<workbookPr/>', '<workbookPr date1904="1"/>');
    const sheet = XLSX['xl/worksheets/sheet1.xml'].replace('46082.416666666664', '44620.416666666664');
    const bytes = await createZip({
      ...XLSX,
      'xl/workbook.xml': workbook,
      'xl/worksheets/sheet1.xml': sheet,
    });
    expect((await readLines(bytes))[0]).toEqual(MARCH_ROWS[0]);
  });

  test('refuses a workbook that is cut off or has an incomplete sheet', async () => {
    const bytes = await createZip(XLSX);
    await expect(readLines(bytes.subarray(0, bytes.length - 100))).rejects.toThrow();
    const sheet = XLSX['xl/worksheets/sheet1.xml'].slice(0, -60);
    await expect(readLines(await createZip({ ...XLSX, 'xl/worksheets/sheet1.xml': sheet }))).rejects.toThrow(
      /the file is damaged or incomplete/,
    );
  });

  test('reads all 20,000 rows of a sheet', async () => {
    const rows = Array.from(
      { length: 20_000 },
      (_, index) => `<row><c><v>${index}</v></c><c t="inlineStr"><is><t>p${index}</t></is></c></row>`,
    );
    const header =
      '<row><c t="inlineStr"><is><t>order_id</t></is></c><c t="inlineStr"><is><t>product</t></is></c></row>';
    const sheet = `<worksheet><sheetData>${header}${rows.join('')}</sheetData></worksheet>`;
    const lines = await readLines(await createZip({ ...XLSX, 'xl/worksheets/sheet1.xml': sheet }));
    expect([lines.length, lines.at(-1)]).toEqual([
      20_000,
      [20_001, '19999', undefined, undefined, 'p19999', undefined, undefined],
    ]);
  });
});

describe('readRows on rows of a workbook that end with empty cells', () => {
  test('reads the cells that the workbook does not store as empty', async () => {
    const header = ['order_id', 'product_name', 'quantity', 'unit_price'];
    const bytes = await createWorkbook({ Sales: [header, ['1', 'Tea', '2', '3.5'], ['2', 'Mug', '1']] });
    expect(await readLines(bytes)).toEqual([
      [2, '1', undefined, undefined, 'Tea', 3.5, 2],
      [3, '2', undefined, undefined, 'Mug', undefined, 1],
    ]);
  });
});

describe('readRows on an OpenDocument spreadsheet', () => {
  const createCell = (text: string) =>
    `<table:table-cell office:value-type="string"><text:p>${text}</text:p></table:table-cell>`;
  const createNumberCell = (value: string, shown: string) =>
    `<table:table-cell office:value-type="float" office:value="${value}"><text:p>${shown}</text:p></table:table-cell>`;
  const content = `<office:document-content xmlns:office="o" xmlns:table="t" xmlns:text="x"><office:body><office:spreadsheet>
    <table:table table:name="Orders">
      <table:table-row>${['order_id', 'Date', 'Product', 'Price', 'Qty'].map(createCell).join('')}<table:table-cell table:number-columns-repeated="16379"/></table:table-row>
      <table:table-row>${createCell('A1')}<table:table-cell office:value-type="date" office:date-value="2026-03-01T10:00:00"><text:p>01.03.26</text:p></table:table-cell>${createCell('Tea<text:s/><text:span>loose</text:span></text:p><text:p>leaf')}${createNumberCell('4.5', '4,50 €')}${createNumberCell('2', '2')}</table:table-row>
      <table:table-row table:number-rows-repeated="3"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>
      <table:table-row>${createCell('A2')}<table:table-cell/><table:table-cell office:value-type="string"><office:annotation><text:p>a note</text:p></office:annotation><text:p>Milk</text:p></table:table-cell>${createNumberCell('1234.5', '1.234,50')}${createNumberCell('1', '1')}</table:table-row>
      <table:table-row table:number-rows-repeated="1048570"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>
    </table:table>
    <table:table table:name="Other"><table:table-row>${['order_id', 'Product'].map(createCell).join('')}</table:table-row><table:table-row>${['B1', 'Mug'].map(createCell).join('')}</table:table-row></table:table>
  </office:spreadsheet></office:body></office:document-content>`;

  test('reads the values of cells rather than their displayed text', async () => {
    const bytes = await createZip({
      mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
      'content.xml': content,
    });
    expect(await readLines(bytes)).toEqual([
      [2, 'A1', undefined, '2026-03-01T10:00:00', 'Tea loose leaf', 4.5, 2],
      [6, 'A2', undefined, undefined, 'Milk', 1234.5, 1],
    ]);
    expect(await readLines(bytes, { sheet: 'Other' })).toEqual([
      [2, 'B1', undefined, undefined, 'Mug', undefined, undefined],
    ]);
  });
});

describe('readRows on a Parquet file', () => {
  test('reads integers, timestamps, strings and doubles', async () => {
    const buffer = parquetWriteBuffer({
      columnData: [
        { name: 'order_id', data: [1n, 2n], type: 'INT64' },
        { name: 'order_date', data: [new Date('2026-03-01T10:00:00Z'), null], type: 'TIMESTAMP' },
        { name: 'product', data: ['Tea, "loose"', 'Milk'], type: 'STRING' },
        { name: 'price', data: [4.5, 1.25], type: 'DOUBLE' },
        { name: 'qty', data: [2, 1], type: 'INT32' },
      ],
    });
    expect(await readLines(Buffer.from(buffer))).toEqual([
      [2, '1', undefined, '2026-03-01T10:00:00.000Z', 'Tea, "loose"', 4.5, 2],
      [3, '2', undefined, undefined, 'Milk', 1.25, 1],
    ]);
  });

  test('reads all 12,345 rows of a file that is read in parts', async () => {
    const ids = Array.from({ length: 12_345 }, (_, index) => `#${index}`);
    const buffer = parquetWriteBuffer({
      columnData: [
        { name: 'order_id', data: ids, type: 'STRING' },
        { name: 'product', data: ids.map(() => 'Tea'), type: 'STRING' },
      ],
    });
    expect(await readLines(Buffer.from(buffer))).toHaveLength(12_345);
  });
});

describe('createParquetReader with another compression than Snappy', () => {
  const columnData = [
    { name: 'order_id', data: ['1'], type: 'STRING' as const },
    { name: 'product', data: ['Tea'], type: 'STRING' as const },
  ];
  const compressors = { GZIP: (bytes: Uint8Array) => new Uint8Array(gzipSync(bytes)) };
  const writeGzipped = () => parquetWriteBuffer({ columnData, codec: 'GZIP', compressors });

  test('reads a gzip-compressed file on disk', async () => {
    expect(await readLines(Buffer.from(writeGzipped()))).toHaveLength(1);
  });

  test('refuses GZIP by name without a decompressor, but reads Snappy and uncompressed files', async () => {
    const read = async (bytes: ArrayBuffer) => {
      const texts: string[] = [];
      for await (const piece of createParquetReader()('orders', new Blob([bytes])))
        texts.push(Buffer.from(piece).toString('utf8'));
      return texts.join('');
    };
    await expect(read(writeGzipped())).rejects.toMatchObject({
      problem: { code: 'parquet_codec', codec: 'GZIP' },
    });
    for (const codec of ['UNCOMPRESSED', 'SNAPPY'] as const)
      expect(await read(parquetWriteBuffer({ columnData, codec }))).toMatch(/^order_id,product\r?\n1,Tea/);
  });
});

describe('readRows on a ZIP archive', () => {
  const csv = 'order_id;item;price\n1;Tee;4,50\n';

  test('reads the only file of an archive', async () => {
    const bytes = await createZip({ 'export/orders.csv': csv, '__MACOSX/export/._orders.csv': 'x' });
    expect(await readLines(bytes)).toEqual([[2, '1', undefined, undefined, 'Tee', 4.5, undefined]]);
  });

  test('refuses an archive of two files and names them', async () => {
    const bytes = await createZip({ 'a.csv': csv, 'b.csv': csv });
    await expect(readLines(bytes)).rejects.toThrow('expected an archive of one file, got 2: a.csv, b.csv');
  });

  test.each<[string, ZipWriterConstructorOptions]>([
    ['without compression', { level: 0 }],
    ['in ZIP64 format', { zip64: true }],
    ['with sizes behind the data', { dataDescriptor: true }],
  ])('reads an archive %s', async (_, options) => {
    expect(await readLines(await createZip({ 'orders.csv': csv }, options))).toEqual([
      [2, '1', undefined, undefined, 'Tee', 4.5, undefined],
    ]);
  });

  test('refuses an archive that is encrypted, damaged or cut off', async () => {
    const secret = await createZip({ 'orders.csv': csv }, { password: 'secret', zipCrypto: true });
    await expect(readLines(secret)).rejects.toThrow('orders.csv is encrypted');
    const stored = await createZip({ 'orders.csv': csv }, { level: 0 });
    stored[stored.indexOf('Tee')] = 0x74;
    await expect(readLines(stored)).rejects.toThrow('orders.csv is damaged in the ZIP archive');
    const cut = (await createZip({ 'orders.csv': csv })).subarray(0, -30);
    await expect(readLines(cut)).rejects.toThrow('the ZIP archive is damaged');
  });
});

test.each([
  ['\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'an Excel workbook of the old format (.xls): save it as .xlsx'],
  ['%PDF-1.7', 'a PDF document'],
  ['SQLite format 3\0', 'an SQLite database'],
  ['BZh91AY', 'compressed with bzip2'],
  ['<!DOCTYPE html><html>', 'a web page or XML document'],
])('readRows refuses a file that begins with %j as %s', async (bytes, name) => {
  await expect(readLines(Buffer.from(bytes, 'latin1'))).rejects.toThrow(`the file is ${name}`);
});
