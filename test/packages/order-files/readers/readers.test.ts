// Tests awkward files on the command line and in the page: line ends, encodings, dates, titles, sheets, archives,
// weights and nested JSON. Unreadable cells are reported with their line.
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { findRefusal, READERS, readFiles } from './awkward-files.ts';
import { createWorkbook, createZip, XLSX } from './workbooks.ts';

const HEADER = 'order_id,customer,date,product,price,qty';
const createCsv = (...lines: string[]): string => [HEADER, ...lines, ''].join('\n');
const encodeLatin1 = (text: string): Buffer => Buffer.from(text, 'latin1');

describe.each(READERS)('readOrderFiles in: %s', (reader) => {
  const read = (bytes: string | Uint8Array, options = {}) => readFiles(reader, { 'a.csv': bytes }, options);

  it('reads lone carriage returns as line ends, also with line feeds within cells', async () => {
    const text = createCsv(
      '1,ann,2026-03-01,"Tea,\nloose",4.5,2',
      '2,bob,2026-03-02,Mug,x,1',
      '3,cy,2026-03-02,Milk,1,1',
    );
    const mac = text.replaceAll('\n', '\r').replace(',\rloose', ',\nloose');
    const { lines, bad } = await read(mac);
    expect(lines).toEqual([
      ['1', 'ann', '2026-03-01', 'Tea,\nloose', 4.5, 2],
      ['3', 'cy', '2026-03-02', 'Milk', 1, 1],
    ]);
    expect(bad.map(([, problem]) => problem)).toEqual([expect.stringContaining('price: expected a number')]);
    // In a file with line feeds, a carriage return is part of the cell.
    expect((await read(createCsv('1,ann,2026-03-01,"Tea\rloose",4.5,2'))).lines[0]?.[3]).toBe('Tea\rloose');
  });

  it('reads a file as Windows-1252 if a line is not UTF-8 and names the line in a remark', async () => {
    const { lines, remarks } = await read(
      encodeLatin1(createCsv('1,ann,2026-03-01,Tea,4,1', '2,bob,2026-03-01,Café,4,1')),
    );
    expect(lines.map(([, , , product]) => product)).toEqual(['Tea', 'Café']);
    expect(remarks).toEqual([{ code: 'read_as', source: 'a.csv', encoding: 'windows-1252', line: 3 }]);
  });

  it('reports one bad row for a stray byte among lines of UTF-8', async () => {
    const bytes = Buffer.concat([
      Buffer.from(createCsv('1,ann,2026-03-01,Käse,4,1')),
      encodeLatin1('2,bob,2026-03-01,Caf\xe9,4,1\n'),
      Buffer.from('3,cy,2026-03-01,Crème,4,1\n'),
    ]);
    const { lines, bad, remarks } = await read(bytes);
    expect(lines.map(([, , , product]) => product)).toEqual(['Käse', 'Crème']);
    expect(bad).toEqual([[3, 'product: expected UTF-8, got other bytes (--encoding sets another)']]);
    expect(remarks).toEqual([]);
  });

  it('reads later lines as UTF-8 after a first stray byte and adds a remark', async () => {
    const filler = Array.from({ length: 9_000 }, (_, at) => `${at},bob,2026-03-01,Tea,4,1\n`).join('');
    const bytes = Buffer.concat([
      encodeLatin1(createCsv('x,ann,2026-03-01,Caf\xe9,4,1')),
      Buffer.from(`${filler}y,cy,2026-03-01,Crème,4,1\n`),
    ]);
    const { lines, bad, remarks } = await read(bytes, { accept: ['repeats', 'customers'] });
    const products = new Set(lines.map(([, , , product]) => product));
    expect([...products].sort()).toEqual(['Café', 'Crème', 'Tea']);
    expect(bad).toEqual([]);
    expect(remarks).toContainEqual({ code: 'mixed_encodings', source: 'a.csv', line: 2 });
  });

  it('reports a NUL with its line and column, and blank prices with their first line', async () => {
    const text = createCsv(
      '1,ann,2026-03-01,Te\0a,4,1',
      '2,bob,2026-03-01,Mug,,1',
      '3,cy,2026-03-01,Cup,,1',
      '4,di,2026-03-01,Tea,1,1',
    );
    const { bad, remarks } = await read(text);
    expect(bad).toEqual([[2, 'product: expected text, got a NUL character (code 0)']]);
    expect(remarks).toEqual([{ code: 'blank_prices', rows: 2, source: 'a.csv', line: 3 }]);
  });

  it('reads Excel’s serial numbers as dates with and without a time', async () => {
    const { orders } = await read(createCsv('1,ann,46082,Tea,4,1', '2,bob,46082.58681,Mug,4,1'));
    expect(orders.map(({ order_date }) => order_date)).toEqual(['2026-03-01', '2026-03-01T14:05:00Z']);
    const cells = [
      '<c><v>7</v></c>',
      '<c t="str"><v>Tea</v></c>',
      '<c><v>46082</v></c>',
      '<c><v>1.234</v></c>',
    ];
    const head = ['order_id', 'product', 'date', 'price'].map((name) => `<c t="str"><v>${name}</v></c>`);
    const sheet = `<worksheet><sheetData><row>${head.join('')}</row><row>${cells.join('')}</row></sheetData></worksheet>`;
    const book = await createZip({ ...XLSX, 'xl/worksheets/sheet1.xml': sheet });
    // A workbook stores 1.234 as a number, so the decimal separator is not ambiguous.
    expect((await readFiles(reader, { 'a.xlsx': book })).lines).toEqual([
      ['7', undefined, '2026-03-01', 'Tea', 1.234, undefined],
    ]);
  });

  it('finds a header below titles and a preamble', async () => {
    const preamble = [
      'Verkäufe; Filiale "Nord"',
      'Stand: 31.03.2026',
      '',
      'Seite 1;von 3;;',
      'a,b,c,d,e,f,g,h',
    ];
    const table = ['order_id;product;date;price', 'A-1;Tee;31.03.2026;1.234,50'];
    expect((await read([...preamble, ...table].join('\r\n'))).lines).toEqual([
      ['A-1', undefined, '2026-03-31', 'Tee', 1234.5, undefined],
    ]);
    const rows = [
      ['Orders of March'],
      [],
      ['Printed', '2026-04-01'],
      ['order_id', 'product', 'price'],
      ['7', 'Tea', '4.50'],
    ];
    const book = await createWorkbook({ Report: rows });
    expect((await readFiles(reader, { 'a.xlsx': book })).lines.map(([id]) => id)).toEqual(['7']);
  });

  it('proposes the sheet that has orders if the first has none', async () => {
    const book = await createWorkbook({
      Notes: [['Orders of March']],
      Empty: [],
      Orders: [
        ['order_id', 'product', 'price'],
        ['7', 'Tea', '4.50'],
      ],
    });
    expect(await findRefusal(reader, { 'a.xlsx': book })).toEqual({
      ...{ source: 'a.xlsx', code: 'other_sheet', sheet: 'Notes', found: 'Orders' },
    });
    const chosen = await readFiles(reader, { 'a.xlsx': book }, { sheet: 'Orders' });
    expect(chosen.lines.map(([id]) => id)).toEqual(['7']);
    const without = await createWorkbook({ Notes: [['Orders of March']], More: [['nothing']] });
    expect(await findRefusal(reader, { 'a.xlsx': without })).toMatchObject({ code: 'missing_columns' });
  });

  it('reads CSV, gzip and Excel files of an archive together and refuses one with a PDF', async () => {
    const book = await createWorkbook({
      Orders: [
        ['order_id', 'product', 'price'],
        ['7', 'Tea', '4.50'],
      ],
    });
    const archive = await createZip({
      'may/orders.csv': createCsv('1,ann,2026-05-01,Tea,4,1', '2,bob,2026-05-01,Mug,6,1'),
      'june.csv': Buffer.from(
        `\ufeff${createCsv('3,ann,2026-06-01,Käse,1,1').replaceAll(',', '\t')}`,
        'utf16le',
      ),
      'july.csv.gz': gzipSync(createCsv('4,ann,2026-07-01,Tea,2,1', '2,bob,2026-05-01,Mug,6,1')),
      'august.xlsx': book,
      '__MACOSX/._june.csv': 'x',
    });
    const { lines, net, share, remarks } = await readFiles(reader, {
      'all.zip': archive,
      'z.csv': createCsv('9,ann,2026-09-01,Tea,1,1'),
    });
    expect(lines.map(([id]) => id)).toEqual(['1', '2', '3', '4', '7', '9']);
    expect([net, share]).toEqual([18.5, 1]);
    expect(remarks).toContainEqual({ code: 'rows_replaced', rows: 1 });
    const odd = await createZip({
      'orders.csv': createCsv('1,ann,2026-05-01,Tea,4,1'),
      'terms.pdf': '%PDF-1.7',
    });
    expect(await findRefusal(reader, { 'all.zip': odd })).toEqual({
      source: 'all.zip/terms.pdf',
      code: 'foreign',
      kind: 'pdf',
    });
  });

  it('reports rows with weights as bad, but reads them exactly with quantityScale', async () => {
    const text = createCsv(
      '1,ann,2026-03-01,Cheese,12.50,1.5',
      '2,bob,2026-03-01,Ham,9.99,0.335',
      '3,cy,2026-03-01,Tea,4,2',
    );
    const plain = await read(text);
    expect(plain.bad).toEqual([
      [2, 'qty: expected whole pieces, got "1.5" (--quantity-scale 1000 reads weights)'],
      [3, 'qty: expected whole pieces, got "0.335" (--quantity-scale 1000 reads weights)'],
    ]);
    const scaled = await read(text, { quantityScale: 1_000 });
    expect(scaled.lines.map(([, , , , price, quantity]) => [price, quantity])).toEqual([
      [0.0125, 1_500],
      [0.00999, 335],
      [0.004, 2_000],
    ]);
    // 18.75 + 3.34665 + 8.
    expect([scaled.net, scaled.bad]).toEqual([30.1, []]);
    expect((await read(text, { quantityScale: 100 })).bad).toEqual([
      [3, 'qty: expected whole pieces, got "0.335" (--quantity-scale 1000 reads weights)'],
    ]);
    const total = 'order_id,product,line_total,qty\n1,Cheese,18.75,1.5\n';
    expect((await read(total, { quantityScale: 10 })).lines).toEqual([
      ['1', undefined, undefined, 'Cheese', 1.25, 15],
    ]);
  });

  it('reads a weighed line in Shopify’s columns as one piece, or scaled with quantityScale', async () => {
    const shopify =
      'Name,Email,Created at,Currency,Lineitem name,Lineitem quantity,Lineitem price\n#1,a@b.c,2026-03-01,EUR,Cheese,1.5,12.50\n';
    const { lines, remarks } = await read(shopify);
    expect([lines[0]?.slice(4), remarks]).toEqual([[18.75, 1], [{ code: 'weighed_lines', lines: 1 }]]);
    expect((await read(shopify, { quantityScale: 1_000 })).lines[0]?.slice(4)).toEqual([0.0125, 1_500]);
  });

  it('reads customers in nested objects of JSON', async () => {
    const lines = [
      {
        order_id: '1',
        customer: { id: 7, contact: { email: 'a@b.c' } },
        date: '2026-03-01',
        product: 'Tea',
        price: 4,
      },
      { order_id: '2', customer: { id: 8 }, date: '2026-03-02', product: 'Mug', price: 1.234 },
    ];
    const found = await readFiles(reader, { 'a.json': JSON.stringify(lines) });
    expect(found.lines).toEqual([
      ['1', '7', '2026-03-01', 'Tea', 4, undefined],
      ['2', '8', '2026-03-02', 'Mug', 1.234, undefined],
    ]);
    const mail = lines.map(({ order_id }) => ({
      order_id,
      product: 'Tea',
      price: 1,
      customer: { email: 'A@b.c' },
    }));
    expect((await readFiles(reader, { 'a.json': JSON.stringify(mail) })).orders[0]?.customer_id).toBe(
      'a@b.c',
    );
  });
});
