// Tests the rules for peculiarities of exporters' files one by one; exporters.test.ts tests the totals of whole files.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { type LocalReadOptions, readLocalOrders } from '../../../packages/order-files/disk/local-files.ts';
import { printRowProblem } from '../../../packages/order-files/problems/row-problem-words.ts';
import { CsvRecords } from '../../../packages/order-files/text/csv-records.ts';
import {
  computeReconciliation,
  explainReconciliation,
  listRemarks,
} from '../../../packages/order-files/totals/reconciliation.ts';
import type { SubmittedOrder } from '../../../src/contract/resources/orders/submitted-order.ts';
import { collect } from './in-memory.ts';

async function read(
  file: string,
  options: LocalReadOptions = {},
): Promise<{
  orders: Map<string, SubmittedOrder>;
  net: number;
  remarks: unknown[];
  bad: string[];
  printed: string;
}> {
  const bad: string[] = [];
  const reading = await readLocalOrders([file], {
    onBadRow: ({ line, problem }) => bad.push(`${line}: ${printRowProblem(problem)}`),
    ...options,
  });
  const orders = await collect(reading.orders);
  const figures = computeReconciliation(reading.ledger, reading.currency(), bad.length);
  return {
    orders: new Map(orders.map((order) => [order.order_id, order])),
    net: figures.net,
    remarks: listRemarks(figures, reading.ledger),
    bad,
    printed: explainReconciliation(figures, reading.ledger),
  };
}

const readExport = (file: string, options?: LocalReadOptions) =>
  read(join(import.meta.dirname, 'exports', file), options);
const readLines = (lines: readonly string[], options: LocalReadOptions = {}) =>
  read('-', { standardInput: Readable.from([Buffer.from(lines.join('\n'))]), ...options });
const listLines = (order: SubmittedOrder | undefined) =>
  order?.line_items.map(({ product_name, quantity, unit_price }) => [product_name, quantity, unit_price]);

describe('readLocalOrders if only the first row of an order has its fields', () => {
  const HEADER = 'order_id,customer,date,status,currency,product,quantity,price';

  test('excludes all rows of a cancelled order, also if they lie apart', async () => {
    const { net, orders } = await readLines([
      HEADER,
      '1,ann,2026-03-01,cancelled,EUR,Tea,1,4.50',
      '1,,,,,Mug,1,12.00',
      '2,bob,2026-03-02,paid,EUR,Tea,2,4.50',
      '2,,,,,Milk,1,1.25',
      '1,,,,,Milk,1,1.25',
    ]);
    expect([...orders.keys()]).toEqual(['2']);
    expect(net).toBe(10.25);
  });

  test('applies the currency to the further rows', async () => {
    const lines = [
      HEADER,
      '1,ann,2026-03-01,paid,USD,Tea,1,4.50',
      '1,,,,,Mug,1,12.00',
      '2,bob,2026-03-02,paid,EUR,Tea,1,9',
    ];
    expect((await readLines(lines, { currency: 'EUR' })).net).toBe(9);
    expect((await readLines(lines, { currency: 'USD' })).net).toBe(16.5);
  });

  test('applies the id to rows without id, date, customer and status', async () => {
    const { orders, bad } = await readLines([
      HEADER,
      '1,ann,2026-03-01,paid,EUR,Tea,1,4.50',
      ',,,,,Mug,1,12.00',
      ',bob,2026-03-02,paid,EUR,Tea,1,9',
    ]);
    expect(listLines(orders.get('1'))).toEqual([
      ['Tea', 1, 4.5],
      ['Mug', 1, 12],
    ]);
    expect(bad).toEqual(['4: order_id: required']);
  });

  test('applies the discount once if its column is named with --columns', async () => {
    const { net, orders } = await readLines(
      [
        'order_id,date,status,product,quantity,price,rebate',
        '1,2026-03-01,paid,Tea,2,4.50,1.00',
        '1,,,Mug,1,12.00,',
        '2,2026-03-02,cancelled,Tea,1,4.50,',
        '2,,,Mug,1,12.00,',
      ],
      { columns: { order_discount: 'rebate' } },
    );
    expect(net).toBe(20);
    expect([...orders.keys()]).toEqual(['1']);
  });
});

