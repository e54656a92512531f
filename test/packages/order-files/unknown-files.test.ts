// Tests files of no known exporter: which columns hold the amounts is decided by the arithmetic of the rows, and what
// the rows leave open is asked with the totals of each answer.

import { describe, expect, it } from 'vitest';
import { explainColumn } from '../../../packages/order-files/columns/explain-columns.ts';
import { createLocalSurroundings } from '../../../packages/order-files/disk/local-files.ts';
import { type Inspection, inspectFile } from '../../../packages/order-files/inspect-file.ts';
import type { OrderFileReadOptions } from '../../../packages/order-files/read-orders.ts';
import { toOrderFile } from './in-memory.ts';

async function inspect(lines: readonly string[], options: OrderFileReadOptions = {}): Promise<Inspection> {
  const file = toOrderFile('orders.csv', lines.join('\n').concat('\n'));
  return inspectFile(file, createLocalSurroundings({}), { demandPrices: true, ...options });
}

/** The net total, once no question is open. */
async function readNet(
  lines: readonly string[],
  options: OrderFileReadOptions = {},
): Promise<number | undefined> {
  const { isCertain, read } = await inspect(lines, options);
  return isCertain ? read?.figures.net : undefined;
}

/** The code and net total of each answer, by the code of its question. */
async function listAnswers(
  lines: readonly string[],
): Promise<Record<string, [string, number | undefined][]>> {
  const { questions } = await inspect(lines);
  return Object.fromEntries(
    questions.map(({ error, answers }) => [
      error.problem.code,
      answers.map(({ code, totals }): [string, number | undefined] => [code, totals?.net]),
    ]),
  );
}

describe('inspectFile on the amounts of an unknown file', () => {
  it('takes the line totals that price × quantity × (1 − discount) gives, and says in how many rows', async () => {
    const { read, isCertain } = await inspect([
      'Order ID,Product Name,Unit Price,Quantity,Discount,Sales',
      '1,Tea,10.00,2,0.1,18.00',
      '1,Mug,5.00,1,0,5.00',
      '2,Tea,10.00,3,0.5,15.00',
    ]);
    expect(isCertain).toBe(true);
    expect(read?.figures.net).toBe(38);
    expect(read?.remarks).toContainEqual({
      ...{ code: 'amounts_agree', rows: 3, of: 3 },
      equation: '"Sales" = "Unit Price" × "Quantity" × (1 − "Discount")',
    });
  });

  it('asks between the price of a piece and of the line, with both totals, the likelier first', async () => {
    const lines = ['Order ID,Product Name,Sales,Quantity', '1,Tea,20.00,2', '2,Tea,30.00,3', '3,Mug,15.00,1'];
    expect(await listAnswers(lines)).toEqual({
      amount_readings: [
        ['line_total', 65],
        ['unit_price', 145],
      ],
    });
    expect(await readNet(lines, { columns: { line_total: 'Sales' } })).toBe(65);
  });

  it('asks between a line total and the total of the order, which its pieces share', async () => {
    const lines = [
      'order_id,product_name,quantity,total',
      ...['1,Tea,1,30.00', '1,Mug,1,30.00', '2,Tea,1,10.00', '3,Tea,2,30.00', '3,Mug,1,30.00'],
    ];
    expect((await listAnswers(lines)).amount_readings).toContainEqual(['order_total', 70]);
  });

  it('asks if a column of sales disagrees with price × quantity', async () => {
    const lines = ['order_id,product,quantity,unit_price,sales', '1,Tea,2,10,25', '2,Mug,1,20,30'];
    expect(await listAnswers(lines)).toEqual({
      amount_readings: [
        ['unit_price', 40],
        ['line_total', 55],
      ],
    });
  });

  it('asks if an equation of the first rows fails in later ones', async () => {
    const rows = Array.from({ length: 1_000 }, (_, at) => `${at},Tea,2,10,${at < 600 ? 20 : 19}`);
    const answers = await listAnswers(['order_id,product,quantity,unit_price,sales', ...rows]);
    expect(answers.amount_readings).toEqual([
      ['unit_price', 20_000],
      ['line_total', 19_600],
    ]);
  });

  it.each([
    ['Base Cost', 'cost'],
    ['IVA', 'tax'],
    ['freight_value', 'shipping'],
    ['Marge', 'margin'],
    ['quantidade', 'quantity'],
    ['消費税', 'tax'],
  ])('never takes %s, a %s, as the price', async (column) => {
    const { questions } = await inspect([`order_id,product,${column}`, '1,Tea,2.50', '2,Mug,7.25']);
    expect(questions.map(({ error }) => error.problem.code)).toEqual(['missing_prices']);
  });

  it('leaves out totals that contain tax beside a subtotal', async () => {
    const lines = [
      'Order ID,Product,Quantity,Subtotal,Tax,Total',
      '1,Tea,2,60.00,4.20,64.20',
      '2,Mug,1,30.00,2.10,32.10',
    ];
    expect(await readNet(lines)).toBe(90);
  });
});

