// WooCommerce files with one row per order: those of its own Analytics, and those of export plugins that write the
// products of an order into columns `line_item_1` to `line_item_n`, or into one.
import type { Profile } from './profile.ts';
import { WOOCOMMERCE_STATUSES } from './woocommerce.ts';

/** A product with its quantity: `2× Tea` in English, `Tea x 2` in French. */
const PRODUCT = /^-?(?<before>\d+)× (?<name>.*)$|^(?<nameFirst>.*) [x×] ?-?(?<after>\d+)$/s;

/**
 * Columns as in `Reports/Orders/Controller.php` of woocommerce/woocommerce; `N. Revenue` until version 9. The shop's
 * language translates them.
 */
export const WOOCOMMERCE_ANALYTICS: Profile = {
  id: 'woocommerce-analytics',
  title: 'WooCommerce Analytics orders',
  // https://woocommerce.com/document/woocommerce-analytics/orders-report/
  signatures: [
    ['order', 'status', 'customertype', 'products', 'nrevenue'],
    ['order', 'status', 'customertype', 'products', 'netsales'],
    ['commanden', 'etat', 'typedeclient', 'produits', 'ventesnettes'],
  ],
  lines: {
    columns: ['Product(s): name', 'Product(s): quantity', 'Product(s): share of net sales', 'Kind'],
    // A refund is a row of its own, with a negative amount and the number of its order. Where an order was refunded by
    // its status alone, that amount may hold tax and shipping: https://github.com/woocommerce/woocommerce/issues/56096.
    // No public sample of an export with refunds was found.
    read(cellOf) {
      const total = Math.round(
        Number(cellOf('netsales') || cellOf('nrevenue') || cellOf('ventesnettes')) * 100,
      );
      const kind = total < 0 ? 'return' : 'sale';
      const products = (cellOf('products') || cellOf('produits'))
        .split(/, (?=-?\d+× )|(?<= [x×] ?-?\d+), /)
        .map((text) => PRODUCT.exec(text)?.groups)
        .map((found) => ({
          quantity: Number(found?.before ?? found?.after ?? 1),
          name: found?.name ?? found?.nameFirst ?? '',
        }));
      const pieces = products.reduce((sum, { quantity }) => sum + quantity, 0);
      let before = 0;
      let shared = 0;
      return products.map(({ quantity, name }) => {
        before += quantity;
        const upTo = pieces === 0 ? total : Math.round((total * before) / pieces);
        const share = upTo - shared;
        shared = upTo;
        return [name, String(quantity), String(share / 100), kind];
      });
    },
  },
  columns: {
    order_id: ['order', 'commanden'],
    customer_id: ['customer', 'client'],
    order_date: ['date'],
    product_name: ['productsname'],
    product_sku: [],
    quantity: ['productsquantity'],
    unit_price: [],
    line_total: ['productsshareofnetsales'],
    status: ['status', 'etat'],
    record_kind: ['kind'],
  },
  statuses: WOOCOMMERCE_STATUSES,
  block: {
    prices: 'after all discounts',
    records: { sale: 'sale', return: 'return' },
    productIfNone: 'Refund',
    refundDate: 'in the export',
    remarks: ['shared_by_pieces'],
  },
};

const KEYS =
  'id|name|product_id|sku|quantity|total|sub_total|subtotal|subtotal_tax|total_tax|tax|refunded|refunded_qty|meta|tax_data';

/** Parses `name:Beanie|sku:BEANIE|quantity:2|total:36.00`. */
function parseItem(text: string): Map<string, string> {
  const pairs = text.split(new RegExp(`\\|(?=(?:${KEYS}):)`));
  return new Map(
    pairs.map((pair) => {
      const colon = pair.indexOf(':');
      return [pair.slice(0, colon).trim(), pair.slice(colon + 1).trim()];
    }),
  );
}

/**
 * Columns as in `admin/modules/order` of WebToffee's plugin; `line_items` is a column of SkyVerge's plugin, one row per
 * order.
 */
export const WOOCOMMERCE_ROWS: Profile = {
  id: 'woocommerce-rows',
  title: 'WooCommerce, Order Export with one row per order',
  // https://www.webtoffee.com/exporting-woocommerce-orders/
  signatures: [
    ['orderid', 'ordertotal', 'lineitem1'],
    ['orderid', 'ordertotal', 'ordercurrency', 'lineitems'],
  ],
  lines: {
    columns: [
      ...['line_item: name', 'line_item: sku', 'line_item: quantity', 'line_item: total'],
      ...['line_item: subtotal', 'line_item: refunded', 'line_item: refunded_qty', 'line_item: refunds'],
    ],
    read(cellOf, header) {
      const cells = header.filter((column) => /^lineitem\d+$/.test(column)).map(cellOf);
      const items = [...cells, ...cellOf('lineitems').split(/;(?=(?:id|item_id|name):)/)]
        .filter((text) => text.trim() !== '')
        .map(parseItem);
      const amounts = [...cellOf('refunditems').matchAll(/amount:(-?[\d.]+)/g)].map(([, amount]) => amount);
      const refunds = amounts.reduce((sum, amount) => sum + Number(amount), 0);
      const refunded = cellOf('refundedtotal') || String(Math.round(refunds * 100) / 100);
      return items.map((item) => [
        ...['name', 'sku', 'quantity', 'total'].map((key) => item.get(key) ?? ''),
        item.get('subtotal') ?? item.get('sub_total') ?? '',
        ...['refunded', 'refunded_qty'].map((key) => item.get(key) ?? ''),
        refunded,
      ]);
    },
  },
  columns: {
    order_id: ['ordernumberformatted', 'ordernumber', 'orderid'],
    customer_id: ['customerid', 'customeruser', 'customeremail', 'billingemail'],
    order_date: ['orderdate', 'date'],
    product_name: ['lineitemname'],
    product_sku: ['lineitemsku'],
    quantity: ['lineitemquantity'],
    unit_price: [],
    currency: ['ordercurrency'],
    status: ['status', 'orderstatus'],
    line_total: ['lineitemtotal'],
    line_before_discount: ['lineitemsubtotal'],
    line_refund: ['lineitemrefunded'],
    line_refund_quantity: ['lineitemrefundedqty'],
    shipping: ['shippingtotal'],
    fees: ['feetotal'],
    tax: ['taxtotal'],
    order_total: ['ordertotal'],
    refunded: ['lineitemrefunds'],
  },
  statuses: WOOCOMMERCE_STATUSES,
  block: { prices: 'after all discounts', refundDate: 'of the order' },
};
