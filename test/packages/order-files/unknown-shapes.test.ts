// Tests files that are no plain table: other delimiters, quoted rows, no header, a basket a line, composed ids of
// orders, lines within an order in JSON.
import { describe, expect, it } from 'vitest';
import { parseColumnsFlag } from '../../../packages/order-files/columns/column-flags.ts';
import { createLocalSurroundings } from '../../../packages/order-files/disk/local-files.ts';
import { type Inspection, inspectFile } from '../../../packages/order-files/inspect-file.ts';
import type { OrderFileReadOptions } from '../../../packages/order-files/read-orders.ts';
import { toOrderFile } from './in-memory.ts';

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
