// Tests files that are no plain table: other delimiters, quoted rows, no header, a basket a line, composed ids of
// orders, lines within an order in JSON.
import { describe, expect, it } from 'vitest';
import { parseColumnsFlag } from '../../../packages/order-files/columns/column-flags.ts';
import { createLocalSurroundings } from '../../../packages/order-files/disk/local-files.ts';
import { type Inspection, inspectFile } from '../../../packages/order-files/inspect-file.ts';
import { type OrderFileReadOptions, readOrderFiles } from '../../../packages/order-files/read-orders.ts';
import { collect, toOrderFile } from './in-memory.ts';

async function inspect(
  lines: readonly string[] | string,
  options: OrderFileReadOptions = {},
): Promise<Inspection> {
  const text = typeof lines === 'string' ? lines : lines.join('\n').concat('\n');
  const file = toOrderFile('orders.csv', text);
  return inspectFile(file, createLocalSurroundings({}), { demandPrices: true, ...options });
}

describe('inspectFile on delimiters and quotes', () => {
  it('chooses the delimiter that the lines below have as often as the header', async () => {
    const { isCertain, read, preview } = await inspect([
      'order_id (unique, required);order_date (Y, M, D);product_name (100, max);unit_price (gross, EUR)',
      '7;2026-01-01;Tea;2.50',
      '8;2026-01-02;Mug;12.00',
    ]);
    expect(isCertain).toBe(true);
    expect(read?.figures).toMatchObject({ net: 14.5, orders: 2, first_date: '2026-01-01' });
    expect(preview.columns.map(({ field }) => field)).toEqual([
      'order_id',
      'order_date',
      'product_name',
      'unit_price',
    ]);
  });

  it.each([
    [';', ['order_id,customer_id,product,price;', '"1,a,""Tea, green"",2.50";', '"2,b,Mug,12.00";']],
    ['no mark', ['"order_id,customer_id,product,price"', '"1,a,""Tea, green"",2.50"', '"2,b,Mug,12.00"']],
    [
      'semicolons within',
      ['"order_id;customer_id;product;price"', '"1;a;Tea, green;2.50"', '"2;b;Mug;12.00"'],
    ],
  ])('reads rows that are one quoted cell each, ended by %s', async (_, lines) => {
    const { isCertain, read, preview } = await inspect(lines);
    expect(isCertain).toBe(true);
    expect(read?.figures).toMatchObject({ net: 14.5, orders: 2, customers: 2 });
    expect(preview.understood?.rows.map(({ item }) => item.product_name)).toEqual(['Tea, green', 'Mug']);
    expect(preview.columns.map(({ samples }) => samples[0])).toEqual(['1', 'a', 'Tea, green', '2.50']);
  });

  it('keeps quoted cells with commas in a table of one column of products', async () => {
    const { read } = await inspect(['order_id;product;price', '"1";"Tea, green, 100 g";2.50']);
    expect(read?.figures).toMatchObject({ net: 2.5, orders: 1 });
  });

  it('accepts commas in the names of --columns', () => {
    expect(parseColumnsFlag('order_date=Date (Y, M, D),unit_price=Price (net, EUR), product_sku=')).toEqual({
      order_date: 'Date (Y, M, D)',
      unit_price: 'Price (net, EUR)',
      product_sku: '',
    });
  });

  it('takes the order number of a marketplace for that of the order', async () => {
    const { read } = await inspect(['Marketplace Order ID,Product Title,Unit Price', 'G-1,Lamp,54.50']);
    expect(read?.figures).toMatchObject({ net: 54.5, orders: 1 });
  });

  it('reads the orders of WooCommerce Analytics in French as those in English', async () => {
    const header =
      'Date,"Commande n°",État,Client,"Type de client",Produit(s),"Articles vendus","Code(s) promo","Ventes nettes",Attribution';
    const { isCertain, read, preview } = await inspect([
      header,
      '2024-01-02,#1001,Completed,A B,Guest,"Product A x 1, Product B x 2",3,NONE,150.00,Direct',
      '2024-01-05,#1002,Processing,C D,Customer,"Product, C x 1",1,WELCOME10,50.00,Organic',
    ]);
    expect(isCertain).toBe(true);
    expect(read?.figures).toMatchObject({ net: 200, orders: 2 });
    expect(preview.understood?.rows.map(({ item }) => [item.product_name, item.quantity])).toEqual([
      ['Product A', 1],
      ['Product B', 2],
      ['Product, C', 1],
    ]);
  });
});