/** Lines of two products with quantities 1 to 8: `write` gives the amount and the discount of each. */
function listLines(write: (price: number, quantity: number, row: number) => string): readonly string[] {
  return Array.from({ length: 40 }, (_, row) => {
    const [product, price] = row % 2 === 0 ? ['Tea', 10] : ['Mug', 5.5];
    const quantity = (row % 8) + 1;
    return `${100 + (row >> 1)},${product},${quantity},${write(price, quantity, row)}`;
  });
}

describe('inspectFile on an amount beside a quantity and no other amount', () => {
  it('finds a line total from which the discount is already taken, and does not ask about the discount', async () => {
    const lines = listLines((price, quantity, row) => {
      const discount = (row % 5) / 10;
      return `${(price * quantity * (1 - discount)).toFixed(2)},${discount}`;
    });
    const { preview, isCertain, read } = await inspect([
      'Order ID,Product Name,Quantity,Sales,Discount',
      ...lines,
    ]);
    const net = lines.reduce((sum, line) => sum + Number(line.split(',')[3]), 0);
    expect(isCertain).toBe(true);
    expect(read?.figures.net).toBeCloseTo(net, 6);
    const sales = preview.columns.find(({ column }) => column === 'Sales')?.explanation;
    expect(sales && explainColumn(sales)).toBe(
      '"Sales" ÷ "Quantity" ÷ (1 − "Discount") is the same for each product in 30 of the first 30 rows',
    );
  });

  it('asks about a total that is the same for each product in any quantity', async () => {
    const lines = listLines((price) => price.toFixed(2));
    const sum = (values: (cells: readonly string[]) => number): number =>
      lines.map((line) => values(line.split(','))).reduce((total, value) => total + value, 0);
    const answers = await listAnswers(['Order ID,Product ID,Quantity,Net amount', ...lines]);
    expect(answers).toEqual({
      amount_readings: [
        ['unit_price', sum((cells) => Number(cells[2]) * Number(cells[3]))],
        ['line_total', sum((cells) => Number(cells[3]))],
      ],
    });
  });

  it('proves a revenue by the list price and the discount', async () => {
    const lines = listLines((price, quantity, row) => {
      const discount = (row % 5) / 10;
      return `${price},${discount},${(price * quantity * (1 - discount)).toFixed(2)}`;
    });
    const net = lines.reduce((sum, line) => sum + Number(line.split(',')[5]), 0);
    const header = 'Order ID,Product,Quantity,List price,Discount rate,Revenue';
    expect(await readNet([header, ...lines])).toBeCloseTo(net, 6);
  });

  it('proposes the price of the line first for an amount that is not named as a price', async () => {
    const answers = await listAnswers(['Order ID,Product,Quantity,Amount', '1,Tea,2,7.00', '2,Mug,3,15.00']);
    expect(answers.amount_readings?.map(([code]) => code)).toEqual(['line_total', 'unit_price']);
  });

  it('offers no rating as the price of a line if price × quantity differs from the total', async () => {
    const lines = listLines((price, quantity) => `${price},${price * quantity + 2},4.5`);
    const answers = await listAnswers(['Order ID,Product,Quantity,Unit price,Total,Rating', ...lines]);
    expect(answers.amount_readings?.map(([code]) => code)).toEqual(['unit_price', 'line_total']);
  });
});