describe('readLocalOrders on a record with several order lines', () => {
  test('keeps commas and quotes in product names of BigCommerce’s product cell', async () => {
    const { orders } = await readExport('bigcommerce.csv');
    expect(listLines(orders.get('1001'))).toEqual([
      ['Earl Grey, 100 g', 2, 4.5],
      ['Milk', 3, 1.25],
    ]);
    expect(listLines(orders.get('1002'))).toEqual([['Mug "large"', 1, 12]]);
  });

  test('reads a line from each of WooCommerce’s columns line_item_1 to line_item_n', async () => {
    const { orders } = await readExport('woocommerce/woocommerce-rows.csv');
    expect(listLines(orders.get('1003'))).toEqual([
      ['Écharpe grise', 1, 49.99],
      ['Earl Grey, 100 g', 1, 4.5],
      ['Müsli 1 kg', 3, 3.33],
    ]);
  });

  test('reads a line from each entry of WooCommerce’s cell line_items', async () => {
    const { orders, net } = await readLines([
      'order_id,date,status,shipping_total,tax_total,order_total,refunded_total,order_currency,customer_id,line_items',
      '7,2026-03-01 10:00:00,completed,0.00,0.00,21.00,0.00,EUR,5,"id:1|name:Tea; loose|product_id:9|sku:TEA|quantity:2|subtotal:9.00|total:9.00|refunded:0.00;id:2|name:Mug|sku:MUG|quantity:1|subtotal:12.00|total:12.00|refunded:0.00"',
    ]);
    expect(listLines(orders.get('7'))).toEqual([
      ['Tea; loose', 2, 4.5],
      ['Mug', 1, 12],
    ]);
    expect(net).toBe(21);
  });

  test('splits WooCommerce Analytics’ net sales by quantity and adds a remark', async () => {
    const { orders, remarks: found } = await readExport('woocommerce/woocommerce-analytics.csv');
    // 12.75 / 5 = 2.55 for each piece.
    expect(listLines(orders.get('1001'))).toEqual([
      ['Earl Grey, 100 g', 2, 2.55],
      ['Milk', 3, 2.55],
    ]);
    expect(found).toContainEqual({ code: 'shared_by_pieces' });
  });
});

describe('an amount that is per piece or per line', () => {
  const HEADER =
    '"Date","Receipt Number","Line Type","Customer Code","Customer Name","Note","Quantity","Subtotal","Sales Tax","Discount","Loyalty","Total","Paid","Details","Register","User","Status","Sku"';
  const createSale = (quantity: number, subtotal: string) =>
    `2026-03-01,5,Sale,C1,Ann,,${quantity},${subtotal},0,0,0,${subtotal},,,Main,ann,CLOSED,`;
  const createLine = (quantity: number, subtotal: string, name: string) =>
    `2026-03-01,5,Sale Line,C1,Ann,,${quantity},${subtotal},0,0,0,${subtotal},,${name},Main,ann,CLOSED,${name}`;

  test('is recognized by the order’s own total', async () => {
    const ofPiece = [HEADER, createSale(5, '18'), createLine(3, '2', 'Tea'), createLine(2, '6', 'Mug')];
    const ofLine = [HEADER, createSale(5, '18'), createLine(3, '6', 'Tea'), createLine(2, '12', 'Mug')];
    for (const lines of [ofPiece, ofLine]) {
      const { orders } = await readLines(lines);
      expect(listLines(orders.get('5'))).toEqual([
        ['Tea', 3, 2],
        ['Mug', 2, 6],
      ]);
    }
  });

  test('is reported as a difference if neither reading matches the order’s total', async () => {
    const { printed } = await readLines([
      HEADER,
      createSale(5, '180'),
      createLine(3, '2', 'Tea'),
      createLine(2, '6', 'Mug'),
    ]);
    expect(printed).toContain('of 1 order 1 differs');
  });
});

