// Tests which columns are guessed from exporters' headers, the flags that choose columns, and their error messages.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseColumnsFlag, parseCustomFlag } from '../../../packages/order-files/columns/column-flags.ts';
import { mapColumns } from '../../../packages/order-files/columns/column-map.ts';
import { explainColumns } from '../../../packages/order-files/columns/explain-columns.ts';
import { printProblems } from '../../../packages/order-files/problems/errors.ts';
import { PRINTED } from '../../../packages/order-files/problems/file-problem-words.ts';

// Expected messages are those of the command line.
printProblems(PRINTED);

function guess(header: string, delimiter = ','): Record<string, string | undefined> {
  const { explanation } = mapColumns('orders.csv', header.split(delimiter));
  return Object.fromEntries(explanation.map(({ field, column }) => [field, column]));
}

describe('mapColumns', () => {
  test('maps the contract’s own names to themselves', () => {
    const fields = 'order_id,customer_id,order_date,product_name,product_sku,unit_price,quantity'.split(',');
    expect(guess(fields.join(','))).toEqual(Object.fromEntries(fields.map((field) => [field, field])));
  });
  test('maps the columns of both Online Retail data sets', () => {
    expect(
      guess('InvoiceNo,StockCode,Description,Quantity,InvoiceDate,UnitPrice,CustomerID,Country'),
    ).toEqual({
      order_id: 'InvoiceNo',
      customer_id: 'CustomerID',
      order_date: 'InvoiceDate',
      product_name: 'Description',
      product_sku: 'StockCode',
      unit_price: 'UnitPrice',
      quantity: 'Quantity',
    });
    expect(
      guess('Invoice,StockCode,Description,Quantity,InvoiceDate,Price,Customer ID,Country'),
    ).toMatchObject({
      order_id: 'Invoice',
      unit_price: 'Price',
      customer_id: 'Customer ID',
    });
  });
  test('maps Shopify’s Name to order_id rather than Id, which only the first line has', () => {
    expect(
      guess(
        'Name,Email,Financial Status,Paid at,Total,Created at,Lineitem quantity,Lineitem name,Lineitem price,Lineitem sku,Id',
      ),
    ).toEqual({
      order_id: 'Name',
      customer_id: 'Email',
      order_date: 'Created at',
      product_name: 'Lineitem name',
      product_sku: 'Lineitem sku',
      unit_price: 'Lineitem price',
      quantity: 'Lineitem quantity',
      status: 'Financial Status',
      order_total: 'Total',
    });
  });
  test('maps WooCommerce’s columns', () => {
    expect(
      guess('Order Number,Order Status,Order Date,Email (Billing),Item #,Item Name,SKU,Quantity,Item Cost'),
    ).toEqual({
      order_id: 'Order Number',
      customer_id: 'Email (Billing)',
      order_date: 'Order Date',
      product_name: 'Item Name',
      product_sku: 'SKU',
      unit_price: 'Item Cost',
      quantity: 'Quantity',
      status: 'Order Status',
    });
  });
  test('maps Magento’s columns', () => {
    expect(guess('increment_id,created_at,customer_id,customer_email,sku,name,qty_ordered,price')).toEqual({
      order_id: 'increment_id',
      customer_id: 'customer_id',
      order_date: 'created_at',
      product_name: 'name',
      product_sku: 'sku',
      unit_price: 'price',
      quantity: 'qty_ordered',
      contact: 'customer_email',
    });
  });
  test('reads Amazon’s item-price as the price of the line, unless it is chosen as unit price', () => {
    const header = 'amazon-order-id;purchase-date;product-name;sku;asin;quantity;currency;item-price'.split(
      ';',
    );
    const { explanation } = mapColumns('orders.txt', header);
    expect(explanation.find(({ field }) => field === 'unit_price')).toEqual({
      field: 'unit_price',
      column: undefined,
      why: { code: 'line_price' },
    });
    expect(guess(header.join(';'), ';')).toMatchObject({ order_id: 'amazon-order-id', quantity: 'quantity' });
    expect(mapColumns('f', header, { choice: { unit_price: 'item-price' } }).positions.unit_price).toBe(7);
  });
  test('refuses CDNOW’s header, which has neither orders nor products, and lists its columns', () => {
    expect(() => guess('customer_id,order_dt,order_products,order_amount')).toThrow(
      'orders.csv: no column found for order_id, nor for product_name or product_sku; the header has "customer_id", "order_dt", "order_products", "order_amount". Name them with --columns order_id=COLUMN,product_name=COLUMN',
    );
  });
});