describe('inspectFile on columns that take money or rows away', () => {
  const createLines = (column: string, ...cells: string[]): string[] => [
    `order_id,product_name,quantity,unit_price,${column}`,
    ...cells.map((cell, at) => `${at},Tea,1,10,${cell}`),
  ];

  it.each([
    ['Refund Amount', ['0', '10.00'], ['refund', 10], ['ignore', 20]],
    ['Refunded?', ['false', 'true'], ['leave_out', 10], ['ignore', 20]],
    ['Annulé', ['non', 'oui'], ['leave_out', 10], ['ignore', 20]],
    ['Testbestellung', ['nein', 'ja'], ['leave_out', 10], ['ignore', 20]],
    ['Refund Reason', ['', 'broken'], ['leave_out', 10], ['ignore', 20]],
    ['Cancelled At', ['', '2026-01-03'], ['leave_out', 10], ['ignore', 20]],
    ['Discount', ['15%', '0%'], ['line_discount_rate', 18.5], ['ignore', 20]],
    ['Rabatt', ['0.15', '0'], ['line_discount_rate', 18.5], ['line_discount', 19.85]],
    ['descuento', ['2.50', '0'], ['line_discount', 17.5], ['line_discount_rate', 19.75]],
  ] as const)('asks how %s is read, with the totals', async (column, cells, ...expected) => {
    const { unread_column: answers } = await listAnswers(createLines(column, ...cells));
    expect(answers).toEqual(expect.arrayContaining(expected.map((one) => [...one])));
  });

  it.each([
    ['Shipping refund', '5'],
    ['Cancelled At', ''],
    ['Discount Code', 'SUMMER'],
    ['Refunded', 'no'],
    ['Cancelled', ''],
  ])('does not ask about %s: %s', async (column, cell) => {
    expect(await readNet(createLines(column, cell, cell))).toBe(20);
  });

  it('asks whether rows are left out that another status says are cancelled', async () => {
    const lines = [
      'Order ID,Product,Price,Delivery status',
      '1,Tea,10,Entregue',
      '2,Mug,5,Cancelado',
      '3,Tea,10,Em trânsito',
    ];
    expect(await listAnswers(lines)).toEqual({
      unread_column: [
        ['leave_out', 20],
        ['ignore', 25],
      ],
    });
    expect(await readNet(lines.slice(0, 2))).toBe(10);
  });

  it('reads a negative price as a return, and asks if the quantity is negative as well', async () => {
    const { read } = await inspect(['order_id,product,quantity,unit_price', '1,Tea,1,10', '2,Tea,1,-10']);
    expect(read?.figures).toMatchObject({ gross: 10, refunds: 10, net: 0 });
    const lines = ['order_id,product,quantity,unit_price', '1,Tea,1,10', '2,Tea,-1,-10'];
    expect(await listAnswers(lines)).toEqual({
      double_negatives: [
        ['returns', 0],
        ['sales', 20],
      ],
    });
  });
});