describe('inspectFile on the ids of orders', () => {
  /** Receipts 1 to 3 of each day, at each of these tills. */
  const createReceipts = (days: number, tills: readonly string[]): string[] => [
    'Receipt No,Time,Till,Product,Price',
    ...Array.from({ length: days }, (_, day) => `2026-03-${String(day + 1).padStart(2, '0')}`).flatMap(
      (day) =>
        tills.flatMap((till) =>
          [1, 2, 3].flatMap((no) => [`${no},${day} 09:00,${till},Tea,2`, `${no},${day} 09:01,${till},Mug,3`]),
        ),
    ),
  ];

  const listOrders = ({ questions }: Inspection): unknown[] =>
    questions.map(({ error, answers }) => [
      error.problem.code,
      ...answers.map(({ code, name, totals }) => [code, name, totals?.orders]),
    ]);

  it('proposes the customer and the day if the file has no column of orders', async () => {
    const { questions, read, way } = await inspect(
      [
        'Member_number,Date,itemDescription',
        ...['1808,21-07-2015,milk', '2552,05-01-2015,milk', '2300,19-09-2015,tea', '2300,19-09-2015,milk'],
        '2300,20-09-2015,tea',
      ],
      { demandPrices: false },
    );
    expect(questions.map(({ error }) => error.problem.code)).toEqual(['missing_columns']);
    expect(way).toEqual({ columns: { order_id: 'Member_number+Date' } });
    expect(read?.figures).toMatchObject({ orders: 4, customers: 3, first_date: '2015-01-05' });
  });

  it('asks if receipt numbers restart each day, and at each till', async () => {
    expect(listOrders(await inspect(createReceipts(4, ['A'])))).toEqual([
      [
        'recurring_orders',
        ['composed_id', 'Receipt No+Time+Till', 12],
        ['composed_id', 'Receipt No+Time', 12],
        ['accept', undefined, 3],
      ],
    ]);
    expect(listOrders(await inspect(createReceipts(4, ['A', 'B'])))).toEqual([
      [
        'recurring_orders',
        ['composed_id', 'Receipt No+Time+Till', 24],
        ['composed_id', 'Receipt No+Time', 12],
        ['accept', undefined, 3],
      ],
    ]);
  });

  it('composes the id of the order from the number, the day of a date and the till', async () => {
    const { isCertain, read } = await inspect(createReceipts(4, ['A', 'B']), {
      columns: { order_id: 'Receipt No+Time+Till' },
    });
    expect(isCertain).toBe(true);
    expect(read?.figures).toMatchObject({ orders: 24, net: 120 });
  });

  it('rejects a row without a part of its composed id', async () => {
    const { read } = await inspect(['Nr,Till,Product,Price', '1,A,Tea,2', '1,,Tea,2'], {
      columns: { order_id: 'Nr+Till' },
    });
    expect(read?.firstBadRow?.problem).toEqual({ code: 'required', column: 'Nr+Till' });
  });

  it('names the part of a composed id that is no column', async () => {
    const { questions } = await inspect(['Nr,Product,Price', '1,Tea,2'], {
      columns: { order_id: 'Nr+Shop' },
    });
    expect(questions.map(({ error }) => error.problem)).toMatchObject([
      { code: 'unknown_column', column: 'Shop' },
    ]);
  });

  const createShop = (secondDay: (order: number) => string): string[] => [
    'order_id,order_date,product,price',
    ...Array.from({ length: 40 }, (_, order) => order).flatMap((order) => [
      `${order},2026-03-01,Tea,2`,
      `${order},${secondDay(order)},Mug,3`,
    ]),
  ];

  it('does not ask if a shop ships a third of its orders in parts', async () => {
    const lines = createShop((order) => (order % 3 === 0 ? '2026-03-05' : '2026-03-01'));
    expect(await inspect(lines)).toMatchObject({ isCertain: true, read: { figures: { orders: 40 } } });
  });

  it('asks if an order has lines months apart, which may be right', async () => {
    const lines = createShop((order) => (order === 7 ? '2026-06-20' : '2026-03-01'));
    expect(listOrders(await inspect(lines))).toEqual([
      ['recurring_orders', ['composed_id', 'order_id+order_date', 41], ['accept', undefined, 40]],
    ]);
    expect(await inspect(lines, { accept: ['orders'] })).toMatchObject({ isCertain: true });
  });

  it('finds restarting numbers in a file of more orders than it remembers', async () => {
    const lines = ['order_id,order_date,product,price'];
    for (const day of ['01', '02'])
      for (let order = 0; order < 25_000; order++) lines.push(`${order},2026-03-${day},Tea,2`);
    const { questions } = await inspect(lines);
    expect(questions.map(({ error }) => error.problem)).toMatchObject([
      { code: 'recurring_orders', percent: 100 },
    ]);
  });
});

