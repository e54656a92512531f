// Tests rows and bad rows with their line numbers in CSV and NDJSON.
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { printRowProblem } from '../../../packages/order-files/problems/row-problem-words.ts';
import type { OrderRow } from '../../../packages/order-files/rows/check-row.ts';
import { parseSubmitOrders } from '../../../src/contract/resources/orders/orders.ts';
import { collectRows } from './in-memory.ts';

const HEADER = 'order_id,customer_id,order_date,product_name,product_sku,unit_price,quantity';

function listProblems({ badRows }: Awaited<ReturnType<typeof collectRows>>): [number, string][] {
  return badRows.map(({ line, problem }) => [line, printRowProblem(problem)]);
}

describe('readRows on CSV', () => {
  const expected: OrderRow = {
    line: 2,
    order_id: '536365',
    customer_id: '17850',
    order_date: '2010-12-01T08:26:00Z',
    item: { product_name: 'WHITE LANTERN', product_sku: '71053', unit_price: 3.39, quantity: 6 },
  };
  test.each([
    ['commas', ','],
    ['semicolons', ';'],
    ['tabs', '\t'],
    ['bars', '|'],
  ])(
    'reads cells separated by %s with CRLF, byte order mark and gzip in pieces of any size',
    async (_, mark) => {
      const text =
        `\ufeff${HEADER}\r\n536365,17850,2010-12-01T08:26:00Z, WHITE LANTERN ,71053,3.39,6\r\n`.replaceAll(
          ',',
          mark,
        );
      for (const pieceBytes of [1, 7, 65_536]) {
        for (const bytes of [Buffer.from(text), gzipSync(text)]) {
          expect(await collectRows(bytes, {}, pieceBytes)).toEqual({ rows: [expected], badRows: [] });
        }
      }
    },
  );
  test('counts quoted newlines as lines and reads a last line without a line feed', async () => {
    const { rows } = await collectRows('\norder_id,item\n1,"two\nlines"\n\n2,"é, €"\n3,c');
    expect(rows.map(({ line, item }) => [line, item.product_name])).toEqual([
      [3, 'two\nlines'],
      [6, 'é, €'],
      [7, 'c'],
    ]);
  });
  test('omits values of empty and blank cells', async () => {
    const { rows } = await collectRows(`${HEADER}\n1,,  ,a,"",,\n`);
    expect(rows).toEqual([{ line: 2, order_id: '1', item: { product_name: 'a' } }]);
  });
  test('reports a bad row with its line, column and the expected value', async () => {
    const text = [
      'Invoice No,Description,Price,Quantity,InvoiceDate',
      '1,a,1,1,2026-01-01',
      ',a,1,1,2026-01-01',
      '1,,1,1,2026-01-01',
      '1,a,1 to 2,1,2026-01-01',
      '1,a,1,1.5,2026-01-01',
      '1,a,1,"1,000",2026-01-01',
      '1,a,1,1,1/31/2026',
      '1,a,1,1',
      '1,12" ruler,1,1,2026-01-01',
      `${'x'.repeat(257)},a,1,1,2026-01-01`,
      '2,a,1,1,2026-01-01',
    ].join('\n');
    const result = await collectRows(text);
    expect(result.rows.map(({ line }) => line)).toEqual([2, 10, 12]);
    expect(listProblems(result)).toEqual([
      [3, 'Invoice No: required'],
      [4, 'Description: expected product_name or product_sku: a line item is keyed by its product'],
      [5, 'Price: expected a number such as 1234.50, got "1 to 2" (--decimal sets the decimal mark)'],
      [6, 'Quantity: expected whole pieces, got "1.5" (--quantity-scale 1000 reads weights)'],
      [7, 'Quantity: expected a number such as 1234.50, got "1,000" (--decimal sets the decimal mark)'],
      [
        8,
        'InvoiceDate: expected an ISO 8601 date or date-time such as 2026-03-31T14:05:00Z or 2026-03-31 14:05, got "1/31/2026" (--date-format sets another)',
      ],
      [9, 'expected 5 columns as the header has, got 4'],
      [11, 'Invoice No: expected a string of 1 to 256 characters, got 257'],
    ]);
  });
  test('reports bytes other than UTF-8 as a bad row if the encoding is set to UTF-8', async () => {
    const bytes = Buffer.from('order_id,item\n1,caf\xe9\n2,tea\n', 'latin1');
    const result = await collectRows(bytes, { encoding: 'utf-8' });
    expect(result.rows.map(({ order_id }) => order_id)).toEqual(['2']);
    expect(listProblems(result)).toEqual([
      [2, 'item: expected UTF-8, got other bytes (--encoding sets another)'],
    ]);
  });
  test('applies the options for decimal separator, date format and custom fields', async () => {
    const custom = [{ key: 'country', column: 'Country' }];
    const { rows } = await collectRows('order;item;price;date;Country\n1;a;2,5;31.12.2025;NL\n1;b;3;;\n', {
      decimal: 'comma',
      dateFormat: 'dmy',
      custom,
    });
    expect(rows).toEqual([
      {
        line: 2,
        order_id: '1',
        order_date: '2025-12-31T00:00:00Z',
        item: { product_name: 'a', unit_price: 2.5, custom_fields: { country: 'NL' } },
      },
      { line: 3, order_id: '1', item: { product_name: 'b', unit_price: 3 } },
    ]);
  });
  test('refuses an empty file', async () => {
    await expect(collectRows(' \n\n')).rejects.toThrow('-: the file is empty');
  });
});