describe('inspectFile on the names of columns', () => {
  it.each([
    ['Portuguese', 'id_venda,data,cliente,produto,quantidade,preco_unitario'],
    ['Italian', 'Numero ordine,Data,Cliente,Prodotto,Quantità,Prezzo unitario'],
    ['Polish', 'Numer zamówienia,Data,Klient,Nazwa produktu,Ilość,Cena'],
    ['Turkish', 'Sipariş No,Tarih,Müşteri,Ürün Adı,Adet,Birim Fiyatı'],
    ['Russian', 'Номер заказа,Дата,Клиент,Товар,Количество,Цена'],
    ['Japanese', '注文番号,日付,顧客,商品名,数量,単価'],
    ['Korean', '주문번호,날짜,고객,상품명,수량,단가'],
    ['Chinese', '订单编号,日期,客户,商品名称,数量,单价'],
  ])('knows those of %s', async (_, header) => {
    const { preview, read } = await inspect([
      header,
      '7,2026-01-03,Ann,Tea,2,39.90',
      '8,2026-01-04,Bob,Mug,1,24.90',
    ]);
    expect(read?.figures).toMatchObject({ net: 104.7, orders: 2, customers: 2, first_date: '2026-01-03' });
    expect(Object.keys(preview.understood?.positions ?? {}).sort()).toEqual(
      expect.arrayContaining([
        'customer_id',
        'order_date',
        'order_id',
        'product_name',
        'quantity',
        'unit_price',
      ]),
    );
  });

  it('keeps the header and the other columns if some columns are named by hand', async () => {
    const lines = [
      'Pedido;Data;Cliente;Produto;Quantidade;Valor',
      '1;03/01/2025;Ana;Caneca;2;39,90',
      '2;23/01/2025;Ana;Caneca;1;24,90',
    ];
    const { read } = await inspect(lines, { columns: { unit_price: 'Valor' } });
    expect(read?.figures).toMatchObject({ net: 104.7, orders: 2, customers: 1 });
  });

  it('finds the header by one column that is named by hand, whatever the others are called', async () => {
    const lines = ['Alpha;Beta;Gamma', 'A-1;Tea;4,50', 'A-2;Mug;12,00'];
    const { questions } = await inspect(lines, { columns: { order_id: 'Alpha' } });
    expect(questions[0]?.error.problem).toMatchObject({
      code: 'missing_columns',
      header: ['Alpha', 'Beta', 'Gamma'],
    });
  });

  it('takes a column of whole numbers named Stück as the quantity', async () => {
    expect(await readNet(['Bestellung;Artikel;Preis;Stück', '1;Tee;4,50;2', '2;Tasse;12,00;1'])).toBe(21);
  });

  it('does not take a deadline, a birthday or a delivery for the date of the order', async () => {
    const lines = ['order_id,product,price,shipping_limit_date,birth date', '1,Tea,10,2027-01-01,1980-05-03'];
    expect((await inspect(lines)).read?.figures).toMatchObject({ net: 10, first_date: null });
  });

  it('does not take a number of orders for the number of the order', async () => {
    const lines = Array.from(
      { length: 100 },
      (_, row) => `${1000 + row},P${row % 7},${(row % 3) + 1},${row + 5}`,
    );
    const { questions } = await inspect(['User_ID,Product_ID,Orders,Amount', ...lines]);
    expect(questions[0]?.error.problem).toMatchObject({ code: 'missing_columns', missing: ['order_id'] });
  });

  it('proposes the number of the row as the order if no other column is one', async () => {
    const { way } = await inspect(['id;producto;cantidad;precio_unitario', '1;tea;2;3.50', '2;mug;1;5.00']);
    expect(way).toEqual({ columns: { order_id: 'id' } });
  });

  it('reads products by their codes if the other name is that of a product line', async () => {
    const lines = listLines((price, _, row) => `${price},S${row % 10},Cars`);
    const { preview } = await inspect(['Order,Title,Quantity,Unit price,Product code,Productline', ...lines]);
    expect(preview.columns.find(({ column }) => column === 'Productline')?.field).toBeUndefined();
  });

  it('proposes the name of the customer also while the price is asked about', async () => {
    const lines = ['Order ID,Product,Sales,Quantity,Customer name', '1,Tea,20.00,2,Ann', '2,Tea,30.00,3,Bob'];
    const { questions, read } = await inspect(lines);
    expect(questions.map(({ error }) => error.problem.code)).toEqual(['amount_readings']);
    expect(read?.figures.customers).toBe(2);
  });

  it('prefers the column whose cells fit the field to one whose name fits better', async () => {
    const lines = [
      'Order ID,Date,Time of sale,Product,Price,Quantity,Quantity unit',
      '1,2026-01-05,Night,Tea,3.50,2,EA',
      '2,2026-01-06,Morning,Mug,5.00,3,EA',
    ];
    expect(await readNet(lines)).toBe(22);
  });

  it('is not certain if every row is refused', async () => {
    const { isCertain, questions } = await inspect(['Order ID,Product,Price', '1,Tea,x', '2,Mug,y']);
    expect([isCertain, questions.length]).toEqual([false, 0]);
  });

  it('finds the quantity, of several, that makes the arithmetic of the rows agree', async () => {
    const lines = [
      'Order ID,Product,Pieces,Net quantity (kg),Unit price,Amount',
      '1,Gear,2,178,63,11214',
      '2,Rod,2,14,34,476',
    ];
    const { preview } = await inspect(lines);
    expect(await readNet(lines)).toBe(11690);
    expect(preview.columns.find(({ field }) => field === 'quantity')?.column).toBe('Net quantity (kg)');
  });

  it('asks about sales that are the same for each product, rather than taking them for prices', async () => {
    const lines = listLines((price) => `${price}`);
    const answers = await listAnswers(['Order ID,Product,Quantity,Sales', ...lines]);
    expect(answers.amount_readings?.map(([code]) => code)).toEqual(['unit_price', 'line_total']);
  });

  it('takes no row with a date for the header, although its cells name a field', async () => {
    const lines = [
      'Refund,Original,At,Why,Amount',
      '1,17,2026-01-05,Wrong item,4.00',
      '2,18,2026-01-06,Other,3.00',
    ];
    const { preview } = await inspect(lines);
    expect(preview.columns.map(({ column }) => column)).toContain('Refund');
  });

  it('proposes the category of the product if no column holds the product itself', async () => {
    const lines = [
      'order_id,region,product_category,revenue',
      '1,West,Tools,20',
      '2,East,Paint,30',
      '3,West,Paint,5',
    ];
    const { way, read } = await inspect(lines);
    expect(way).toEqual({ columns: { product_name: 'product_category' } });
    expect(read?.figures.net).toBe(55);
  });

  it('reads a Turkish column of currencies whose name has two words', async () => {
    const lines = ['Sipariş No,Ürün,Adet,Birim Fiyat,Para Birimi', '1,Çay,2,3.50,TRY', '2,Kupa,1,5.00,TRY'];
    const { preview } = await inspect(lines);
    expect(preview.columns.find(({ field }) => field === 'currency')?.column).toBe('Para Birimi');
  });

  it('does not take a flag such as on_time for the date', async () => {
    const lines = [
      'order_id,date,on_time,product,price',
      '1,2026-01-05,1,Tea,3.50',
      '2,2026-01-06,0,Mug,5.00',
    ];
    expect(await readNet(lines)).toBe(8.5);
  });
});