describe('--columns and --custom', () => {
  const header = ['No', 'What', 'Who', 'Country'];
  test('leave a field out if its column is empty', () => {
    const header = ['order_id', 'product_name', 'sku'];
    const choice = parseColumnsFlag('product_sku=');
    expect(mapColumns('orders.csv', header).positions.product_sku).toBe(2);
    expect(mapColumns('orders.csv', header, { choice }).positions.product_sku).toBe(-1);
  });
  test('choose columns in any case and keep extra columns as custom fields', () => {
    const choice = parseColumnsFlag('order_id=no, product_name=What');
    const map = mapColumns('f.csv', header, { choice, custom: parseCustomFlag('Country,buyer=Who') });
    expect(map.positions).toMatchObject({ order_id: 0, product_name: 1, customer_id: -1 });
    expect(map.custom).toEqual([
      { key: 'Country', position: 3 },
      { key: 'buyer', position: 2 },
    ]);
    expect(explainColumns(map).split('\n')).toEqual([
      'order_id               "No" (set by --columns)',
      'customer_id            absent (no column of the header is known to be customer_id)',
      'order_date             absent (no column of the header is known to be order_date)',
      'product_name           "What" (set by --columns)',
      'product_sku            absent (no column of the header is known to be product_sku)',
      'unit_price             absent (no column of the header is known to be unit_price)',
      'quantity               absent (no column of the header is known to be quantity)',
      'custom_fields.Country  "Country" (set by --columns)',
      'custom_fields.buyer    "Who" (set by --columns)',
    ]);
  });
  test('exclude a chosen column from the guesses for other fields', () => {
    const { positions } = mapColumns('f', ['order', 'sku', 'item'], { choice: { product_name: 'sku' } });
    expect(positions).toMatchObject({ order_id: 0, product_name: 1, product_sku: -1 });
  });
  test('refuse an unknown field, a missing column and a reserved name', () => {
    expect(() => parseColumnsFlag('orderid=x')).toThrow(
      'expected field=column with a field of order_id, customer_id',
    );
    expect(() => mapColumns('f', header, { choice: { order_id: 'Nr' } })).toThrow(
      'f: order_id=Nr: no such column; the header has "No", "What", "Who", "Country"',
    );
    const choice = { order_id: 'No', product_name: 'What' };
    expect(() => mapColumns('f', header, { choice, custom: parseCustomFlag('Shipping') })).toThrow(
      '--custom Shipping: no such',
    );
    expect(() => mapColumns('f', header, { choice, custom: parseCustomFlag('__proto__=Who') })).toThrow(
      'expected a name of',
    );
  });
});

describe('mapColumns on a list of orders without products', () => {
  const LISTS: readonly (readonly [file: string, instead: string])[] = [
    ['etsy-orders.csv', '“Order Items”'],
    ['orocommerce/orocommerce-orders.csv', '“Order Line Item”'],
    ['prestashop/prestashop-orders.csv', 'order_detail joined with orders'],
    ['shopware/shopware-6-orders.csv', 'lineItems'],
  ];
  test.each(LISTS)('refuses %s and names %s as the export to use instead', (file, instead) => {
    const [line = ''] = readFileSync(join(import.meta.dirname, 'exports', file), 'utf8').split('\n');
    const header = line.split(/[,;]/).map((name) => name.replaceAll('"', ''));
    expect(() => mapColumns(file, header)).toThrow(instead);
    // Explicitly chosen columns override the refusal.
    const [order_id = '', product_name = '', unit_price = ''] = header;
    const choice = { order_id, product_name, unit_price };
    expect(mapColumns(file, header, { choice }).positions.product_name).toBe(1);
  });
});