describe('readRows on NDJSON', () => {
  test('reads orders in the contract’s shape and flat line items, also with other field names', async () => {
    const text = [
      '{"order_id":"1","customer_id":"c","order_date":"2026-01-01","line_items":[{"product_name":"a","unit_price":2},{"product_sku":"b"}]}',
      '',
      '{"order_id":2,"sku":"b","price":"1.50","qty":2,"date":null,"extra":[1]}',
      '{"order_id":"3","sku":"b","custom_fields":{"channel":"web"}}',
    ].join('\n');
    expect(await collectRows(text)).toEqual({
      rows: [
        {
          line: 1,
          order_id: '1',
          customer_id: 'c',
          order_date: '2026-01-01',
          item: { product_name: 'a', unit_price: 2 },
        },
        { line: 1, order_id: '1', customer_id: 'c', order_date: '2026-01-01', item: { product_sku: 'b' } },
        { line: 3, order_id: '2', item: { product_sku: 'b', unit_price: 1.5, quantity: 2 } },
        { line: 4, order_id: '3', item: { product_sku: 'b', custom_fields: { channel: 'web' } } },
      ],
      badRows: [],
    });
  });
  test('reports bad lines with their line number and reason', async () => {
    const text = [
      '{"order_id":"1","product_name":"a"}',
      '{"order_id":"1"',
      '7',
      '{"order_id":"1","line_items":[{"product_name":"a","quantity":1.5}]}',
      '{"order_id":"1","product_name":{"en":"a"}}',
      '{"order_id":"1","product_name":"\\ud800"}',
    ].join('\n');
    const result = await collectRows(text);
    expect(result.rows).toHaveLength(1);
    expect(listProblems(result)).toEqual([
      [2, expect.stringContaining('expected a JSON object, got ')],
      [3, 'expected a JSON object'],
      [4, 'line_items[0].quantity: expected an integer'],
      [5, 'product_name: expected a string or a number, got {"en":"a"}'],
      [6, 'product_name: expected well-formed Unicode, got a lone surrogate'],
    ]);
  });

  test('refuses an order with the message of the API', async () => {
    const createOrder = (line: object, rest: object = {}) => ({ order_id: '1', line_items: [line], ...rest });
    const tea = { product_name: 'Tea' };
    const refused = [
      createOrder(tea, { order_id: '' }),
      createOrder(tea, { order_id: 7 }),
      createOrder(tea, { order_id: undefined }),
      createOrder(tea, { order_id: '🍵'.repeat(256) }),
      createOrder(tea, { customer_id: '\ud800' }),
      createOrder(tea, { order_date: 'today' }),
      createOrder(tea, { order_date: 7 }),
      createOrder(tea, { line_items: {} }),
      createOrder(tea, { line_items: null }),
      createOrder(tea, { date: '2026-03-31' }),
      createOrder(tea, { zzz: 1 }),
      createOrder({ ...tea, price: 1 }),
      createOrder({ ...tea, product_sku: 'x'.repeat(513) }),
      createOrder({ ...tea, unit_price: '1' }),
      createOrder({ ...tea, unit_price: 1e13 }),
      createOrder({ ...tea, quantity: '1' }),
      createOrder({ ...tea, quantity: 0.5 }),
      createOrder({ ...tea, quantity: -1e10 }),
      createOrder({ ...tea, custom_fields: [] }),
      createOrder({ ...tea, custom_fields: { a: 1 } }),
      createOrder({ ...tea, custom_fields: { a: 'x'.repeat(513) } }),
      createOrder({ ...tea, custom_fields: { ['k'.repeat(65)]: 'x' } }),
      createOrder({
        ...tea,
        custom_fields: Object.fromEntries(Array.from({ length: 51 }, (_, n) => [n, ''])),
      }),
      createOrder([]),
    ];
    const result = await collectRows(refused.map((one) => JSON.stringify(one)).join('\n'));
    expect(result.rows).toEqual([]);
    const codes = new Set(result.badRows.map(({ problem }) => problem.code));
    expect([...codes].sort()).toEqual([
      ...['lone_surrogate', 'no_number', 'not_a_line_item', 'not_custom_fields', 'not_iso_8601'],
      ...['not_line_items', 'not_whole', 'out_of_range', 'required', 'text_length'],
      ...['too_many_bytes', 'too_many_custom_fields', 'unknown_field'],
    ]);
    for (const [index, { problem }] of result.badRows.entries()) {
      const body = { orders: [JSON.parse(JSON.stringify(refused[index]))] };
      const refusal = getRefusal(() => parseSubmitOrders(body, { strict: true }));
      expect(printRowProblem(problem).replace('orders[0].', '')).toBe(refusal.replace('orders[0].', ''));
    }
  });
});

function getRefusal(parse: () => unknown): string {
  try {
    parse();
  } catch (error) {
    return error instanceof Error ? error.message : '';
  }
  return 'accepted';
}