describe('inspectFile on files without a header', () => {
  it('proposes fields by the kinds of the cells', async () => {
    const { questions, read, way } = await inspect(
      ['1808,21-07-2015,tropical fruit', '2552,05-01-2015,whole milk', '2300,19-09-2015,pip fruit'],
      { demandPrices: false },
    );
    expect(questions.map(({ error }) => error.problem.code)).toEqual(['no_header', 'missing_columns']);
    expect(way).toEqual({
      header: false,
      columns: { order_date: 'column 2', product_name: 'column 3', order_id: 'column 1' },
    });
    expect(read?.figures).toMatchObject({ rows_read: 3, orders: 3, first_date: '2015-01-05' });
  });

  it('composes the id of a customer and a day if the numbers recur on other days', async () => {
    const lines = [1, 2, 3, 4].flatMap((day) => [`7;2026-03-0${day};Tea`, `8;2026-03-0${day};Mug`]);
    const { read, way } = await inspect(lines, { demandPrices: false });
    expect(way.columns).toMatchObject({ customer_id: 'column 1', order_id: 'column 1+column 2' });
    expect(read?.figures).toMatchObject({ orders: 8, customers: 2 });
  });

  it('tells orders, customers, quantities and prices from one another', async () => {
    const lines = [
      '536365,WHITE HEART,6,2010-12-01 08:26,2.55,17850,United Kingdom',
      '536365,METAL LANTERN,2,2010-12-01 08:26,3.39,17850,United Kingdom',
      '536366,HAND WARMER,6,2010-12-01 08:28,1.85,17850,United Kingdom',
      '536367,WHITE HEART,3,2010-12-01 08:34,2.55,13047,France',
      '536367,METAL LANTERN,1,2010-12-01 08:34,3.39,13047,France',
    ];
    const { way } = await inspect(lines);
    expect(way).toMatchObject({
      columns: {
        ...{ order_id: 'column 1', product_name: 'column 2', quantity: 'column 3' },
        ...{ order_date: 'column 4', unit_price: 'column 5', customer_id: 'column 6' },
      },
    });
  });

  it('shows the first row among the cells once the file is read so', async () => {
    const columns = { order_id: 'column 1', product_name: 'column 2', unit_price: 'column 3' };
    const { isCertain, read, preview } = await inspect(['7,Tea,2.50', '8,Mug,12.00'], {
      ...{ header: false, columns },
    });
    expect(isCertain).toBe(true);
    expect(read?.figures).toMatchObject({ rows_read: 2, net: 14.5 });
    expect(preview).toMatchObject({ header: ['column 1', 'column 2', 'column 3'], headerLine: undefined });
    expect(preview.cells).toEqual([
      ['7', 'Tea', '2.50'],
      ['8', 'Mug', '12.00'],
    ]);
  });

  it.each([
    ['names of texts', ['Wer;Wann;Was', 'Ann;2026-03-01;Tea']],
    ['names that the operator gave', ['1;2;3', '7;8;9']],
  ])('takes %s for a header', async (_, lines) => {
    const { questions } = await inspect(lines, { columns: { product_name: '3' } });
    expect(questions.map(({ error }) => error.problem.code)).not.toContain('no_header');
  });
});

