// Tests files of spreadsheets and of shops in other countries: encodings, delimiters, dates, decimals, headers in five
// languages, and rows without a line item.
import { describe, expect, test } from 'vitest';
import { Bookkeeping } from '../../../packages/order-files/account.ts';
import type { Encoding } from '../../../packages/order-files/values/encodings.ts';
import { readOrderDate } from '../../../packages/order-files/values/order-dates.ts';
import { collectRows } from './in-memory.ts';

const readBriefly = async (
  content: string | Buffer,
  options: Parameters<typeof collectRows>[1] = {},
  pieceBytes?: number,
) => {
  const { rows, badRows } = await collectRows(content, options, pieceBytes);
  expect(badRows).toEqual([]);
  return rows.map(({ order_id, order_date, item }) => [
    order_id,
    order_date,
    item.product_name,
    item.unit_price,
  ]);
};

describe('readRows with encodings', () => {
  const text = 'order_id,item,price\n1,Café crème – 1 €,2.50\n';
  const expected = [['1', undefined, 'Café crème – 1 €', 2.5]];
  const windows = Buffer.from(text.replace('–', '\x96').replace('€', '\x80'), 'latin1');
  const bigEndian = Buffer.from(text, 'utf16le').swap16();

  test.each<[string, Buffer, Encoding | undefined]>([
    ['UTF-8', Buffer.from(text), undefined],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${text}`), undefined],
    ['UTF-16 with a mark', Buffer.from(`\ufeff${text}`, 'utf16le'), 'utf-16le'],
    ['UTF-16 without a mark', Buffer.from(text, 'utf16le'), 'utf-16le'],
    ['UTF-16, big-endian', bigEndian, 'utf-16be'],
    ['Windows-1252', windows, 'windows-1252'],
  ])('detects %s in pieces of any size', async (_, bytes, encoding) => {
    for (const pieceBytes of [1, 7, 65_536]) {
      const found: Encoding[] = [];
      const rows = await readBriefly(bytes, { onEncoding: (_source, one) => found.push(one) }, pieceBytes);
      expect([rows, found]).toEqual([expected, encoding === undefined ? [] : [encoding]]);
    }
  });

  test('uses the encoding that is set', async () => {
    const bytes = Buffer.from('order_id,item,price\n1,\x80,1.00\n', 'latin1');
    expect(await readBriefly(bytes, { encoding: 'windows-1252' })).toEqual([['1', undefined, '€', 1]]);
  });
});

describe('readRows with delimiters', () => {
  test('takes the delimiter from Excel’s sep= line', async () => {
    expect(await readBriefly('sep=;\norder_id;item, with a comma;item;price\n1;x;tea;2,50\n')).toEqual([
      ['1', undefined, 'tea', 2.5],
    ]);
  });
});

describe('detection of the decimal separator of a column', () => {
  const createFile = (prices: readonly string[]): string =>
    `order_id;item;price\n${prices.map((price, index) => `${index};tea;${price}`).join('\n')}\n`;
  const readPrices = async (prices: readonly string[]) =>
    (await readBriefly(createFile(prices))).map(([, , , price]) => price);

  test('finds a comma', async () => {
    expect(await readPrices(['1.250', '4,50', '1.234,50 €'])).toEqual([1250, 4.5, 1234.5]);
  });
  test('finds a point', async () => {
    expect(await readPrices(['1,250', '4.50', '$1,234.50'])).toEqual([1250, 4.5, 1234.5]);
  });
  test('uses evidence after 20,000 lines', async () => {
    const prices = [...Array.from({ length: 20_000 }, () => '5'), '4,50', '1.250'];
    expect((await readPrices(prices)).slice(-2)).toEqual([4.5, 1250]);
  });
  test.each([
    ['1,250', { cell: '1,250', point: 1250, comma: 1.25 }],
    ['1.250', { cell: '1.250', point: 1.25, comma: 1250 }],
    ['€ 12.500', { cell: '€ 12.500', point: 12.5, comma: 12500 }],
  ])('refuses %s in a column without evidence unless --decimal is set', async (cell, example) => {
    await expect(readPrices(['5', cell])).rejects.toMatchObject({
      problem: { code: 'ambiguous_amounts', column: 'price', examples: [example] },
    });
    const chosen = await collectRows(createFile(['5', cell]), { decimal: 'comma' });
    expect([...chosen.rows.map(({ item }) => item.unit_price), ...chosen.badRows]).toEqual(
      cell.includes(',') ? [5, 1.25] : [5, example.comma],
    );
  });
  test.each([
    ['0.250', 0.25],
    ['1250.125', 1250.125],
    ['1.250.000', 1250000],
    ['1,250,000', 1250000],
  ])('takes %s as evidence and reads %s', async (cell, amount) => {
    expect(await readPrices(['5', cell])).toEqual([5, amount]);
  });
});

describe('detection of the date format of a column', () => {
  const createFile = (dates: readonly string[]): string =>
    `order_id,item,date\n${dates.map((date, index) => `${index},tea,"${date}"`).join('\n')}\n`;
  const readDays = async (dates: readonly string[]) =>
    (await readBriefly(createFile(dates))).map(([, date]) => String(date).slice(0, 10));

  test.each<[string, string[], string[]]>([
    ['day/month', ['03/04/2026', '31/03/2026'], ['2026-04-03', '2026-03-31']],
    ['month/day', ['03/04/2026', '3/31/26 2:05 PM'], ['2026-03-04', '2026-03-31']],
    ['day.month, always', ['03.04.2026', '05.04.26 12:00:00 UTC'], ['2026-04-03', '2026-04-05']],
    ['year/month/day', ['2026/3/4', '2026/03/31 10:00'], ['2026-03-04', '2026-03-31']],
    ['letters', ['31 Mar 2026', '4. März 2026'], ['2026-03-31', '2026-03-04']],
    ['seconds', ['1774965900', '1774879500'], ['2026-03-31', '2026-03-30']],
    ['milliseconds', ['1774965900000'], ['2026-03-31']],
    ['ISO with UTC', ['2026-03-31 14:05:00 UTC'], ['2026-03-31']],
  ])('finds the format: %s', async (_, dates, days) => {
    expect(await readDays(dates)).toEqual(days);
  });

  test('refuses an ambiguous column with two examples and the option to set', async () => {
    await expect(collectRows(createFile(['03/04/2026', '05/06/2026', '07/08/2026']))).rejects.toThrow(
      '-: date: "03/04/2026" can be 2026-03-04 or 2026-04-03, "05/06/2026" can be 2026-05-06 or 2026-06-05, and no date in the file decides. Choose --date-format mdy for month/day, or --date-format dmy for day/month',
    );
    expect(await readBriefly(createFile(['03/04/2026']), { dateFormat: 'dmy' })).toHaveLength(1);
  });

  test('accepts dates that are the same in both formats', async () => {
    expect(await readDays(['03/03/2026', '04/04/2026'])).toEqual(['2026-03-03', '2026-04-04']);
  });

  test('uses a deciding date after 20,000 lines', async () => {
    const dates = [...Array.from({ length: 20_000 }, () => '03/04/2026'), '13/04/2026'];
    expect((await readDays(dates)).slice(-2)).toEqual(['2026-04-03', '2026-04-13']);
  });
});

test.each([
  ['March 31, 2026', '2026-03-31T00:00:00Z'],
  ['Mar 31, 2026, 2:05 PM', '2026-03-31T14:05:00Z'],
  ['Tue, 31 Mar 2026 14:05:00 GMT', '2026-03-31T14:05:00Z'],
  ['2-Jan 2026', '2026-01-02T00:00:00Z'],
  ['31-Mar-26', '2026-03-31T00:00:00Z'],
  ['31. Mai 2026', '2026-05-31T00:00:00Z'],
  ['1er août 2026', undefined],
  ['1 août 2026', '2026-08-01T00:00:00Z'],
  ['3 juin 2026', '2026-06-03T00:00:00Z'],
  ['3 juillet 2026', '2026-07-03T00:00:00Z'],
  ['3 de enero de 2026', '2026-01-03T00:00:00Z'],
  ['3 maart 2026', '2026-03-03T00:00:00Z'],
  ['31 Feb 2026', undefined],
  ['31 Foo 2026', undefined],
])('readOrderDate reads the date in letters %s as %s', (cell, date) => {
  expect(readOrderDate(cell, 'text')).toBe(date);
});

describe('readRows with headers', () => {
  test.each([
    ['English', 'Order Number,Customer ID,Order Date,Product,SKU,Unit Price,Qty'],
    ['German', 'Bestellnummer,Kundennr.,Bestelldatum,Artikelbezeichnung,Artikel-Nr.,Einzelpreis,Menge'],
    ['French', 'N° commande,Client,Date de commande,Désignation,Référence,Prix unitaire,Quantité'],
    ['Spanish', 'Nº pedido,Cliente,Fecha,Artículo,Código,Precio unitario,Cantidad'],
    ['Dutch', 'Bestelnummer,Klantnummer,Besteldatum,Omschrijving,Artikelcode,Stukprijs,Aantal'],
  ])('maps columns named in %s', async (_, header) => {
    const { rows, badRows } = await collectRows(`${header}\n7,c,2026-03-01,tea,T,2.50,3\n`);
    expect([rows, badRows]).toEqual([
      [
        {
          line: 2,
          order_id: '7',
          customer_id: 'c',
          order_date: '2026-03-01',
          item: { product_name: 'tea', product_sku: 'T', unit_price: 2.5, quantity: 3 },
        },
      ],
      [],
    ]);
  });
});

test('readRows skips and counts a preamble, empty rows, repeated headers and totals', async () => {
  const account = new Bookkeeping();
  const lines = [
    'Umsatzbericht;;;',
    'Zeitraum: 01.03.2026 - 31.03.2026, alle Filialen',
    '',
    'Bestellnummer;Artikel;Einzelpreis;Menge',
    '1;Tee;4,50;2',
    ';;;',
    '2;Milch;1,25;1',
    'Bestellnummer;Artikel;Einzelpreis;Menge',
    '3;Tee;4,50;1',
    'Zwischensumme;;14,75;',
    ';Total;14,75;4',
    ';;14,75',
    'Summe: 14,75',
  ];
  const { rows, badRows } = await collectRows(lines.join('\r\n'), { account });
  expect(rows.map(({ line, order_id, item }) => [line, order_id, item.unit_price])).toEqual([
    [5, '1', 4.5],
    [7, '2', 1.25],
    [9, '3', 4.5],
  ]);
  expect(badRows).toEqual([]);
  expect(Object.fromEntries(account.ledger.skipped)).toEqual({
    'line above the header': 2,
    'empty row': 1,
    'repeated header': 1,
    'row of totals': 4,
  });
});

test('readRows reads a row with a product named Total', async () => {
  const rows = await readBriefly('order_id,item,price\nA1,Total,9.90\n');
  expect(rows).toEqual([['A1', undefined, 'Total', 9.9]]);
});

describe('readRows on a JSON array', () => {
  const records = [
    { order_id: '1', product_name: 'a "quoted", [bracketed] {name}\\', unit_price: 2 },
    { order_id: '2', line_items: [{ product_name: 'b', unit_price: 1 }] },
  ];
  test.each([
    ['in one line', JSON.stringify(records)],
    ['in many lines', JSON.stringify(records, null, 2)],
    ['with Windows line ends', ` \r\n${JSON.stringify(records, null, 2).replaceAll('\n', '\r\n')}\r\n`],
  ])('reads each record of an array %s, in pieces of any size', async (_, json) => {
    for (const pieceBytes of [1, 7, 65_536]) {
      expect((await readBriefly(json, {}, pieceBytes)).map(([id, , name]) => [id, name])).toEqual([
        ['1', 'a "quoted", [bracketed] {name}\\'],
        ['2', 'b'],
      ]);
    }
  });
  test('detects dates and decimals of flat records', async () => {
    const flat = [
      { Bestellnummer: 1, Artikel: 'Tee', Datum: '31.03.2026', Preis: '4,50' },
      { Bestellnummer: 2, Artikel: 'Tee', Datum: '01.04.2026', Preis: '1.250,00' },
    ];
    expect(await readBriefly(JSON.stringify(flat))).toEqual([
      ['1', '2026-03-31T00:00:00Z', 'Tee', 4.5],
      ['2', '2026-04-01T00:00:00Z', 'Tee', 1250],
    ]);
  });
  test('refuses an array that is cut off', async () => {
    await expect(collectRows(JSON.stringify(records).slice(0, -1))).rejects.toThrow(
      'the JSON array is not closed',
    );
  });
});