describe('readLocalOrders on a refund', () => {
  test('reads a PayPal refund as a return of the named payment by its buyer on the refund’s day', async () => {
    const { orders } = await readExport('paypal-rich.csv', { currency: 'EUR' });
    const refund = orders.get('TXN2003-refund-2026-03-28');
    expect(refund?.customer_id).toBe('cid@example.com');
    expect(listLines(refund)).toEqual([['PayPal payment', -1, 12]]);
  });

  test('reads a Shopify REST refund by its lines and day, and spreads one without lines', async () => {
    const { orders } = await readExport('shopify/shopify-rest-rich.json', { currency: 'EUR' });
    expect(listLines(orders.get('#2003-refund-2026-04-01'))).toEqual([['Mug "large"', -1, 12]]);
    expect(listLines(orders.get('#2004-refund'))).toEqual([['Écharpe grise', -1, 5]]);
  });

  test('reads a Wix refund as the returned pieces', async () => {
    const { orders } = await readExport('wix-rich.csv');
    expect(listLines(orders.get('2003-refund'))).toEqual([['Mug "large"', -1, 12]]);
  });

  test('returns all lines of a PrestaShop order whose status is refunded', async () => {
    const { orders } = await readExport('prestashop/prestashop-rich.csv');
    expect(listLines(orders.get('2005-refund'))).toEqual([
      ['Écharpe grise', -1, 49.99],
      ['Earl Grey, 100 g', -3, 4.5],
    ]);
  });

  test('adds a remark for a partially refunded order without an amount', async () => {
    const createOrder = (number: string, state: string) => ({
      ...{ orderNumber: number, orderDateTime: '2026-03-01T10:00:00Z', amountTotal: 12, shippingTotal: 0 },
      ...{ currency: { isoCode: 'EUR' }, transactions: [{ stateMachineState: { technicalName: state } }] },
      lineItems: [{ id: number, type: 'product', label: 'Mug', quantity: 1, totalPrice: 12 }],
    });
    const { remarks: found, printed } = await readLines(
      [createOrder('1', 'paid'), createOrder('2', 'refunded_partially')].map((one) => JSON.stringify(one)),
    );
    expect(found).toContainEqual({ code: 'partial_refunds_unknown', orders: 1 });
    expect(printed).toContain('1 order partially refunded without an amount');
  });

  test('reads an SAP line with a negative net value as a return', async () => {
    const { orders } = await readExport('sap-rich.txt');
    expect(listLines(orders.get('0062003'))).toEqual([['Mug "large"', -1, 12]]);
  });
});

describe('a discount that only the order’s total shows', () => {
  const HEADER =
    'Order number,Date created,Total order quantity,Contact email,Item,SKU,Qty,Price,Payment status,Shipping rate,Total tax,Total,Currency';
  const createWixRow = (id: number, price: string, tax: string, total: string) =>
    `${id},"Mar ${id}, 2026",1,ann@example.com,Mug,MUG,1,${price},Paid,0,${tax},${total},EUR`;

  test('is computed once another order shows whether prices include tax', async () => {
    // Order 2's total equals its price, so prices include tax: order 1 has a discount of 2.00.
    const included = await readLines([
      HEADER,
      createWixRow(1, '12.00', '1.60', '10.00'),
      createWixRow(2, '12.00', '1.92', '12.00'),
    ]);
    expect(included.net).toBe(22);
    // Order 2's total is price plus tax: order 1 has a discount of 3.60.
    const onTop = await readLines([
      HEADER,
      createWixRow(1, '12.00', '1.60', '10.00'),
      createWixRow(2, '12.00', '2.40', '14.40'),
    ]);
    expect(onTop.net).toBe(20.4);
    expect(onTop.remarks).toEqual([]);
  });

  test('is reported in a remark if no order shows whether prices include tax', async () => {
    const {
      net,
      remarks: found,
      printed,
    } = await readLines([HEADER, createWixRow(1, '12.00', '1.60', '10.00')]);
    expect(net).toBe(8.4);
    expect(found).toEqual([{ code: 'discounts_unclear', orders: 1 }]);
    expect(printed).toContain('1 order with a discount that only the total shows');
  });
});