describe('inspectFile on files with a basket a line', () => {
  it.each([
    ['names', ['shrimp,almonds,avocado', 'burgers,eggs', 'chutney', 'turkey, avocado ,,'], 8],
    ['numbers between blanks', ['1 3 9 13', '2 3', '5 ', ''], 7],
    ['numbers of equal lines', ['1 3 9', '2 3 5', '5 6 7'], 9],
  ])('proposes the option that reads %s', async (_, lines, rows) => {
    const { questions, read, way } = await inspect(lines);
    expect(questions.map(({ error }) => error.problem.code)).toEqual(['baskets']);
    expect(way).toEqual({ baskets: true });
    expect(read?.figures).toMatchObject({ rows_read: rows, net: 0 });
  });

  it('numbers the orders by lines, and shows a product in each row', async () => {
    const { isCertain, read, preview } = await inspect(['shrimp,eggs', '', 'chutney'], { baskets: true });
    expect(isCertain).toBe(true);
    expect(read?.figures).toMatchObject({ orders: 2, customers: 0 });
    expect(preview.cells).toEqual([
      ['1', 'shrimp'],
      ['1', 'eggs'],
      ['3', 'chutney'],
    ]);
    expect(preview.understood?.rows.map(({ order_id }) => order_id)).toEqual(['1', '1', '3']);
  });

  it('continues the numbers of orders in further files', async () => {
    const files = ['a,b\nc\n', 'a\n'].map((text, at) => toOrderFile(`${at}.csv`, text));
    const reading = await readOrderFiles(files, createLocalSurroundings({}), { baskets: true });
    const orders = await collect(reading.orders);
    expect(orders.map(({ order_id, line_items }) => [order_id, line_items.length])).toEqual([
      ['1', 2],
      ['2', 1],
      ['3', 1],
    ]);
  });

  it('does not take a table with some short rows for baskets', async () => {
    const lines = [
      'Wer;Was;Wo',
      ...Array.from({ length: 20 }, (_, at) => (at % 7 === 0 ? 'Ann' : 'Ann;Tea;Rom')),
    ];
    const { questions } = await inspect(lines);
    expect(questions.map(({ error }) => error.problem.code)).not.toContain('baskets');
  });
});

describe('inspectFile on lines within an order in JSON', () => {
  const order = (id: string, day: string, details: readonly object[]): object => ({
    ...{ orderID: id, customerID: `c${id}`, orderDate: day, freight: 32.38 },
    ...{ payments: [{ method: 'card', amount: 9 }], details },
  });
  const orders = [
    order('1', '2026-01-04', [
      { productID: 11, unitPrice: 14, quantity: 12 },
      { productID: 42, unitPrice: 9.8, quantity: 10 },
    ]),
    order('2', '2026-01-05', [{ productID: 11, unitPrice: 14, quantity: 1 }]),
    order('3', '2026-01-05', []),
  ];

  it.each([
    ['an array', JSON.stringify(orders)],
    ['a line for each order', orders.map((one) => JSON.stringify(one)).join('\n')],
    ['an array in an object', JSON.stringify({ count: 3, orders })],
  ])('reads a row for each line from %s', async (_, text) => {
    const { isCertain, read, preview } = await inspect(text);
    expect(isCertain).toBe(true);
    expect(read?.figures).toMatchObject({ net: 280, orders: 2, customers: 2, first_date: '2026-01-04' });
    expect(preview.cells.length).toBe(3);
  });

  it('takes the id of the order for its number, apart from the ids of lines', async () => {
    const text = JSON.stringify([{ id: 7, items: [{ id: 1, name: 'Tea', price: 2.5, quantity: 2 }] }]);
    const { read, preview } = await inspect(text);
    expect(read?.figures).toMatchObject({ net: 5, orders: 1 });
    expect(preview.understood?.rows[0]).toMatchObject({ order_id: '7', item: { product_name: 'Tea' } });
  });
});
