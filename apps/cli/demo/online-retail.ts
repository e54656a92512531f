// Reads one real month of orders, in the format of the API.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import * as v from 'valibot';

const row = v.object({
  InvoiceNo: v.string(),
  StockCode: v.string(),
  Description: v.string(),
  Quantity: v.pipe(v.string(), v.transform(Number)),
  InvoiceDate: v.string(),
  UnitPrice: v.pipe(v.string(), v.transform(Number)),
  CustomerID: v.string(),
  Country: v.string(),
});

export interface DemoOrder {
  readonly order_id: string;
  readonly customer_id?: string;
  readonly order_date: string;
  readonly line_items: {
    readonly product_name?: string;
    readonly product_sku: string;
    readonly quantity: number;
    readonly unit_price: number;
    readonly custom_fields: { readonly country: string };
  }[];
}

const FILE = join(import.meta.dirname, 'data', 'online-retail-2010-12.csv.gz');

/** `file`: a gzipped CSV file with the columns of data/README.md; defaults to the bundled month. */
export function readRetailOrders(file: string = FILE): DemoOrder[] {
  const rows = v.parse(v.array(row), parse(gunzipSync(readFileSync(file)), { columns: true }));
  const orders = new Map<string, DemoOrder>();
  for (const {
    InvoiceNo,
    StockCode,
    Description,
    Quantity,
    InvoiceDate,
    UnitPrice,
    CustomerID,
    Country,
  } of rows) {
    let order = orders.get(InvoiceNo);
    if (order === undefined) {
      order = {
        order_id: InvoiceNo,
        ...(CustomerID !== '' && { customer_id: CustomerID }),
        order_date: InvoiceDate,
        line_items: [],
      };
      orders.set(InvoiceNo, order);
    }
    order.line_items.push({
      ...(Description.trim() !== '' && { product_name: Description.trim() }),
      product_sku: StockCode,
      quantity: Quantity,
      unit_price: UnitPrice,
      custom_fields: { country: Country },
    });
  }
  return [...orders.values()];
}