describe('readLocalOrders on JSON of a shop’s API', () => {
  test('reads orders in lines, in an array and in a property of an object', async () => {
    const order = {
      ...{
        name: '#1',
        financial_status: 'paid',
        subtotal_price: '9.00',
        total_price: '9.00',
        currency: 'EUR',
      },
      ...{ created_at: '2026-03-01T10:00:00Z', customer: { id: 7 }, note: 'ring, twice ]}' },
      line_items: [{ id: 1, title: 'Tea', quantity: 2, price: '4.50', sku: 'TEA' }],
    };
    const json = JSON.stringify(order);
    for (const file of [
      `${json}\n`,
      `[${json}]`,
      `{"orders":[${json}]}`,
      `{ "count": 1,\n "data": [ ${json} ],\n "links": {"next": null} }`,
    ]) {
      const { orders, bad } = await readLines([file]);
      expect(bad).toEqual([]);
      expect([...orders.values()]).toEqual([
        {
          ...{ order_id: '#1', customer_id: '7', order_date: '2026-03-01T10:00:00Z' },
          line_items: [
            {
              product_name: 'Tea',
              product_sku: 'TEA',
              unit_price: 4.5,
              quantity: 2,
              custom_fields: undefined,
            },
          ],
        },
      ]);
    }
  });

  test('reads an order’s own values as custom fields', async () => {
    const custom = [{ key: 'number', column: 'order_number' }];
    const { orders } = await readExport('shopify/shopify-rest.json', { custom });
    expect(orders.get('#1001')?.line_items.map(({ custom_fields }) => custom_fields)).toEqual([
      { number: '1001' },
      { number: '1001' },
    ]);
  });
});

describe('a file with prices other than its header states', () => {
  /** The text of the file with each number in `columns` tripled. */
  function multiplyNumbers(file: string, columns: ReadonlySet<string>): string {
    const whole = readFileSync(join(import.meta.dirname, 'exports', file), 'utf8');
    const delimiter = file.startsWith('presta') || file.startsWith('shopware') ? ';' : ',';
    const records = new CsvRecords(delimiter);
    records.feed(whole);
    records.end();
    let positions: number[] = [];
    const lines: string[] = [];
    while (records.next()) {
      if (positions.length === 0)
        positions = records.fields.flatMap((column, at) => (columns.has(column.trim()) ? [at] : []));
      const cells = records.fields.map((cell, at) =>
        positions.includes(at) ? cell.replace(/\d[\d.]*/, (number) => (Number(number) * 3).toFixed(2)) : cell,
      );
      lines.push(cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(delimiter));
    }
    return lines.join('\n');
  }

  test.each([
    ['shopify/shopify.csv', 'EUR', ['Lineitem price']],
    ['squarespace.csv', 'USD', ['Lineitem price']],
    ['magento.csv', 'EUR', ['price']],
    ['prestashop/prestashop.csv', 'EUR', ['unit_price_tax_excl', 'total_price_tax_excl']],
    ['shopware/shopware-5.csv', 'EUR', ['price']],
    ['woocommerce/woocommerce-suite.csv', 'GBP', ['item_total']],
    ['ebay.csv', undefined, ['Sold For']],
  ])('reports differences from the export’s own totals for %s', async (file, currency, columns) => {
    const { printed } = await readLines([multiplyNumbers(file, new Set(columns))], { currency });
    expect(printed).toMatch(/of [1-9]\d* orders [1-9]\d* differ/);
  });

  test('reports unclear discounts for wix.csv', async () => {
    const { printed } = await readLines([multiplyNumbers('wix.csv', new Set(['Price']))]);
    expect(printed).toContain('5 orders with a discount that only the total shows');
  });
});
